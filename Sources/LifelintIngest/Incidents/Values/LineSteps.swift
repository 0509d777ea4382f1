// SPDX-License-Identifier: MIT

/// Steps from line to line by where the lines of an input are known to begin.
struct LineSteps {
    private let view: ByteView
    private let kept: [KnownLines.Line]
    private let end: Int
    /// The next line that is kept, by its place: it begins at the position or behind it.
    private var following: Int
    /// Where the next line begins; behind the document's end where there is none.
    private(set) var position: Int

    init(_ source: IncidentSource, _ view: ByteView, _ range: Range<Int>) {
        let lines = source.lines(to: range.upperBound)
        self.view = view
        kept = lines.kept
        position = range.lowerBound
        end = range.upperBound
        let index = lines.index(at: position)
        following = Int(kept[index].start) < position ? index + 1 : index
    }

    /// The next line without its line feed; nil at the end.
    @inline(__always) mutating func next() -> Range<Int>? {
        guard position < end else { return nil }
        let start = position
        var stop = end
        if following < kept.count, Int(kept[following].start) == start {
            let number = kept[following].number
            following &+= 1
            if following < kept.count, kept[following].number == number &+ 1 {
                stop = min(Int(kept[following].start) &- 1, end)
                position = stop &+ 1
                return start..<stop
            }
        }
        stop = view.firstIndex(of: 0x0A, from: start, to: end) ?? end
        position = stop &+ 1
        return start..<stop
    }

    /// Steps over the lines that come next and begin with a digit; gives the range that they take, line feeds included.
    @inline(__always) mutating func passEntries() -> Range<Int> {
        guard position < end else { return end..<end }
        let start = position
        while following < kept.count, view[Int(kept[following].start)].isDigit { following &+= 1 }
        position = following < kept.count ? Int(kept[following].start) : end &+ 1
        if position > end { position = end &+ 1 }
        return start..<min(position, end)
    }
}
