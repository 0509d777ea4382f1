// SPDX-License-Identifier: MIT

import LifelintModel

/// One row of a drawing: a name, and a cell for each column.
struct TimelineLane {
    /// What the row shows; safe for a terminal.
    let name: String
    private var cells: [Character]
    private let scale: TimelineScale
    private var nextFree = 0

    /// An empty row.
    init(name: String, scale: TimelineScale) {
        self.name = TerminalText.safe(name)
        self.scale = scale
        cells = Array(repeating: " ", count: scale.columns)
    }

    /// The cells, without the blanks at their end.
    var text: String { String(cells[..<((cells.lastIndex { $0 != " " } ?? -1) + 1)]) }

    /// Draws a stretch of a state: its letter (lower case where it is inferred), then its fill.
    ///
    /// A stretch steps aside by up to two columns for the letter of the one before: launching takes half a second of
    /// an hour, and is still the first thing to look for.
    mutating func draw(_ letter: Character, fill: Character, from: Timestamp, to: Timestamp?, isInferred: Bool) {
        let (place, end) = columns(from: from, to: to)
        let first = min(max(place, nextFree), place + 2, scale.columns - 1)
        for column in first...max(first, end) { cells[column] = fill }
        nextFree = first + 1
        cells[first] = isInferred ? Character(letter.lowercased()) : letter
    }

    /// Draws a span: its ends, a line between them, and an arrow where it was open at the end.
    mutating func draw(_ span: SpanInterval, isOpen: Bool) {
        let (first, last) = columns(from: span.from, to: isOpen ? nil : span.to)
        for column in first...last { cells[column] = span.isInferred ? "╌" : "─" }
        if first == last {
            cells[first] = isOpen ? "▶" : "┃"
        } else {
            cells[first] = "├"
            cells[last] = isOpen ? "▶" : span.isReplaced ? "╳" : "┤"
        }
    }

    private func columns(from: Timestamp, to: Timestamp?) -> (first: Int, last: Int) {
        let first = scale.column(of: from)
        guard let to else { return (first, scale.columns - 1) }
        // A stretch that ends where the next begins leaves that column to the next.
        let end = scale.column(of: to)
        return (first, max(first, end == scale.columns - 1 ? end : end - 1))
    }
}
