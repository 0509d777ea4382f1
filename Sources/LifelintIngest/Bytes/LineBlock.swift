// SPDX-License-Identifier: MIT

/// Sixty-four bytes of a text, asked at once for the lines that begin behind them.
///
/// Why unsafe: whoever goes through a text asks once whether there are as many bytes, and the answers to a question
/// about sixteen bytes are taken for sixteen numbers.
struct LineBlock {
    private typealias Bytes = SIMD16<UInt8>

    /// How many bytes are asked; the one behind them is looked at, too.
    static let count = 64
    /// How many blocks a tally counts without a lane that runs over.
    static let talliedBlocks = 63

    // Of each byte all bits are set where it is a line feed.
    private let first, second, third, fourth: Bytes
    /// Whether a line begins in the block, or right behind it, that begins with no digit.
    let startsOtherLine: Bool

    /// The block at a position from which on there are at least one more byte than it has.
    @unsafe @inline(__always) init(unchecked view: ByteView, at position: Int) {
        first = unsafe LineBlock.feeds(view.uncheckedBlock(at: position))
        second = unsafe LineBlock.feeds(view.uncheckedBlock(at: position &+ 16))
        third = unsafe LineBlock.feeds(view.uncheckedBlock(at: position &+ 32))
        fourth = unsafe LineBlock.feeds(view.uncheckedBlock(at: position &+ 48))
        // By the place of the byte in front: what stands behind the first is asked of the first.
        let afterFirst = unsafe LineBlock.digits(view.uncheckedBlock(at: position &+ 1))
        let afterSecond = unsafe LineBlock.digits(view.uncheckedBlock(at: position &+ 17))
        let afterThird = unsafe LineBlock.digits(view.uncheckedBlock(at: position &+ 33))
        let afterFourth = unsafe LineBlock.digits(view.uncheckedBlock(at: position &+ 49))
        let starts = (first & ~afterFirst) | (second & ~afterSecond) | (third & ~afterThird) | (fourth & ~afterFourth)
        let words = unsafe unsafeBitCast(starts, to: SIMD2<UInt64>.self)
        startsOtherLine = words[0] | words[1] != 0
    }

    /// Where line feeds stand: a bit for each byte, the first one lowest.
    @inline(__always) var feeds: UInt64 {
        LineBlock.bits(first) | LineBlock.bits(second) &<< 16 | LineBlock.bits(third) &<< 32
            | LineBlock.bits(fourth) &<< 48
    }

    /// A bit for each byte of which all bits are set; the others have none.
    @inline(__always) private static func bits(_ bytes: Bytes) -> UInt64 {
        let words = unsafe unsafeBitCast(bytes, to: SIMD2<UInt64>.self)
        // Of each byte the bit by its place; the sum of all eight gathers in the highest byte.
        let low = ((words[0] & 0x8040_2010_0804_0201) &* 0x0101_0101_0101_0101) &>> 56
        let high = ((words[1] & 0x8040_2010_0804_0201) &* 0x0101_0101_0101_0101) &>> 56
        return low | high &<< 8
    }

    /// Counts the line feeds of the block, lane by lane.
    @inline(__always) func add(to tally: inout SIMD16<UInt8>) {
        // A byte with all bits set is one less than nothing.
        tally = tally &- first &- second &- third &- fourth
    }

    /// Counts the line feeds of a block, lane by lane, and asks for nothing else.
    @unsafe @inline(__always) static func addFeeds(
        unchecked view: ByteView, at position: Int, to tally: inout SIMD16<UInt8>
    ) {
        let first = unsafe feeds(view.uncheckedBlock(at: position))
        let second = unsafe feeds(view.uncheckedBlock(at: position &+ 16))
        let third = unsafe feeds(view.uncheckedBlock(at: position &+ 32))
        let fourth = unsafe feeds(view.uncheckedBlock(at: position &+ 48))
        tally = tally &- ((first &+ second) &+ (third &+ fourth))
    }

    /// How far behind a line feed a blank may stand for which its line is passed.
    static let blankReach = 3
    /// So many blocks without a line feed are of a line that may be very long.
    static let emptyBlocks = 16

    /// Counts the line feeds of a block, lane by lane, if each line that begins in it, or right behind it, has a blank
    /// as its second or third byte; else counts nothing.
    @unsafe @inline(__always) static func passBlank(
        unchecked view: ByteView, at position: Int, _ tally: inout SIMD16<UInt8>
    ) -> Bool {
        var others = Bytes()
        var counted = Bytes()
        for part in 0..<4 {
            let start = position &+ part &* 16
            let feeds = unsafe feeds(view.uncheckedBlock(at: start))
            let blanks =
                unsafe Self.blanks(view.uncheckedBlock(at: start &+ 2))
                | Self.blanks(view.uncheckedBlock(at: start &+ 3))
            others |= feeds & ~blanks
            counted = counted &+ feeds
        }
        let words = unsafe unsafeBitCast(others, to: SIMD2<UInt64>.self)
        guard words[0] | words[1] == 0 else { return false }
        tally = tally &- counted
        return true
    }

    @inline(__always) private static func blanks(_ bytes: Bytes) -> Bytes {
        unsafe unsafeBitCast(bytes .== Bytes(repeating: 0x20), to: Bytes.self)
    }

    /// How many line feeds a tally has counted.
    @inline(__always) static func sum(_ tally: SIMD16<UInt8>) -> Int {
        let pairs = unsafe unsafeBitCast(tally, to: SIMD8<UInt16>.self)
        return Int(((pairs & 0xFF) &+ (pairs &>> 8)).wrappedSum())
    }

    @inline(__always) private static func feeds(_ bytes: Bytes) -> Bytes {
        unsafe unsafeBitCast(bytes .== Bytes(repeating: 0x0A), to: Bytes.self)
    }

    @inline(__always) private static func digits(_ bytes: Bytes) -> Bytes {
        unsafe unsafeBitCast((bytes &- Bytes(repeating: 0x30)) .< Bytes(repeating: 10), to: Bytes.self)
    }
}

extension ByteView {
    /// How many line feeds stand in a range.
    ///
    /// Most lie far behind each other: to look for each of them costs more than to look at every byte.
    func countLineFeeds(from start: Int, to end: Int) -> Int {
        guard start >= 0, end <= count else { return 0 }
        var position = start
        var found = 0
        while position <= end &- LineBlock.count {
            var tally = SIMD16<UInt8>()
            let last = min(end, position &+ LineBlock.talliedBlocks &* LineBlock.count) &- LineBlock.count
            while position <= last {
                unsafe LineBlock.addFeeds(unchecked: self, at: position, to: &tally)
                position &+= LineBlock.count
            }
            found &+= LineBlock.sum(tally)
        }
        while position < end {
            let feeds = ByteSearch.lineFeeds(word(at: position))
            found &+= ByteSearch.count(ByteSearch.first(end &- position, of: feeds))
            position &+= 8
        }
        return found
    }

    /// Hands on where lines begin from one of them on, but for those with a blank as their second or third byte, at
    /// most about so many: most lines of reports are calls and registers.
    ///
    /// - Returns: where the first line begins that was not looked at; the end of all where each was.
    @inline(__always) func forEachLineStart(from start: Int, atMost limit: Int, _ take: (Int) -> Void) -> Int {
        guard start >= 0, start < count else { return count }
        take(start)
        var position = start
        var left = limit - 1
        let end = count &- LineBlock.count &- LineBlock.blankReach
        while left > 0, position < end {
            var tally = SIMD16<UInt8>()
            let first = position
            let stop = min(end, position &+ LineBlock.count &* LineBlock.emptyBlocks)
            // Why unsafe: in front of `end` a whole block stands at each position, and two bytes behind it.
            while position < stop, unsafe LineBlock.passBlank(unchecked: self, at: position, &tally) {
                position &+= LineBlock.count
            }
            let passed = LineBlock.sum(tally)
            left -= passed
            if position >= stop {
                // Bodies of reports have lines of many blocks, in which it costs less to look for a single byte.
                guard passed == 0, position > first else { continue }
                position = firstIndex(of: 0x0A, from: position, to: count) ?? count
                continue
            }
            var feeds = unsafe LineBlock(unchecked: self, at: position).feeds
            while feeds != 0 {
                take(position &+ feeds.trailingZeroBitCount &+ 1)
                feeds &= feeds &- 1
                left -= 1
            }
            position &+= LineBlock.count
        }
        while left > 0, let feed = firstIndex(of: 0x0A, from: position, to: count), feed + 1 < count {
            take(feed + 1)
            position = feed + 1
            left -= 1
        }
        return left > 0 ? count : firstIndex(of: 0x0A, from: position, to: count).map { $0 + 1 } ?? count
    }
}
