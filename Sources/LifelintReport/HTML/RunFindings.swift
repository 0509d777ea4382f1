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
    /// Those that tell how it ended and then the worst, where the run is drawn: a few.
    var listed: [Finding] { kept.map(\.finding) }
    private var kept: [(rank: Int, finding: Finding)] = []

    private static let maximumRules = 8
    private static let maximumListed = 12
    private static let telling = 100

    /// Takes the next finding of a run, which is nil where it is not drawn.
    mutating func add(_ finding: Finding, of run: AppRun?) {
        count += 1
        if RunFindings.weight(finding.severity) > RunFindings.weight(worst) { worst = finding.severity }
        if rules.count < RunFindings.maximumRules, !rules.contains(finding.rule) { rules.append(finding.rule) }
        guard let run else { return }
        // No severity outweighs what was found of the end itself.
        let rank = FindingSurvey.rank(finding) + (HeadlineCard.tells(finding, run) ? RunFindings.telling : 0)
        let place = kept.firstIndex { $0.rank < rank } ?? kept.count
        if place < RunFindings.maximumListed { kept.insert((rank, finding), at: place) }
        if kept.count > RunFindings.maximumListed { kept.removeLast() }
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
