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
        let afterFirst = unsafe LineBlock.others(view.uncheckedBlock(at: position &+ 1))
        let afterSecond = unsafe LineBlock.others(view.uncheckedBlock(at: position &+ 17))
        let afterThird = unsafe LineBlock.others(view.uncheckedBlock(at: position &+ 33))
        let afterFourth = unsafe LineBlock.others(view.uncheckedBlock(at: position &+ 49))
        let starts = (first & afterFirst) | (second & afterSecond) | (third & afterThird) | (fourth & afterFourth)
        let words = unsafe unsafeBitCast(starts, to: SIMD2<UInt64>.self)
        startsOtherLine = words[0] | words[1] != 0
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

    /// How many line feeds a tally has counted.
    @inline(__always) static func sum(_ tally: SIMD16<UInt8>) -> Int {
        let pairs = unsafe unsafeBitCast(tally, to: SIMD8<UInt16>.self)
        return Int(((pairs & 0xFF) &+ (pairs &>> 8)).wrappedSum())
    }

    @inline(__always) private static func feeds(_ bytes: Bytes) -> Bytes {
        unsafe unsafeBitCast(bytes .== Bytes(repeating: 0x0A), to: Bytes.self)
    }

    /// Of each byte that is no digit all bits.
    @inline(__always) private static func others(_ bytes: Bytes) -> Bytes {
        // Compared with signs, since processors ask that at once: digits become the ten lowest numbers.
        let numbers = unsafe unsafeBitCast(bytes ^ Bytes(repeating: 0xB0), to: SIMD16<Int8>.self)
        return unsafe unsafeBitCast(numbers .> SIMD16<Int8>(repeating: .min + 9), to: Bytes.self)
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
}
