// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// Which fields tell apart what a rule looks at one by one.
struct KeyFields: Equatable {
    private(set) var fields: [String]
    /// The kind of spans whose own key the first field is, or what the names of such kinds begin with; nil if it is
    /// none's.
    let noun: String?

    init(_ branch: RuleBranch) {
        var fields: [String] = []
        var noun: String?
        switch branch.forEach {
        case .run, .device, .app: break
        case .scene:
            fields.append("scene")
            noun = "scene."
        case .span(let kind, let key):
            if !key.isEmpty {
                fields.append(key)
                noun = kind
            }
        }
        for field in branch.same where !fields.contains(field) { fields.append(field) }
        self.fields = fields
        self.noun = noun
    }

    /// Whether both tell apart by the same fields.
    static func == (left: KeyFields, right: KeyFields) -> Bool { left.fields == right.fields }

    /// Takes the list of the same fields, if there is one: to see that two are one list costs less than to compare them.
    mutating func share(_ lists: inout [[String]]) {
        if let known = lists.first(where: { $0 == fields }) { fields = known } else { lists.append(fields) }
    }

    func key(of event: SeenEvent) -> ObligationKey {
        if fields.isEmpty { return ObligationKey(values: []) }
        // Most rules that look at an event tell apart by the same fields.
        if let known = event.latestKey, known.fields == fields { return known.key }
        let key = ObligationKey(values: fields.map { event.keyText(of: $0) })
        event.latestKey = (fields, key)
        return key
    }

    /// The key of an instance: what has a key of its own and is no noun's counts by that.
    func key(of span: SpanInstance) -> ObligationKey {
        if fields.isEmpty { return ObligationKey(values: []) }
        // A rule's own spans have all fields of the key at once.
        let own = noun ?? (span.kind.hasPrefix("#") ? nil : span.kind)
        return ObligationKey(
            values: fields.enumerated().map { index, field in span.keyText(of: field, noun: index == 0 ? own : nil) })
    }
}

/// The values of the key fields of one obligation; what is missing fits anything.
struct ObligationKey: Hashable {
    let values: [String?]

    /// Whether an event with that key belongs to this one.
    func fits(_ other: ObligationKey) -> Bool {
        for (mine, its) in zip(values, other.values) {
            if let mine, let its, mine != its { return false }
        }
        return true
    }

    /// This key with what another one knows that it does not; nil where they differ.
    func filled(from other: ObligationKey) -> ObligationKey? {
        guard fits(other) else { return nil }
        return ObligationKey(values: zip(values, other.values).map { $0 ?? $1 })
    }

    /// Whether every event with that key belongs to this one, too, which says more.
    func isPart(of other: ObligationKey) -> Bool {
        self != other && zip(values, other.values).allSatisfy { $1 == nil || $0 == $1 }
    }

    /// Whether a field is missing that other keys may have.
    var isLoose: Bool { values.contains { $0 == nil } }

    /// Whether it tells nothing apart.
    var isEmpty: Bool { values.allSatisfy { $0 == nil } }

    /// As reports show it.
    var text: String? {
        let known = values.compactMap(\.self)
        return known.isEmpty ? nil : known.joined(separator: " ")
    }
}
