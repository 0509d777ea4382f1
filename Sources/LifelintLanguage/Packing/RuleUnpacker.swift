// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads rules in the form that ``PackedRules`` draws.
///
/// Bytes that are no rule make one that nobody may use: whoever reads looks at ``isWhole`` in the end.
struct RuleUnpacker {
    private let bytes: [UInt8]
    private var next = 0
    private let paths: [FieldPath]
    /// The file that every place is in.
    let file: String
    private var isBroken = false
    /// In the order in which they end.
    private var conditions: [Condition] = []

    /// - Parameters:
    ///   - packed: what was written for one rule.
    ///   - paths: what stands once for all rules.
    ///   - file: what the rule's file is called.
    init(_ packed: String, paths: [FieldPath], file: String) {
        bytes = Array(packed.utf8)
        self.paths = paths
        self.file = file
    }

    /// Whether everything was there, and nothing else.
    var isWhole: Bool { !isBroken && next == bytes.count }

    /// A number that is not negative.
    mutating func number() -> Int { Int(truncatingIfNeeded: digits() & UInt64(Int.max)) }

    /// Any number.
    mutating func signed() -> Int64 {
        let value = digits()
        return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    }

    /// How many things follow, each of which takes a byte at least.
    mutating func count() -> Int {
        let count = number()
        if count <= bytes.count - next { return count }
        isBroken = true
        return 0
    }

    /// A text that hardly stands elsewhere.
    mutating func text() -> String {
        let count = count()
        let end = next + count
        defer { next = end }
        return String(decoding: bytes[next..<end], as: UTF8.self)
    }

    /// A path that many rules have.
    mutating func path() -> FieldPath {
        let place = number()
        if place < paths.count { return paths[place] }
        isBroken = true
        return ""
    }

    /// Takes a condition that was read.
    mutating func keep(_ condition: Condition) { conditions.append(condition) }

    /// The condition at the place that is written.
    mutating func conditionToldBefore() -> Condition {
        let place = number()
        if place < conditions.count { return conditions[place] }
        isBroken = true
        return .exists("")
    }

    /// What stands at the place that is written.
    mutating func one<Choice>(of choices: [Choice]) -> Choice {
        let place = number()
        if place < choices.count { return choices[place] }
        isBroken = true
        return choices[0]
    }

    /// The number of a case, below a limit.
    mutating func tag(below limit: Int) -> Int {
        let tag = number()
        if tag < limit { return tag }
        isBroken = true
        return 0
    }

    private mutating func digits() -> UInt64 {
        var value: UInt64 = 0
        while next < bytes.count {
            let byte = bytes[next]
            next += 1
            if byte < PackedRules.digit {
                if byte < PackedRules.lastDigit { break }
                return value << 5 | UInt64(byte - PackedRules.lastDigit)
            }
            if byte >= PackedRules.digit + 32 { break }
            value = value << 5 | UInt64(byte - PackedRules.digit)
        }
        isBroken = true
        return 0
    }
}
