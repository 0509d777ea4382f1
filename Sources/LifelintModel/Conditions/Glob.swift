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
        let pattern = Array(pattern.unicodeScalars)
        let text = Array(text.unicodeScalars)
        var patternIndex = 0
        var textIndex = 0
        var star: (pattern: Int, text: Int)?
        while textIndex < text.count {
            if patternIndex < pattern.count, pattern[patternIndex] == "*" {
                // At least one character: the star takes this one, and more when what follows fails.
                star = (patternIndex + 1, textIndex + 1)
                patternIndex += 1
                textIndex += 1
            } else if patternIndex < pattern.count,
                pattern[patternIndex] == "?" || pattern[patternIndex] == text[textIndex]
            {
                patternIndex += 1
                textIndex += 1
            } else if let last = star {
                star = (last.pattern, last.text + 1)
                patternIndex = last.pattern
                textIndex = last.text + 1
                if textIndex > text.count { return false }
            } else {
                return false
            }
        }
        return patternIndex == pattern.count
    }
}
