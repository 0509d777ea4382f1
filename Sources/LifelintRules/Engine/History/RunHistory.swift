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
    init(notEvaluated reason: SkippedReason, facts: RunFacts) {
        self.init(facts: facts)
        counts.skip(reason)
    }
}

/// Judges the checks that look over several runs, from summaries: O(devices × apps) of them, and groups per version.
struct RunHistory {
    private struct UnbegunKey: Hashable {
        var rule: Int
        var kind: Int
    }

    /// What there is to say of a window that does not begin as a rule says.
    private enum Unbegun {
        case nothing
        /// No run can show what it lacks.
        case missing(SkippedReason)
        /// A later run may show what it lacks: the group that holds it, and what it comes to.
        case held(group: Int, counts: [VerdictCounts])
    }

    private let compiled: CompiledRules
    private let sequences: [HistoryRule]
    /// Those that judge a line of runs as it goes on.
    private let lineRules: [HistoryRule]
    private let longest: Int
    private var lines: [PastRun.Lineage: HistoryLine] = [:]
    /// The model of the first run of each line that tells one.
    private var models: [PastRun.Lineage: String] = [:]
    /// Of lines of reports that name no device, when all that were told by then were over.
    private var lastEnds: [PastRun.Lineage: Moment] = [:]
    /// How many runs of such a line were of another device.
    private var rivals = 0
    /// A run of each app, by the numbers of the apps.
    private var apps: [RunFacts] = []
    private var appNumbers: [String: Int] = [:]
    /// How many assumptions about lines were numbered.
    private var assumptions = 0
    /// Those that turned out true; all others did not once no more runs come.
    private(set) var trueAssumptions: Set<Int> = []
    /// What adjacent runs come to once a requirement is shown.
    private var held = HeldJudgements()
    /// What windows come to that do not begin as a rule says, by the place of the rule and the kind of their last runs.
    private var unbegun: [UnbegunKey: (revision: Int, answer: Unbegun)] = [:]
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
        groups = HistoryGroups(compiled.history)
    }

    /// Takes a run that is over.
    ///
    /// - Parameters:
    ///   - shown: what was shown to it.
    ///   - revision: changes whenever that does, for runs of its kind.
    mutating func take(
        _ run: PastRun, _ results: RunResults, _ judgements: [String: RuleJudgement], _ walk: RunWalk,
        _ shows: Shows, shown: [ClassSet], revision: Int, hold: ([HeldJudgements.Rendered], _ group: Int) -> Void,
        assume: (LineNews.Assumed) -> Void,
        _ sink: (CompiledRule, HistoryJudgement) -> Void
    ) {
        guard !compiled.history.isEmpty else { return }
        let mine = compiled.rules(for: run.facts.run.app ?? run.facts.run.process)
        let line = line(of: run)
        if longest > 0 {
            line.past.append(run)
            if line.past.count > longest { line.past.remove(at: 0) }
            let past = line.past
            for number in sequences.indices where mine.contains(sequences[number].rule) {
                judge(sequences[number], number, past, shows, (shown, revision), hold, sink)
            }
        }
        for number in lineRules.indices where mine.contains(lineRules[number].rule) {
            let rule = lineRules[number]
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
        groups.take(run, results, mine)
        combined.take(run, line.past, results, judgements, walk, shows)
    }

    /// Devices of one name, or of none, may be several: runs of other models are none of the same line.
    private mutating func separateModels(_ run: PastRun) {
        guard let model = run.facts.run.model, HardwareModel.tellsDevices(model) else { return }
        let first = RunHistory.noted(&models[run.line, default: model])
        if first != model { run.line.model = model }
    }

    /// What is noted there, be it only now: sought once, since the key is long.
    private static func noted(_ model: inout String) -> String { model }

    /// No device has two processes of an app at once: where reports name none, what began while another one lived is of
    /// another device, and which of the others it follows there nobody knows.
    private mutating func separateLives(_ run: PastRun) {
        guard !PastRun.areOfOneDevice(CollectionOfOne(run)) else { return }
        let line = run.line
        let last = lastEnds[line]
        lastEnds[line] = last.map { max($0, run.end) } ?? run.end
        guard let last, run.begin < last else { return }
        rivals += 1
        run.line.rival = rivals
    }

    private mutating func line(of run: PastRun) -> HistoryLine {
        separateModels(run)
        separateLives(run)
        if let known = lines[run.line] {
            if run.context.isReported { report(known, run) }
            return known
        }
        let number = appNumbers[run.line.app] ?? apps.count
        if number == apps.count {
            appNumbers[run.line.app] = number
            apps.append(run.facts)
        }
        let line = HistoryLine(run.line, app: number)
        lines[run.line] = line
        if run.context.isReported { report(line, run) }
        return line
    }

    /// A line has a run that is reported: what it comes to is told of such a one.
    private mutating func report(_ line: HistoryLine, _ run: PastRun) {
        if line.isReported { return }
        line.isReported = true
        apps[line.app] = run.facts
    }

    static func applies(_ rule: HistoryRule, _ run: PastRun) -> Bool {
        if rule.rule.variants.count > 1, rule.rule.variant(for: run.facts) != rule.variant { return false }
        guard let condition = rule.branch.condition else { return true }
        return run.conditions[condition]
    }

    // MARK: Lines of runs

    /// Whether a streak rests after a run of a line that no rule has anything to say of yet: the run is no part of one.
    private func rests(
        _ rule: HistoryRule, _ run: PastRun, _ shown: [ClassSet], _ line: HistoryLine, _ number: Int,
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
        for line in lines.values where line.resting != 0 && line.isReported {
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
        _ rule: HistoryRule, _ number: Int, _ runs: [PastRun], _ shows: Shows,
        _ shownToLast: (classes: [ClassSet], revision: Int),
        _ hold: ([HeldJudgements.Rendered], _ group: Int) -> Void, _ sink: (CompiledRule, HistoryJudgement) -> Void
    ) {
        let items = rule.items
        guard let within = rule.within, runs.count >= items.count, let last = runs.last, RunHistory.applies(rule, last)
        else { return }
        let begins = RunHistory.begins(items, runs)
        // Of most runs there is nothing to say at all.
        if !begins, rule.requirements.isEmpty { return }
        let window = runs[(runs.count - items.count)...]
        let asked = RunHistory.asked(items, window) ?? last
        let key = UnbegunKey(rule: number, kind: last.context.kind)
        let isOfKind = !begins && asked === last && rule.joinsByKind
        if isOfKind, let known = unbegun[key], known.revision == shownToLast.revision {
            return tell(known.answer, rule, last, sink)
        }
        let shown = asked === last ? shownToLast.classes : shows.shown(to: asked.context)
        let state = RequirementState(rule.requirements, in: asked.context, shown)
        func remember(_ answer: Unbegun) { if isOfKind { unbegun[key] = (shownToLast.revision, answer) } }
        if let requirement = state.items {
            if !begins { return remember(.nothing) }
            if let judgement = RunHistory.judgement(rule, items, window, within, requirement) {
                sink(rule.rule, judgement)
            }
            return
        }
        func missing() -> HistoryJudgement {
            HistoryJudgement(notEvaluated: state.unmet ?? .requires([]), facts: last.facts)
        }
        guard state.canStillBeMet else {
            remember(.missing(state.unmet ?? .requires([])))
            return sink(rule.rule, missing())
        }
        if !begins {
            let found = held.addUnbegun(
                rule.rule, variant: rule.variant, branch: rule.branchNumber, lists: state.unmetLists, asked.context
            ) { missing().counts }
            return remember(.held(group: found.group, counts: found.counts))
        }
        let open = [HeldJudgements.OpenBranch(branch: rule.branchNumber, lists: state.unmetLists)]
        let assumptions = HeldJudgements.assumptions(of: open, classes: asked.context.classes.count)
        // Whatever is assumed, it is the same.
        lazy var finding = RunHistory.finding(rule, items, window)
        let assuming = assumptions.map { assumption in
            var classes = ClassSet()
            classes.insert(assumption.sourceClass)
            let assumed = RequirementState(rule.requirements, in: asked.context, shown, assuming: classes)
            let other = assumed.items.flatMap { RunHistory.judgement(items, window, within, $0, finding) }
            return HeldJudgements.Rendered(
                counts: other?.counts ?? VerdictCounts(), findings: other?.findings ?? [])
        }
        let now = HeldJudgements.Rendered(counts: missing().counts)
        let group = held.add(
            rule.rule, variant: rule.variant, asked.context, open: open, ([now] + assuming).map(\.counts))
        hold([now] + assuming, group)
    }

    /// Says once more what is known of windows that do not begin as a rule says.
    private mutating func tell(
        _ known: Unbegun, _ rule: HistoryRule, _ last: PastRun, _ sink: (CompiledRule, HistoryJudgement) -> Void
    ) {
        switch known {
        case .nothing: break
        case .missing(let name): sink(rule.rule, HistoryJudgement(notEvaluated: name, facts: last.facts))
        case .held(let group, let counts): held.add(counts, runs: 1, to: group)
        }
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
        let judged = lines.values.filter { !$0.judgings.isEmpty }
        for line in judged.sorted(by: { RunHistory.precedes($0.lineage, $1.lineage) }) {
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
        if left.app != right.app { return left.app < right.app }
        if left.model != right.model { return left.model ?? "" < right.model ?? "" }
        if left.rival != right.rival { return left.rival < right.rival }
        return left.host.rawValue < right.host.rawValue
    }
}
