// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads single values as rules write them: durations, amounts, shares, numbers, words.
enum WrittenValue {
    /// The number, with or without a unit, that the whole text is; nil where it begins like none.
    static func number(_ text: String) throws(ConditionError) -> Value? {
        var bytes = Array(text.utf8)
        let isNegative = bytes.first == 0x2D
        if isNegative { bytes.removeFirst() }
        guard let first = bytes.first, (0x30...0x39).contains(first) else { return nil }
        var scanner = NumberScanner(bytes: bytes, place: 0)
        let value = try scanner.value()
        guard scanner.place == bytes.count else { return nil }
        return isNegative ? negative(value) : value
    }

    /// What a parameter is: a number, yes or no, or text.
    static func parameter(_ text: String) -> Value {
        if let value = (try? number(text)) ?? nil { return value }
        switch text {
        case "true": return .bool(true)
        case "false": return .bool(false)
        default: return .string(text)
        }
    }

    /// `30%` as 0.3.
    static func share(_ text: String) -> Double? {
        guard text.hasSuffix("%"), let value = Double(text.dropLast()), value.isFinite else { return nil }
        return value / 100
    }

    /// `3 of 4`.
    static func ratio(_ text: String) -> (part: Int, whole: Int)? {
        let words = text.split(separator: " ")
        guard words.count == 3, words[1] == "of", let part = Int(words[0]), let whole = Int(words[2]) else {
            return nil
        }
        return part > 0 && whole >= part ? (part, whole) : nil
    }

    /// A number without unit.
    static func plainNumber(_ text: String) -> Double? {
        switch (try? number(text)) ?? nil {
        case .integer(let value)?: Double(value)
        case .number(let value)?: value
        default: nil
        }
    }

    private static func negative(_ value: Value) -> Value? {
        switch value {
        case .integer(let value): .integer(0 - value)
        case .number(let value): .number(-value)
        case .duration(let value): .duration(0 - value)
        case .bytes(let value): .bytes(0 - value)
        case .string, .bool, .instant: nil
        }
    }
}
