// SPDX-License-Identifier: MIT

/// Walks the bytes of one argument.
struct TextCursor {
    private var rest: ArraySlice<UInt8>

    init(_ text: String) { rest = Array(text.utf8)[...] }

    var isAtEnd: Bool { rest.isEmpty }

    /// Passes over the text if it comes next.
    mutating func take(_ text: StaticString) -> Bool {
        let wanted = Array(text.description.utf8)
        guard rest.starts(with: wanted) else { return false }
        rest = rest.dropFirst(wanted.count)
        return true
    }

    mutating func skipSpaces() { rest = rest.drop { $0 == 0x20 } }

    /// A number of exactly that many digits.
    mutating func number(digits: Int) -> Int? {
        let text = rest.prefix(digits)
        guard text.count == digits else { return nil }
        var number = 0
        for byte in text {
            guard (0x30...0x39).contains(byte) else { return nil }
            number = number * 10 + Int(byte &- 0x30)
        }
        rest = rest.dropFirst(digits)
        return number
    }

    /// The digits of a fraction of a second; those after the ninth do not count.
    mutating func fraction() -> (nanoseconds: Int64, digits: UInt8)? {
        let text = rest.prefix { (0x30...0x39).contains($0) }
        guard !text.isEmpty else { return nil }
        rest = rest.dropFirst(text.count)
        var nanoseconds: Int64 = 0
        let kept = text.prefix(9)
        for byte in kept { nanoseconds = nanoseconds * 10 + Int64(byte &- 0x30) }
        for _ in kept.count..<9 { nanoseconds *= 10 }
        return (nanoseconds, UInt8(kept.count))
    }
}
