// SPDX-License-Identifier: MIT

/// Steps from line to line by where the lines of an input are known to begin.
struct LineSteps {
    private let starts: [Int]
    private let end: Int
    /// The number of the line behind.
    private var following: Int
    /// Where the next line begins; behind the document's end where there is none.
    private(set) var position: Int

    init(_ source: IncidentSource, _ range: Range<Int>) {
        position = range.lowerBound
        end = range.upperBound
        starts = source.lineStarts(to: end)
        var low = 0
        var high = starts.count
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] <= position { low = middle + 1 } else { high = middle }
        }
        following = low
    }

    /// The next line without its line feed; nil at the end.
    @inline(__always) mutating func next() -> Range<Int>? {
        guard position < end else { return nil }
        let start = position
        step()
        return start..<(position &- 1)
    }

    /// Steps over a line.
    @inline(__always) mutating func step() {
        if following < starts.count, starts[following] <= end {
            position = starts[following]
            following &+= 1
        } else {
            position = end &+ 1
        }
    }
}
