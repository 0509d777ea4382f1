// SPDX-License-Identifier: MIT

import LifelintModel

/// The findings of runs until nothing can change them: they wait for the next run, for other rules of their run, and for
/// the end of the evidence.
struct RunBundles {
    private struct Bundle {
        var place: RunPlace
        var run: RunFactsOfBundle
        var findings: [DraftFinding] = []
        /// Findings that the next run may take back.
        var contested: [DraftFinding] = []
        var waitsUntilEnd = false
        var isClosed = false
    }

    private struct RunFactsOfBundle {
        var version: String?
        var lineage: PastRun.Lineage
    }

    private let subsumption: Subsumption
    private var bundles: [Int: Bundle] = [:]
    /// The last run of each app on each device, if it waits for the next one.
    private var waiting: [PastRun.Lineage: Int] = [:]
    private var aggregates = VersionAggregates()
    private var ready: [DraftFinding] = []
    /// Verdicts that the next run took back.
    private(set) var contradictions: [String: Int] = [:]
    private var overRuns: [DraftFinding] = []

    /// How many runs wait for something.
    var count: Int { bundles.count }

    init(subsumption: Subsumption) { self.subsumption = subsumption }

    /// A run is being judged: it says what it has to say to the run before it.
    mutating func open(
        _ place: RunPlace, run: AppRun, answers: [RunItemAnswer?], context: RunContext, probes: CompiledRules
    ) {
        let lineage = PastRun.Lineage(device: run.device, app: context.app, host: run.host)
        if let before = waiting.removeValue(forKey: lineage), var bundle = bundles[before] {
            for draft in bundle.contested {
                guard let probe = draft.rule.unlessNext, let answer = answers[probe.number] else {
                    bundle.findings.append(draft)
                    continue
                }
                if RunBundles.contradicts(answer, draft) {
                    contradictions[draft.finding.rule, default: 0] += 1
                } else {
                    bundle.findings.append(draft)
                }
            }
            bundle.contested = []
            bundles[before] = bundle
            settle(before)
        }
        bundles[place.number] = Bundle(
            place: place, run: RunFactsOfBundle(version: run.version, lineage: lineage))
    }

    /// Whether the next run shows what takes a finding back.
    private static func contradicts(_ answer: RunItemAnswer, _ draft: DraftFinding) -> Bool {
        guard answer.match == .yes else { return false }
        if draft.sameValues.isEmpty { return true }
        return answer.values.contains { values in
            zip(values, draft.sameValues).allSatisfy { its, mine in
                guard let its, let mine else { return true }
                return its == mine
            }
        }
    }

    mutating func add(_ draft: DraftFinding, waitsForNext: Bool) {
        guard bundles[draft.place.number] != nil else {
            ready.append(draft)
            return
        }
        if waitsForNext {
            bundles[draft.place.number]?.contested.append(draft)
        } else {
            bundles[draft.place.number]?.findings.append(draft)
        }
        if subsumption.waitForHistory.contains(draft.finding.rule) { waitUntilEnd(draft.place.number) }
    }

    /// A finding over several runs: it speaks for what it subsumes in each of them.
    mutating func addOverRuns(_ draft: DraftFinding) { overRuns.append(draft) }

    mutating func waitUntilEnd(_ number: Int) { bundles[number]?.waitsUntilEnd = true }

    /// Everything about the run itself was said.
    mutating func close(_ number: Int) {
        bundles[number]?.isClosed = true
        guard let bundle = bundles[number] else { return }
        if !bundle.contested.isEmpty { waiting[bundle.run.lineage] = number }
        settle(number)
    }

    /// Lets the findings of a run go if nothing is awaited.
    private mutating func settle(_ number: Int) {
        guard let bundle = bundles[number], bundle.isClosed, bundle.contested.isEmpty, !bundle.waitsUntilEnd else {
            return
        }
        bundles[number] = nil
        var findings = bundle.findings
        subsumption.relate(&findings)
        release(findings, version: bundle.run.version)
    }

    private mutating func release(_ findings: [DraftFinding], version: String?) {
        for draft in findings {
            if draft.rule.rule.oncePerVersion.contains(draft.finding.severity), draft.finding.relatedTo == nil,
                draft.finding.suppressed == nil
            {
                aggregates.add(draft, version: version)
            } else {
                var draft = draft
                draft.finding.message = MessageWriter.complete(
                    draft.finding.message,
                    [
                        "count": "1", "value.median": draft.value?.printed ?? "unknown",
                        "value.worst": draft.value?.printed ?? "unknown",
                    ])
                ready.append(draft)
            }
        }
    }

    /// Hands on what nothing can change any more.
    mutating func emit(_ sink: (JudgedFinding) -> Void) {
        for draft in ready { sink(JudgedFinding(finding: draft.finding, place: draft.place)) }
        ready = []
    }

    /// No more runs come.
    mutating func finish(_ sink: (JudgedFinding) -> Void) {
        for number in bundles.keys.sorted() {
            guard var bundle = bundles[number] else { continue }
            for var draft in bundle.contested {
                // Without a next run it stands, but nobody can be sure.
                draft.finding.confidence = min(draft.finding.confidence, .likely)
                bundle.findings.append(draft)
            }
            var findings = bundle.findings
            let spoken = overRuns.filter { $0.runNumbers.contains(number) }
            findings += spoken
            subsumption.relate(&findings)
            release(Array(findings.prefix(bundle.findings.count)), version: bundle.run.version)
        }
        bundles = [:]
        // Those over several runs may themselves stand below another of the same last run.
        var groups: [Int: [DraftFinding]] = [:]
        for draft in overRuns { groups[draft.place.number, default: []].append(draft) }
        for number in groups.keys.sorted() {
            var findings = groups[number] ?? []
            subsumption.relate(&findings)
            release(findings, version: nil)
        }
        overRuns = []
        ready += aggregates.findings
        ready.sort { left, right in
            (left.place.number, left.finding.time.nanoseconds, left.finding.rule, left.finding.key ?? "")
                < (right.place.number, right.finding.time.nanoseconds, right.finding.rule, right.finding.key ?? "")
        }
        emit(sink)
    }
}
