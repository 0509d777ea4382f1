// SPDX-License-Identifier: MIT

import LifelintModel

/// The findings that count in one run.
struct RunFindings {
    /// How many there are.
    private(set) var count = 0
    /// The worst of their severities.
    private(set) var worst: Finding.Severity?
    /// Their rules, each once: a few.
    private(set) var rules: [String] = []
    /// The first ones, in order, where the run is drawn.
    private(set) var listed: [Finding] = []

    private static let maximumRules = 8
    private static let maximumListed = 12

    /// Takes the next finding.
    mutating func add(_ finding: Finding, isListed: Bool) {
        count += 1
        if RunFindings.weight(finding.severity) > RunFindings.weight(worst) { worst = finding.severity }
        if rules.count < RunFindings.maximumRules, !rules.contains(finding.rule) { rules.append(finding.rule) }
        if isListed, listed.count < RunFindings.maximumListed { listed.append(finding) }
    }

    /// Worse is more; nothing is 0.
    static func weight(_ severity: Finding.Severity?) -> Int {
        switch severity {
        case .error: 3
        case .warning: 2
        case .info: 1
        case nil: 0
        }
    }
}
