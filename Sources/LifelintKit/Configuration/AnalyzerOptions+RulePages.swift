// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintRules

extension AnalyzerOptions {
    /// The pages of the rules in force, by id.
    var rulePages: [RulePageText] {
        (rules?.rules ?? []).filter { !$0.isSilent }.map { page(of: $0.rule) }.sorted { $0.id < $1.id }
    }

    private func page(of rule: Rule) -> RulePageText {
        var page = RulePageText(id: rule.id, title: rule.title)
        page.topic = rule.topic
        page.severity = rule.worstSeverity
        page.why = rule.why
        page.fix = rule.fix
        page.blindSpots = rule.blindSpots
        page.links = rule.links
        page.configuredAt = configuration.places[rule.id]
        return page
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
