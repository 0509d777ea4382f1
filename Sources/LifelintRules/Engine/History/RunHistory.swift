// SPDX-License-Identifier: MIT

import LifelintModel

/// What a check over several runs came to.
struct HistoryJudgement {
    var counts = VerdictCounts()
    var findings: [DraftFinding] = []
    /// The last run it speaks of.
    var facts: RunFacts
    /// The values of the fields under `same` that it speaks of.
    var same: ObligationKey?
}

extension HistoryJudgement {
    /// One thing that the evidence cannot show.
    init(notEvaluated reason: String, facts: RunFacts) {
        self.init(facts: facts)
        counts.notEvaluated = 1
        counts.reasons = [reason: 1]
    }
}

/// Judges the checks that look over several runs, from summaries: O(devices × apps) of them, and groups per version.
struct RunHistory {
    /// What is kept of the runs of one app on one device.
    ///
    /// Why a class: it is looked for once a run, whatever is done with it.
    private final class Line {
        /// The number of the app.
        let app: Int
        /// The last runs: as many as a check over adjacent runs looks at.
        var past: [PastRun] = []
        /// By the place of the rule among those that judge lines, as bits: streaks of which no run has been a part yet.
        var resting: UInt64 = 0
        /// The rules of which there is more to say, by their places.
        private(set) var judgings: [(number: Int, judging: LineJudging)] = []

        init(app: Int) { self.app = app }

        /// Whether a rule with that place has anything to say, beyond that it rests.
        func isJudged(_ number: Int) -> Bool { judgings.contains { $0.number == number } }

        /// Whether a rule with that place has taken runs, and none of them was part of a streak.
        func rests(_ number: Int) -> Bool { number < UInt64.bitWidth && resting & 1 << UInt64(number) != 0 }

        /// Takes a run of which a rule does not speak.
        func skip(_ run: PastRun, _ number: Int) {
            guard let place = judgings.firstIndex(where: { $0.number == number }) else { return }
            judgings[place].judging.skip(run)
        }

        /// Changes what there is to say of a rule.
        func change(_ number: Int, _ rule: HistoryRule, _ body: (inout LineJudging) -> Void) {
            let place = judgings.firstIndex { $0.number >= number } ?? judgings.count
            if place == judgings.count || judgings[place].number != number {
                judgings.insert((number, LineJudging(rule, hasTaken: rests(number))), at: place)
                if rests(number) { resting ^= 1 << UInt64(number) }
            }
            body(&judgings[place].judging)
        }
    }

    private let compiled: CompiledRules
    private let sequences: [HistoryRule]
    /// Those that judge a line of runs as it goes on.
    private let lineRules: [HistoryRule]
    private let longest: Int
    private var lines: [PastRun.Lineage: Line] = [:]
    /// A run of each app, by the numbers of the apps.
    private var apps: [RunFacts] = []
    private var appNumbers: [String: Int] = [:]
    /// How many assumptions about lines were numbered.
    private var assumptions = 0
    /// Those that turned out true; all others did not once no more runs come.
    private(set) var trueAssumptions: Set<Int> = []
    /// What adjacent runs come to once a requirement is shown.
    private var held = HeldJudgements()
    private var groups: HistoryGroups
    private var combined: CombinedRuns

    init(_ compiled: CompiledRules, _ suppressions: Suppressions) {
        self.compiled = compiled
        combined = CombinedRuns(compiled.history, suppressions)
        // Where no check looks at adjacent runs, none are kept.
        var longest = 0
        var sequences: [HistoryRule] = []
        var lineRules: [HistoryRule] = []
        for rule in compiled.history {
            switch rule.kind {
            case .runs(let items, _):
                if !rule.isCombined { sequences.append(rule) }
                longest = max(longest, items.count)
            case .streak, .deviceCount, .deviceOrder: if !rule.isCombined { lineRules.append(rule) }
            case .versions, .share, .count, .place: break
            }
        }
        self.sequences = sequences
        self.lineRules = lineRules
        self.longest = longest
        groups = HistoryGroups()
    }

    /// Takes a run that is over.
    mutating func take(
        _ run: PastRun, _ results: RunResults, _ judgements: [String: RuleJudgement], _ walk: RunWalk,
        _ shows: Shows, shown: [ClassSet], hold: ([HeldJudgements.Rendered], _ group: Int) -> Void,
        assume: (LineNews.Assumed) -> Void,
        _ sink: (CompiledRule, HistoryJudgement) -> Void
    ) {
        guard !compiled.history.isEmpty else { return }
        let mine = compiled.rules(for: run.facts.run.app ?? run.facts.run.process)
        let line = line(of: run)
        if longest > 0 {
            line.past.append(run)
            if line.past.count > longest { line.past.remove(at: 0) }
            for rule in sequences where mine.contains(rule.rule) {
                judge(rule, line.past, shows, shown, hold, sink)
            }
        }
        for (number, rule) in lineRules.enumerated() where mine.contains(rule.rule) {
            guard RunHistory.applies(rule, run) else {
                line.skip(run, number)
                continue
            }
            if !line.isJudged(number), rests(rule, run, shown, line, number, sink) { continue }
            var news = LineNews(numbered: assumptions)
            line.change(number, rule) {
                $0.take(run, RunHistory.machine(of: rule, results), rule, shows, shown: shown, &news)
            }
            tell(news, of: rule, assume, sink)
        }
        groups.take(run, results, compiled, mine)
        combined.take(run, line.past, results, judgements, walk, shows)
    }

    private mutating func line(of run: PastRun) -> Line {
        if let known = lines[run.line] { return known }
        let number = appNumbers[run.line.app] ?? apps.count
        if number == apps.count {
            appNumbers[run.line.app] = number
            apps.append(run.facts)
        }
        let line = Line(app: number)
        lines[run.line] = line
        return line
    }

    static func applies(_ rule: HistoryRule, _ run: PastRun) -> Bool {
        guard rule.rule.variant(for: run.facts) == rule.variant else { return false }
        return rule.branch.condition.map { run.conditions[$0] } ?? true
    }

    // MARK: Lines of runs

    /// Whether a streak rests after a run of a line that no rule has anything to say of yet: the run is no part of one.
    private func rests(
        _ rule: HistoryRule, _ run: PastRun, _ shown: [ClassSet], _ line: Line, _ number: Int,
        _ sink: (CompiledRule, HistoryJudgement) -> Void
    ) -> Bool {
        guard number < UInt64.bitWidth, let (each, ignore) = rule.streak,
            run.answers.isNo(each.number) || ignore.map({ run.answers.isYes($0.number) }) ?? false
        else { return false }
        if !rule.requirements.isEmpty {
            let state = RequirementState(rule.requirements, in: run.context, shown)
            if let name = state.unmet {
                if state.canStillBeMet { return false }
                sink(rule.rule, HistoryJudgement(notEvaluated: name, facts: run.facts))
                return true
            }
        }
        line.resting |= 1 << UInt64(number)
        return true
    }

    /// By app and rule, how many lines there are in which it rests.
    private var resting: [[Int]] {
        var resting = apps.map { _ in [Int](repeating: 0, count: lineRules.count) }
        for line in lines.values where line.resting != 0 {
            for number in lineRules.indices where line.rests(number) { resting[line.app][number] += 1 }
        }
        return resting
    }

    private static func machine(of rule: HistoryRule, _ results: RunResults) -> CheckMachine? {
        rule.joinsRuns ? results.machine(of: rule.branch, rule.rule) : nil
    }

    private mutating func tell(
        _ news: LineNews, of rule: HistoryRule, _ assume: (LineNews.Assumed) -> Void,
        _ sink: (CompiledRule, HistoryJudgement) -> Void
    ) {
        assumptions = news.numbered
        trueAssumptions.formUnion(news.confirmed)
        for judgement in news.decided { sink(rule.rule, judgement) }
        for assumed in news.assumed { assume(assumed) }
    }

    // MARK: Adjacent runs

    private mutating func judge(
        _ rule: HistoryRule, _ runs: [PastRun], _ shows: Shows, _ shownToLast: [ClassSet],
        _ hold: ([HeldJudgements.Rendered], _ group: Int) -> Void, _ sink: (CompiledRule, HistoryJudgement) -> Void
    ) {
        let items = rule.items
        guard let within = rule.within, runs.count >= items.count, let last = runs.last, RunHistory.applies(rule, last)
        else { return }
        let window = runs[(runs.count - items.count)...]
        let begins = RunHistory.begins(items, window)
        // Of most runs there is nothing to say at all.
        if !begins, rule.requirements.isEmpty { return }
        let asked = RunHistory.asked(items, window) ?? last
        let shown = asked === last ? shownToLast : shows.shown(to: asked.context)
        if !begins, RequirementState.isMet(rule.requirements, in: asked.context, shown) { return }
        let state = RequirementState(rule.requirements, in: asked.context, shown)
        if let requirement = state.items {
            if begins, let judgement = RunHistory.judgement(rule, items, window, within, requirement) {
                sink(rule.rule, judgement)
            }
            return
        }
        func missing() -> HistoryJudgement {
            HistoryJudgement(notEvaluated: state.unmet ?? "", facts: last.facts)
        }
        guard state.canStillBeMet else { return sink(rule.rule, missing()) }
        if !begins {
            return held.addUnbegun(
                rule.rule, variant: rule.variant, branch: rule.branchNumber, lists: state.unmetLists, asked.context
            ) { missing().counts }
        }
        let open = [HeldJudgements.OpenBranch(branch: rule.branchNumber, lists: state.unmetLists)]
        let assumptions = HeldJudgements.assumptions(of: open, classes: asked.context.classes.count)
        // Whatever is assumed, it is the same.
        lazy var finding = RunHistory.finding(rule, items, window)
        let assuming = assumptions.map { assumption in
            var classes = ClassSet()
            classes.insert(assumption.sourceClass)
            let assumed = RequirementState(rule.requirements, in: asked.context, shown, assuming: classes)
            let other = assumed.items.flatMap { RunHistory.judgement(rule, items, window, within, $0, finding) }
            return HeldJudgements.Rendered(
                counts: other?.counts ?? VerdictCounts(), findings: other?.findings ?? [])
        }
        let now = HeldJudgements.Rendered(counts: missing().counts)
        let group = held.add(
            rule.rule, variant: rule.variant, asked.context, open: open, ([now] + assuming).map(\.counts))
        hold([now] + assuming, group)
    }

    /// The run of which what is required is asked: that whose item speaks of what is missing or unsaved.
    static func asked(_ items: [RunItemProbe], _ window: ArraySlice<PastRun>) -> PastRun? {
        zip(items, window).first { !$0.0.item.missing.isEmpty || $0.0.item.unsaved != nil }?.1
    }

    /// Whether a window begins as the rule says: else there is nothing that its last run could complete.
    private static func begins(_ items: [RunItemProbe], _ window: ArraySlice<PastRun>) -> Bool {
        for place in items.indices.dropLast() where window[window.startIndex + place].answers.isNo(items[place].number)
        {
            return false
        }
        return true
    }

    /// What a window of runs comes to; nil where it does not begin as the rule says.
    static func judgement(
        _ rule: HistoryRule, _ items: [RunItemProbe], _ window: ArraySlice<PastRun>, _ within: TimeLimit,
        _ requirement: [RequirementState.Item]
    ) -> HistoryJudgement? {
        judgement(rule, items, window, within, requirement, finding(rule, items, window))
    }

    /// The same where the finding may be known.
    private static func judgement(
        _ rule: HistoryRule, _ items: [RunItemProbe], _ window: ArraySlice<PastRun>, _ within: TimeLimit,
        _ requirement: [RequirementState.Item], _ finding: @autoclosure () -> DraftFinding?
    ) -> HistoryJudgement? {
        guard let last = window.last, begins(items, window) else { return nil }
        var judgement = HistoryJudgement(facts: last.facts)
        switch verdict(items, window, within, requirement) {
        case .no: judgement.counts.satisfied = 1
        case .unknown(let reason):
            judgement.counts.inconclusive = 1
            judgement.counts.reasons = [reason.rawValue: 1]
        case .yes:
            judgement.counts.violated = 1
            judgement.findings = finding().map { [$0] } ?? []
        }
        return judgement
    }

    private static func verdict(
        _ items: [RunItemProbe], _ runs: ArraySlice<PastRun>, _ within: TimeLimit,
        _ requirement: [RequirementState.Item]
    ) -> RunItemAnswer.Match {
        for (earlier, later) in zip(runs, runs.dropFirst()) {
            let gap = later.begin.since(earlier.end)
            if gap.subtractingClamped(within.nanoseconds) > max(later.begin.resolution, earlier.end.resolution) {
                return .no
            }
        }
        var unknown: Outcome.Reason?
        for (item, run) in zip(items, runs) {
            guard let answer = run.answers[item.number] else { return .no }
            switch answer.match {
            case .no: return .no
            case .unknown(let reason): unknown = unknown ?? reason
            case .yes: break
            }
            for absence in answer.absences {
                if let reason = uncovered(absence, run, requirement) { unknown = unknown ?? reason }
            }
        }
        return unknown.map { .unknown($0) } ?? .yes
    }

    /// Why what is missing might only not have been seen.
    private static func uncovered(
        _ absence: Absence, _ run: PastRun, _ requirement: [RequirementState.Item]
    ) -> Outcome.Reason? {
        var lists = requirement.compactMap { if case .classes(let classes) = $0 { classes } else { nil } }
        if lists.isEmpty { lists = [run.context.appClasses] }
        for classes in lists {
            var reason: Outcome.Reason? = .windowOpen
            for (place, sourceClass) in run.context.classes.enumerated() where classes.contains(place) {
                switch run.context.coverage.answer(absence, for: sourceClass) {
                case .inside: reason = nil
                case .outside(let why): if reason != nil { reason = why }
                }
                if reason == nil { break }
            }
            if let reason { return reason }
        }
        return run.context.coverage.disturbance(of: absence)
    }

    private static func finding(_ rule: HistoryRule, _ items: [RunItemProbe], _ runs: ArraySlice<PastRun>)
        -> DraftFinding?
    {
        guard let last = runs.last else { return nil }
        var lines = [last.beginLine]
        for (item, run) in zip(items, runs).dropLast() {
            lines.append(run.endingLine)
            lines += run.answers[item.number]?.lines ?? []
        }
        var confidence = Confidence.certain
        for (item, run) in zip(items, runs) {
            guard let answer = run.answers[item.number] else { continue }
            confidence = min(confidence, answer.confidence)
            if answer.absences.contains(where: { !$0.isShownInRun }) { confidence = min(confidence, .likely) }
        }
        return HistoryFinding(rule: rule, runs: Array(runs), confidence: confidence, lines: lines, time: last.begin)
            .build(decided: last.end, count: 1)
    }

    // MARK: The end

    /// What is decided of the judgements that were held; asked when no more runs come.
    func releases(_ shows: Shows) -> [HeldJudgements.Release] { held.finish(shows) }

    /// No more runs come.
    mutating func finish(
        _ shows: Shows, combined takeCombined: (CombinedJudgement) -> Void,
        _ sink: (CompiledRule, HistoryJudgement) -> Void
    ) {
        for (facts, counts) in zip(apps, resting) {
            for (rule, count) in zip(lineRules, counts) where count > 0 {
                var judgement = HistoryJudgement(facts: facts)
                judgement.counts.satisfied = count
                sink(rule.rule, judgement)
            }
        }
        let judged = lines.filter { !$0.value.judgings.isEmpty }
        for (_, line) in judged.sorted(by: { RunHistory.precedes($0.key, $1.key) }) {
            for number in line.judgings.map(\.number) {
                var news = LineNews(numbered: assumptions)
                line.change(number, lineRules[number]) { $0.finish(lineRules[number], shows, &news) }
                // Nothing is assumed any more.
                tell(news, of: lineRules[number], { _ in }, sink)
            }
        }
        groups.finish(shows, compiled) { rule, judgement in
            if rule.isCombined { combined.take(rule, judgement) } else { sink(rule.rule, judgement) }
        }
        combined.finish(compiled.bySerial, shows, takeCombined)
    }

    private static func precedes(_ left: PastRun.Lineage, _ right: PastRun.Lineage) -> Bool {
        let (device, other) = (left.device ?? "", right.device ?? "")
        if device != other { return device < other }
        return (left.app, left.host.rawValue) < (right.app, right.host.rawValue)
    }
}
