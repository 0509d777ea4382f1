// SPDX-License-Identifier: MIT

/// What one branch says of the run as a whole.
extension RuleJudging {
    /// The gravest of its verdicts, and its violations as one; nil where it looked at nothing.
    func gravest(
        of branch: CompiledBranch, _ items: [RequirementState.Item]
    ) -> (verdict: Outcome.Verdict?, draft: Draft?) {
        guard let machine = result.machine(of: branch) else {
            return (result.plainCount(of: branch) > 0 ? .satisfied : nil, nil)
        }
        var gravest: Outcome.Verdict? = machine.plainlySatisfied > 0 ? .satisfied : nil
        if gravest == nil, machine.plainlyMissing > 0 { gravest = CheckMachine.missing }
        var drafts: [Draft] = []
        for outcome in machine.outcomes {
            let (verdict, confidence) = self.verdict(of: outcome, machine, items)
            if Outcome.Verdict.rank(verdict) > Outcome.Verdict.rank(gravest) { gravest = verdict }
            if verdict == .violated { drafts.append(Draft(outcome: outcome, branch: branch, confidence: confidence)) }
        }
        return (gravest, RuleJudging.joined(drafts, isLeast: true))
    }
}
