// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// A violation before it becomes a finding.
struct Draft {
    var outcome: Outcome
    var branch: CompiledBranch
    var confidence: Confidence

    /// How bad its branch says that it is: less is worse.
    var rank: Int {
        let severity = outcome.severity ?? branch.branch.severity ?? branch.rule.severity ?? .warning
        return Finding.Severity.allCases.firstIndex(of: severity) ?? 0
    }
}

/// What one rule says of one run: counted verdicts, and the violations.
struct RuleJudgement {
    private(set) var counts = VerdictCounts()
    private(set) var drafts: [Draft] = []

    /// A judgement without violations.
    init(counts: VerdictCounts = VerdictCounts()) { self.counts = counts }

    mutating func count(_ verdict: Outcome.Verdict, times: Int = 1) {
        guard times > 0 else { return }
        switch verdict {
        case .violated: counts.violated += times
        case .satisfied: counts.satisfied += times
        case .inconclusive(let reason):
            counts.inconclusive += times
            counts.reasons[reason.rawValue, default: 0] += times
        case .notEvaluated(let reason):
            counts.skip(reason, times: times)
        }
    }

    /// All that it came to leaves something out.
    mutating func leaveOut() { counts.partial = counts.violated + counts.satisfied }

    /// Whether all that it came to is violations.
    var isOnlyViolated: Bool {
        counts.violated > 0 && counts.satisfied == 0 && counts.inconclusive == 0 && counts.notEvaluated == 0
            && counts.partial == 0
    }

    mutating func add(_ draft: Draft) {
        count(.violated)
        drafts.append(draft)
    }

    /// Whether both say the same as far as reports go.
    func isSame(as other: RuleJudgement) -> Bool {
        counts == other.counts && drafts.count == other.drafts.count
            && zip(drafts, other.drafts).allSatisfy {
                $0.confidence == $1.confidence && $0.outcome.time == $1.outcome.time
            }
    }
}

/// Turns what the machines of a rule say into verdicts.
struct RuleJudging {
    let result: RuleResult
    let context: RunContext
    /// By requirement, which classes of the run have shown it in any.
    let shown: [ClassSet]
    /// Classes that are taken to have shown what these branches miss.
    var assumption: (classes: ClassSet, branches: [Int]) = (ClassSet(), [])

    /// The lists that are not met and that a later run could meet, by branch.
    var openBranches: [HeldJudgements.OpenBranch] {
        var open: [HeldJudgements.OpenBranch] = []
        for (number, branch) in result.branches.enumerated() where result.isJudged(branch) {
            let state = RequirementState(lists(number), in: context, shown)
            if state.unmet != nil, state.canStillBeMet {
                open.append(
                    HeldJudgements.OpenBranch(
                        branch: number, lists: state.unmetLists, result.rule.requirements[result.variant], beside: open)
                )
            }
        }
        return open
    }

    /// Whether no later run can change what it came to: all of that is wrong, as any of several checks alone may say,
    /// and those that miss something have looked at nothing.
    func isSettled(_ judgement: RuleJudgement, _ open: [HeldJudgements.OpenBranch]) -> Bool {
        guard result.rule.combinations[result.variant] == .anyOf, judgement.isOnlyViolated else { return false }
        return open.allSatisfy { row in
            let branch = result.branches[row.branch]
            return result.machine(of: branch) == nil && result.plainCount(of: branch) == 0
        }
    }

    private func state(of branch: Int) -> RequirementState {
        let assumed = assumption.branches.contains(branch) ? assumption.classes : ClassSet()
        return RequirementState(lists(branch), in: context, shown, assuming: assumed)
    }

    private func lists(_ number: Int) -> [RequirementList] {
        result.rule.requirements[result.variant][number]
    }

    /// The branches that apply to the run.
    private var branches: [(number: Int, branch: CompiledBranch)] {
        var judged: [(number: Int, branch: CompiledBranch)] = []
        judged.reserveCapacity(result.branches.count)
        for (number, branch) in result.branches.enumerated() where result.isJudged(branch) {
            judged.append((number, branch))
        }
        return judged
    }

    /// Whether anything it judges by is that something was not seen: then it counts who could have shown it.
    var restsOnAbsence: Bool {
        result.branches.contains { branch in
            result.machine(of: branch).map { $0.outcomes.contains { $0.absence != nil } } ?? false
        }
    }

    /// Whether the rule speaks of the run at all.
    var applies: Bool { result.branches.contains { result.applies($0) } }

    func judge() -> RuleJudgement {
        guard let combination = result.rule.combinations[result.variant] else {
            guard let number = result.branches.firstIndex(where: { result.applies($0) }) else {
                return RuleJudgement()
            }
            return judgeSingle(number, result.branches[number])
        }
        return judgeCombined(combination, branches)
    }

    private func judgeSingle(_ number: Int, _ branch: CompiledBranch) -> RuleJudgement {
        var judgement = RuleJudgement()
        if branch.branch.check.looksOverRuns { return judgement }
        let state = state(of: number)
        guard let items = state.items else {
            judgement.count(.notEvaluated(state.unmet ?? .requires([])))
            return judgement
        }
        guard let machine = result.machine(of: branch) else {
            judgement.count(.satisfied, times: result.plainCount(of: branch))
            return judgement
        }
        judgement.count(.satisfied, times: machine.plainlySatisfied)
        judgement.count(.violated, times: machine.uncountedViolations)
        judgement.count(CheckMachine.missing, times: machine.plainlyMissing)
        for outcome in machine.outcomes {
            let (verdict, confidence) = self.verdict(of: outcome, machine, items)
            if verdict == .violated {
                judgement.add(Draft(outcome: outcome, branch: branch, confidence: confidence))
            } else {
                judgement.count(verdict)
            }
        }
        return judgement
    }

    // MARK: Several checks

    private func judgeCombined(
        _ combination: RuleBody.Combination, _ branches: [(number: Int, branch: CompiledBranch)]
    ) -> RuleJudgement {
        var judgement = RuleJudgement()
        guard let first = branches.first else { return judgement }
        if let count = satisfiedCount(branches) {
            switch combination {
            case .anyOf, .allOf: if count > 0 { judgement.count(.satisfied) }
            case .noneOf: if count == branches.count { judgement.add(noneDraft(result.branches[0])) }
            }
            return judgement
        }
        // Branches with different keys are combined per run; where all speak of one span, in each of its instances.
        let isKeyed = branches.allSatisfy { $0.branch.keys == first.branch.keys }
        let ofInstances = combination == .allOf && branches.allSatisfy { $0.branch.isOfInstances(like: first.branch) }
        var keyed = CombinedKeys(places: branches.count)
        var unmet: [(place: Int, reason: SkippedReason)] = []
        // Of any of several that one is wrong, or none, says nothing of another that cannot be evaluated.
        var isPartial = false
        var instanceKeys = InstanceKeys()
        for (place, row) in branches.enumerated() {
            let state = state(of: row.number)
            guard let items = state.items else {
                if let reason = state.unmet { unmet.append((place, reason)) }
                if combination == .anyOf, mayFind(row.branch) { isPartial = true }
                continue
            }
            guard let machine = result.machine(of: row.branch) else {
                if result.plainCount(of: row.branch) > 0 { keyed.take(.satisfied, nil, key: "", place: place) }
                continue
            }
            if machine.plainlySatisfied > 0 { keyed.take(.satisfied, nil, key: "", place: place) }
            if machine.plainlyMissing > 0 { keyed.take(CheckMachine.missing, nil, key: "", place: place) }
            for outcome in machine.outcomes {
                let (verdict, confidence) = self.verdict(of: outcome, machine, items)
                var key = isKeyed ? outcome.key?.text ?? "" : ""
                if ofInstances, let span = outcome.span { key = instanceKeys.key(of: span) }
                let isShown = verdict == (combination == .noneOf ? .satisfied : .violated)
                let draft = isShown ? Draft(outcome: outcome, branch: row.branch, confidence: confidence) : nil
                keyed.take(verdict, draft, key: key, place: place)
            }
        }
        if keyed.isEmpty, let first = unmet.first {
            keyed.take(.notEvaluated(first.reason), nil, key: "", place: first.place)
        }
        keyed.forEach { entry in
            for (place, reason) in unmet where entry.verdicts[place] == nil {
                entry.verdicts[place] = .notEvaluated(reason)
            }
            combine(combination, entry, into: &judgement)
        }
        if isPartial { judgement.leaveOut() }
        return judgement
    }

    /// Whether a branch has something to look at that may be wrong, whatever the evidence can show of it.
    private func mayFind(_ branch: CompiledBranch) -> Bool {
        guard let machine = result.machine(of: branch) else { return false }
        return machine.uncountedViolations > 0 || machine.plainlyMissing > 0
            || machine.outcomes.contains { $0.verdict != .satisfied }
    }

    /// Tells instances of a span apart, in the order in which they are met.
    private struct InstanceKeys {
        private var numbers: [ObjectIdentifier: Int] = [:]

        mutating func key(of span: SpanInstance) -> String {
            let number = numbers[ObjectIdentifier(span), default: numbers.count]
            numbers[ObjectIdentifier(span)] = number
            // Keys are gone through as text, and at most some thousand outcomes of a run are told one by one.
            return String(1_000_000 + number)
        }
    }

    /// How many branches are satisfied, where none has anything else to say: so it is with most runs.
    private func satisfiedCount(_ branches: [(number: Int, branch: CompiledBranch)]) -> Int? {
        guard branches.allSatisfy({ result.machine(of: $0.branch) == nil }) else { return nil }
        var count = 0
        for row in branches {
            guard state(of: row.number).items != nil else { return nil }
            if result.plainCount(of: row.branch) > 0 { count += 1 }
        }
        return count
    }

    private func combine(
        _ combination: RuleBody.Combination, _ entry: CombinedKeys.Verdicts, into judgement: inout RuleJudgement
    ) {
        guard let verdict = combination.verdict(of: entry.verdicts) else { return }
        guard verdict == .violated else { return judgement.count(verdict) }
        if combination == .noneOf { return judgement.add(noneDraft(result.branches[0], entry.drafts)) }
        let joined = RuleJudging.joined(entry.drafts, isLeast: combination == .allOf)
        if let joined { judgement.add(joined) }
    }

    /// One finding of several violations: the first branch speaks, all give evidence.
    static func joined(_ drafts: [Draft], isLeast: Bool) -> Draft? {
        guard var draft = drafts.first else { return nil }
        if drafts.count > 1 { draft.outcome = draft.outcome.copy() }
        for other in drafts.dropFirst() {
            draft.outcome.lines += other.outcome.lines
            draft.outcome.omittedLines += other.outcome.omittedLines
            draft.outcome.isOfEnd = draft.outcome.isOfEnd || other.outcome.isOfEnd
            if isLeast {
                draft.confidence = min(draft.confidence, other.confidence)
            } else if other.rank <= drafts[0].rank {
                // A hint that is certain makes no error surer: the first speaks for what is as bad as it says.
                draft.confidence = max(draft.confidence, other.confidence)
            }
            if let decided = other.outcome.decided {
                draft.outcome.decided = max(draft.outcome.decided ?? decided, decided)
            }
        }
        return draft
    }

    /// Nothing of what was asked for was wrong: what it was asked of is the evidence, or the run as a whole.
    ///
    /// - Parameter satisfied: what the branches say of one key.
    func noneDraft(_ branch: CompiledBranch, _ satisfied: [Draft] = []) -> Draft {
        let known = satisfied.first { $0.outcome.event != nil && !($0.outcome.key?.isEmpty ?? true) }
        if let known, let event = known.outcome.event {
            let outcome = known.outcome.copy()
            outcome.verdict = .violated
            outcome.absence = nil
            outcome.time = event.moment
            outcome.lines = [Outcome.Line(of: event, note: "nothing was missing here")]
            let confidence = satisfied.reduce(Confidence.likely) { min($0, $1.confidence) }
            return Draft(outcome: outcome, branch: branch, confidence: confidence)
        }
        let outcome = Outcome(.violated)
        outcome.time = context.coverage.begins.moment
        outcome.decided = context.coverage.endMoment
        outcome.lines = [
            Outcome.Line(evidence: context.beginEvidence, moment: outcome.time, note: "the run began here")
        ]
        return Draft(outcome: outcome, branch: branch, confidence: .likely)
    }
}
