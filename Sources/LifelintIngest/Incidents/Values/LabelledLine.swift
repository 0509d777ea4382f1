// SPDX-License-Identifier: MIT

import LifelintModel

/// A line of a text report: a label, a colon and a value, or none of them.
struct LabelledLine {
    /// Its bytes without the line end.
    let range: Range<Int>
    /// What stands in front of the colon; empty if there is none.
    let label: Range<Int>
    /// What stands behind it, without the white space around it.
    let value: Range<Int>

    init(_ view: ByteView, _ range: Range<Int>) {
        self.range = range
        var start = range.lowerBound
        while start < range.upperBound, IncidentValues.isBlank(view[start]) { start += 1 }
        guard let colon = view.firstIndex(of: 0x3A, from: start, to: range.upperBound) else {
            label = start..<start
            value = start..<range.upperBound
            return
        }
        var valueStart = colon + 1
        var end = range.upperBound
        while valueStart < end, IncidentValues.isBlank(view[valueStart]) { valueStart += 1 }
        while end > valueStart, IncidentValues.isBlank(view[end - 1]) { end -= 1 }
        label = start..<colon
        value = valueStart..<end
    }

    /// Whether nothing but white space stands in it.
    var isBlank: Bool { label.isEmpty && value.isEmpty }

    /// How far it is indented.
    var indentation: Int { label.lowerBound - range.lowerBound }

    func isLabelled(_ text: StaticString, in view: ByteView) -> Bool {
        view.matches(text, from: label.lowerBound, to: label.upperBound)
    }

    func text(in view: ByteView) -> String { view.string(value.lowerBound, value.upperBound) }
}

/// Steps from line to line of a text.
struct LabelledLines {
    private let view: ByteView
    private let end: Int
    private(set) var position: Int

    init(_ view: ByteView, _ range: Range<Int>) {
        self.view = view
        position = range.lowerBound
        end = range.upperBound
    }

    /// The next line; nil at the end.
    mutating func next() -> LabelledLine? {
        guard position < end else { return nil }
        let start = position
        let feed = view.firstIndex(of: 0x0A, from: start, to: end) ?? end
        position = feed + 1
        let stop = feed > start && view[feed - 1] == 0x0D ? feed - 1 : feed
        return LabelledLine(view, start..<stop)
    }
}
