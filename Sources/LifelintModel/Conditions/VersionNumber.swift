// SPDX-License-Identifier: MIT

/// A version by its dotted parts: `iPhone OS 17.4.1 (21E236)` is 17.4.1.
///
/// Product words and builds in brackets do not count; a part that is missing is 0.
public struct VersionNumber: Sendable, Comparable {
    private let parts: [UInt64]

    /// The version in that text; nil if no word of it is one.
    public init?(_ text: String) {
        for word in text.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "/" }) {
            var digits = word
            if digits.first == "v" || digits.first == "V" { digits = digits.dropFirst() }
            guard let first = digits.utf8.first, (0x30...0x39).contains(first) else { continue }
            var parts = digits.split(separator: ".", omittingEmptySubsequences: false).map { part in
                // `0-beta` counts as 0; more digits than fit are as large as can be.
                let number = part.prefix { ("0"..."9").contains($0) }
                return number.isEmpty ? 0 : UInt64(number) ?? .max
            }
            while parts.last == 0 { parts.removeLast() }
            self.parts = parts
            return
        }
        return nil
    }

    /// By part, numerically.
    public static func < (left: VersionNumber, right: VersionNumber) -> Bool {
        left.parts.lexicographicallyPrecedes(right.parts)
    }
}
