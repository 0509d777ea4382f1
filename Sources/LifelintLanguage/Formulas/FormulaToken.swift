// SPDX-License-Identifier: MIT

import LifelintModel

/// A piece of a formula's text.
struct FormulaToken {
    enum Kind: Equatable {
        /// A keyword, a name, or a glob.
        case word(String)
        /// A number with or without unit.
        case value(Value)
        case symbol(String)
        case end
    }

    let kind: Kind
    /// Bytes of the formula; 0-based.
    let range: Range<Int>

    /// The token in words for messages.
    var text: String {
        switch kind {
        case .word(let text), .symbol(let text): "“\(text)”"
        case .value(let value): value.conditionText
        case .end: "the end"
        }
    }
}

/// Cuts a formula's text into tokens.
struct FormulaScanner {
    /// More than anybody reads; it also bounds how deeply a formula is nested to one side.
    static let tokenLimit = 500

    private let bytes: [UInt8]
    private var place = 0

    static func tokens(of bytes: [UInt8]) throws(ConditionError) -> [FormulaToken] {
        var scanner = FormulaScanner(bytes: bytes)
        var tokens: [FormulaToken] = []
        while true {
            let token = try scanner.next()
            tokens.append(token)
            if token.kind == .end { return tokens }
            if tokens.count > tokenLimit {
                throw ConditionError(
                    .badRule, at: token.range.lowerBound, "A formula has at most \(tokenLimit) words and signs.")
            }
        }
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func next() throws(ConditionError) -> FormulaToken {
        while place < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[place]) { place += 1 }
        let start = place
        guard place < bytes.count else { return FormulaToken(kind: .end, range: start..<start) }
        switch bytes[place] {
        case 0x30...0x39:
            var number = NumberScanner(bytes: bytes, place: place)
            let value = try number.value()
            place = number.place
            return FormulaToken(kind: .value(value), range: start..<place)
        case 0x22, 0x27: return try quoted(start)
        case let byte where FormulaScanner.startsWord(byte):
            while place < bytes.count, FormulaScanner.continuesWord(bytes, place) { place += 1 }
            let text = String(decoding: bytes[start..<place], as: UTF8.self)
            return FormulaToken(kind: .word(text), range: start..<place)
        default: return try symbol(start)
        }
    }

    /// Text in quotes stands in conditions only, which are read again.
    private mutating func quoted(_ start: Int) throws(ConditionError) -> FormulaToken {
        let quote = bytes[start]
        place += 1
        while place < bytes.count, bytes[place] != quote { place += bytes[place] == 0x5C ? 2 : 1 }
        guard place < bytes.count else {
            throw ConditionError(.ruleSyntax, at: start, "The quote that begins here does not end.")
        }
        place += 1
        return FormulaToken(kind: .symbol("text"), range: start..<place)
    }

    private mutating func symbol(_ start: Int) throws(ConditionError) -> FormulaToken {
        for symbol in ["->", "==", "!=", "<=", ">=", "<", ">", "(", ")", "[", "]", ",", ":", "+", "-", "*", "/"]
        where bytes[start...].starts(with: symbol.utf8) {
            place = start + symbol.utf8.count
            return FormulaToken(kind: .symbol(symbol), range: start..<place)
        }
        let sign = String(decoding: bytes[start...].prefix(4), as: UTF8.self).prefix(1)
        let meant = ["→": "->", "&": "and", "|": "or", "!": "not", "=": "->"][String(sign)]
        throw ConditionError(.ruleSyntax, at: start, "“\(sign)” means nothing in a formula.", suggestion: meant)
    }

    private static func startsWord(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
    }

    /// Names have dots, ids of rules hyphens, globs stars; `->` is none of them.
    private static func continuesWord(_ bytes: [UInt8], _ place: Int) -> Bool {
        let byte = bytes[place]
        if startsWord(byte) || (0x30...0x39).contains(byte) || byte == 0x2E || byte == 0x3F { return true }
        if byte == 0x2A { return bytes[place - 1] == 0x2E }
        return byte == 0x2D && place + 1 < bytes.count && startsWord(bytes[place + 1])
    }
}
