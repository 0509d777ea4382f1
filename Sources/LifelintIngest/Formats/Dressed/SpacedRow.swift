// SPDX-License-Identifier: MIT

import LifelintModel

/// A row of Console.app in which spaces stand for the tabs: what pages and editors make of them.
///
/// Its kind and its time, of six digits and with a zone, are unmistakable. The name of the process ends at a gap; where
/// there is none, with its first word. Where none stands before it, a gap behind it is one of the message.
struct SpacedRow {
    /// How long the name of a process is at most.
    private static let name = 40

    /// The kind, the time with its date if it has one, the process and the message.
    let cells: [Range<Int>]
    /// Whether more than one space stands on both sides of the process, as in no line of an app's own logger.
    let hasGaps: Bool

    /// The name of the process.
    var process: Range<Int> { cells[2] }

    /// The row on a line; nil if it is none, or has tabs.
    init?(_ view: ByteView, _ line: Range<Int>) {
        var cursor = LogCursor(view, line.lowerBound, line.upperBound)
        guard let kind = cursor.letters(), LogLevel(view, kind) != nil, cursor.take(0x20) else { return nil }
        cursor.skipSpaces()
        let start = cursor.position
        let clock = SpacedRow.clock(view, start, line.upperBound)
        guard clock + 20 < line.upperBound, view[clock + 2] == 0x3A, view[clock + 8] == 0x2E,
            InstantParser.clockTime(view, clock, clock + 15) != nil
        else { return nil }
        var end = clock + 15
        if view[end] == 0x20 { end += 1 }
        guard view[end] == 0x2B || view[end] == 0x2D, (1...4).allSatisfy({ view[end + $0].isDigit }) else { return nil }
        end += 5
        guard end < line.upperBound, view[end] == 0x20 else { return nil }
        let first = view.skipWhiteSpace(from: end, to: line.upperBound)
        guard first < line.upperBound, !(end..<first).contains(where: { view[$0] == 0x09 }) else { return nil }
        let limit = min(line.upperBound, first + SpacedRow.name)
        var stop = view.firstIndex(of: 0x20, from: first, to: limit)
        var position = first
        while first > end + 1, let space = view.firstIndex(of: 0x20, from: position, to: limit) {
            if view[space + 1] == 0x20 {
                stop = space
                break
            }
            position = space + 1
        }
        guard let stop else { return nil }
        let message = view.skipWhiteSpace(from: stop, to: line.upperBound)
        hasGaps = first > end + 1 && message > stop + 1
        cells = [kind, start..<end, first..<stop, message..<line.upperBound]
    }

    /// Where the clock begins: behind the date, where there is one.
    private static func clock(_ view: ByteView, _ start: Int, _ end: Int) -> Int {
        guard start + 11 < end, view[start + 4] == 0x2D, view[start + 7] == 0x2D, view[start + 10] == 0x20,
            (0..<10).allSatisfy({ $0 == 4 || $0 == 7 || view[start + $0].isDigit })
        else { return start }
        return start + 11
    }
}
