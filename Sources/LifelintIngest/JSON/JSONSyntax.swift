// SPDX-License-Identifier: MIT

import LifelintModel

/// Steps over JSON values, strictly by RFC 8259.
enum JSONSyntax {
    /// The string that begins with a quote there, without its quotes; nil if it is none.
    static func content(_ view: ByteView, _ quote: Int, _ end: Int) -> Range<Int>? {
        guard quote >= 0, quote < end, view[quote] == 0x22, let stop = try? string(view, quote + 1, end).end,
            stop > quote
        else { return nil }
        return quote + 1..<stop
    }

    /// The end of the string whose first byte after the quote is at `start`, and whether it has escapes.
    static func string(
        _ view: ByteView, _ start: Int, _ end: Int
    ) throws(JSONFault) -> (end: Int, hasEscapes: Bool) {
        var position = start
        var hasEscapes = false
        while true {
            position = view.stringStop(from: position, to: end)
            guard position < end else {
                throw JSONFault(position: end, code: .invalidJSON, message: IngestProblem.unclosed("A string"))
            }
            switch view[position] {
            case 0x22: return (position, hasEscapes)
            case 0x5C:
                hasEscapes = true
                position = try escape(view, position, end)
            default:
                throw JSONFault(
                    position: position, code: .invalidJSON,
                    message: IngestProblem.expected("a character of a string", found: view[position]))
            }
        }
    }

    /// The end of the number that begins at `start`.
    static func number(_ view: ByteView, _ start: Int, _ end: Int) throws(JSONFault) -> Int {
        var stop = start
        while stop < end, view[stop].isDigit { stop += 1 }
        // Most numbers are whole and need no closer look.
        if stop > start, !isNumberByte(view[stop]), view[start] != 0x30 || stop == start + 1 { return stop }
        while stop < end, isNumberByte(view[stop]) { stop += 1 }
        guard DecimalNumber(view, start, stop, isStrict: true) != nil else {
            throw JSONFault(position: start, code: .invalidJSON, message: "This is no number that JSON knows.")
        }
        return stop
    }

    /// The end of `true`, `false` or `null`.
    static func word(_ view: ByteView, _ start: Int, _ end: Int) throws(JSONFault) -> Int {
        let length = view[start] == 0x66 ? 5 : 4
        let stop = min(start + length, end)
        for name: StaticString in ["true", "false", "null"] where view.matches(name, from: start, to: stop) {
            return stop
        }
        throw JSONFault(
            position: start, code: .invalidJSON, message: IngestProblem.expected("a value", found: view[start]))
    }

    /// The end of the value that begins at `start`, nested values included, without recursion.
    static func value(_ view: ByteView, _ start: Int, _ end: Int, depth: Int = 0) throws(JSONFault) -> Int {
        // One bit a level: 1 is an object. The limit of nesting is the width of the word.
        var kinds: UInt64 = 0
        var level = 0
        var position = start
        var needsValue = true
        while true {
            position = view.skipWhiteSpace(from: position, to: end)
            if needsValue {
                switch view[position] {
                case 0x7B where position < end, 0x5B where position < end:
                    let isObject = view[position] == 0x7B
                    guard level + depth < IngestLimits.nesting else {
                        throw JSONFault(
                            position: position, code: .nestingTooDeep, message: IngestProblem.nestingTooDeep)
                    }
                    kinds = kinds << 1 | (isObject ? 1 : 0)
                    level += 1
                    position = view.skipWhiteSpace(from: position + 1, to: end)
                    if view[position] == (isObject ? 0x7D : 0x5D), position < end {
                        needsValue = false
                    } else if isObject {
                        position = try key(view, position, end).next
                    }
                    continue
                default: position = try scalar(view, position, end)
                }
            }
            needsValue = false
            if level == 0 { return position }
            position = view.skipWhiteSpace(from: position, to: end)
            let isObject = kinds & 1 == 1
            guard position < end else {
                throw JSONFault(position: end, code: .invalidJSON, message: unclosed(isObject))
            }
            switch view[position] {
            case 0x2C:
                position += 1
                if isObject { position = try key(view, view.skipWhiteSpace(from: position, to: end), end).next }
                needsValue = true
            case isObject ? 0x7D : 0x5D:
                kinds >>= 1
                level -= 1
                position += 1
            default:
                throw JSONFault(
                    position: position, code: .invalidJSON,
                    message: IngestProblem.expected("a comma or the end of the value", found: view[position]))
            }
        }
    }

    /// The end of the string, number or word that begins at `start`.
    static func scalar(_ view: ByteView, _ start: Int, _ end: Int) throws(JSONFault) -> Int {
        guard start < end else {
            throw JSONFault(position: end, code: .invalidJSON, message: "A value is missing.")
        }
        switch view[start] {
        case 0x22: return try string(view, start + 1, end).end + 1
        case 0x2D, 0x30...0x39: return try number(view, start, end)
        default: return try word(view, start, end)
        }
    }

    /// The key at `start` and the position of its value behind the colon.
    static func key(
        _ view: ByteView, _ start: Int, _ end: Int
    ) throws(JSONFault) -> (start: Int, end: Int, hasEscapes: Bool, next: Int) {
        guard start < end else {
            throw JSONFault(position: end, code: .invalidJSON, message: unclosed(true))
        }
        guard view[start] == 0x22 else {
            throw JSONFault(
                position: start, code: .invalidJSON,
                message: IngestProblem.expected("a key in quotes", found: view[start]))
        }
        let (keyEnd, hasEscapes) = try string(view, start + 1, end)
        let colon = view.skipWhiteSpace(from: keyEnd + 1, to: end)
        guard colon < end, view[colon] == 0x3A else {
            let message = colon < end ? IngestProblem.expected("a colon", found: view[colon]) : unclosed(true)
            throw JSONFault(position: min(colon, end), code: .invalidJSON, message: message)
        }
        return (start + 1, keyEnd, hasEscapes, view.skipWhiteSpace(from: colon + 1, to: end))
    }

    static func unclosed(_ isObject: Bool) -> String { IngestProblem.unclosed(isObject ? "An object" : "An array") }

    private static func isNumberByte(_ byte: UInt8) -> Bool {
        byte.isDigit || byte == 0x2D || byte == 0x2B || byte == 0x2E || byte | 0x20 == 0x65
    }

    private static func escape(_ view: ByteView, _ position: Int, _ end: Int) throws(JSONFault) -> Int {
        let length = view[position + 1] == 0x75 ? 6 : 2
        guard position + length <= end else {
            throw JSONFault(position: end, code: .invalidJSON, message: IngestProblem.unclosed("A string"))
        }
        let isKnown: Bool
        switch view[position + 1] {
        case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: isKnown = true
        case 0x75: isKnown = (2..<6).allSatisfy { view[position + $0].hexDigit != nil }
        default: isKnown = false
        }
        guard isKnown else {
            throw JSONFault(
                position: position, code: .invalidJSON, message: "This backslash begins no escape that JSON knows.")
        }
        return position + length
    }

    /// The text of a string with its escapes resolved; halves of surrogate pairs become replacement characters.
    static func unescaped(_ view: ByteView, _ start: Int, _ end: Int) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(max(end - start, 0))
        appendUnescaped(view, start, end, to: &text)
        return text
    }

    /// Appends the same to other bytes.
    static func appendUnescaped(_ view: ByteView, _ start: Int, _ end: Int, to text: inout [UInt8]) {
        var position = start
        while position < end {
            guard view[position] == 0x5C, position + 1 < end else {
                // What has no escapes is taken as it is, up to the next one.
                let next = view.firstIndex(of: 0x5C, from: position + 1, to: end) ?? end
                view.append(position, next, to: &text)
                position = next
                continue
            }
            if view[position + 1] == 0x75 {
                let (scalar, length) = unicodeEscape(view, position, end)
                text.append(contentsOf: String(Character(scalar)).utf8)
                position += length
                continue
            }
            switch view[position + 1] {
            case 0x62: text.append(0x08)
            case 0x66: text.append(0x0C)
            case 0x6E: text.append(0x0A)
            case 0x72: text.append(0x0D)
            case 0x74: text.append(0x09)
            default: text.append(view[position + 1])
            }
            position += 2
        }
    }

    private static func unicodeEscape(_ view: ByteView, _ position: Int, _ end: Int) -> (Unicode.Scalar, Int) {
        func unit(_ at: Int) -> UInt32? {
            guard at + 6 <= end, view[at] == 0x5C, view[at + 1] == 0x75 else { return nil }
            var value: UInt32 = 0
            for index in 2..<6 {
                guard let digit = view[at + index].hexDigit else { return nil }
                value = value << 4 | UInt32(digit)
            }
            return value
        }
        guard let first = unit(position) else { return ("\u{FFFD}", 2) }
        if first >= 0xD800, first < 0xDC00, let second = unit(position + 6), second >= 0xDC00, second < 0xE000 {
            let code = 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00)
            return (Unicode.Scalar(code) ?? "\u{FFFD}", 12)
        }
        return (Unicode.Scalar(first) ?? "\u{FFFD}", 6)
    }
}
