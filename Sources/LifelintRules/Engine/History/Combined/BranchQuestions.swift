// SPDX-License-Identifier: MIT

import LifelintModel

/// Asks the branches of a combined rule what they say of one run.
struct BranchQuestions {
    /// What a branch found, before it is known whether it counts.
    enum Found {
        case inRun(Draft)
        case overRuns(DraftFinding)
    }

    /// What a branch says, and by the places of its verdicts what it found.
    struct Answer {
        var saying: BranchSaying
        var found: [(place: Int, found: Found)] = []
    }

    let rule: CombinedRule
    let result: RuleResult
    let run: PastRun
    /// It and the runs before it, of that app on that device, as far as they are kept.
    let past: [PastRun]
    let shows: Shows
    /// By requirement, which classes of the run have shown it in any.
    let shown: [ClassSet]
    /// The doubt about a rule that this one uses.
    let doubt: Outcome.Verdict?

    // MARK: Checks that look at one run

    func inRun(_ number: Int, _ late: inout LateRequirements) -> Answer {
        if let doubt { return Answer(saying: .decided(doubt)) }
        let judging = RuleJudging(result: result, context: run.context, shown: shown)
        let branch = result.branches[number]
        return answer(number, run.context, shown, &late) { items in
            let (verdict, draft) = judging.gravest(of: branch, items)
            return (verdict, draft.map { .inRun($0) })
        }
    }

    // MARK: Checks that look over several runs

    func window(_ history: HistoryRule, _ late: inout LateRequirements) -> Answer {
        guard case .runs(let items, let within) = history.kind, past.count >= items.count else {
            return Answer(saying: .decided(nil))
        }
        let window = past[(past.count - items.count)...]
        let asked = RunHistory.asked(items, window) ?? run
        return answer(history.branchNumber, asked.context, shows.shown(to: asked.context), &late) { requirement in
            guard let judgement = RunHistory.judgement(history, items, window, within, requirement) else {
                return (nil, nil)
            }
            return (Outcome.Verdict(judgement.counts), judgement.findings.first.map { .overRuns($0) })
        }
    }

    /// What the run lacks to be looked at by a streak.
    func missing(_ history: HistoryRule, _ late: inout LateRequirements) -> CombinedStreak.Missing? {
        let state = RequirementState(history.requirements, in: run.context, shown)
        guard let unmet = state.unmet else { return nil }
        guard state.canStillBeMet else { return .forGood(unmet) }
        return .yet(
            late.number(
                of: state.unmetLists, rule.rule, variant: rule.variant, branch: history.branchNumber, in: run.context))
    }

    // MARK: What is required

    /// What a branch comes to, for each class that may show what is missing where something is.
    private func answer(
        _ number: Int, _ context: RunContext, _ shown: [ClassSet], _ late: inout LateRequirements,
        judge: ([RequirementState.Item]) -> (Outcome.Verdict?, Found?)
    ) -> Answer {
        let lists = rule.rule.requirements[rule.variant][number]
        let state = RequirementState(lists, in: context, shown)
        if let items = state.items {
            let (verdict, found) = judge(items)
            return Answer(saying: .decided(verdict), found: found.map { [(0, $0)] } ?? [])
        }
        guard state.canStillBeMet else { return Answer(saying: .decided(.notEvaluated(state.unmet ?? .requires([])))) }
        var assuming: [Outcome.Verdict?] = []
        var all: [(place: Int, found: Found)] = []
        for sourceClass in context.classes.indices {
            var classes = ClassSet()
            classes.insert(sourceClass)
            let items = RequirementState(lists, in: context, shown, assuming: classes).items
            let (verdict, found) = items.map(judge) ?? (nil, nil)
            assuming.append(verdict)
            if let found { all.append((sourceClass + 1, found)) }
        }
        let missing = late.number(
            of: state.unmetLists, rule.rule, variant: rule.variant, branch: number, in: context)
        return Answer(saying: .held(assuming, missing: missing), found: all)
    }
}
