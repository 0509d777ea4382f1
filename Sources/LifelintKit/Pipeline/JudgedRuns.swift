// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintRules

/// Takes judged runs in their order and stores the findings that nothing can change any more.
final class JudgedRuns {
    private let rules: RuleEngine?
    private let findings: ReportStore<FindingEntry>
    /// How many findings of each kind there are.
    private(set) var counts = ReportHeader.Summary()
    /// The fingerprints of the baseline that were found.
    private(set) var known: Set<String> = []
    /// Those that were found in runs which are not reported.
    private(set) var leftOut: Set<String> = []
    private let baseline: Baseline?

    init(rules: RuleEngine?, findings: ReportStore<FindingEntry>, baseline: Baseline?) {
        self.rules = rules
        self.findings = findings
        self.baseline = baseline
    }

    /// Takes the next run.
    func take(_ run: RuleEngine.JudgedRun) { rules?.take(run) { add($0) } }

    /// No more runs come.
    func finish() { rules?.finish { add($0) } }

    private func add(_ judged: JudgedFinding) {
        guard judged.isReported else {
            if baseline?.contains(judged.finding.fingerprint) == true { leftOut.insert(judged.finding.fingerprint) }
            return
        }
        var judged = judged
        baseline?.mark(&judged.finding)
        if judged.finding.isInBaseline { known.insert(judged.finding.fingerprint) }
        counts.count(judged.finding)
        findings.append(judged)
    }
}
