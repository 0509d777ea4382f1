// SPDX-License-Identifier: MIT

/// Questions about eight bytes at once: the lowest set bit of an answer stands in the first byte that fits.
///
/// Borrows run upwards only, so bits above the lowest one may be wrong; the lowest never is.
enum ByteSearch {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let tops: UInt64 = 0x8080_8080_8080_8080

    /// Where a JSON string ends or needs attention: quote, backslash, control character.
    @inline(__always) static func stringStops(_ word: UInt64) -> UInt64 {
        // Of the bytes below 0x21, two change places with 0x22 and 0x23: what is left below is what is sought.
        let quoteOrControl = (word ^ (ones &* 0x02)) &- ones &* 0x21
        let backslash = (word ^ (ones &* 0x5C)) &- ones
        return (quoteOrControl | backslash) & ~word & tops
    }

    /// Where white space or a control character stands.
    @inline(__always) static func spaces(_ word: UInt64) -> UInt64 { (word &- ones &* 0x21) & ~word & tops }

    /// Where something else than a digit stands.
    @inline(__always) static func nonDigits(_ word: UInt64) -> UInt64 {
        let values = word ^ (ones &* 0x30)
        // Of seven bits each, so that no sum runs over into the next byte.
        return (((values & ~tops) &+ ones &* 0x76) | values) & tops
    }

    /// Where something else than an ASCII letter or a dot stands: each of the bits is right.
    @inline(__always) static func nonLettersOrDots(_ word: UInt64) -> UInt64 {
        // Of seven bits each, so that no sum runs over into the next byte: letters of either case from 0x61 to 0x7A.
        let letters = (word | ones &* 0x20) & ~tops
        let isLetter = (letters &+ ones &* 0x1F) & ~(letters &+ ones &* 0x05) & ~word & tops
        return ~(isLetter | exact(word ^ (ones &* 0x2E))) & tops
    }

    /// Where quotes stand: each of the bits is right.
    @inline(__always) static func quotes(_ word: UInt64) -> UInt64 { exact(word ^ (ones &* 0x22)) }

    /// Where line feeds stand: each of the bits is right.
    @inline(__always) static func lineFeeds(_ word: UInt64) -> UInt64 { exact(word ^ (ones &* 0x0A)) }

    /// How many hexadecimal digits two words begin with, of which the second follows the first: 0 to 16.
    @inline(__always) static func hexDigits(_ low: UInt64, _ high: UInt64) -> Int {
        let words = SIMD2(low, high)
        let (ones, tops) = (SIMD2(repeating: ones), SIMD2(repeating: tops))
        // Of seven bits each, so that no sum runs over into the next byte: letters of either case from 0x61 to 0x66.
        let letters = (words | ones &* 0x20) & ~tops
        let isLetter = (letters &+ ones &* 0x1F) & ~(letters &+ ones &* 0x19) & ~words
        let values = words ^ (ones &* 0x30)
        let isOther = (((values & ~tops) &+ ones &* 0x76) | values) & ~isLetter & tops
        return isOther[0] != 0 ? index(isOther[0]) : isOther[1] != 0 ? 8 &+ index(isOther[1]) : 16
    }

    /// The number that the first hexadecimal digits of two words spell: 1 to 16 of them.
    @inline(__always) static func hexadecimal(_ low: UInt64, _ high: UInt64, _ count: Int) -> UInt64 {
        let words = SIMD2(low, high)
        let lows = SIMD2(repeating: ones &* 0x0F)
        // A letter has the bit of 0x40, and a value that is nine more than its low half.
        let letters = (words &>> 6) & SIMD2(repeating: ones)
        var value = ((words & lows) &+ letters &+ (letters &<< 3)) & lows
        value = (value &<< 4 | value &>> 8) & SIMD2(repeating: 0x00FF_00FF_00FF_00FF)
        value = (value &<< 8 | value &>> 16) & SIMD2(repeating: 0x0000_FFFF_0000_FFFF)
        value = (value &<< 16 | value &>> 32) & SIMD2(repeating: 0xFFFF_FFFF)
        // What stands behind the digits spells four bits each, too, which fall out.
        return (value[0] &<< 32 | value[1]) &>> UInt64(truncatingIfNeeded: 64 &- 4 &* count)
    }

    /// Where bytes are zero: each of the bits is right.
    @inline(__always) private static func exact(_ word: UInt64) -> UInt64 {
        ~(((word & ~tops) &+ ~tops) | word) & tops
    }

    /// How many bytes of a word, 0 to 7, stand behind the last one that an answer speaks of.
    @inline(__always) static func countBehindLast(_ answer: UInt64) -> Int { answer.leadingZeroBitCount >> 3 }

    /// Whether a byte is outside ASCII.
    @inline(__always) static func hasNonASCII(_ word: UInt64) -> Bool { word & tops != 0 }

    /// The index, 0 to 7, of the byte that an answer speaks of.
    @inline(__always) static func index(_ answer: UInt64) -> Int { answer.trailingZeroBitCount >> 3 }

    /// How many bytes an answer speaks of, if each of its bits is right.
    @inline(__always) static func count(_ answer: UInt64) -> Int {
        Int(truncatingIfNeeded: ((answer &>> 7) &* ones) &>> 56)
    }

    /// The first `count` bytes of a word, 0 to 8 of them.
    @inline(__always) static func first(_ count: Int, of word: UInt64) -> UInt64 {
        count >= 8 ? word : word & ((1 &<< UInt64(truncatingIfNeeded: count &* 8)) &- 1)
    }
}

extension ByteSearch {
    /// The first position at which a text stands whole within the range.
    static func find(_ text: StaticString, in view: ByteView, from start: Int, to end: Int) -> Int? {
        let count = text.utf8CodeUnitCount
        // Why unsafe: the buffer stays within its call.
        let (rare, offset) = text.withUTF8Buffer { bytes in unsafe rarest(bytes.span) }
        var position = start &+ offset
        while let found = view.firstIndex(of: rare, from: position, to: end - count + 1 + offset) {
            let first = found &- offset
            if view.matches(text, from: first, to: first + count) { return first }
            position = found + 1
        }
        return nil
    }

    /// The byte of a text that stands least often in logs and reports, and where: one is looked for, all are compared.
    static func rarest(_ text: Span<UInt8>) -> (byte: UInt8, offset: Int) {
        var best: (byte: UInt8, offset: Int, rank: Int) = (0, 0, .max)
        for index in text.indices {
            let rank = commonness(text[index])
            if rank < best.rank { best = (text[index], index, rank) }
        }
        return (best.byte, best.offset)
    }

    private static func commonness(_ byte: UInt8) -> Int {
        switch UnicodeScalar(byte) {
        case "g", "j", "k", "q", "v", "w", "x", "y", "z": 1
        // Paths are full of slashes.
        case "b", "f", "h", "m", "p", "/": 2
        // What words, numbers and JSON are made of.
        case "a"..."z", "0"..."9", " ", "\"", ",", ":": 3
        default: 0
        }
    }

    /// Whether the bytes of a text stand somewhere in the range.
    static func holds(_ text: [UInt8], in view: ByteView, from start: Int, to end: Int) -> Bool {
        guard let first = text.first else { return true }
        var position = start
        while let found = view.firstIndex(of: first, from: position, to: end - text.count + 1) {
            if text.indices.allSatisfy({ view[found &+ $0] == text[$0] }) { return true }
            position = found + 1
        }
        return false
    }

    /// The last position at which a text stands whole within the range.
    static func findLast(_ text: StaticString, in view: ByteView, from start: Int, to end: Int) -> Int? {
        var last: Int?
        var position = start
        while let found = find(text, in: view, from: position, to: end) {
            last = found
            position = found + 1
        }
        return last
    }
}

extension ByteView {
    /// The first position from `start` that is no JSON white space, at most `end`.
    @inline(__always) func skipWhiteSpace(from start: Int, to end: Int) -> Int {
        var position = start
        while position < end, self[position] <= 0x20, ByteView.isWhiteSpace(self[position]) { position &+= 1 }
        return position
    }

    /// JSON's white space: space, tab, line feed, carriage return.
    @inline(__always) static func isWhiteSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    /// The first quote, backslash or control character from `start`; `end` if there is none before it.
    @inline(__always) func stringStop(from start: Int, to end: Int) -> Int {
        var position = start
        while position < end {
            let (low, high) = words(at: position)
            // Zeros beyond the end of the view count as control characters, so the loop ends there too.
            let found = ByteSearch.stringStops(low)
            if found != 0 { return min(position &+ ByteSearch.index(found), end) }
            let later = ByteSearch.stringStops(high)
            if later != 0 { return min(position &+ 8 &+ ByteSearch.index(later), end) }
            position &+= 16
        }
        return end
    }

    /// The position of the last such byte in the range; nil if there is none.
    func lastIndex(of byte: UInt8, from start: Int, to end: Int) -> Int? {
        var position = end
        while position > start {
            position &-= 1
            if self[position] == byte { return position }
        }
        return nil
    }

    /// The first byte outside ASCII in the range; `end` if there is none.
    func firstNonASCII(from start: Int, to end: Int) -> Int {
        var position = start
        while position < end {
            let found = word(at: position) & 0x8080_8080_8080_8080
            if found != 0 { return min(position + ByteSearch.index(found), end) }
            position += 8
        }
        return end
    }

    /// The first position at which the range is no UTF-8; nil if it is throughout.
    func firstInvalidUTF8(from start: Int, to end: Int) -> Int? {
        var position = firstNonASCII(from: start, to: end)
        while position < end {
            let length = sequenceLength(at: position, to: end)
            if length == 0 { return position }
            position += length
            if self[position] < 0x80 { position = firstNonASCII(from: position, to: end) }
        }
        return nil
    }

    /// The length of the well-formed UTF-8 sequence at a position; 0 if there is none.
    private func sequenceLength(at position: Int, to end: Int) -> Int {
        let lead = self[position]
        if lead < 0x80 { return 1 }
        let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
        guard lead >= 0xC2, lead <= 0xF4, position + length <= end else { return 0 }
        let second = self[position + 1]
        // The second byte rules out overlong forms, surrogates and code points beyond the last.
        let low: UInt8 = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80
        let high: UInt8 = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF
        guard second >= low, second <= high else { return 0 }
        for index in 2..<max(length, 2) where self[position + index] & 0xC0 != 0x80 { return 0 }
        return length
    }

    /// Whether the range is that text.
    @inline(__always) func matches(_ text: StaticString, from start: Int, to end: Int) -> Bool {
        // Most texts that are asked for are of another length.
        end &- start == text.utf8CodeUnitCount && holds(text, at: start)
    }

    /// Whether the range begins with that text.
    func starts(_ text: StaticString, at start: Int, to end: Int) -> Bool {
        let stop = start + text.utf8CodeUnitCount
        return stop <= end && matches(text, from: start, to: stop)
    }

    /// Whether the range is that lower-case text, whatever the case of its letters.
    func matchesIgnoringCase(_ text: StaticString, from start: Int, to end: Int) -> Bool {
        guard end - start == text.utf8CodeUnitCount else { return false }
        // Why unsafe: the buffer stays within its call.
        return text.withUTF8Buffer { wanted in
            for index in 0..<wanted.count where unsafe wanted[index] != self[start + index].lowercasedASCII {
                return false
            }
            return true
        }
    }

    /// Whether the bytes begin with a byte-order mark.
    var hasByteOrderMark: Bool { hasByteOrderMark(at: 0) }

    /// Whether a byte-order mark stands at a position.
    func hasByteOrderMark(at position: Int) -> Bool { word(at: position) & 0xFF_FFFF == 0xBF_BBEF }
}

extension UInt8 {
    /// The lower-case letter where this is an upper-case ASCII letter, else the same byte.
    @inline(__always) var lowercasedASCII: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }
    /// Whether this is an ASCII digit.
    @inline(__always) var isDigit: Bool { self &- 0x30 < 10 }
    /// Whether this is an ASCII letter.
    var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
    /// The value of a hexadecimal digit; nil for any other byte.
    var hexDigit: UInt8? {
        if isDigit { return self &- 0x30 }
        let letter = (self | 0x20) &- 0x61
        return letter < 6 ? letter + 10 : nil
    }
}
