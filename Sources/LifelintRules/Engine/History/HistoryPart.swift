// SPDX-License-Identifier: MIT

import LifelintModel

/// Runs of one version that can show the same: counters, and a few lines.
///
/// Why a class: it is changed where it stands, and many look at it when no more runs come.
final class HistoryPart {
    /// As many lines, and runs, as a finding names.
    private static let keptLines = 8

    let context: RunContext
    private(set) var runs = 0
    var insides = 0
    var offences = 0
    /// For habits: runs that do nothing but take the blame away, since their beginning is not told.
    var cutRuns = 0
    /// The same for runs of whose log something was lost.
    var lossyRuns = 0
    /// For shares: how many stretches the logs of its runs lost.
    var lostStretches = 0
    var share = 0
    /// How many of ``share`` are less than certain.
    var unsure = UnsureCounts()
    var of = 0
    /// What was added up, and the values that were told apart, where a count asks for that.
    private(set) var amount = 0.0
    private(set) var distinct: Set<String> = []
    /// When the first and the last of what is counted among was.
    private(set) var firstOf: Moment?
    private(set) var lastOf: Moment?
    /// By item: how many runs showed it.
    var matches: [Int: Int] = [:]
    /// By item: how many runs showed what should be missing.
    var refuted: [Int: Int] = [:]
    /// By item: who told what was seen for it.
    var shownBy: [Int: Set<SourceClass>] = [:]
    /// By item: the earliest run that showed it, with the line that does.
    private(set) var matchLines: [Int: (run: PastRun, line: Outcome.Line)] = [:]
    private(set) var lines: [Outcome.Line] = []
    private(set) var kept: [PastRun] = []
    /// By what tells them apart: what was measured.
    private(set) var values = MeasuredGroups()
    /// The earliest run.
    private(set) var first: PastRun
    /// The values of the fields under `same`.
    let same: ObligationKey?
    /// Who could have shown what its runs did not; nil where nobody asks.
    let reach: RunReach?

    init(_ run: PastRun, same: ObligationKey?, reach: RunReach? = nil) {
        context = run.context
        first = run
        self.same = same
        self.reach = reach
    }

    /// Takes another run.
    func take(_ run: PastRun) {
        runs += 1
        if run.precedes(first) { first = run }
    }

    /// Takes what one run counted.
    ///
    /// - Parameter limit: more different values than one beyond it are not kept.
    func add(_ tally: ShareMachine.Tally, upTo limit: Double = 0) {
        share += tally.share
        unsure.add(tally.unsure)
        of += tally.of
        amount += tally.amount
        for value in tally.distinct { distinct.insert(value, upTo: limit) }
        if let moment = tally.first { firstOf = firstOf.map { min($0, moment) } ?? moment }
        if let moment = tally.last { lastOf = lastOf.map { max($0, moment) } ?? moment }
        for (by, value) in tally.values { values.add(value, by: by ?? "") }
    }

    /// Notes that a run showed an item.
    func match(_ item: Int, _ run: PastRun) {
        matches[item, default: 0] += 1
        if let known = matchLines[item], !run.precedes(known.run) { return }
        matchLines[item] = (run, run.answers[item]?.lines.first ?? run.beginLine)
    }

    /// Keeps the latest lines, whichever device they came from.
    func keep(_ new: [Outcome.Line], of run: PastRun) {
        if new.isEmpty { return }
        lines = HistoryPart.latest(lines + new.map(\.kept)) { ($0.moment ?? run.begin) < ($1.moment ?? run.begin) }
        kept = HistoryPart.latest(kept + [run]) { $0.precedes($1) }
    }

    private static func latest<Kept>(_ all: [Kept], by precedes: (Kept, Kept) -> Bool) -> [Kept] {
        all.count > keptLines ? Array(all.sorted(by: precedes).suffix(keptLines)) : all
    }
}

/// The runs of one version.
struct VersionGroup {
    private(set) var parts: [HistoryPart]
    private(set) var version: String?

    private var start: Moment { parts.map(\.first.begin).min() ?? Moment(time: 0, order: 0, digits: 9) }

    /// The versions in their order, or in that of their first runs where they do not compare.
    static func ordered(_ parts: [HistoryPart]) -> [VersionGroup] {
        var groups: [VersionGroup] = []
        var places: [String?: Int] = [:]
        for part in parts {
            let version = part.context.facts.run.version
            if let index = places[version] {
                groups[index].parts.append(part)
            } else {
                places[version] = groups.count
                groups.append(VersionGroup(parts: [part], version: version))
            }
        }
        return VersionOrder.places(of: groups.map { ($0.version, $0.start) }).map { groups[$0] }
    }
}
