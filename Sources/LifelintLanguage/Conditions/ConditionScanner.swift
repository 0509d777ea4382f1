// SPDX-License-Identifier: MIT

import LifelintModel

/// Cuts a condition's text into tokens.
package struct ConditionScanner {
    /// More than anybody reads; it also bounds how deeply the parsed condition is nested.
    static let tokenLimit = 1_000

    private let bytes: [UInt8]
    private var place = 0

    package static func tokens(of text: String) throws(ConditionError) -> [ConditionToken] {
        var scanner = ConditionScanner(bytes: Array(text.utf8))
        var tokens: [ConditionToken] = []
        // A word takes some letters: mostly that is enough for all.
        tokens.reserveCapacity(text.utf8.count / 4 + 4)
        while true {
            let token = try scanner.next()
            tokens.append(token)
            if token.kind == .end { return tokens }
            if tokens.count > tokenLimit {
                throw ConditionError(
                    .badRule, at: token.offset, "A condition has at most \(tokenLimit) words and signs.")
            }
        }
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private func peek(_ ahead: Int = 0) -> UInt8 { place + ahead < bytes.count ? bytes[place + ahead] : 0 }

    private mutating func next() throws(ConditionError) -> ConditionToken {
        while place < bytes.count, Self.isSpace(bytes[place]) { place += 1 }
        let start = place
        guard place < bytes.count else { return ConditionToken(kind: .end, offset: start) }
        switch bytes[place] {
        case 0x22, 0x27: return ConditionToken(kind: .literal, offset: start, value: .string(try quoted()))
        case 0x30...0x39:
            var number = NumberScanner(bytes: bytes, place: place)
            let value = try number.value()
            place = number.place
            return ConditionToken(kind: .literal, offset: start, value: value)
        case let byte where Self.startsWord(byte): return word()
        default: return try symbol()
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

    private static func startsWord(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F || byte >= 0x80
    }

    /// A word may hold dots; a star belongs to it only right after a dot, so that `a*b` stays a product.
    private mutating func word() -> ConditionToken {
        let start = place
        var isPattern = false
        while place < bytes.count {
            let byte = bytes[place]
            if byte == 0x2A, place > start, bytes[place - 1] == 0x2E {
                isPattern = true
            } else if !Self.startsWord(byte), !(0x30...0x39).contains(byte), byte != 0x2E {
                break
            }
            place += 1
        }
        let text = String(decoding: bytes[start..<place], as: UTF8.self)
        let kind = isPattern ? ConditionToken.Kind.pattern : Self.keyword(text) ?? .word
        return ConditionToken(kind: kind, offset: start, spelling: text)
    }

    /// Few words are as short as the keywords.
    private static func keyword(_ text: String) -> ConditionToken.Kind? {
        switch text.utf8.count {
        case 2: text == "or" ? .or : text == "in" ? .in : nil
        case 3: text == "and" ? .and : text == "not" ? .not : nil
        case 4: text == "true" ? .true : nil
        case 5: text == "false" ? .false : nil
        case 6: text == "exists" ? .exists : nil
        case 7: text == "matches" ? .matches : nil
        case 8: text == "contains" ? .contains : nil
        default: nil
        }
    }

    private static func symbol(_ byte: UInt8, before next: UInt8) -> (kind: ConditionToken.Kind, spelling: String)? {
        let isWithEqual = next == UInt8(ascii: "=")
        return switch byte {
        case UInt8(ascii: "="): isWithEqual ? (.equal, "==") : nil
        case UInt8(ascii: "!"): isWithEqual ? (.notEqual, "!=") : nil
        case UInt8(ascii: "<"): isWithEqual ? (.lessOrEqual, "<=") : (.less, "<")
        case UInt8(ascii: ">"): isWithEqual ? (.greaterOrEqual, ">=") : (.greater, ">")
        case UInt8(ascii: "+"): (.plus, "+")
        case UInt8(ascii: "-"): (.minus, "-")
        case UInt8(ascii: "*"): (.times, "*")
        case UInt8(ascii: "/"): (.over, "/")
        case UInt8(ascii: "("): (.open, "(")
        case UInt8(ascii: ")"): (.close, ")")
        case UInt8(ascii: "["): (.openList, "[")
        case UInt8(ascii: "]"): (.closeList, "]")
        case UInt8(ascii: ","): (.comma, ",")
        default: nil
        }
    }

    private mutating func symbol() throws(ConditionError) -> ConditionToken {
        let start = place
        if let (kind, spelling) = Self.symbol(bytes[place], before: peek(1)) {
            place += spelling.utf8.count
            return ConditionToken(kind: kind, offset: start, spelling: spelling)
        }
        let sign = String(decoding: bytes[place...].prefix(4), as: UTF8.self).prefix(1)
        let suggestion: String? =
            switch sign {
            case "=": "=="
            case "!": "not"
            case "&": "and"
            case "|": "or"
            default: nil
            }
        throw ConditionError(.ruleSyntax, at: start, "“\(sign)” means nothing in a condition.", suggestion: suggestion)
    }

    /// Text between quotes; a backslash takes the next character as it is, `\n` and `\t` excepted.
    private mutating func quoted() throws(ConditionError) -> String {
        let start = place
        let quote = bytes[place]
        place += 1
        var text: [UInt8] = []
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            if byte == quote { return String(decoding: text, as: UTF8.self) }
            guard byte == 0x5C, place < bytes.count else {
                text.append(byte)
                continue
            }
            switch bytes[place] {
            case 0x6E: text.append(0x0A)
            case 0x74: text.append(0x09)
            default: text.append(bytes[place])
            }
            place += 1
        }
        throw ConditionError(.ruleSyntax, at: start, "The quote that begins here does not end.")
    }
}
