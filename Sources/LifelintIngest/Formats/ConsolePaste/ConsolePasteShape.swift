// SPDX-License-Identifier: MIT

import LifelintModel

/// Rows that were copied from Console.app: cells between tabs, with a time of day but no date.
struct ConsolePasteShape: LogShape {
    static var isUnmistakable: Bool { true }
    static var dependsOnOrder: Bool { true }
    static var repeatsRows: Bool { true }

    /// The columns of this paste.
    let columns: ConsoleColumns
    /// The libraries that no process is called like, if the columns name no process: any other is a program.
    private let libraries: ByteTable?
    private let timeIndex: Int
    private let messageIndex: Int
    /// The columns of rows that have a type where the others have none, or lack it.
    private let columnsOfOtherType: [ConsoleColumns.Column]?

    init(columns: ConsoleColumns = .standard, libraries: ByteTable? = nil) {
        self.columns = columns
        self.libraries = libraries
        timeIndex = columns.columns.firstIndex(of: .time) ?? 0
        messageIndex = columns.columns.firstIndex(of: .message) ?? columns.columns.count - 1
        columnsOfOtherType = columns.withOtherType?.columns
    }

    var endsWithTime: Bool { timeIndex > messageIndex }

    func settled(_ view: ByteView, in lines: [Range<Int>], _ words: CompiledVocabulary) -> Self {
        let columns = columns.settled(view, in: lines, words)
        return Self(columns: columns, libraries: columns.columns.contains(.process) ? nil : words.libraries)
    }

    func row(_ view: ByteView, _ start: Int, _ end: Int, _ instants: inout InstantParser) -> LogRow? {
        let end = end > start && view[end - 1] == 0x0D ? end - 1 : end
        if let time = time(view, start, end, &instants) {
            return row(view, start..<end, columns.columns, time)
        }
        return rowOfOtherType(view, start, end, &instants)
    }

    /// A row that has a type where the others have none, or lacks it where they have one.
    ///
    /// What goes on with a message may begin with anything: a type is one that is known, and a time as Console.app
    /// writes it.
    private func rowOfOtherType(
        _ view: ByteView, _ start: Int, _ end: Int, _ instants: inout InstantParser
    ) -> LogRow? {
        guard let others = columnsOfOtherType else { return nil }
        var mark = start
        if others.first == .type {
            let limit = min(end, start + LogCursor.nameBytes)
            guard let tab = view.firstIndex(of: 0x09, from: start, to: limit), LogLevel(view, start..<tab) != nil else {
                return nil
            }
            mark = tab + 1
        }
        guard mark < end, view[mark].isDigit, let tab = view.firstIndex(of: 0x09, from: mark, to: min(end, mark + 40)),
            let time = LogStamp.cell(view, mark, tab, &instants), ConsoleColumns.isMark(time),
            ConsoleColumns.mayHold(view, start..<end, others)
        else { return nil }
        return row(view, start..<end, others, time)
    }

    private func row(
        _ view: ByteView, _ line: Range<Int>, _ columns: [ConsoleColumns.Column], _ time: LogTime
    ) -> LogRow {
        var row = LogRow()
        row.time = time
        var position = line.lowerBound
        var isWhole = true
        for (index, column) in columns.enumerated() {
            guard isWhole else { break }
            let isLast = index == columns.count - 1
            let tab = isLast ? nil : view.firstIndex(of: 0x09, from: position, to: line.upperBound)
            isWhole = tab != nil
            put(view, position..<(tab ?? line.upperBound), column, into: &row)
            position = (tab ?? line.upperBound) + 1
        }
        return row
    }

    /// Cells behind a message of several lines stand behind its last line.
    func complete(_ record: inout LogRecord, _ view: ByteView) {
        let end = record.row.message.upperBound
        guard !endsWithTime, end < view.count, view[end] == 0x0A || view[end] == 0x0D,
            let line = record.continuations.last, let cells = cellsBehindMessage(view, line)
        else { return }
        take(cells, behindMessageOn: line, view, into: &record)
    }

    func row(
        _ view: ByteView, ending lines: [Range<Int>], _ instants: inout InstantParser
    ) -> (record: LogRecord, first: Int)? {
        guard let last = lines.last, let cells = cellsBehindMessage(view, last) else { return nil }
        let mark = cells[timeIndex - messageIndex - 1]
        guard let time = LogStamp.cell(view, mark.lowerBound, mark.upperBound, &instants) else { return nil }
        // What stands between two rows and has not the cells before a message is no part of either.
        for (index, line) in lines.dropLast().enumerated() {
            let leading = ConsoleColumns.cells(view, line, limit: messageIndex + 1)
            guard leading.count == messageIndex + 1, messageIndex == 0 || !leading[0].isEmpty else { continue }
            var record = LogRecord(row: LogRow(), start: line.lowerBound, end: last.upperBound)
            record.row.time = time
            for (column, cell) in zip(columns.columns, leading) { put(view, cell, column, into: &record.row) }
            record.continuations = Array(lines[(index + 1)...])
            take(cells, behindMessageOn: last, view, into: &record)
            return (record, index)
        }
        return nil
    }

    /// The cells at the end of a line that stand behind the message.
    private func cellsBehindMessage(_ view: ByteView, _ line: Range<Int>) -> [Range<Int>]? {
        let count = columns.columns.count - messageIndex - 1
        guard count > 0 else { return nil }
        var cells: [Range<Int>] = []
        var upper = line.upperBound
        for position in line.suffix(count * LogCursor.nameBytes).reversed() where view[position] == 0x09 {
            cells.append((position + 1)..<upper)
            upper = position
            if cells.count == count { return cells.reversed() }
        }
        return nil
    }

    /// Takes what the cells behind a message say, and leaves the message of its last line without them.
    private func take(
        _ cells: [Range<Int>], behindMessageOn line: Range<Int>, _ view: ByteView, into record: inout LogRecord
    ) {
        for (column, cell) in zip(columns.columns[(messageIndex + 1)...], cells) {
            put(view, cell, column, into: &record.row)
        }
        let end = max((cells.first?.lowerBound ?? line.upperBound) - 1, line.lowerBound)
        record.continuations[record.continuations.count - 1] = line.lowerBound..<end
    }

    func isFurniture(_ view: ByteView, _ start: Int, _ end: Int) -> Bool { ConsoleDivider.begins(view, start, end) }

    func day(_ view: ByteView, _ start: Int, _ end: Int) -> CalendarDay? { ConsoleDivider.day(view, start, end) }

    func hidesDay(_ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        ConsoleDivider.begins(view, start, end) && ConsoleDivider.day(view, start, end) == nil
    }

    /// The time in its cell: looked at first, since only rows have one there.
    private func time(
        _ view: ByteView, _ start: Int, _ end: Int, _ instants: inout InstantParser
    ) -> LogTime? {
        var position = start
        for column in 0..<timeIndex {
            let limit = column == messageIndex ? end : min(end, position + LogCursor.nameBytes)
            guard let tab = view.firstIndex(of: 0x09, from: position, to: limit) else { return nil }
            position = tab + 1
        }
        // No time is longer.
        let limit = min(end, position + 40)
        let tab = view.firstIndex(of: 0x09, from: position, to: limit)
        guard tab != nil || limit == end && timeIndex == columns.columns.count - 1 else { return nil }
        return LogStamp.cell(view, position, tab ?? end, &instants)
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
        case .library:
            row.sender = cell
            guard let libraries else { break }
            // The image of a program is called like its process.
            row.isOfLibrary = libraries.find(view, cell.lowerBound, cell.upperBound) != ByteTable.missing
            if !row.isOfLibrary { row.process = cell }
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
