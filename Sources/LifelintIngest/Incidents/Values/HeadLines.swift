// SPDX-License-Identifier: MIT

/// The lines near the beginning of a text that may have a label by which a format is recognised.
struct HeadLines {
    private let view: ByteView
    private let initials: StaticString
    private let lines: [LabelledLine]
    private var position = 0

    /// - Parameter initials: what the labels begin with that are asked for: D, E, H or L.
    init(_ source: IncidentSource, _ view: ByteView, _ range: Range<Int>, initials: StaticString) {
        self.view = view
        self.initials = initials
        lines = source.headLines(of: range)
    }

    /// The next line that begins with one of the initials, white space left out; nil at the end.
    mutating func next() -> LabelledLine? {
        while position < lines.count {
            let line = lines[position]
            position += 1
            let initial = view[line.label.lowerBound]
            // Why unsafe: the buffer stays within its call.
            if initials.withUTF8Buffer({ unsafe $0.contains(initial) }) { return line }
        }
        return nil
    }

    /// The lines of a range with which any format may be asked for; none of them begins with a digit.
    static func find(in view: ByteView, _ source: IncidentSource, _ range: Range<Int>) -> [LabelledLine] {
        let lines = source.lines(to: range.upperBound)
        let kept = lines.kept
        var found: [LabelledLine] = []
        found.reserveCapacity(16)
        var index = lines.index(at: range.lowerBound)
        let limit = lines.line(at: range.lowerBound, in: view).number + IngestLimits.reportHeadLines
        while index < kept.count, Int(kept[index].number) < limit {
            let start = max(Int(kept[index].start), range.lowerBound)
            var first = start
            while first < range.upperBound, view[first] != 0x0A, IncidentValues.isBlank(view[first]) { first &+= 1 }
            index += 1
            guard first < range.upperBound else { break }
            guard isInitial(view[first]) else { continue }
            // The line behind one that begins with no digit is kept, too.
            var end = index < kept.count ? min(Int(kept[index].start) - 1, range.upperBound) : range.upperBound
            if view[end - 1] == 0x0D { end -= 1 }
            found.append(LabelledLine(view, start..<end))
        }
        return found
    }

    /// Whether it is one of all initials.
    @inline(__always) private static func isInitial(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x44, 0x45, 0x48, 0x4C: true
        default: false
        }
    }
}
