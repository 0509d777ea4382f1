// SPDX-License-Identifier: MIT

public import LifelintModel
import LifelintReport
import LifelintRules

/// The mistakes that a team knows of: findings that are in it do not count, so that only new ones fail.
public struct Baseline: Sendable, Equatable {
    private var known: [String: BaselineEntry] = [:]

    /// An empty baseline.
    public init() {}

    /// A baseline of these entries; of several with one fingerprint the one with the highest count stays.
    public init(_ entries: some Sequence<BaselineEntry>) {
        for entry in entries { add(entry) }
    }

    /// The baseline that accepts what a report tells: findings that are not suppressed, those that stand under others
    /// included, so that they are known when these are mended.
    ///
    /// Of the old one stays what is not told as fixed: its rule was not judged. What is fixed only as far as these logs
    /// go stays, too, unless the new one has to be strict and all that was named could be read. What is suppressed does
    /// not stay: configuration accepts it.
    public init(
        accepting report: any ReportContents, carryingOver old: Baseline? = nil, isStrict: Bool = false
    ) throws {
        var counts: [String: Int] = [:]
        var found: [String: BaselineEntry] = [:]
        var suppressed: Set<String> = []
        try report.forEachFinding { finding in
            if finding.suppressed != nil {
                suppressed.insert(finding.fingerprint)
                return
            }
            counts[finding.fingerprint, default: 0] += 1
            guard found[finding.fingerprint] == nil else { return }
            found[finding.fingerprint] = BaselineEntry(
                rule: finding.rule, app: finding.app, process: finding.process,
                culprit: finding.culprit.map(Baseline.lasting), count: 1, fingerprint: finding.fingerprint)
        }
        for (fingerprint, count) in counts { found[fingerprint]?.count = count }
        let isWhole = !report.header.inputs.contains(where: \.isIncomplete)
        let fixed = isStrict && isWhole ? report.header.fixed : report.header.mended
        let left = suppressed.union(fixed.map(\.fingerprint))
        for entry in old?.entries ?? [] where found[entry.fingerprint] == nil && !left.contains(entry.fingerprint) {
            found[entry.fingerprint] = entry
        }
        known = found
    }

    /// The same without personal data in its culprits, such as the report that it was made from has; fingerprints stay.
    public func redacted(for report: any ReportContents) throws -> Baseline {
        let mask = try CulpritMask(report)
        // What differs from run to run is left out of entries, and with it what an id is known by.
        var culprits: [String: String] = [:]
        try report.forEachFinding { finding in
            guard known[finding.fingerprint] != nil, culprits[finding.fingerprint] == nil else { return }
            culprits[finding.fingerprint] = finding.culprit
        }
        return Baseline(
            entries.map { entry in
                var entry = entry
                let culprit = culprits[entry.fingerprint].map { Baseline.lasting(mask.masked($0)) }
                entry.culprit = culprit ?? entry.culprit.map(mask.masked)
                entry.process = entry.process.map(mask.masked)
                return entry
            })
    }

    /// Its entries by rule, app and culprit.
    public var entries: [BaselineEntry] { known.values.sorted { $0.precedes($1) } }

    /// Whether it knows that fingerprint.
    public func contains(_ fingerprint: String) -> Bool { known[fingerprint] != nil }

    /// Marks a finding that it knows; one that it does not know stands for itself, not under one that it knows: nobody
    /// hears of what does not count.
    func mark(_ finding: inout Finding) {
        finding.isInBaseline = contains(finding.fingerprint)
        if !finding.isInBaseline, finding.relatedTo.map(contains) ?? false { finding.relatedTo = nil }
    }

    /// Adds an entry.
    public mutating func add(_ entry: BaselineEntry) {
        if let old = known[entry.fingerprint], old.count >= entry.count { return }
        known[entry.fingerprint] = entry
    }

    /// Its entries that a report could have shown and does not, and those of them of which the evidence says nothing:
    /// their rule came to no verdict in their app, or they may be in an input that could not be read.
    ///
    /// - Parameter leftOut: those that were found in runs which are not reported: they are not fixed.
    func missing(
        found: Set<String>, leftOut: Set<String>, verdicts: [String: VerdictCounts], apps: [AppVerdicts],
        isWhole: Bool, isReported: (_ app: String?) -> Bool
    ) -> (fixed: [BaselineEntry], notSeen: [BaselineEntry]) {
        var (fixed, notSeen): ([BaselineEntry], [BaselineEntry]) = ([], [])
        for entry in entries where !found.contains(entry.fingerprint) && !leftOut.contains(entry.fingerprint) {
            let row = entry.appName == nil ? Baseline.row(of: entry, among: apps) : nil
            let app = entry.appName ?? row?.app
            guard isReported(app), verdicts[entry.rule] != nil else { continue }
            var entry = entry
            if entry.app == nil { entry.process = app }
            fixed.append(entry)
            let isKnown = app != nil || row != nil
            if !isWhole || !isKnown || !apps.tell(entry.rule, in: app) { notSeen.append(entry) }
        }
        return (fixed, notSeen)
    }

    /// Of an entry that names no app, the one that its fingerprint was taken with.
    private static func row(of entry: BaselineEntry, among apps: [AppVerdicts]) -> AppVerdicts? {
        let culprit = entry.culprit ?? ""
        return apps.first { Fingerprint.of(rule: entry.rule, app: $0.app, culprit: culprit) == entry.fingerprint }
    }

    /// A culprit without what differs from run to run: a baseline that is written anew should not change for nothing.
    private static func lasting(_ culprit: String) -> String {
        Fingerprint.isSignature(culprit) ? culprit : Fingerprint.masked(culprit)
    }
}
