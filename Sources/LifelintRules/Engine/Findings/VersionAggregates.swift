// SPDX-License-Identifier: MIT

import LifelintModel

/// Findings of which one is told per app version: the worst, with how many there were and the median.
struct VersionAggregates {
    private struct Group {
        var worst: DraftFinding
        var count = 0
        var values: [Double] = []
        var sample: Value?
    }

    private struct Key: Hashable {
        var rule: String
        var app: String
        var version: String?
        var severity: Finding.Severity
    }

    /// Values that the median is taken of; later ones are counted.
    private static let keptValues = 10_000

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
        if let amount = draft.value?.amount {
            if group.values.count < keptValues { group.values.append(amount) }
            group.sample = draft.value
        }
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
            if !group.values.isEmpty {
                let sorted = group.values.sorted()
                values["value.median"] = VersionAggregates.printed(sorted[(sorted.count - 1) / 2], like: group.sample)
                values["value.worst"] = draft.value?.printed ?? "unknown"
            }
            draft.finding.message = MessageWriter.complete(draft.finding.message, values)
            return draft
        }
    }

    private static func printed(_ amount: Double, like sample: Value?) -> String {
        let whole = Int64(exactly: amount.rounded()) ?? .max
        return switch sample {
        case .duration: Value.duration(whole).printed
        case .bytes: Value.bytes(whole).printed
        case .integer: Value.integer(whole).printed
        default: Value.number(amount).printed
        }
    }
}
