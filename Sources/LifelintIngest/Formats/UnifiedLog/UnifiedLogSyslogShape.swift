// SPDX-License-Identifier: MIT

import LifelintModel

/// The syslog style of `log`: `… localhost SpringBoard[34]: (FrontBoard) [com.apple.FrontBoard:Process] message`.
struct UnifiedLogSyslogShape: UnifiedLogStyle {
    static let columns: StaticString = "(process)[PID]"

    func row(_ view: ByteView, _ start: Int, _ end: Int, _ instants: inout InstantParser) -> LogRow? {
        var cursor = LogCursor(view, start, end)
        guard let instant = LogStamp.dated(&cursor, &instants) else { return nil }
        let timeEnd = cursor.position
        guard cursor.takeSpaces() else { return nil }
        // Logs of other kinds begin with a time, too: one without a zone is the tool's only before its column of hosts.
        let isColumn = instant.hasZone || cursor.position > timeEnd + 1 || names(cursor, "localhost ")
        guard isColumn, cursor.word() != nil, cursor.take(0x20) else { return nil }
        guard let process = ProcessBrackets(&cursor, threads: false) else { return nil }
        var row = LogRow()
        if cursor.take(" <") {
            row.level = cursor.letters().flatMap { LogLevel(view, $0) } ?? .missing
            guard cursor.take(0x3E) else { return nil }
        }
        guard cursor.take(0x3A) else { return nil }
        _ = cursor.take(0x20)
        row.time = .instant(instant)
        row.process = process.name
        row.pid = process.pid
        UnifiedLogTail.read(&cursor, into: &row)
        return row
    }

    private func names(_ cursor: LogCursor, _ host: StaticString) -> Bool {
        cursor.view.starts(host, at: cursor.position, to: cursor.end)
    }
}
