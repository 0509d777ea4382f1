// SPDX-License-Identifier: MIT

import LifelintModel

/// What the text styles of `log` have in common: the tool's words around the rows, and a header that names the columns.
protocol UnifiedLogStyle: LogShape {
    /// What the header says behind `Timestamp`.
    static var columns: StaticString { get }

    associatedtype Prefix: UnifiedLogPrefix

    /// The prefix of a row; the cursor stands at its message afterwards.
    func prefix(_ cursor: inout LogCursor, _ instants: inout InstantParser) -> Prefix?
}

/// What stands before the message of a row: all that tells it from other lines.
protocol UnifiedLogPrefix {
    var instant: ReadInstant { get }
    var process: ProcessBrackets { get }
    var level: LogLevel { get }
    /// Whether a message follows: activities and signposts have none.
    var isOfMessage: Bool { get }
}

extension UnifiedLogStyle {
    @inline(__always)
    func row(_ view: ByteView, _ start: Int, _ end: Int, _ instants: inout InstantParser) -> LogRow? {
        var cursor = LogCursor(view, start, end)
        guard let prefix = prefix(&cursor, &instants) else { return nil }
        var row = LogRow()
        row.time = .instant(prefix.instant)
        row.level = prefix.level
        row.isMessage = prefix.isOfMessage
        row.process = prefix.process.name
        row.pid = prefix.process.pid
        UnifiedLogTail.read(&cursor, into: &row)
        return row
    }

    func beginsRow(_ view: ByteView, _ start: Int, _ end: Int, _ instants: inout InstantParser) -> Bool {
        var cursor = LogCursor(view, start, end)
        return prefix(&cursor, &instants) != nil
    }

    func isFurniture(_ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        UnifiedLogFurniture.holds(view, start, end)
    }

    func isHeader(_ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        var cursor = LogCursor(view, start, end)
        return cursor.take("Timestamp") && cursor.takeSpaces() && cursor.take(Self.columns)
    }
}
