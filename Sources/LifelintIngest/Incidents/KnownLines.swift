// SPDX-License-Identifier: MIT

/// Where the lines of an input begin, from its beginning up to somewhere.
///
/// Nearly all lines of a crash that is text are calls and images, which begin with a digit. Of those that follow each
/// other the first is kept, and of many one now and then; every line that begins with anything else is kept. So the end
/// of a line that begins with no digit is known, and it is known which lines are left out.
struct KnownLines: Sendable {
    /// A line that is kept.
    struct Line: Sendable, Equatable {
        /// Where it begins.
        let start: UInt32
        /// How many lines stand in front of it.
        let number: UInt32

        @inline(__always) init(start: Int, number: Int) {
            self.start = UInt32(truncatingIfNeeded: start)
            self.number = UInt32(truncatingIfNeeded: number)
        }
    }

    /// The lines that are kept; the first is that of the input.
    private(set) var kept = KnownLines.first
    /// How many lines there are, kept or not.
    private(set) var count = 1
    /// Up to where lines are known: all that begin there or before it.
    private(set) var end = 0
    /// How many bytes the input has in which they were found.
    private(set) var size = 0
    /// Whether lines that begin with a digit may be left out; nil where none was sought yet.
    private var leavesOut: Bool?

    private static let first = [Line(start: 0, number: 0)]
    /// How many bytes may stand between two lines that are kept, where a line ends between them.
    private static let longestGap = 1 << 16

    /// Finds the lines of the same input up to a position.
    mutating func find(in view: ByteView, to position: Int) {
        // No report is larger; places that are would not fit.
        let limit = min(position, view.count, Int(UInt32.max))
        guard limit > end else { return }
        size = view.count
        let leavesOut = leavesOut ?? KnownLines.isText(view)
        self.leavesOut = leavesOut
        if leavesOut { findOthers(in: view, to: limit) } else { findAll(in: view, to: limit) }
        end = limit
    }

    /// The last line that is kept of those that begin at a position or before it: its place in ``kept``.
    func index(at position: Int) -> Int {
        var low = 0
        var high = kept.count
        while low + 1 < high {
            let middle = (low + high) / 2
            if Int(kept[middle].start) <= position { low = middle } else { high = middle }
        }
        return low
    }

    /// The number of the line that a position is on, and where that begins.
    func line(at position: Int, in view: ByteView) -> (number: Int, start: Int) {
        let index = index(at: position)
        var number = Int(kept[index].number)
        var start = Int(kept[index].start)
        let following = index + 1 < kept.count ? Int(kept[index + 1].number) : count
        while number + 1 < following, let feed = view.firstIndex(of: 0x0A, from: start, to: position) {
            start = feed + 1
            number += 1
        }
        return (number, start)
    }

    /// Hands on where the first lines begin, and the last ones, so many of each: those that are kept, and of those that
    /// are left out between two of them the last.
    ///
    /// What stands among lines that begin with a digit, and begins with one itself, is at an end of them.
    func forEachOutermost(in view: ByteView, within reach: Int, _ take: (Int) -> Void) {
        let numbers = (first: reach, last: count - reach)
        for index in kept.indices {
            let (start, number) = (Int(kept[index].start), Int(kept[index].number))
            let isLast = index + 1 == kept.count
            let following = isLast ? count : Int(kept[index + 1].number)
            if number >= numbers.first, following <= numbers.last { continue }
            take(index == 0 && view.hasByteOrderMark ? 3 : start)
            guard following > number + 1 else { continue }
            let behind = isLast ? end : Int(kept[index + 1].start)
            take(view.lineStart(around: behind - 1, from: start))
        }
    }

    /// Whether an input, or what stands below its header, looks like text: in JSON hardly a line begins with a digit.
    ///
    /// Either way the same is known; what differs is the time that it takes.
    private static func isText(_ view: ByteView) -> Bool {
        var first = view.skipWhiteSpace(from: view.hasByteOrderMark ? 3 : 0, to: view.count)
        if view[first] == 0x7B {
            let feed = view.firstIndex(of: 0x0A, from: first, to: min(view.count, first + IngestLimits.headerBytes))
            first = view.skipWhiteSpace(from: feed ?? view.count, to: view.count)
        }
        return view[first].isLetter || view[first].isDigit
    }

    private mutating func findAll(in view: ByteView, to limit: Int) {
        // Room for as many as reports and logs have; where lines are shorter, it grows.
        if kept.count == 1 { kept.reserveCapacity((limit - end) / 48 + 16) }
        var position = end
        while let feed = view.firstIndex(of: 0x0A, from: position, to: limit) {
            position = feed &+ 1
            kept.append(Line(start: position, number: count))
            count &+= 1
        }
    }

    private mutating func findOthers(in view: ByteView, to limit: Int) {
        if kept.count == 1 { kept.reserveCapacity(256) }
        var position = end
        // From there on, blocks are not asked for: the byte behind one has to be there.
        let blocksEnd = min(limit, view.count - 1) - LineBlock.count
        while true {
            while position <= blocksEnd, !keepsNext(view, position), !passBlocks(view, &position, blocksEnd) {}
            // Line by line up to the first one behind others that begins with a digit.
            var isBehindOther = keepsNext(view, position)
            var isBehindStretch = isBehindOther
            repeat {
                guard let feed = view.firstIndex(of: 0x0A, from: position, to: limit) else { return }
                position = feed &+ 1
                take(view, position, &isBehindOther)
                if isBehindOther { isBehindStretch = true }
            } while isBehindOther || !isBehindStretch
        }
    }

    /// Counts a line, and keeps it if it begins with no digit, or stands behind one that does not.
    @inline(__always) private mutating func take(_ view: ByteView, _ start: Int, _ isBehindOther: inout Bool) {
        let isOther = !view[start].isDigit
        if isOther || isBehindOther { kept.append(Line(start: start, number: count)) }
        isBehindOther = isOther
        count &+= 1
    }

    /// Whether the next line is kept that begins behind a position, whatever it begins with.
    private func keepsNext(_ view: ByteView, _ position: Int) -> Bool {
        let last = kept[kept.count - 1]
        if Int(last.number) == count - 1, !view[Int(last.start)].isDigit { return true }
        return position - Int(last.start) >= KnownLines.longestGap
    }

    /// Steps over blocks in which every line begins with a digit, to the first other one, or some way.
    ///
    /// True if it came to one in which another line begins.
    private mutating func passBlocks(_ view: ByteView, _ position: inout Int, _ blocksEnd: Int) -> Bool {
        var tally = SIMD16<UInt8>()
        let last = min(blocksEnd, position &+ LineBlock.talliedBlocks &* LineBlock.count &- 1)
        var start = position
        var hasOther = false
        while start <= last {
            let block = unsafe LineBlock(unchecked: view, at: start)
            hasOther = block.startsOtherLine
            if hasOther { break }
            block.add(to: &tally)
            start &+= LineBlock.count
        }
        position = start
        count &+= LineBlock.sum(tally)
        return hasOther
    }
}
