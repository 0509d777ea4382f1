// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// Judges rules that combine checks of which some look over several runs, with `all_of` or `none_of`.
///
/// What the branches say of a run is kept until no more runs come: only then are groups known, and what a later run
/// shows. Runs of which the same is said are counted together; those that may still be violated are kept one by one,
/// with what was found in them.
struct CombinedRuns {
    /// What is said of runs of one kind.
    struct Pattern: Hashable {
        var scope: Scope
        /// By branch.
        var sayings: [BranchSaying]
    }

    /// The runs of one version, or of all where the app as a whole is meant.
    struct Scope: Hashable {
        /// The place of the rule among those that are combined.
        var rule: Int
        var app: String
        var version: String?
    }

    /// A run of which more has to be known.
    struct Entry {
        var pattern: Int
        var place: RunPlace
        var id: String
        var drafts: [PackedDraft]
    }

    /// What the runs of a scope have in common.
    struct ScopeFacts {
        /// By branch: whether it speaks of any of them.
        var applies: [Bool]
        var last: PastRun
        /// What `usually` asks for.
        var share = 0
        var of = 0
    }

    /// What a branch says of a scope.
    struct GroupSaying {
        var verdict: Outcome.Verdict?
        var drafts: [DraftFinding] = []
    }

    struct GroupKey: Hashable {
        var scope: Scope
        var branch: Int
        /// The values of the fields under `same`, where they are told apart; nil for runs without any.
        var same: String?
    }

    struct StreakKey: Hashable {
        var rule: Int
        var branch: Int
        var line: PastRun.Lineage
    }

    let rules: [CombinedRule]
    private let numbers: [[Int]: Int]
    private let suppressions: Suppressions
    private var late = LateRequirements()
    private var patternNumbers: [Pattern: Int] = [:]
    /// With how often each was met in runs that are not kept.
    private(set) var patterns: [(pattern: Pattern, runs: Int)] = []
    private(set) var entries: [Entry] = []
    private(set) var scopes: [Scope: ScopeFacts] = [:]
    private(set) var groups: [GroupKey: GroupSaying] = [:]
    private var streaks: [StreakKey: CombinedStreak] = [:]

    init(_ history: [HistoryRule], _ suppressions: Suppressions) {
        rules = CombinedRule.all(history)
        self.suppressions = suppressions
        numbers = Dictionary(
            rules.enumerated().map { ([$1.rule.serial, $1.variant], $0) }, uniquingKeysWith: { first, _ in first })
    }

    // MARK: Runs

    /// Takes a run that is over.
    ///
    /// - Parameters:
    ///   - past: it and the runs before it, of that app on that device.
    ///   - judgements: what rules came to that others use, by their ids; of a combined one only doubts about the rules
    ///     that it uses.
    mutating func take(
        _ run: PastRun, _ past: [PastRun], _ results: RunResults, _ judgements: [String: RuleJudgement],
        _ walk: RunWalk, _ shows: Shows
    ) {
        if rules.isEmpty { return }
        var shown: [ClassSet]?
        for result in results.all where result.rule.isCombinedOverRuns[result.variant] {
            guard let number = numbers[[result.rule.serial, result.variant]],
                result.branches.contains(where: { result.applies($0) })
            else { continue }
            let known = shown ?? shows.shown(to: run.context)
            shown = known
            let questions = BranchQuestions(
                rule: rules[number], result: result, run: run, past: past, shows: shows, shown: known,
                doubt: judgements[result.rule.rule.id].flatMap { Outcome.Verdict($0.counts) })
            take(number, questions, walk)
        }
    }

    private mutating func take(_ number: Int, _ questions: BranchQuestions, _ walk: RunWalk) {
        let (run, result, rule) = (questions.run, questions.result, questions.rule)
        let scope = scope(number, run)
        let applies = result.branches.map { result.applies($0) }
        note(scope, run, applies, result)
        guard rule.unit == .run else { return }
        let answers = result.branches.indices.map { branch in
            applies[branch] ? answer(number, branch, questions) : BranchQuestions.Answer(saying: .elsewhere)
        }
        let sayings = answers.map(\.saying)
        let pattern = pattern(Pattern(scope: scope, sayings: sayings))
        let canBeViolated = sayings.allSatisfy { $0.canBe(rule.wanted) }
        // What a streak says of a run is known by the run's number only.
        guard canBeViolated || sayings.contains(.ofStreak) else {
            patterns[pattern].runs += 1
            return
        }
        let drafts = canBeViolated ? drafts(answers, questions, walk) : []
        entries.append(Entry(pattern: pattern, place: run.place, id: run.id, drafts: drafts))
    }

    private func scope(_ number: Int, _ run: PastRun) -> Scope {
        let isWhole = rules[number].unit == .app
        return Scope(rule: number, app: run.context.app, version: isWhole ? nil : run.facts.run.version)
    }

    private mutating func note(_ scope: Scope, _ run: PastRun, _ applies: [Bool], _ result: RuleResult) {
        var facts = scopes[scope] ?? ScopeFacts(applies: applies, last: run)
        for branch in applies.indices where applies[branch] { facts.applies[branch] = true }
        if facts.last.precedes(run) { facts.last = run }
        if let usually = result.usually {
            facts.share += usually.share
            facts.of += usually.of
        }
        scopes[scope] = facts
    }

    private mutating func answer(_ number: Int, _ branch: Int, _ questions: BranchQuestions) -> BranchQuestions.Answer {
        guard let history = questions.rule.history[branch] else { return questions.inRun(branch, &late) }
        switch history.kind {
        case .runs: return questions.window(history, &late)
        case .streak:
            let key = StreakKey(rule: number, branch: branch, line: questions.run.line)
            let missing = questions.missing(history, &late)
            streaks[key, default: CombinedStreak()].take(questions.run, history, missing: missing)
            return BranchQuestions.Answer(saying: .ofStreak)
        // What looks at a device as a whole is refused in combinations.
        case .versions, .share, .count, .place, .deviceCount, .deviceOrder:
            return BranchQuestions.Answer(saying: .ofGroup)
        }
    }

    private mutating func pattern(_ pattern: Pattern) -> Int {
        if let known = patternNumbers[pattern] { return known }
        patternNumbers[pattern] = patterns.count
        patterns.append((pattern, 0))
        return patterns.count - 1
    }

    /// What was found in a run that may still be violated.
    private func drafts(
        _ answers: [BranchQuestions.Answer], _ questions: BranchQuestions, _ walk: RunWalk
    ) -> [PackedDraft] {
        let (result, run) = (questions.result, questions.run)
        let builder = FindingBuilder(walk: walk, rule: result.rule, variant: result.variant)
        var drafts: [PackedDraft] = []
        if questions.rule.combination == .noneOf {
            let judging = RuleJudging(result: result, context: run.context, shown: questions.shown)
            let speaker = result.branches.first { result.applies($0) }
            let draft = speaker.flatMap { builder.build(judging.noneDraft($0), place: run.place, suppressions) }
            if let draft { PackedDraft.add(draft, branch: nil, place: 0, to: &drafts) }
            return drafts
        }
        for (branch, answer) in answers.enumerated() {
            for (place, found) in answer.found {
                let draft: DraftFinding? =
                    switch found {
                    case .inRun(let draft): builder.build(draft, place: run.place, suppressions)
                    case .overRuns(let draft): suppressed(draft, run.facts)
                    }
                if let draft { PackedDraft.add(draft, branch: branch, place: place, to: &drafts) }
            }
        }
        return drafts
    }

    private func suppressed(_ draft: DraftFinding, _ facts: RunFacts) -> DraftFinding {
        var draft = draft
        draft.finding.suppressed = suppressions.suppression(
            of: draft.finding, rule: draft.rule.rule, FactsFields(facts: facts))
        return draft
    }

    // MARK: The end

    /// Takes what a check came to over a group of runs.
    mutating func take(_ history: HistoryRule, _ judgement: HistoryJudgement) {
        guard let number = numbers[[history.rule.serial, history.variant]] else { return }
        let run = judgement.facts.run
        let scope = Scope(
            rule: number, app: run.app ?? run.process ?? "", version: history.unit == .app ? nil : run.version)
        let key = GroupKey(
            scope: scope, branch: history.branchNumber, same: rules[number].isKeyed ? judgement.same?.text : nil)
        let verdict = Outcome.Verdict(judgement.counts)
        // Of several values under `same` that are not told apart, the gravest verdict counts.
        var saying = groups[key] ?? GroupSaying()
        if Outcome.Verdict.rank(verdict) > Outcome.Verdict.rank(saying.verdict) { saying.verdict = verdict }
        saying.drafts += judgement.findings.map { suppressed($0, judgement.facts) }
        groups[key] = saying
    }

    /// No more runs come, and groups have been judged.
    mutating func finish(_ rulesBySerial: [CompiledRule], _ shows: Shows, _ sink: (CombinedJudgement) -> Void) {
        if rules.isEmpty { return }
        let answers = late.answers(shows)
        var ends = CombinedEnd(answers: answers, rules: rulesBySerial, suppressions: suppressions)
        for (key, var streak) in streaks {
            guard let history = rules[key.rule].history[key.branch] else { continue }
            streak.finish(history, answers)
            ends.take(streak, rule: key.rule, branch: key.branch)
        }
        streaks = [:]
        ends.judge(self, sink)
    }
}
