// SPDX-License-Identifier: MIT

/// A pattern over whole strings: `*` is at least one character (`.` included), `?` exactly one; case-sensitive.
public struct Glob: Sendable, Hashable {
    /// The pattern as written.
    public let pattern: String

    /// That pattern.
    public init(_ pattern: String) { self.pattern = pattern }

    /// Whether the whole text fits.
    public func matches(_ text: String) -> Bool {
        // Most texts differ from a pattern in their first byte.
        if let first = pattern.utf8.first, first != UInt8(ascii: "*"), first != UInt8(ascii: "?"),
            first != text.utf8.first
        {
            return false
        }
        return Glob.matches(Array(pattern.utf8), Array(text.utf8))
    }

    /// Whether a whole text fits a pattern, both in UTF-8.
    ///
    /// Linear in practice: one backtrack point, as shells do it.
    package static func matches(_ pattern: [UInt8], _ text: [UInt8]) -> Bool {
        var at = 0
        var place = 0
        var star: (pattern: Int, text: Int)?
        while place < text.count {
            let next = at < pattern.count ? pattern[at] : 0
            if next == UInt8(ascii: "*") {
                // At least one character: the star takes this one, and more when what follows fails.
                at += 1
                place = afterCharacter(at: place, in: text)
                star = (at, place)
            } else if next == UInt8(ascii: "?") {
                at += 1
                place = afterCharacter(at: place, in: text)
            } else if at < pattern.count, next == text[place] {
                at += 1
                place += 1
            } else if let last = star, last.text < text.count {
                at = last.pattern
                place = afterCharacter(at: last.text, in: text)
                star = (at, place)
            } else {
                return false
            }
        }
        return at == pattern.count
    }

    /// Behind the character that begins here: its first byte and those that continue it.
    private static func afterCharacter(at index: Int, in text: [UInt8]) -> Int {
        var next = index + 1
        while next < text.count, text[next] & 0xC0 == 0x80 { next += 1 }
        return next
    }
}
