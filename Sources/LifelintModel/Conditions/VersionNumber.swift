// SPDX-License-Identifier: MIT

/// A version by its dotted parts: `iPhone OS 17.4.1 (21E236)` is 17.4.1.
///
/// Product words and builds in brackets do not count; a part that is missing is 0.
public struct VersionNumber: Sendable, Comparable {
    private let parts: [UInt64]

    /// The version in that text; nil if no word of it is one.
    public init?(_ text: String) {
        var place = Place.wordStart
        var parts: [UInt64] = []
        var part: UInt64 = 0
        for byte in text.utf8 {
            switch (place, byte) {
            case (.number, 0x20), (.number, 0x09), (.number, 0x2F), (.rest, 0x20), (.rest, 0x09), (.rest, 0x2F):
                parts.append(part)
                self.init(parts: parts)
                return
            case (_, 0x20), (_, 0x09), (_, 0x2F): place = .wordStart
            case (.wordStart, 0x56), (.wordStart, 0x76): place = .afterLetter
            case (.wordStart, 0x30...0x39), (.afterLetter, 0x30...0x39):
                place = .number
                part = UInt64(byte - 0x30)
            case (.number, 0x30...0x39): part = VersionNumber.appended(byte, to: part)
            case (.number, 0x2E), (.rest, 0x2E):
                place = .number
                // As many as most have.
                if parts.isEmpty { parts.reserveCapacity(4) }
                parts.append(part)
                part = 0
            // `0-beta` counts as 0.
            case (.number, _), (.rest, _): place = .rest
            default: place = .otherWord
            }
        }
        guard place == .number || place == .rest else { return nil }
        parts.append(part)
        self.init(parts: parts)
    }

    private init(parts: consuming [UInt64]) {
        while parts.last == 0 { parts.removeLast() }
        self.parts = parts
    }

    /// Where in the text the bytes are read.
    private enum Place {
        case wordStart, afterLetter, otherWord
        /// In the digits of a part, or behind them.
        case number, rest
    }

    /// More digits than fit are as large as can be.
    private static func appended(_ digit: UInt8, to number: UInt64) -> UInt64 {
        let (tens, overflows) = number.multipliedReportingOverflow(by: 10)
        let (sum, isTooLarge) = tens.addingReportingOverflow(UInt64(digit - 0x30))
        return overflows || isTooLarge ? .max : sum
    }

    /// By part, numerically.
    public static func < (left: VersionNumber, right: VersionNumber) -> Bool {
        left.parts.lexicographicallyPrecedes(right.parts)
    }
}
