// SPDX-License-Identifier: MIT

public import LifelintModel

/// What became of the mistakes of one report in another: new, not looked for before, fixed, not seen, unchanged.
///
/// Findings are the same when their fingerprints are. What a report only suppresses, or lists under another finding, is
/// there all the same: it is neither new nor fixed. Only what stands in the head under a finding that both have, and
/// that the base does not have itself, is new: of what is unchanged nobody takes notice.
public struct ReportDifference: Sendable {
    /// A mistake, with how often it counts in either report.
    public struct Entry: Sendable {
        /// The worst finding of the head, or of the base where the head has none; of equals the one that tells of the
        /// longest time, else the first.
        public var finding: Finding
        /// How many findings of the base count.
        public var base: Int
        /// How many findings of the head count.
        public var head: Int
        /// In what those of the head differ, or of the base where the head has none.
        var spread = FindingSpread()
    }

    /// How often runs ended in some way in either report.
    struct EndingRow {
        let cause: EndingCause
        let base: Int
        let head: Int
        /// How many of them are not certain; nil where all are.
        let unsure: String?
    }

    /// One of the two reports.
    public struct Side: Sendable {
        /// How it was named.
        public var name: String
        /// Everything that is small.
        public var header: ReportHeader
    }

    /// The report before.
    public let base: Side
    /// The report after.
    public let head: Side
    /// Mistakes that only the head has, worst first.
    public let new: [Entry]
    /// Mistakes that only the head has, and that the base did not look for: their rule was not selected.
    public let notLookedFor: [Entry]
    /// Mistakes that only the base has, worst first.
    public let fixed: [Entry]
    /// Mistakes that only the base has, and of which the head says nothing: their rule came to no verdict in their app.
    public let notSeen: [Entry]
    /// Mistakes that both have, worst first.
    public let unchanged: [Entry]
    private let unsure: (base: [EndingCause: UnsureEndings], head: [EndingCause: UnsureEndings])

    /// Compares two reports.
    public init(
        base: any ReportContents, named baseName: String, head: any ReportContents, named headName: String
    ) throws {
        self.base = Side(name: baseName, header: base.header)
        self.head = Side(name: headName, header: head.header)
        let before = try Tally(base)
        let after = try Tally(head, beside: before.present)
        var new: [Entry] = []
        var notLookedFor: [Entry] = []
        var fixed: [Entry] = []
        var notSeen: [Entry] = []
        var unchanged: [Entry] = []
        for (fingerprint, found) in after.counted {
            let entry = Entry(
                finding: found.worst, base: before.counted[fingerprint]?.count ?? 0, head: found.count,
                spread: found.spread)
            if before.present.contains(fingerprint) {
                unchanged.append(entry)
            } else if base.header.verdicts[found.worst.rule] == nil {
                notLookedFor.append(entry)
            } else {
                new.append(entry)
            }
        }
        for (fingerprint, found) in before.counted where after.counted[fingerprint] == nil {
            let entry = Entry(finding: found.worst, base: found.count, head: 0, spread: found.spread)
            if after.present.contains(fingerprint) {
                unchanged.append(entry)
            } else if Self.judges(found.worst, head.header) {
                fixed.append(entry)
            } else {
                notSeen.append(entry)
            }
        }
        self.new = new.sorted(by: Self.precedes)
        self.notLookedFor = notLookedFor.sorted(by: Self.precedes)
        self.fixed = fixed.sorted(by: Self.precedes)
        self.notSeen = notSeen.sorted(by: Self.precedes)
        self.unchanged = unchanged.sorted(by: Self.precedes)
        unsure = (try UnsureEndings.count(base), try UnsureEndings.count(head))
    }

    /// Whether a report says anything of a mistake that it does not have: its rule came to a whole verdict in its app,
    /// and all inputs were read to their ends.
    private static func judges(_ finding: Finding, _ header: ReportHeader) -> Bool {
        guard let total = header.verdicts[finding.rule], total.isTold, !header.inputs.contains(where: \.isIncomplete)
        else { return false }
        return header.appVerdicts.isEmpty || header.appVerdicts.tell(finding.rule, in: finding.appName)
    }

    /// How many new mistakes there are, by severity.
    public func newCount(_ severity: Finding.Severity) -> Int { new.count { $0.finding.severity == severity } }

    /// The causes of endings in either report, with how often each ended a run: ordinary ones last.
    var endings: [EndingRow] {
        let before = base.header.summary.endings
        let after = head.header.summary.endings
        return EndingCause.allCases.filter { (before[$0] ?? 0) + (after[$0] ?? 0) > 0 }
            .map { cause in
                let (base, head) = (before[cause] ?? 0, after[cause] ?? 0)
                let doubts = [
                    unsure.base[cause]?.text(of: base).map { "before: " + $0 },
                    unsure.head[cause]?.text(of: head).map { "now: " + $0 },
                ].compactMap(\.self)
                return EndingRow(
                    cause: cause, base: base, head: head,
                    unsure: doubts.isEmpty ? nil : doubts.joined(separator: "; "))
            }
            .sorted { left, right in
                if left.cause.page.isOrdinary != right.cause.page.isOrdinary { return right.cause.page.isOrdinary }
                return left.cause.rawValue < right.cause.rawValue
            }
    }

    private static func precedes(_ left: Entry, _ right: Entry) -> Bool { key(left) < key(right) }

    private static func key(_ entry: Entry) -> (Int, String, String, String, String) {
        let finding = entry.finding
        let rank = Finding.Severity.allCases.firstIndex(of: finding.severity) ?? 0
        return (rank, finding.rule, finding.appName ?? "", finding.culprit ?? "", finding.fingerprint)
    }

    /// The mistakes of one report.
    private struct Tally {
        var counted: [String: (worst: Finding, count: Int, spread: FindingSpread)] = [:]
        var present: Set<String> = []

        /// - Parameter others: what the report before has.
        init(_ report: any ReportContents, beside others: Set<String> = []) throws {
            var counted = counted
            var present = present
            try report.forEachFinding { finding in
                present.insert(finding.fingerprint)
                guard finding.suppressed == nil else { return }
                if let primary = finding.relatedTo, !others.contains(primary) || others.contains(finding.fingerprint) {
                    return
                }
                var found = counted.removeValue(forKey: finding.fingerprint) ?? (finding, 0, FindingSpread())
                let (rank, worst) = (FindingSurvey.rank(finding), FindingSurvey.rank(found.worst))
                if rank > worst || rank == worst && StatedTime.isLonger(finding.message, than: found.worst.message) {
                    found.worst = finding
                }
                found.count += finding.count
                found.spread.add(finding)
                counted[finding.fingerprint] = found
            }
            self.counted = counted
            self.present = present
        }
    }
}
