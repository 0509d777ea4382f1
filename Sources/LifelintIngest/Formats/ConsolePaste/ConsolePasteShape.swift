// SPDX-License-Identifier: MIT

import LifelintModel

/// Rows that were copied from Console.app: cells between tabs, with a time of day but no date.
struct ConsolePasteShape: LogShape {
    static var dependsOnOrder: Bool { true }
    static var repeatsRows: Bool { true }

    /// The columns of this paste.
    let columns: ConsoleColumns
    private let timeIndex: Int

    init(columns: ConsoleColumns = .standard) {
        self.columns = columns
        timeIndex = columns.columns.firstIndex(of: .time) ?? 0
    }

    func row(_ view: ByteView, _ start: Int, _ end: Int, _ instants: inout InstantParser) -> LogRow? {
        let end = end > start && view[end - 1] == 0x0D ? end - 1 : end
        guard let time = time(view, start, end, &instants) else { return nil }
        var row = LogRow()
        row.time = time
        var position = start
        var isWhole = true
        for (index, column) in columns.columns.enumerated() {
            guard isWhole else { break }
            let isLast = index == columns.columns.count - 1
            let tab = isLast ? nil : view.firstIndex(of: 0x09, from: position, to: end)
            isWhole = tab != nil
            put(view, position..<(tab ?? end), column, into: &row)
            position = (tab ?? end) + 1
        }
        return row
    }

    /// Cells behind a message of several lines stand behind its last line.
    func complete(_ record: inout LogRecord, _ view: ByteView) {
        let end = record.row.message.upperBound
        guard let message = columns.columns.firstIndex(of: .message), message + 1 < columns.columns.count,
            end < view.count, view[end] == 0x0A || view[end] == 0x0D, let line = record.continuations.last
        else { return }
        var cells: [Range<Int>] = []
        var upper = line.upperBound
        for position in line.reversed() where view[position] == 0x09 {
            cells.append((position + 1)..<upper)
            upper = position
            if cells.count == columns.columns.count - message - 1 { break }
        }
        guard cells.count == columns.columns.count - message - 1 else { return }
        for (column, cell) in zip(columns.columns[(message + 1)...], cells.reversed()) {
            put(view, cell, column, into: &record.row)
        }
        record.continuations[record.continuations.count - 1] = line.lowerBound..<upper
    }

    func isFurniture(_ view: ByteView, _ start: Int, _ end: Int) -> Bool { ConsoleDivider.begins(view, start, end) }

    func day(_ view: ByteView, _ start: Int, _ end: Int) -> CalendarDay? { ConsoleDivider.day(view, start, end) }

    /// The time in its cell: looked at first, since only rows have one there.
    private func time(
        _ view: ByteView, _ start: Int, _ end: Int, _ instants: inout InstantParser
    ) -> LogTime? {
        var position = start
        for _ in 0..<timeIndex {
            let limit = min(end, position + LogCursor.nameBytes)
            guard let tab = view.firstIndex(of: 0x09, from: position, to: limit) else { return nil }
            position = tab + 1
        }
        // No time is longer.
        let limit = min(end, position + 40)
        guard let tab = view.firstIndex(of: 0x09, from: position, to: limit) else { return nil }
        return LogStamp.cell(view, position, tab, &instants)
    }

    private func put(
        _ view: ByteView, _ cell: Range<Int>, _ column: ConsoleColumns.Column, into row: inout LogRow
    ) {
        switch column {
        case .type:
            row.level = LogLevel(view, cell) ?? .missing
            row.isMessage = row.level != .missing || !ConsolePasteShape.isActivity(view, cell)
        case .process: row.process = cell
        case .pid:
            var cursor = LogCursor(view, cell.lowerBound, cell.upperBound)
            row.pid = cursor.pid() ?? .min
        case .library: row.sender = cell
        case .subsystem: row.subsystem = cell
        case .category: row.category = cell
        case .message: row.message = cell
        case .time, .other: break
        }
    }

    private static func isActivity(_ view: ByteView, _ cell: Range<Int>) -> Bool {
        view.matchesIgnoringCase("activity", from: cell.lowerBound, to: cell.upperBound)
    }
}
