// SPDX-License-Identifier: MIT

import LifelintModel

/// What the runs of one line came to when one more was taken.
struct LineNews {
    /// A finding that counts where one of these assumptions turns out true.
    struct Assumed {
        var draft: DraftFinding
        /// The last run it speaks of.
        var facts: RunFacts
        /// The numbers of the assumptions.
        var assumptions: [Int]
    }

    /// What nothing can change.
    var decided: [HistoryJudgement] = []
    var assumed: [Assumed] = []
    /// The numbers of assumptions that turned out true.
    var confirmed: [Int] = []
    /// How many assumptions were numbered.
    private(set) var numbered: Int

    init(numbered: Int) { self.numbered = numbered }

    /// The number of a further assumption.
    mutating func number() -> Int {
        numbered += 1
        return numbered - 1
    }
}

/// Judges the runs of one app on one device by one rule, as they come.
///
/// A run whose requirement no source has met yet may turn out to count, since a later run, of another device perhaps,
/// may be the first to show the event. Until then the line is judged in parallel: once for each way in which the kinds
/// of runs that miss something may turn out. Where nothing is open there is one way.
struct LineJudging {
    /// One way in which what is open may turn out.
    private struct Branch {
        /// By open question: whether those runs are taken to count.
        var assumed: [Bool] = []
        /// The numbers of what was assumed, one for each stretch between two forks.
        var numbers: [Int] = []
        var sequence: LineSequence
        /// What was judged since anything was open.
        var counts = VerdictCounts()
    }

    private var branches: [Branch]
    private var questions = OpenQuestions()
    /// Of the lists that runs missed and that no later run can meet, the first that the rule names.
    private var missing: MissingRequirement?
    private var lastFacts: RunFacts?

    /// - Parameter hasTaken: whether it has taken runs already, none of which was worth keeping.
    init(_ rule: HistoryRule, hasTaken: Bool) {
        branches = [Branch(sequence: LineSequence(rule, isEmpty: !hasTaken))]
    }

    // MARK: Runs

    /// Takes the next run.
    ///
    /// - Parameter shown: what was shown to it.
    mutating func take(
        _ run: PastRun, _ machine: CheckMachine?, _ rule: HistoryRule, _ shows: Shows, shown: [ClassSet],
        _ news: inout LineNews
    ) {
        lastFacts = run.facts
        settle(rule, shows, &news)
        let state = RequirementState(rule.requirements, in: run.context, shown)
        guard let place = state.unmetPlace, let name = state.unmet else {
            return take(run, machine, state.items, rule, in: Array(branches.indices), &news)
        }
        guard state.canStillBeMet else {
            skip(run)
            if !rule.joinsRuns { news.decided += [HistoryJudgement(notEvaluated: name, facts: run.facts)] }
            return missing = MissingRequirement.first(missing, MissingRequirement(place: place, reason: name))
        }
        let question = questions.add(run.context, lists: state.unmetLists, shows)
        if question.isNew { fork(&news) }
        for place in branches.indices where !branches[place].assumed[question.number] {
            branches[place].sequence.skip(run)
        }
        let assuming = branches.indices.filter { branches[$0].assumed[question.number] }
        take(run, machine, nil, rule, in: assuming, &news)
    }

    /// A run that does not count lies between others.
    mutating func skip(_ run: PastRun) { for place in branches.indices { branches[place].sequence.skip(run) } }

    private mutating func take(
        _ run: PastRun, _ machine: CheckMachine?, _ items: [RequirementState.Item]?, _ rule: HistoryRule,
        in places: [Int], _ news: inout LineNews
    ) {
        for place in places {
            let judgements = branches[place].sequence.take(run, machine, items, rule)
            guard let number = branches[place].numbers.last else {
                news.decided += judgements
                continue
            }
            for judgement in judgements {
                branches[place].counts.add(judgement.counts)
                for draft in judgement.findings { news.add(draft, judgement.facts, number) }
            }
        }
    }

    /// What was judged so far may go on in two ways.
    private mutating func fork(_ news: inout LineNews) {
        branches = branches.flatMap { branch in
            [false, true].map { isAssumed in
                var branch = branch
                branch.assumed.append(isAssumed)
                branch.numbers.append(news.number())
                return branch
            }
        }
    }

    // MARK: What turns out

    /// Drops what turned out not to be so.
    private mutating func settle(_ rule: HistoryRule, _ shows: Shows, _ news: inout LineNews) {
        guard !questions.isEmpty, questions.ask(rule.requirements, shows) else { return }
        while let number = questions.takeAnswered() {
            branches.removeAll { !$0.assumed[number] }
            for place in branches.indices { branches[place].assumed.remove(at: number) }
        }
        while let (kept, merged) = questions.takeMerged() {
            branches.removeAll { $0.assumed[kept] != $0.assumed[merged] }
            for place in branches.indices { branches[place].assumed.remove(at: merged) }
        }
        if questions.isEmpty { confirm(&news) }
    }

    /// One way is left: what was judged in it is true.
    private mutating func confirm(_ news: inout LineNews) {
        guard let facts = lastFacts, let branch = branches.first else { return }
        news.confirmed += branch.numbers
        news.decided.append(HistoryJudgement(counts: branch.counts, facts: facts))
        branches[0].numbers = []
        branches[0].counts = VerdictCounts()
    }

    /// No more runs come: what is open is not met.
    mutating func finish(_ rule: HistoryRule, _ shows: Shows, _ news: inout LineNews) {
        settle(rule, shows, &news)
        guard let facts = lastFacts else { return }
        branches.removeAll { $0.assumed.contains(true) }
        if !questions.isEmpty { confirm(&news) }
        for unmet in questions.unmet(rule.requirements, shows) {
            missing = MissingRequirement.first(missing, unmet.missing)
            if rule.joinsRuns { continue }
            var judgement = HistoryJudgement(notEvaluated: unmet.missing.reason, facts: facts)
            judgement.counts = judgement.counts.times(unmet.runs)
            news.decided.append(judgement)
        }
        guard !branches.isEmpty else { return }
        if branches[0].sequence.isEmpty {
            if rule.joinsRuns, let missing {
                news.decided.append(HistoryJudgement(notEvaluated: missing.reason, facts: facts))
            }
            return
        }
        news.decided += branches[0].sequence.finish(rule, facts: facts)
    }
}

extension LineNews {
    /// Adds a finding that counts under an assumption; the same finding under several is one.
    fileprivate mutating func add(_ draft: DraftFinding, _ facts: RunFacts, _ number: Int) {
        if let known = assumed.firstIndex(where: { $0.draft.isSame(as: draft) }) {
            assumed[known].assumptions.append(number)
        } else {
            assumed.append(Assumed(draft: draft, facts: facts, assumptions: [number]))
        }
    }
}
