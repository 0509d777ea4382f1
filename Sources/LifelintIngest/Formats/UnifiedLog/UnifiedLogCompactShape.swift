// SPDX-License-Identifier: MIT

import LifelintModel

/// The compact style of `log`: a type of two letters, `SpringBoard[34:1a2b]`, and no zone.
struct UnifiedLogCompactShape: UnifiedLogStyle {
    static let columns: StaticString = "Ty Process[PID:TID]"

    /// What stands before the message: all that tells a row from other lines.
    private struct Prefix {
        var instant: ReadInstant
        var process: ProcessBrackets
        /// The letters of the type.
        var letter, next: UInt8
    }

    func row(_ view: ByteView, _ start: Int, _ end: Int, _ instants: inout InstantParser) -> LogRow? {
        var cursor = LogCursor(view, start, end)
        guard let prefix = prefix(&cursor, &instants) else { return nil }
        var row = LogRow()
        row.time = .instant(prefix.instant)
        row.level = LogLevel(letter: prefix.letter, next: prefix.next)
        // Activities and signposts.
        row.isMessage = prefix.letter != 0x41 && prefix.letter != 0x53
        row.process = prefix.process.name
        row.pid = prefix.process.pid
        UnifiedLogTail.read(&cursor, into: &row)
        return row
    }

    func beginsRow(_ view: ByteView, _ start: Int, _ end: Int, _ instants: inout InstantParser) -> Bool {
        var cursor = LogCursor(view, start, end)
        return prefix(&cursor, &instants) != nil
    }

    /// The prefix of a row; the cursor stands behind it afterwards.
    private func prefix(_ cursor: inout LogCursor, _ instants: inout InstantParser) -> Prefix? {
        guard let instant = LogStamp.dated(&cursor, &instants), cursor.take(0x20) else { return nil }
        let letter = cursor.byte
        let next = cursor.view[cursor.position + 1]
        guard letter >= 0x41, letter <= 0x5A, next == 0x20 || (next >= 0x61 && next <= 0x7A) else { return nil }
        cursor.position += 2
        guard cursor.take(0x20), let process = ProcessBrackets(&cursor, threads: true) else { return nil }
        guard cursor.take(0x20) || cursor.isAtEnd else { return nil }
        return Prefix(instant: instant, process: process, letter: letter, next: next)
    }
}
