// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// The findings of runs until nothing can change them: they wait for the next run, for other rules of their run, and
/// for the end of the evidence.
struct RunBundles {
    /// What is kept of a run.
    ///
    /// Why a class: it is changed where it stands, finding by finding.
    private final class Bundle {
        let run: RunFactsOfBundle
        var findings: [DraftFinding] = []
        /// Findings that the next run may take back.
        var contested: [DraftFinding] = []
        var waitsUntilEnd = false
        var isClosed = false

        init(_ run: RunFactsOfBundle) { self.run = run }
    }

    private struct RunFactsOfBundle {
        var version: String?
        var lineage: PastRun.Lineage
    }

    private let subsumption: Subsumption
    private var bundles: [Int: Bundle] = [:]
    /// What is kept of the run that is being judged: it joins the others only if something is awaited.
    private var current: (number: Int, bundle: Bundle)?
    /// The last run of each app on each device, if it waits for the next one.
    private var waiting: [PastRun.Lineage: Int] = [:]
    private var aggregates = VersionAggregates()
    private var ready: [DraftFinding] = []
    /// The runs that are judged for the sake of others alone, by their numbers.
    private var unreported = NumberSet(below: 0)
    /// Verdicts that the next run took back, or may have, by rule, app and reason.
    private(set) var contradictions: [String: [String: [Outcome.Reason: Int]]] = [:]
    /// The first findings that wait for the end of all runs; all further ones lie on the shelf.
    private var kept: KeptFindings
    private let shelf: any FindingShelf

    /// How many runs wait for something.
    var count: Int { bundles.count }

    init(subsumption: Subsumption, shelf: any FindingShelf, keeping limit: Int) {
        self.subsumption = subsumption
        self.shelf = shelf
        kept = KeptFindings(limit: limit)
    }

    /// A run is being judged: it says what it has to say to the run before it.
    mutating func open(_ place: RunPlace, answers: RunAnswers, context: RunContext) {
        let facts = context.facts
        let lineage = PastRun.Lineage(device: facts.deviceLine, app: context.app, host: facts.run.host)
        if !waiting.isEmpty, let before = waiting.removeValue(forKey: lineage), let bundle = bundles[before] {
            for draft in bundle.contested {
                guard let probe = draft.rule.unlessNext, let answer = answers[probe.number] else {
                    bundle.findings.append(draft)
                    continue
                }
                if let reason = RunBundles.objection(answer, draft) {
                    guard reports(draft) else { continue }
                    contradictions[draft.finding.rule, default: [:]][context.app, default: [:]][reason, default: 0] += 1
                } else {
                    bundle.findings.append(draft)
                }
            }
            bundle.contested = []
            if bundle.isClosed {
                bundles[before] = nil
                settle(bundle)
            }
        }
        if !context.isReported { unreported.insertGrowing(place.number) }
        current = (place.number, Bundle(RunFactsOfBundle(version: facts.run.version, lineage: lineage)))
    }

    /// Whether the run is reported that a finding stands in.
    func reports(_ draft: DraftFinding) -> Bool { !unreported.contains(draft.place.number) }

    private func bundle(_ number: Int) -> Bundle? {
        if let current, current.number == number { return current.bundle }
        return bundles[number]
    }

    /// Why a finding is none: the next run shows what takes it back, or may have shown it in what the log lost.
    private static func objection(_ answer: RunItemAnswer, _ draft: DraftFinding) -> Outcome.Reason? {
        switch answer.match {
        case .yes where speaks(answer, of: draft): .nextRunContradicts
        case .unknown(.gap) where speaks(answer, of: draft): .gap
        default: answer.mayBeLost ? .gap : nil
        }
    }

    /// Whether what was seen is about what a finding is about.
    private static func speaks(_ answer: RunItemAnswer, of draft: DraftFinding) -> Bool {
        if draft.sameValues.isEmpty { return true }
        return answer.values.contains { values in
            zip(values, draft.sameValues).allSatisfy { its, mine in
                guard let its, let mine else { return true }
                return its == mine
            }
        }
    }

    mutating func add(_ draft: DraftFinding, waitsForNext: Bool) {
        guard let bundle = bundle(draft.place.number) else {
            ready.append(draft)
            return
        }
        if waitsForNext {
            bundle.contested.append(draft)
        } else {
            bundle.findings.append(draft)
        }
        if subsumption.waitForHistory.contains(draft.finding.rule) { bundle.waitsUntilEnd = true }
    }

    /// A finding over several runs: it speaks for what it subsumes in each of them, unless it is not told itself.
    ///
    /// - Parameter version: that of the app in the last of them.
    mutating func addOverRuns(_ draft: DraftFinding, _ source: WaitingFinding.Source, version: String?) {
        put(WaitingFinding(source: source, version: version, draft: draft))
        let others = Set(draft.runNumbers).subtracting([draft.place.number])
        guard !others.isEmpty, subsumption.speaksForOthers(draft.finding.rule), reports(draft) else { return }
        var speaker = draft
        speaker.finding.evidence = []
        for number in others.sorted() {
            put(WaitingFinding(source: source, onlySpeaks: true, draft: speaker), run: number)
        }
    }

    /// A finding that waits for the end of all runs.
    mutating func put(_ waiting: WaitingFinding, run: Int? = nil) {
        let run = run ?? waiting.draft.place.number
        if !kept.add(waiting, run: run) { shelf.put(FindingPacker.pack(waiting), run: run) }
    }

    mutating func waitUntilEnd(_ number: Int) { bundle(number)?.waitsUntilEnd = true }

    /// Everything about the run itself was said.
    mutating func close(_ number: Int) {
        guard let bundle = bundle(number) else { return }
        current = nil
        bundle.isClosed = true
        if bundle.contested.isEmpty { return settle(bundle) }
        bundles[number] = bundle
        waiting[bundle.run.lineage] = number
    }

    /// Lets the findings of a run go of which nothing is awaited.
    private mutating func settle(_ bundle: Bundle) {
        if bundle.waitsUntilEnd {
            for draft in bundle.findings {
                put(WaitingFinding(source: .run, version: bundle.run.version, draft: draft))
            }
            return
        }
        if bundle.findings.isEmpty { return }
        var findings = bundle.findings
        subsumption.relate(&findings)
        release(findings, version: bundle.run.version)
    }

    private mutating func release(_ findings: [DraftFinding], version: String?) {
        for draft in findings { release(draft, version: version) }
    }

    private mutating func release(_ draft: DraftFinding, version: String?) {
        guard reports(draft) else { return ready.append(draft) }
        if draft.rule.rule.oncePerVersion.contains(draft.finding.severity), draft.finding.suppressed == nil {
            return aggregates.add(draft, version: version)
        }
        guard MessageWriter.isOpen(draft.finding.message) else { return ready.append(draft) }
        var draft = draft
        draft.finding.message = MessageWriter.complete(
            draft.finding.message,
            [
                "count": "1", "value.median": draft.value?.printed ?? "unknown",
                "value.worst": draft.value?.printed ?? "unknown",
            ])
        ready.append(draft)
    }

    /// Hands on what nothing can change any more.
    mutating func emit(_ sink: (JudgedFinding) -> Void) {
        for draft in ready {
            sink(JudgedFinding(finding: draft.finding, place: draft.place, isReported: reports(draft)))
        }
        ready = []
    }

    // MARK: The end

    /// No more runs come.
    ///
    /// - Parameters:
    ///   - rules: by their serial numbers.
    ///   - releases: what has become of all that waited.
    ///   - suppress: says why a finding over several runs that was held does not count.
    mutating func finish(
        _ rules: [CompiledRule], _ releases: Releases,
        suppress: (DraftFinding, RunFacts) -> Finding.Suppression?, _ sink: (JudgedFinding) -> Void
    ) {
        for number in bundles.keys.sorted() {
            guard let bundle = bundles[number] else { continue }
            let version = bundle.run.version
            for draft in bundle.findings { put(WaitingFinding(source: .run, version: version, draft: draft)) }
            for draft in bundle.contested { put(WaitingFinding(source: .contested, version: version, draft: draft)) }
        }
        bundles = [:]
        emit(sink)
        var ended = EndedRun()
        func count(_ found: WaitingFinding, of run: Int) {
            guard let rank = releases.rank(found.source, takesBack: found.draft.rule.unlessNext != nil) else { return }
            if run != ended.number {
                take(&ended, sink)
                ended = EndedRun(number: run)
            }
            guard case .heldOverRuns(let group, _) = found.source else { return ended.add(found, rank) }
            var waiting = found
            waiting.draft.finding.suppressed = suppress(waiting.draft, releases.heldOverRuns[group].facts)
            ended.add(waiting, rank)
        }
        kept.sort()
        shelf.forEach { run, bytes in
            // They came first.
            while let (run, found) = kept.takeFirst(upTo: run) { count(found, of: run) }
            // Most of what waits on events that were never shown does not count in the end.
            let found = FindingUnpacker.unpack(bytes, rules: rules) { releases.rank($0, takesBack: false) != nil }
            if let found { count(found, of: run) }
        }
        while let (run, found) = kept.takeFirst(upTo: .max) { count(found, of: run) }
        take(&ended, sink)
        ready += aggregates.findings
        sortReady()
        emit(sink)
    }

    /// Lets go what a run has left.
    private mutating func take(_ ended: inout EndedRun, _ sink: (JudgedFinding) -> Void) {
        if let only = ended.only {
            if !only.onlySpeaks { release(only.draft, version: only.version) }
            return emit(sink)
        }
        let own = ended.own
        var findings = own.map(\.draft) + ended.overRuns.map(\.draft)
        subsumption.relate(&findings)
        for (waiting, draft) in zip(own, findings) { release([draft], version: waiting.version) }
        // Those over several runs stand below one of their last run, or below another of the same last run.
        let said = zip(ended.overRuns, findings[own.count...]).filter { !$0.0.onlySpeaks }
        var overRuns = said.map(\.0.draft)
        subsumption.relate(&overRuns)
        for (index, (_, draft)) in said.enumerated() {
            overRuns[index].finding.relatedTo = draft.finding.relatedTo ?? overRuns[index].finding.relatedTo
        }
        for ((waiting, _), draft) in zip(said, overRuns) { release([draft], version: waiting.version) }
        sortReady()
        emit(sink)
    }

    private mutating func sortReady() {
        ready.sort { left, right in
            (left.place.number, left.finding.time.nanoseconds, left.finding.rule, left.finding.key ?? "")
                < (right.place.number, right.finding.time.nanoseconds, right.finding.rule, right.finding.key ?? "")
        }
    }
}
