// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel
import LifelintRules

extension AnalyzerOptions {
    /// The pages of the rules in force, by id.
    var rulePages: [RulePageText] {
        (rules?.rules ?? []).filter { !$0.isSilent }.map { selected in
            var page = RulePageText(of: selected.rule)
            page.configuredAt = configuration.places[selected.rule.id]
            return page
        }.sorted { $0.id < $1.id }
    }
}

extension RulePageText {
    /// What the rule itself says.
    init(of rule: Rule) {
        self.init(id: rule.id, title: rule.title)
        topic = rule.topic
        severity = rule.worstSeverity
        why = rule.why
        fix = rule.fix
        blindSpots = rule.blindSpots
        links = rule.links
    }
}

extension Rule {
    /// The worst of the severities that its findings may have; nil where nothing tells.
    fileprivate var worstSeverity: Finding.Severity? {
        var found = variants.flatMap(\.body.branches).compactMap(\.severity)
        found += severityBy.compactMap(\.severity)
        found += parameters.filter { $0.value != nil }.compactMap { Finding.Severity(rawValue: $0.name) }
        if let severity { found.append(severity) }
        return Finding.Severity.allCases.first { found.contains($0) }
    }
}
