// SPDX-License-Identifier: MIT

import LifelintModel

/// Looks at what a SARIF file would hold before a byte of it is written: a file that is rejected as a whole helps
/// nobody, and the one who uploads it learns of it last.
struct SARIFCheck {
    private let places: FindingPlaces
    /// The rules that results name, with the worst severity of what they found.
    private(set) var rules: [String: Finding.Severity] = [:]

    init(places: FindingPlaces) { self.places = places }

    /// Takes the next finding that will be a result.
    mutating func add(_ finding: Finding) throws(ReportRefusal) {
        let rule = finding.rule
        if rule.isEmpty || rule.unicodeScalars.count > SARIFLimits.ruleID {
            throw refusal(finding, "the rule has no id, or one of more than \(SARIFLimits.ruleID) characters")
        }
        if finding.message.isEmpty { throw refusal(finding, "it has no message") }
        if finding.fingerprint.isEmpty { throw refusal(finding, "it has no fingerprint") }
        if places.known(of: finding) == nil {
            throw refusal(finding, "it has no place: neither a line of evidence nor a configuration")
        }
        let known = rules[rule]
        if known == nil, rules.count >= SARIFLimits.rules {
            throw refusal(finding, "more than \(SARIFLimits.rules) rules found something")
        }
        let order = Finding.Severity.allCases
        if let known, order.firstIndex(of: known) ?? 0 <= order.firstIndex(of: finding.severity) ?? 0 { return }
        rules[rule] = finding.severity
    }

    private func refusal(_ finding: Finding, _ reason: String) -> ReportRefusal {
        let fingerprint = TerminalText.safe(TerminalText.cut(finding.fingerprint, to: 40))
        let rule = TerminalText.safe(TerminalText.cut(finding.rule, to: 60))
        return ReportRefusal("a SARIF file with finding \(fingerprint) of rule '\(rule)' would be rejected: \(reason)")
    }
}
