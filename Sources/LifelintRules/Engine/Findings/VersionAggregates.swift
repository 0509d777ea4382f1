// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// Findings of which one is told per app version: the worst, with how many there were, the median, and the last runs in
/// which they were.
struct VersionAggregates {
    private struct Group {
        var worst: DraftFinding
        var count = 0
        var values = MeasuredValues()
        /// In their order, the last that a finding lists.
        var runs: [Run] = []
    }

    /// A run in which it was found.
    private struct Run {
        var start: Int64
        /// Its place in a finding over several runs.
        var place: Int
        var id: String

        static func isBefore(_ left: Run, _ right: Run) -> Bool {
            (left.start, left.place, left.id) < (right.start, right.place, right.id)
        }
    }

    private struct Key: Hashable {
        var rule: String
        var app: String
        var version: String?
        var severity: Finding.Severity
        /// The primary that they stand under: those that count are not told together with those that do not.
        var primary: String?
    }

    private var groups: [Key: Group] = [:]

    mutating func add(_ draft: DraftFinding, version: String?) {
        let key = Key(
            rule: draft.finding.rule, app: draft.finding.app ?? "", version: version,
            severity: draft.finding.severity, primary: draft.finding.relatedTo)
        // Changed where it stands: a copy would be one of all its values.
        VersionAggregates.add(draft, to: &groups[key, default: Group(worst: draft)])
    }

    private static func add(_ draft: DraftFinding, to group: inout Group) {
        group.count += 1
        if let value = draft.value { group.values.add(value) }
        if isWorse(draft, than: group.worst) { group.worst = draft }
        for (place, id) in draft.finding.runs.enumerated() where !group.runs.contains(where: { $0.id == id }) {
            add(Run(start: draft.place.start.nanoseconds, place: place, id: id), to: &group.runs)
        }
    }

    private static func add(_ run: Run, to runs: inout [Run]) {
        let before = runs.lastIndex { Run.isBefore($0, run) }
        runs.insert(run, at: before.map { $0 + 1 } ?? 0)
        if runs.count > HistoryFinding.runLimit { runs.removeFirst() }
    }

    /// Of equal ones the earliest: runs may end in one instant, and then come in any order.
    private static func isWorse(_ draft: DraftFinding, than other: DraftFinding) -> Bool {
        let (left, right) = (draft.value?.amount ?? -.infinity, other.value?.amount ?? -.infinity)
        if left != right { return left > right }
        let (time, otherTime) = (draft.finding.time.nanoseconds, other.finding.time.nanoseconds)
        return (time, draft.finding.run ?? "", draft.finding.key ?? "")
            < (otherTime, other.finding.run ?? "", other.finding.key ?? "")
    }

    /// The findings, one a group.
    var findings: [DraftFinding] {
        groups.values.map { group in
            var draft = group.worst
            draft.finding.count = group.count
            draft.finding.runs = group.runs.map(\.id)
            var values: [String: String] = ["count": String(group.count)]
            if let median = group.values.median {
                values["value.median"] = median
                values["value.worst"] = draft.value?.printed ?? "unknown"
            }
            draft.finding.message = MessageWriter.complete(draft.finding.message, values)
            return draft
        }
    }
}
