// SPDX-License-Identifier: MIT

/// With what texts end, hashed: tells of nearly all places that no text ends there.
///
/// By up to eight bytes, of which the shortest text has as many. Where only longer texts end so, twelve bytes decide:
/// words end many texts, and many lines.
///
/// Of a class, so that asking it counts no references to its tables.
final class LiteralEnds: Sendable {
    static let folding: UInt64 = 0x2020_2020_2020_2020
    private static let bits = 13
    /// Fewer tell the texts apart: there are some hundreds.
    private static let bucketBits = 10
    static let buckets = 1 << bucketBits
    /// As many bytes decide where all texts that end so have them.
    private static let more = 12

    /// Which of the last eight bytes all texts have, of which the last is the highest.
    private let mask: UInt64
    /// By the hash of those: whether a text ends so, and whether a short one does.
    private let ends: [UInt8]
    /// By the hash of the last twelve: whether a text ends so.
    private let longEnds: [UInt8]
    private static let some: UInt8 = 1
    private static let short: UInt8 = 2

    /// The ends of texts in lower case.
    init(_ texts: [[UInt8]]) {
        mask = LiteralEnds.mask(of: texts.map(\.count).min() ?? 8)
        var ends = [UInt8](repeating: 0, count: 1 << LiteralEnds.bits)
        var longEnds = ends
        for text in texts {
            let tail = LiteralEnds.tail(of: text[...])
            ends[LiteralEnds.hash(tail & mask)] |= LiteralEnds.some
            if text.count < LiteralEnds.more {
                ends[LiteralEnds.hash(tail & mask)] |= LiteralEnds.short
            } else {
                let before = LiteralEnds.word(text.suffix(LiteralEnds.more).prefix(4))
                longEnds[LiteralEnds.hash(tail, before)] = LiteralEnds.some
            }
        }
        self.ends = ends
        self.longEnds = longEnds
    }

    /// Whether a text may end there.
    @inline(__always) func mayHold(_ view: ByteView, endingAt end: Int) -> Bool {
        let tail = LiteralEnds.tail(view, end)
        let found = ends[LiteralEnds.hash(tail & mask)]
        return found != 0 && (found != LiteralEnds.some || mayHoldLong(view, tail, endingAt: end))
    }

    @inline(never) private func mayHoldLong(_ view: ByteView, _ tail: UInt64, endingAt end: Int) -> Bool {
        guard end >= LiteralEnds.more else { return false }
        let before = (view.word(at: end &- LiteralEnds.more) | LiteralEnds.folding) & 0xFFFF_FFFF
        return longEnds[LiteralEnds.hash(tail, before)] != 0
    }

    /// By the last bytes that all texts have, in which of the ``buckets`` the texts are that end so.
    @inline(__always) func bucket(_ tail: UInt64) -> Int {
        LiteralEnds.hash(tail & mask) >> (LiteralEnds.bits - LiteralEnds.bucketBits)
    }

    /// The last eight bytes of a text, or as many as it has; the last one is the highest.
    static func tail(of text: ArraySlice<UInt8>) -> UInt64 {
        word(text.suffix(8)) << UInt64(8 * (8 - min(text.count, 8)))
    }

    /// Which of eight bytes are those of a text of that length.
    static func mask(of count: Int) -> UInt64 { .max << UInt64(8 * (8 - min(count, 8))) }

    /// The eight bytes that end there, in lower case; the last one is the highest.
    @inline(__always) static func tail(_ view: ByteView, _ end: Int) -> UInt64 {
        // At the beginning there are not as many: what is missing is compared with the text.
        if end < 8 { return view.word(at: 0) << UInt64(8 &* (8 &- max(end, 0))) | folding }
        return view.word(at: end &- 8) | folding
    }

    /// Up to eight bytes, the first one lowest.
    static func word(_ bytes: some Sequence<UInt8>) -> UInt64 {
        var word: UInt64 = 0
        var shift: UInt64 = 0
        for byte in bytes {
            word |= UInt64(byte) << shift
            shift += 8
        }
        return word
    }

    @inline(__always) private static func hash(_ tail: UInt64, _ before: UInt64 = 0) -> Int {
        let mixed = tail &* 0x9E37_79B9_7F4A_7C15 ^ before &* 0xD6E8_FEB8_6659_FD93
        return Int(truncatingIfNeeded: mixed >> UInt64(64 - bits))
    }
}
