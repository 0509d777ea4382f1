// SPDX-License-Identifier: MIT

import LifelintModel

/// The syslog style of `log`: `… localhost SpringBoard[34]: (FrontBoard) [com.apple.FrontBoard:Process] message`.
struct UnifiedLogSyslogShape: UnifiedLogStyle {
    static var isUnmistakable: Bool { true }
    static let columns: StaticString = "(process)[PID]"

    struct Prefix: UnifiedLogPrefix {
        let instant: ReadInstant
        let process: ProcessBrackets
        fileprivate(set) var level = LogLevel.missing
        var isOfMessage: Bool { true }
    }

    func prefix(_ cursor: inout LogCursor, _ instants: inout InstantParser) -> Prefix? {
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
        guard cursor.take(0x3A) else { return nil }
        _ = cursor.take(0x20)
        return prefix
    }

    private func names(_ cursor: LogCursor, _ host: StaticString) -> Bool {
        cursor.view.starts(host, at: cursor.position, to: cursor.end)
    }
}
