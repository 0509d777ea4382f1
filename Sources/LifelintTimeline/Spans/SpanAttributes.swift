// SPDX-License-Identifier: MIT

import LifelintModel

/// Attributes that an instance of a span has gathered, as conditions ask for them: few, so in a row.
struct SpanAttributes: FieldSource {
    /// More keys than a log means.
    private static let limit = 64

    private(set) var items: [(key: String, value: Value)] = []

    var isEmpty: Bool { items.isEmpty }
    var name: String? {
        if case .string(let name)? = value(of: "name") { return name }
        return nil
    }

    func value(of path: FieldPath) -> Value? { value(of: path.text) }

    /// The value of that key.
    func value(of path: String) -> Value? {
        for item in items where item.key == path { return item.value }
        return nil
    }

    /// Takes the attributes of an event; later values win.
    mutating func gather(_ event: EventView) {
        guard event.record.attributesCount > 0 else { return }
        for attribute in event.batch.attributes(of: event.record) {
            guard attribute.text.length == .max || attribute.text.length <= RunLimits.evidenceText,
                let value = event.batch.value(attribute)
            else { continue }
            let key = event.batch.key(attribute)
            if let index = items.firstIndex(where: { $0.key == key }) {
                items[index].value = value
            } else if items.count < SpanAttributes.limit {
                items.append((key, value))
            }
        }
    }
}
