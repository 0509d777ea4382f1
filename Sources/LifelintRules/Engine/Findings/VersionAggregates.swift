// SPDX-License-Identifier: MIT

import LifelintModel

/// Findings of which one is told per app version: the worst, with how many there were and the median.
struct VersionAggregates {
    private struct Group {
        var worst: DraftFinding
        var count = 0
        var values = MeasuredValues()
    }

    private struct Key: Hashable {
        var rule: String
        var app: String
        var version: String?
        var severity: Finding.Severity
    }

    private var groups: [Key: Group] = [:]

    mutating func add(_ draft: DraftFinding, version: String?) {
        let key = Key(
            rule: draft.finding.rule, app: draft.finding.app ?? "", version: version,
            severity: draft.finding.severity)
        // Changed where it stands: a copy would be one of all its values.
        VersionAggregates.add(draft, to: &groups[key, default: Group(worst: draft)])
    }

    private static func add(_ draft: DraftFinding, to group: inout Group) {
        group.count += 1
        if let value = draft.value { group.values.add(value) }
        if isWorse(draft, than: group.worst) { group.worst = draft }
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
