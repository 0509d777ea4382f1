// SPDX-License-Identifier: MIT

/// Makes a condition wrong, as text: parameters in it have no values yet.
enum ConditionMutator {
    /// The condition denied, and with each limit in it halved.
    static func texts(_ text: String) -> [(what: String, text: String)] {
        [("“\(text)” denied", "not (\(text))")] + HalvedNumbers.limits(text)
    }

    /// The condition without each of its parts: those that all must hold, or, where any of some is enough, those.
    static func parts(of text: String) -> [(what: String, text: String)] {
        let alternatives = parts(text, between: " or ")
        let word = alternatives.count > 1 ? " or " : " and "
        let parts = alternatives.count > 1 ? alternatives : parts(text, between: word)
        if parts.count < 2 { return [] }
        return parts.indices.map { index in
            var left = parts
            let dropped = left.remove(at: index)
            return ("“\(dropped)” dropped", left.joined(separator: word))
        }
    }

    /// The parts between a word that stands outside brackets and quotes.
    private static func parts(_ text: String, between word: String) -> [String] {
        let bytes = Array(text.utf8)
        let word = Array(word.utf8)
        var parts: [String] = []
        var start = 0
        var depth = 0
        var quote: UInt8?
        var place = 0
        while place < bytes.count {
            let byte = bytes[place]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[") {
                depth += 1
            } else if byte == UInt8(ascii: ")") || byte == UInt8(ascii: "]") {
                depth -= 1
            } else if depth == 0, bytes[place...].starts(with: word) {
                parts.append(String(decoding: bytes[start..<place], as: UTF8.self))
                place += word.count
                start = place
                continue
            }
            place += 1
        }
        parts.append(String(decoding: bytes[start...], as: UTF8.self))
        return parts
    }
}
