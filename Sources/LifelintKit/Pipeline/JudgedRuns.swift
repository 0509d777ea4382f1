// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintRules

/// Takes judged runs in their order and stores the findings that nothing can change any more.
final class JudgedRuns {
    private let rules: RuleEngine?
    private let findings: ReportStore<FindingEntry>
    /// How many findings of each kind there are.
    private(set) var counts = ReportHeader.Summary()

    init(rules: RuleEngine?, findings: ReportStore<FindingEntry>) {
        self.rules = rules
        self.findings = findings
    }

    /// Takes the next run.
    func take(_ run: RuleEngine.JudgedRun) { rules?.take(run) { add($0) } }

    /// No more runs come.
    func finish() { rules?.finish { add($0) } }

    private func add(_ judged: JudgedFinding) {
        counts.count(judged.finding)
        findings.append(judged)
    }
}
