// SPDX-License-Identifier: MIT

/// What is written when the program is built, and read when it starts: whatever a rule or a recogniser
/// that was read is made of.
///
/// Reading YAML again, with every check of what it says, takes longer for all that ships than a short log takes for
/// everything else. Both directions of a type stand beside each other, in the same order.
protocol Packed {
    init(from reader: inout RuleUnpacker)
    func pack(into writer: inout RulePacker)
}

/// One of a few: written as its place among them.
protocol PackedChoice: Packed, CaseIterable, Equatable {}

extension PackedChoice {
    init(from reader: inout RuleUnpacker) { self = reader.one(of: Array(Self.allCases)) }

    func pack(into writer: inout RulePacker) {
        writer.add(number: Array(Self.allCases).firstIndex(of: self) ?? 0)
    }
}

extension Int: Packed {
    init(from reader: inout RuleUnpacker) { self = Int(truncatingIfNeeded: reader.signed()) }
    func pack(into writer: inout RulePacker) { writer.add(signed: Int64(self)) }
}

extension Int64: Packed {
    init(from reader: inout RuleUnpacker) { self = reader.signed() }
    func pack(into writer: inout RulePacker) { writer.add(signed: self) }
}

extension UInt8: Packed {
    init(from reader: inout RuleUnpacker) { self = UInt8(truncatingIfNeeded: reader.number()) }
    func pack(into writer: inout RulePacker) { writer.add(number: Int(self)) }
}

extension Double: Packed {
    init(from reader: inout RuleUnpacker) { self = Double(bitPattern: UInt64(bitPattern: reader.signed())) }
    func pack(into writer: inout RulePacker) { writer.add(signed: Int64(bitPattern: bitPattern)) }
}

extension Bool: Packed {
    init(from reader: inout RuleUnpacker) { self = reader.number() != 0 }
    func pack(into writer: inout RulePacker) { writer.add(number: self ? 1 : 0) }
}

extension String: Packed {
    init(from reader: inout RuleUnpacker) { self = reader.text() }
    func pack(into writer: inout RulePacker) { writer.add(text: self) }
}

extension Optional: Packed where Wrapped: Packed {
    init(from reader: inout RuleUnpacker) { self = reader.number() == 0 ? nil : Wrapped(from: &reader) }

    func pack(into writer: inout RulePacker) {
        writer.add(number: self == nil ? 0 : 1)
        self?.pack(into: &writer)
    }
}

extension Array: Packed where Element: Packed {
    init(from reader: inout RuleUnpacker) {
        let count = reader.count()
        self = []
        reserveCapacity(count)
        for _ in 0..<count { append(Element(from: &reader)) }
    }

    func pack(into writer: inout RulePacker) {
        writer.add(number: count)
        for element in self { element.pack(into: &writer) }
    }
}

/// In the order of what they are written as, so that equal sets are written alike.
extension Set: Packed where Element: PackedChoice {
    init(from reader: inout RuleUnpacker) {
        let cases = Array(Element.allCases)
        let count = reader.count()
        self.init(minimumCapacity: count)
        for _ in 0..<count { insert(reader.one(of: cases)) }
    }

    func pack(into writer: inout RulePacker) {
        let members = Element.allCases.filter { contains($0) }
        writer.add(number: members.count)
        for member in members { member.pack(into: &writer) }
    }
}

/// In the order of their keys, so that equal ones are written alike.
extension Dictionary: Packed where Key == String, Value: Packed {
    init(from reader: inout RuleUnpacker) {
        self.init()
        for _ in 0..<reader.count() {
            let key = reader.text()
            self[key] = Value(from: &reader)
        }
    }

    func pack(into writer: inout RulePacker) {
        writer.add(number: count)
        for (key, value) in sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            key.pack(into: &writer)
            value.pack(into: &writer)
        }
    }
}
