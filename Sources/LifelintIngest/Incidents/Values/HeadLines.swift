// SPDX-License-Identifier: MIT

/// The lines near the beginning of a text that may have a label by which a format is recognised.
struct HeadLines {
    private let view: ByteView
    private let initials: StaticString
    private var lines: LineSteps
    private var room = IngestLimits.reportHeadLines

    /// - Parameter initials: what the labels begin with that are asked for.
    init(_ source: IncidentSource, _ view: ByteView, _ range: Range<Int>, initials: StaticString) {
        self.view = view
        self.initials = initials
        lines = LineSteps(source, range)
    }

    /// The next line that begins with one of the initials, white space left out; nil at the end.
    mutating func next() -> LabelledLine? {
        while room > 0, let line = lines.next() {
            room -= 1
            var first = line.lowerBound
            while first < line.upperBound, IncidentValues.isBlank(view[first]) { first &+= 1 }
            guard first < line.upperBound, isInitial(view[first]) else { continue }
            let end = line.upperBound
            return LabelledLine(view, line.lowerBound..<(view[end - 1] == 0x0D ? end - 1 : end))
        }
        return nil
    }

    private func isInitial(_ byte: UInt8) -> Bool {
        initials.withUTF8Buffer { unsafe $0.contains(byte) }
    }
}
