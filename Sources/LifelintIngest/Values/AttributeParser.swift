// SPDX-License-Identifier: MIT

import LifelintModel

/// Makes attributes of values: typed by the vocabulary where it knows the key, else by how they were written.
enum AttributeParser {
    /// The attribute with the value in that range, and whether the value is none of the type the vocabulary gives it.
    static func attribute(
        _ meaning: KeyMeaning, _ form: ValueForm, _ view: ByteView, _ start: Int, _ end: Int
    ) -> (attribute: Attribute, isBad: Bool) {
        var attribute = Attribute()
        attribute.key = meaning.key
        let isRight: Bool
        switch meaning.type {
        case .string: isRight = true
        case .any:
            // Where the vocabulary knows the key, quotes say nothing of the type.
            let isQuoted = form == .string && meaning.key != .custom
            let isTyped = setByForm(isQuoted && start < end ? .word : form, view, start, end, in: &attribute)
            isRight = isTyped && (meaning.key != .code || isCode(&attribute, view, start, end))
        case .integer:
            var number = ValueParser.integer(view, start, end)
            if number == nil, meaning.key == .signal { number = signal(view, start, end) }
            isRight = set(.integer, number, in: &attribute)
        case .bool: isRight = set(.bool, ValueParser.truth(view, start, end).map { $0 ? 1 : 0 }, in: &attribute)
        case .duration:
            isRight = set(.duration, FieldParser.duration(view, start, end, unit: .seconds), in: &attribute)
        case .bytes:
            let size = ValueParser.size(view, start, end) ?? DecimalNumber(view, start, end)?.scaled(by: 1)
            isRight = set(.bytes, size, in: &attribute)
        case .number: isRight = set(.number, number(view, start, end), in: &attribute)
        }
        return (attribute, !isRight)
    }

    /// The type of a value outside the vocabulary: quoted is a string, then bool, integer, number, number with a unit.
    private static func setByForm(
        _ form: ValueForm, _ view: ByteView, _ start: Int, _ end: Int, in attribute: inout Attribute
    ) -> Bool {
        switch form {
        case .string, .nested: return true
        case .truth: return set(.bool, view[start] == 0x74 ? 1 : 0, in: &attribute)
        case .number, .word:
            let initial = view[start]
            if form == .word, !initial.isDigit, initial != 0x2D, initial != 0x2B {
                if view.matches("true", from: start, to: end) { return set(.bool, 1, in: &attribute) }
                if view.matches("false", from: start, to: end) { return set(.bool, 0, in: &attribute) }
                return true
            }
            if set(.integer, ValueParser.integer(view, start, end), in: &attribute) { return true }
            if set(.number, number(view, start, end), in: &attribute) { return true }
            if set(.duration, ValueParser.duration(view, start, end), in: &attribute) { return true }
            _ = set(.bytes, ValueParser.size(view, start, end), in: &attribute)
            return true
        }
    }

    /// Whether a code is a whole number or a name; what is written like a number and is none stays a text.
    private static func isCode(_ attribute: inout Attribute, _ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        switch attribute.kind {
        case .integer: return true
        case .string:
            guard start < end else { return true }
            return !view[start].isDigit && !(start..<end).allSatisfy { view[$0].hexDigit != nil }
        case .number, .bool, .duration, .bytes:
            attribute.kind = .string
            attribute.bits = 0
            return false
        }
    }

    /// A signal by its name.
    private static func signal(_ view: ByteView, _ start: Int, _ end: Int) -> Int64? {
        SignalNames.number(told: String(decoding: view.bytes(start, end), as: UTF8.self)).map(Int64.init)
    }

    private static func set(_ kind: Attribute.Kind, _ bits: Int64?, in attribute: inout Attribute) -> Bool {
        guard let bits else { return false }
        attribute.kind = kind
        attribute.bits = bits
        return true
    }

    /// A number as the bits of a `Double`.
    private static func number(_ view: ByteView, _ start: Int, _ end: Int) -> Int64? {
        DecimalNumber(view, start, end)?.double(view, start, end).map { Int64(bitPattern: $0.bitPattern) }
    }
}
