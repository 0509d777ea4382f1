// SPDX-License-Identifier: MIT

import LifelintModel

/// Writes rules that were read in the form that ``PackedRules`` draws.
struct RulePacker {
    private(set) var bytes: [UInt8] = []
    /// What stands once for all rules, by its place.
    private(set) var shared: [String] = []
    private var places: [String: Int] = [:]
    /// Those of the rule that is being written, in the order in which they end.
    private var conditions: [Condition] = []

    /// A number that is not negative.
    mutating func add(number: Int) { write(UInt64(number)) }

    /// Any number: the smaller without its sign, the shorter.
    mutating func add(signed number: Int64) { write(UInt64(bitPattern: number << 1 ^ number >> 63)) }

    /// A text that hardly stands elsewhere.
    mutating func add(text: String) {
        add(number: text.utf8.count)
        bytes += text.utf8
    }

    /// A text that many rules have.
    mutating func add(shared text: String) {
        let place = places[text] ?? shared.count
        if place == shared.count {
            shared.append(text)
            places[text] = place
        }
        add(number: place)
    }

    /// Where a condition stood before in the rule that is being written.
    func place(of condition: Condition) -> Int? { conditions.firstIndex(of: condition) }

    /// Takes a condition that was written.
    mutating func keep(_ condition: Condition) { conditions.append(condition) }

    /// The number of a case, then what belongs to it.
    mutating func add<each Part: Packed>(tag: Int, _ parts: repeat each Part) {
        add(number: tag)
        repeat (each parts).pack(into: &self)
    }

    /// Parts, one after the other.
    mutating func add<each Part: Packed>(_ parts: repeat each Part) {
        repeat (each parts).pack(into: &self)
    }

    private mutating func write(_ number: UInt64) {
        var digits = [PackedRules.lastDigit + UInt8(number & 31)]
        var rest = number >> 5
        while rest > 0 {
            digits.append(PackedRules.digit + UInt8(rest & 31))
            rest >>= 5
        }
        bytes += digits.reversed()
    }

    /// Gives what was written, and begins anew; what is shared stays.
    mutating func take() -> String {
        defer { (bytes, conditions) = ([], []) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
