// SPDX-License-Identifier: MIT

import LifelintModel

/// What an app writes to the console of Xcode: lines of NSLog and os_log with a prefix, bare prints, words of the
/// debugger.
///
/// A bare line is a row without a time. Only lines that begin like the inside of something (white space, brackets), or
/// go on with a record that broke off behind a comma, belong to the message before them: prints stand between the lines
/// of others.
struct XcodeConsoleShape: LogShape {
    static var dependsOnOrder: Bool { true }
    static var isOfOneProcess: Bool { true }

    /// Whether a tool passes rows of the device's log on between the lines of the console.
    var passesRowsOn = false
    /// What stands before each line in the log of a server that runs builds: its stamp, and what tools put behind it.
    var wrapping: LogWrapping?

    func row(_ view: ByteView, _ start: Int, _ end: Int, _ instants: inout InstantParser) -> LogRow? {
        if passesRowsOn, let row = systemRow(view, start, end, &instants) { return row }
        if let row = prefixedRow(view, start, end, &instants) ?? loggedRow(view, start, end, &instants) { return row }
        var cursor = LogCursor(view, start, end)
        guard !cursor.isAtEnd, !LogHead.goesOn(cursor.byte) || beginsWithSource(cursor),
            // It stands in the message about an exception.
            !view.starts("*** First throw call stack:", at: start, to: end),
            !XcodeConsoleShape.goesOnWithRecord(view, start, end)
        else { return nil }
        var row = LogRow()
        ConsoleMetadata.read(view, behind: end, into: &row, &instants)
        ErrorDetails.readTime(view, behind: end, into: &row, &instants)
        readMessage(&cursor, into: &row)
        return row
    }

    /// `/Users/…/Notes.swift:71: `, the place in the source that what follows is about.
    private func beginsWithSource(_ cursor: LogCursor) -> Bool {
        guard cursor.byte == 0x2F else { return false }
        let end = min(cursor.end, cursor.position + XcodeConsoleShape.longestPath)
        return ByteSearch.find(".swift:", in: cursor.view, from: cursor.position, to: end) != nil
    }

    /// Whether it is more of a record, `name = value, name = value`, that the system broke off behind a comma.
    ///
    /// Many a print ends with a comma, and what follows, a word of the debugger perhaps, is a line of its own.
    private static func goesOnWithRecord(_ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        guard start > 1, view[start - 1] == 0x0A else { return false }
        var last = start - 2
        while last > 0, view[last] == 0x20 || view[last] == 0x0D { last -= 1 }
        guard view[last] == 0x2C, ByteSearch.find(" = ", in: view, from: start, to: end) != nil else { return false }
        let begin = view.lastIndex(of: 0x0A, from: max(0, last - longestPath), to: last) ?? max(0, last - longestPath)
        return ByteSearch.find(" = ", in: view, from: begin, to: last) != nil
    }

    /// Nobody keeps source deeper.
    private static let longestPath = 1_024

    /// Metadata of a message of several lines stands behind its last one.
    func complete(_ record: inout LogRecord, _ view: ByteView) {
        guard record.row.time == .missing else { return }
        var instants = InstantParser()
        ConsoleMetadata.read(view, behind: record.end, into: &record.row, &instants)
    }

    func isFurniture(_ view: ByteView, _ start: Int, _ end: Int) -> Bool { ConsoleMetadata.begins(view, start, end) }

    /// The row of a line that says itself who wrote it when; nil for a bare line.
    func prefixedRow(
        _ view: ByteView, _ start: Int, _ end: Int, _ instants: inout InstantParser
    ) -> LogRow? {
        var cursor = LogCursor(view, start, end)
        if view[start + 2] == 0x3A { return decoratedRow(&cursor) }
        // Beside the system's own rows CocoaLumberjack writes some, with a colon before the milliseconds.
        let stamp = LogStamp.colonMilliseconds(&cursor) ?? LogStamp.dated(&cursor, &instants)
        guard let instant = stamp, cursor.take(0x20) else { return nil }
        var row = LogRow()
        row.time = .instant(instant)
        if cursor.byte == 0x5B { return scriptRow(&cursor, &row) }
        guard let process = ProcessBrackets(&cursor, threads: true), cursor.take(0x20) || cursor.isAtEnd else {
            return nil
        }
        row.process = process.name
        row.pid = process.pid
        row.showsDebugger = true
        readMessage(&cursor, into: &row)
        return row
    }

    /// A row of the device's log, of the styles in which one is passed on.
    private func systemRow(
        _ view: ByteView, _ start: Int, _ end: Int, _ instants: inout InstantParser
    ) -> LogRow? {
        UnifiedLogSyslogShape().row(view, start, end, &instants) ?? DeviceSyslogShape().row(view, start, end, &instants)
    }

    /// What an app's own logger prints: with a date, `2026-03-01T10:00:00.123Z INFO message`, in brackets or not, or
    /// `2026/03/01 10:00:00:123  message`, as CocoaLumberjack writes files.
    private func loggedRow(
        _ view: ByteView, _ start: Int, _ end: Int, _ instants: inout InstantParser
    ) -> LogRow? {
        let digits = view[start] == 0x5B ? start + 1 : start
        guard view[digits].isDigit else { return nil }
        return switch view[digits + 4] {
        case 0x2D: AppLogShape().row(view, start, end, &instants)
        case 0x2F: CocoaLumberjackShape().row(view, start, end, &instants)
        default: nil
        }
    }

    /// What scripts of React Native print: `[info][tid:com.facebook.react.JavaScript] message`.
    private func scriptRow(_ cursor: inout LogCursor, _ row: inout LogRow) -> LogRow? {
        guard cursor.take(0x5B), let word = cursor.letters(), let level = LogLevel(cursor.view, word),
            cursor.take("][tid:"), cursor.find(0x5D)
        else { return nil }
        cursor.position += 1
        _ = cursor.take(0x20)
        row.level = level
        row.message = cursor.rest
        return row
    }

    /// What SwiftyBeaver prints: `10:00:00.123 💚 DEBUG Notes.save():12 - message`.
    ///
    /// The function is part of the message: of some that is all they tell.
    private func decoratedRow(_ cursor: inout LogCursor) -> LogRow? {
        guard let time = cursor.word(), let clock = LogStamp.clock(cursor.view, time.lowerBound, time.upperBound),
            cursor.take(0x20), cursor.byte >= 0x80, cursor.word() != nil, cursor.take(0x20),
            let word = cursor.letters(), let level = LogLevel(cursor.view, word), cursor.take(0x20)
        else { return nil }
        var row = LogRow()
        row.time = clock
        row.level = level
        row.message = cursor.rest
        if PrintedPrefix.function(cursor.view, cursor.position, cursor.end) != nil { return row }
        let limit = min(cursor.end, cursor.position + LogCursor.nameBytes)
        guard let dash = ByteSearch.find(" - ", in: cursor.view, from: cursor.position, to: limit) else { return nil }
        row.message = (dash + 3)..<cursor.end
        return row
    }

    /// Takes what os_log writes, `[category] message`, apart.
    ///
    /// Whoever begins a text of their own with a word in brackets finds that word directly before the message.
    private func readMessage(_ cursor: inout LogCursor, into row: inout LogRow) {
        if isCategory(cursor), let close = cursor.view.firstIndex(of: 0x5D, from: cursor.position, to: cursor.end) {
            if row.category.isEmpty {
                row.category = (cursor.position + 1)..<close
                row.isCategoryInText = true
            }
            cursor.position = close + 2
        }
        // Where prints of Flutter are too few to wrap the log.
        _ = cursor.take("flutter: ")
        row.message = cursor.rest
    }

    /// Whether one word in brackets and a space stand here.
    private func isCategory(_ cursor: LogCursor) -> Bool {
        var cursor = cursor
        guard cursor.take(0x5B) else { return false }
        let start = cursor.position
        while cursor.position < min(cursor.end, start + LogCursor.nameBytes) {
            let byte = cursor.byte
            guard byte.isLetter || byte.isDigit || byte == 0x2E || byte == 0x2D || byte == 0x5F else { break }
            cursor.position += 1
        }
        return cursor.position > start && cursor.take("] ")
    }
}
