// SPDX-License-Identifier: MIT

import LifelintModel

/// The syslog style of `log`: `… localhost SpringBoard[34]: (FrontBoard) [com.apple.FrontBoard:Process] message`.
struct UnifiedLogSyslogShape: UnifiedLogStyle {
    static let columns: StaticString = "(process)[PID]"

    /// What stands before the message: all that tells a row from other lines.
    private struct Prefix {
        var instant: ReadInstant
        var process: ProcessBrackets
        var level = LogLevel.missing
    }

    func row(_ view: ByteView, _ start: Int, _ end: Int, _ instants: inout InstantParser) -> LogRow? {
        var cursor = LogCursor(view, start, end)
        guard let prefix = prefix(&cursor, &instants) else { return nil }
        _ = cursor.take(0x20)
        var row = LogRow()
        row.level = prefix.level
        row.time = .instant(prefix.instant)
        row.process = prefix.process.name
        row.pid = prefix.process.pid
        UnifiedLogTail.read(&cursor, into: &row)
        return row
    }

    func beginsRow(_ view: ByteView, _ start: Int, _ end: Int, _ instants: inout InstantParser) -> Bool {
        var cursor = LogCursor(view, start, end)
        return prefix(&cursor, &instants) != nil
    }

    /// The prefix of a row; the cursor stands behind its colon afterwards.
    private func prefix(_ cursor: inout LogCursor, _ instants: inout InstantParser) -> Prefix? {
        guard let instant = LogStamp.dated(&cursor, &instants) else { return nil }
        let timeEnd = cursor.position
        guard cursor.takeSpaces() else { return nil }
        // Logs of other kinds begin with a time, too: one without a zone is the tool's only before its column of hosts.
        let isColumn = instant.hasZone || cursor.position > timeEnd + 1 || names(cursor, "localhost ")
        guard isColumn, cursor.word() != nil, cursor.take(0x20) else { return nil }
        guard let process = ProcessBrackets(&cursor, threads: false) else { return nil }
        var prefix = Prefix(instant: instant, process: process)
        if cursor.take(0x20) {
            guard cursor.take(0x3C) else { return nil }
            prefix.level = cursor.letters().flatMap { LogLevel(cursor.view, $0) } ?? .missing
            guard cursor.take(0x3E) else { return nil }
        }
        return cursor.take(0x3A) ? prefix : nil
    }

    private func names(_ cursor: LogCursor, _ host: StaticString) -> Bool {
        cursor.view.starts(host, at: cursor.position, to: cursor.end)
    }
}
