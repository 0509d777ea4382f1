// SPDX-License-Identifier: MIT

import LifelintModel

/// Writes nodes in the form that ``PackedYAML`` draws.
struct PackedYAMLWriter {
    private(set) var bytes: [UInt8] = []

    /// Adds a node; the limits of reading bound the recursion.
    mutating func add(_ node: YAMLNode) {
        switch node.content {
        case .scalar(let scalar):
            add(PackedYAML.styles.firstIndex(of: scalar.style) ?? 0)
            add(node.at)
            add(scalar.text)
        case .sequence(let items):
            add(PackedYAML.sequence)
            add(node.at)
            add(items.count)
            for item in items { add(item) }
        case .mapping(let entries):
            add(PackedYAML.mapping)
            add(node.at)
            add(entries.count)
            for entry in entries {
                add(entry.key.at)
                add(entry.key.text)
                add(entry.value)
            }
        }
    }

    private mutating func add(_ place: SourceLocation) {
        add(Int(place.offset))
        add(place.length)
        add(place.line)
        add(place.column)
    }

    private mutating func add(_ text: String) {
        add(text.utf8.count)
        bytes += text.utf8
    }

    private mutating func add(_ number: Int) {
        var digits = [PackedYAML.lastDigit + UInt8(truncatingIfNeeded: number & 31)]
        var rest = number >> 5
        while rest > 0 {
            digits.append(PackedYAML.digit + UInt8(truncatingIfNeeded: rest & 31))
            rest >>= 5
        }
        bytes += digits.reversed()
    }
}
