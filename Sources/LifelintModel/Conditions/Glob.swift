// SPDX-License-Identifier: MIT

/// A pattern over whole strings: `*` is at least one character (`.` included), `?` exactly one; case-sensitive.
public struct Glob: Sendable, Hashable {
    /// The pattern as written.
    public let pattern: String

    /// That pattern.
    public init(_ pattern: String) { self.pattern = pattern }

    /// Whether the whole text fits.
    ///
    /// Linear in practice: one backtrack point, as shells do it.
    public func matches(_ text: String) -> Bool {
        let (pattern, text) = (self.pattern.utf8, text.utf8)
        var at = pattern.startIndex
        var place = text.startIndex
        var star: (pattern: String.Index, text: String.Index)?
        while place < text.endIndex {
            let next = at < pattern.endIndex ? pattern[at] : 0
            if next == UInt8(ascii: "*") {
                // At least one character: the star takes this one, and more when what follows fails.
                at = pattern.index(after: at)
                place = Glob.afterCharacter(at: place, in: text)
                star = (at, place)
            } else if next == UInt8(ascii: "?") {
                at = pattern.index(after: at)
                place = Glob.afterCharacter(at: place, in: text)
            } else if at < pattern.endIndex, next == text[place] {
                at = pattern.index(after: at)
                place = text.index(after: place)
            } else if let last = star, last.text < text.endIndex {
                at = last.pattern
                place = Glob.afterCharacter(at: last.text, in: text)
                star = (at, place)
            } else {
                return false
            }
        }
        return at == pattern.endIndex
    }

    /// Behind the character that begins here: its first byte and those that continue it.
    private static func afterCharacter(at index: String.Index, in text: String.UTF8View) -> String.Index {
        var next = text.index(after: index)
        while next < text.endIndex, text[next] & 0xC0 == 0x80 { next = text.index(after: next) }
        return next
    }
}
