// SPDX-License-Identifier: MIT

import LifelintLanguage
package import LifelintModel

/// Judges runs by rules: takes runs in the order in which they end, gives findings as soon as nothing can change them.
///
/// Within a run everything is judged in one pass. What looks over runs keeps summaries; what rests on events that no
/// source has shown yet is held, since a later run may show them.
package final class RuleEngine {
    /// The verdicts of every selected rule, by id; complete after ``finish(_:)``.
    package var verdicts: [String: VerdictCounts] {
        idle.takeFound { count($0) }
        var verdicts: [String: VerdictCounts] = [:]
        for row in told { verdicts[row.id] = counts.total(rule: row.index) }
        return verdicts
    }
    /// The same for each app, by name, where there was something to judge; complete after ``finish(_:)``.
    package var appVerdicts: [AppVerdicts] {
        idle.takeFound { count($0) }
        return counts.apps.map { app, counts in
            var verdicts: [String: VerdictCounts] = [:]
            for row in told where !counts[row.index].isNothing { verdicts[row.id] = counts[row.index] }
            return AppVerdicts(app: app.isEmpty ? nil : app, verdicts: verdicts)
        }
    }
    /// By app and the index of the rule in the set.
    private var counts: VerdictTable
    /// What is wrong with the evidence or the configuration, as rules see it; complete after ``finish(_:)``.
    package private(set) var problems: [Problem] = []

    /// How many machines were made for checks: the work that rules cause beside looking at what they ask for.
    package private(set) var machineCount = 0
    /// Runs of which something is kept, since a later one may change what was found in them.
    package var waitingRuns: Int { bundles.count }

    private let ruleSet: RuleSet
    /// The rules whose verdicts are told, with their places in the set: a rule is big to copy, and each app asks for
    /// all.
    private let told: [(id: String, index: Int)]
    let compiled: CompiledRules
    /// Whether what a run came to is told; nil where that of all is.
    private let reports: ((AppRun) -> Bool)?
    private let suppressions: Suppressions
    private let subsumption: Subsumption
    private let declarations: [(app: Glob, logs: Set<Int>, durability: Durability?)]
    private let judges: Judges
    private let shows: Shows
    private var held = HeldJudgements()
    private var idle: IdleJudgements
    private var gates = RuleGates()
    private var history: RunHistory
    private var bundles: RunBundles
    /// By the number of an assumption about a line of runs: the suppressions that match what was found under it.
    private var assumedSuppressions: [Int: Set<Int>] = [:]
    private var mismatches = TypeMismatches()
    /// Those that messages name.
    private let paths = FieldPaths()
    /// The rules of a run of which there is more to say, by their places: empty but while a run is judged.
    private var unrepeated: [Int] = []
    /// By serial number: whether there may be no more to say of a rule in a run than that it came to the same as
    /// before.
    private let repeats: [Bool]
    /// The highest level of rules that use others.
    private let levels: Int

    /// An engine; without a `today` nothing expires.
    ///
    /// - Parameters:
    ///   - shelf: keeps the findings that wait for the end of all runs.
    ///   - limit: as many of them are not put there, but kept as they are.
    ///   - prepared: the same rules, where they are compiled already.
    ///   - reports: whether what a run came to is told: others are judged as far as that depends on them.
    package init(
        _ rules: RuleSet, today: CalendarDay?, shelf: any FindingShelf = MemoryShelf(),
        keeping limit: Int = KeptFindings.usualLimit, _ prepared: PreparedRules? = nil,
        reports: ((AppRun) -> Bool)? = nil
    ) {
        self.reports = reports
        ruleSet = rules
        told = rules.rules.indices.compactMap { index in
            rules.rules[index].isSilent ? nil : (rules.rules[index].rule.id, index)
        }
        let compiled = prepared?.compiled ?? CompiledRules(rules)
        self.compiled = compiled
        judges = Judges(compiled)
        idle = IdleJudgements(ruleCount: compiled.bySerial.count)
        shows = Shows(requirementCount: compiled.requirementTable.requirements.count)
        counts = VerdictTable(ruleCount: rules.rules.count)
        suppressions = Suppressions(rules.suppressions, today: today)
        let all = rules.rules.map(\.rule)
        let overRuns = Set(compiled.history.map(\.rule.rule.id))
        subsumption = Subsumption(all, headlines: rules.headlines, overRuns: overRuns)
        declarations = rules.declarations.map { declaration in
            (
                declaration.app, compiled.requirementTable.numbers(namedBy: declaration.logs), declaration.durability
            )
        }
        history = RunHistory(compiled, suppressions)
        bundles = RunBundles(subsumption: subsumption, shelf: shelf, keeping: limit)
        let levels = compiled.rules.compactMap { $0.standard?.level }.max() ?? 0
        self.levels = levels
        repeats = compiled.bySerial.map { levels == 0 && $0.usually == nil && !$0.isCombinedOverRuns.contains(true) }
    }

    /// Whether no rule is selected: then nobody needs to tell what runs did.
    package var isEmpty: Bool { ruleSet.rules.isEmpty }

    /// Takes the next stretch of a run.
    package func add(_ stretch: RunStretch, _ sink: (JudgedFinding) -> Void) {
        if isEmpty { return }
        if let run = judges.take(stretch) { take(run, sink) }
    }

    /// Takes the next run that is over, as far as it was judged alone.
    package func take(_ run: JudgedRun, _ sink: (JudgedFinding) -> Void) {
        machineCount += run.machineCount
        judged(run)
        bundles.emit(sink)
    }

    /// What judges runs alone, beside others that do the same.
    ///
    /// Each has compiled rules of its own: threads that count references to one thing wait for each other.
    ///
    /// - Parameter prepared: gives rules that are compiled already, once; nil where there are none left.
    package func makeJudges(_ prepared: @escaping () -> PreparedRules? = { nil }) -> Judges {
        let ruleSet = ruleSet
        return Judges(prepared()?.compiled ?? CompiledRules(ruleSet))
    }

    /// What judges runs alone on the thread that takes them, too: the rules are compiled once.
    package func makeOwnJudges() -> Judges {
        let compiled = compiled
        return Judges(compiled)
    }

    /// No more runs come.
    package func finish(_ sink: (JudgedFinding) -> Void) {
        idle.takeFound { count($0) }
        var releases = Releases()
        releaseHeld(into: &releases)
        for release in history.releases(shows) {
            if release.context.isReported {
                counts.add(
                    release.counts, times: release.times, rule: release.rule.index, app: release.context.app)
            }
            releases.heldOverRuns.append(Releases.Held(place: release.place, facts: release.context.facts))
        }
        history.finish(shows) { judgement in
            if judgement.finding.map({ bundles.reports($0) }) ?? true {
                counts.add(judgement.counts, rule: judgement.rule.index, app: judgement.app)
            }
            if let draft = judgement.finding {
                bundles.addOverRuns(draft, .overRuns(isLast: true), version: judgement.version)
            }
        } _: { rule, judgement in
            take(rule, judgement, isLast: true)
        }
        releases.trueAssumptions = history.trueAssumptions
        for number in releases.trueAssumptions { suppressions.use(assumedSuppressions[number] ?? []) }
        for release in gates.finish() {
            counts.add(release.counts, rule: release.rule.index, app: release.app)
            if release.isOpen { releases.openGates.insert(release.number) }
        }
        bundles.finish(compiled.bySerial, releases) { [suppressions] draft, facts in
            suppressions.suppression(of: draft.finding, rule: draft.rule.rule, FactsFields(facts: facts))
        } _: {
            sink($0)
        }
        for (index, row) in ruleSet.rules.enumerated() {
            for (app, reasons) in bundles.contradictions[row.rule.id] ?? [:] {
                for (reason, count) in reasons { counts.contradict(count, because: reason, rule: index, app: app) }
            }
        }
        problems = suppressions.problems + mismatches.problems(of: ruleSet.rules.filter { !$0.isSilent }.map(\.rule))
    }

    // MARK: A run that is over

    private func judged(_ judged: JudgedRun) {
        let (result, told) = (judged.result, judged.told)
        let walk = result.walk
        let facts = walk.facts
        let app = facts.run.app ?? facts.run.process ?? ""
        let context = context(of: walk, app: app)
        shows.note(context)
        mismatches.add(walk.mismatches)
        let place = RunPlace(facts, number: told.stretch.number)
        bundles.open(place, answers: result.answers, context: context)
        idle.begin(context, shows) { count($0) }
        let shown = idle.shown
        var judgements: [String: RuleJudgement] = [:]
        // Of most rules there is no more to say than that they came to the same as before.
        unrepeated.removeAll(keepingCapacity: true)
        idle.takeRepeated(result.rules, result.routines, of: repeats, others: &unrepeated)
        for number in unrepeated {
            let row = result.rules[number]
            let rule = compiled.bySerial[row.serial]
            let own = RuleResult(rule: rule, variant: row.variant, answers: result.machines)
            if let usually = own.usually {
                gates.note(rule, share: usually.share, of: usually.of, app: app, version: facts.run.version)
            }
            judge(own, result.routines[number], walk, context, shown, place, into: &judgements)
        }
        if let dormant = result.dormant, !idle.repeated(dormant) {
            judge(dormant, walk, context, shown, place, into: &judgements)
        }
        var using: [RuleResult] = []
        if levels > 0 {
            var used = UsedRules(ruleSet.rules.flatMap(\.rule.uses))
            used.note(result.results(compiled), walk)
            using = judgeUsing(judged.parts + [told], used, context, shown, place, &judgements)
        }
        if !compiled.history.isEmpty {
            let past = past(judged, place, context)
            remember(past, RunResults(result, using: using, compiled), judgements, walk, shown: shown)
        }
        bundles.close(place.number)
    }

    /// Judges the rules of a run in which nothing happened that they ask of.
    private func judge(
        _ dormant: DormantRules, _ walk: RunWalk, _ context: RunContext, _ shown: [ClassSet], _ place: RunPlace,
        into judgements: inout [String: RuleJudgement]
    ) {
        var places: [Int32] = []
        places.reserveCapacity(dormant.rules.count)
        for (number, row) in dormant.numbers.enumerated() {
            let routine = dormant.rules[number].routine
            if repeats[row.serial], let counted = idle.repeated(rule: row.serial, routine) {
                places.append(Int32(counted))
                continue
            }
            let rule = dormant.rules[number].result
            let own = RuleResult(rule: compiled.bySerial[row.serial], variant: row.variant, answers: rule.answers)
            let counted = judge(own, routine, walk, context, shown, place, into: &judgements)
            if let counted { places.append(Int32(counted)) }
        }
        idle.remember(dormant, at: places)
    }

    /// A run as rules over several runs look back at it.
    private func past(_ judged: JudgedRun, _ place: RunPlace, _ context: RunContext) -> PastRun {
        let stretch = judged.told.stretch
        let ending = judged.result.walk.facts.run.ending
        return PastRun(
            place: place, context: context, result: judged.result, begin: stretch.begin, end: stretch.end,
            beginLine: Outcome.Line(
                evidence: stretch.beginEvidence, moment: stretch.begin, note: "this run began here"),
            endingLine: Outcome.Line(
                evidence: endingEvidence(of: ending, stretch),
                moment: stretch.end, note: "this run ended: \(ending.cause.rawValue)"))
    }

    /// Has rules over several runs take one, and what is found in it beside others.
    private func remember(
        _ past: PastRun, _ rules: RunResults, _ judgements: [String: RuleJudgement], _ walk: RunWalk,
        shown: [ClassSet]
    ) {
        let version = walk.facts.run.version
        let revision = idle.revision
        history.take(past, rules, judgements, walk, shows, shown: shown, revision: revision) { judgements, group in
            HeldJudgements.forEachDraft(judgements) { draft, places in
                bundles.addOverRuns(draft, .heldOverRuns(group: group, places: places), version: version)
            }
        } assume: {
            assume($0)
        } _: { rule, judgement in
            take(rule, judgement, isLast: false)
        }
    }

    /// The line at the end's time, if it is one of those that tell the end; else the first of them.
    private func endingEvidence(of ending: Ending, _ stretch: RunStretch) -> EvidenceLine {
        if let told = stretch.endEvidence, ending.because.contains(told) { return told }
        return ending.because.first ?? stretch.endEvidence ?? stretch.beginEvidence
    }

    private func context(of walk: RunWalk, app: String) -> RunContext {
        var coverage = Coverage(walk)
        let own = declarations.filter { $0.app.matches(app) }
        coverage.appDurability = own.last { $0.durability != nil }?.durability
        return RunContext(
            walk, coverage: coverage, app: app, isReported: reports?(walk.facts.run) ?? true,
            declared: own.reduce(into: []) { $0.formUnion($1.logs) }, shows: shows)
    }

    /// Judges a rule of a run.
    ///
    /// - Returns: where runs are counted in which it comes to the same; nil where nobody counts them.
    @discardableResult
    private func judge(
        _ result: RuleResult, _ routine: Routine?, _ walk: RunWalk, _ context: RunContext, _ shown: [ClassSet],
        _ place: RunPlace, into judgements: inout [String: RuleJudgement]
    ) -> Int? {
        // What only counts together with other runs is asked there.
        if result.rule.isCombinedOverRuns[result.variant] { return nil }
        guard let routine else {
            let judging = RuleJudging(result: result, context: context, shown: shown)
            guard judging.applies else { return nil }
            let judgement = judging.judge()
            if levels > 0 { judgements[result.rule.rule.id] = judgement }
            if result.rule.isSilent || hold(result, judging, judgement, walk, context, place) != nil { return nil }
            take(result, judgement, walk, context, place)
            return nil
        }
        if routine.branches == 0 { return nil }
        if let number = idle.repeated(rule: result.rule.serial, routine) {
            if levels > 0 { judgements[result.rule.rule.id] = idle.judgement(at: number) }
            return number
        }
        let (known, number) = idle.known(result.rule, routine) ?? learn(result, routine, context, shown)
        if levels > 0 { judgements[result.rule.rule.id] = known.judgement }
        if result.rule.isSilent { return nil }
        let group = countFirst(known, result, context)
        return number.flatMap { idle.remember(result.rule, place: $0, group: group) }
    }

    /// Judges a rule of a run in which it found nothing, as it is of all such runs.
    private func learn(
        _ result: RuleResult, _ routine: Routine, _ context: RunContext, _ shown: [ClassSet]
    ) -> (IdleJudgements.Known, place: Int?) {
        let judging = RuleJudging(result: result, context: context, shown: shown)
        let judgement = judging.judge()
        let open = result.rule.isSilent ? [] : judging.openBranches
        let assuming = open.isEmpty ? [] : assumptions(judging, open, context)
        let isHeld = assuming.contains { !$0.isSame(as: judgement) }
        var row: IdleJudgements.Held?
        if isHeld {
            row = IdleJudgements.Held(
                open: open, lack: held.lack(of: result.rule, variant: result.variant, open: open),
                counts: [judgement.counts] + assuming.map(\.counts))
        }
        let known = IdleJudgements.Known(result.rule, routine, judgement: judgement, held: row)
        return (known, idle.learn(known))
    }

    /// Counts the first of the runs of one kind; gives the group in which they are held, if they are.
    private func countFirst(_ known: IdleJudgements.Known, _ result: RuleResult, _ context: RunContext) -> Int? {
        guard let row = known.held else {
            take(result.rule, known.judgement.counts, [], context)
            return nil
        }
        return held.add(
            result.rule, variant: result.variant, context, open: row.open, lack: row.lack, row.counts)
    }

    /// The same so many times more: nothing was found, so only counters move.
    private func count(_ found: IdleJudgements.Found) {
        let (rule, counts) = (found.known.rule, found.known.judgement.counts)
        if let row = found.known.held, let group = found.group {
            held.add(row.counts, runs: found.runs, to: group)
        } else if rule.isGated {
            gates.add(
                rule, counts.times(found.runs), runs: found.runs, app: found.app, version: found.version,
                isReported: found.isReported)
        } else if found.isReported {
            self.counts.add(counts, times: found.runs, rule: rule.index, app: found.app)
        }
    }

    /// What a judgement comes to in each way in which a later run may change it.
    private func assumptions(
        _ judging: RuleJudging, _ open: [HeldJudgements.OpenBranch], _ context: RunContext
    ) -> [RuleJudgement] {
        let count = context.classes.count
        // Which class it is counts only where something was not seen.
        let isSameForAll = count > 1 && !judging.restsOnAbsence
        let judgements = HeldJudgements.assumptions(of: open, classes: isSameForAll ? 1 : count).map { assumption in
            var other = judging
            other.assumption.classes.insert(assumption.sourceClass)
            other.assumption.branches = assumption.branches
            return other.judge()
        }
        return isSameForAll ? judgements.flatMap { Array(repeating: $0, count: count) } : judgements
    }

    /// Holds a judgement that a later run may change; gives its group, nil where there was no need to.
    private func hold(
        _ result: RuleResult, _ judging: RuleJudging, _ judgement: RuleJudgement,
        _ walk: RunWalk, _ context: RunContext, _ place: RunPlace
    ) -> Int? {
        let open = judging.openBranches
        if open.isEmpty || judging.isSettled(judgement, open) { return nil }
        let others = assumptions(judging, open, context)
        guard others.contains(where: { !$0.isSame(as: judgement) }) else { return nil }
        var built = BuiltFindings()
        let all = ([judgement] + others).map { rendered($0, result, walk, place, &built) }
        let group = held.add(
            result.rule, variant: result.variant, context, open: open, all.map(\.counts))
        HeldJudgements.forEachDraft(all) { draft, places in
            bundles.put(
                WaitingFinding(
                    source: .held(group: group, places: places), version: context.facts.run.version, draft: draft))
            bundles.waitUntilEnd(place.number)
        }
        return group
    }

    private func rendered(
        _ judgement: RuleJudgement, _ result: RuleResult, _ walk: RunWalk, _ place: RunPlace,
        _ built: inout BuiltFindings
    ) -> HeldJudgements.Rendered {
        HeldJudgements.Rendered(
            counts: judgement.counts, findings: findings(judgement, result, walk, place, &built))
    }

    /// - Parameter built: what other judgements of the same outcomes found.
    private func findings(
        _ judgement: RuleJudgement, _ result: RuleResult, _ walk: RunWalk, _ place: RunPlace,
        _ built: inout BuiltFindings
    ) -> [DraftFinding] {
        if judgement.drafts.isEmpty { return [] }
        let builder = FindingBuilder(walk: walk, rule: result.rule, variant: result.variant, paths: paths)
        return judgement.drafts.compactMap { draft in
            built.finding(of: draft) { builder.build(draft, place: place, suppressions) }
        }
    }

    /// A judgement that nothing can change, gates aside.
    private func take(
        _ result: RuleResult, _ judgement: RuleJudgement, _ walk: RunWalk, _ context: RunContext, _ place: RunPlace
    ) {
        var built = BuiltFindings()
        let findings = findings(judgement, result, walk, place, &built)
        take(result.rule, judgement.counts, findings, context)
    }

    private func take(
        _ rule: CompiledRule, _ counts: VerdictCounts, _ findings: [DraftFinding], _ context: RunContext
    ) {
        if rule.isSilent { return }
        if rule.isGated {
            let version = context.facts.run.version
            let gate = gates.add(
                rule, counts, app: context.app, version: version, isReported: context.isReported)
            for draft in findings {
                bundles.put(WaitingFinding(source: .gate(gate), version: version, draft: draft))
                bundles.waitUntilEnd(draft.place.number)
            }
            return
        }
        if context.isReported { self.counts.add(counts, rule: rule.index, app: context.app) }
        for draft in findings { bundles.add(draft, waitsForNext: rule.unlessNext != nil) }
    }

    /// What a check over several runs came to.
    private func take(_ rule: CompiledRule, _ judgement: HistoryJudgement, isLast: Bool) {
        let run = judgement.facts.run
        if reports?(run) ?? true {
            counts.add(judgement.counts, rule: rule.index, app: run.app ?? run.process ?? "")
        }
        for var draft in judgement.findings {
            draft.finding.suppressed = suppressions.suppression(
                of: draft.finding, rule: rule.rule, FactsFields(facts: judgement.facts))
            bundles.addOverRuns(draft, .overRuns(isLast: isLast), version: run.version)
        }
    }

    /// What a check over several runs comes to under assumptions.
    private func assume(_ assumed: LineNews.Assumed) {
        var draft = assumed.draft
        let matching = suppressions.matching(
            draft.finding, rule: draft.rule.rule, FactsFields(facts: assumed.facts))
        draft.finding.suppressed = suppressions.effect(of: matching)
        for number in assumed.assumptions where !matching.isEmpty {
            assumedSuppressions[number, default: []].formUnion(matching)
        }
        bundles.addOverRuns(draft, .assumed(assumed.assumptions), version: assumed.facts.run.version)
    }

    private func releaseHeld(into releases: inout Releases) {
        for release in held.finish(shows) {
            let facts = release.context.facts
            var gate: Int?
            if release.rule.isGated {
                gate = gates.add(
                    release.rule, release.counts.times(release.times), runs: release.runs, app: release.context.app,
                    version: facts.run.version, isReported: release.context.isReported)
            } else if release.context.isReported {
                counts.add(
                    release.counts, times: release.times, rule: release.rule.index, app: release.context.app)
            }
            releases.held.append(Releases.Held(place: release.place, gate: gate, facts: facts))
        }
    }

    // MARK: Rules that use others

    /// Judges the rules that use others, level by level: what is below has been judged.
    private func judgeUsing(
        _ stretches: [ToldStretch], _ used: UsedRules, _ context: RunContext, _ shown: [ClassSet],
        _ place: RunPlace, _ judgements: inout [String: RuleJudgement]
    ) -> [RuleResult] {
        var used = used
        var rules: [RuleResult] = []
        guard let first = stretches.first, let last = stretches.last else { return [] }
        for level in 1...max(levels, 1) {
            let judge = RunJudge(first, compiled, level: level)
            if judge.isIdle { continue }
            var events = used.events(judgements, last, place)[...]
            for told in stretches {
                let isLast = told.stretch.isComplete
                let due = isLast ? events : events.prefix { $0.moment <= told.stretch.end }
                judge.take(told, extra: Array(due))
                events = events.dropFirst(due.count)
            }
            machineCount += judge.machineCount
            let results = judge.finish()
            let own = results.results(compiled)
            rules += own
            used.note(own, results.walk)
            for (rule, routine) in zip(own, results.routines) {
                judgeUsing(rule, routine, results.walk, context, shown, place, &judgements)
            }
        }
        return rules
    }

    private func judgeUsing(
        _ result: RuleResult, _ routine: Routine?, _ walk: RunWalk, _ context: RunContext, _ shown: [ClassSet],
        _ place: RunPlace, _ judgements: inout [String: RuleJudgement]
    ) {
        // Without a violation to go by, the used rule's own doubt is this rule's, too: what is seen is seen all the same.
        var inherited = VerdictCounts()
        for id in result.rule.rule.uses {
            guard let used = judgements[id], used.drafts.isEmpty else { continue }
            for (reason, count) in used.counts.reasons { inherited.reasons[reason, default: 0] += count }
            inherited.inconclusive += used.counts.inconclusive
            inherited.notEvaluated += used.counts.notEvaluated
        }
        if inherited.inconclusive + inherited.notEvaluated > 0, !isViolated(result, context, shown, judgements) {
            judgements[result.rule.rule.id] = RuleJudgement(counts: inherited)
            if result.rule.isCombinedOverRuns[result.variant] { return }
            take(result.rule, inherited, [], context)
            return
        }
        judge(result, routine, walk, context, shown, place, into: &judgements)
    }

    /// Whether a rule that only counts is violated by what is known of the rules that it uses, whatever is not known of
    /// others.
    private func isViolated(
        _ result: RuleResult, _ context: RunContext, _ shown: [ClassSet], _ judgements: [String: RuleJudgement]
    ) -> Bool {
        guard result.rule.rule.uses.contains(where: { judgements[$0]?.drafts.isEmpty == false }),
            result.branches.allSatisfy(\.onlyCounts)
        else { return false }
        let judging = RuleJudging(result: result, context: context, shown: shown)
        return judging.applies && !judging.judge().drafts.isEmpty
    }
}

extension CompiledBranch {
    /// Whether it counts what happened: more of it never takes a violation back.
    fileprivate var onlyCounts: Bool {
        guard case .count(let count) = branch.check else { return false }
        return count.without.isEmpty && branch.condition == nil
    }
}
