// SPDX-License-Identifier: MIT

import LifelintModel

/// The compact style of `log`: a type of two letters, `SpringBoard[34:1a2b]`, and no zone.
struct UnifiedLogCompactShape: UnifiedLogStyle {
    static let columns: StaticString = "Ty Process[PID:TID]"

    func row(_ view: ByteView, _ start: Int, _ end: Int, _ instants: inout InstantParser) -> LogRow? {
        var cursor = LogCursor(view, start, end)
        guard let instant = LogStamp.dated(&cursor, &instants), cursor.take(0x20) else { return nil }
        let letter = cursor.byte
        let next = view[cursor.position + 1]
        guard letter >= 0x41, letter <= 0x5A, next == 0x20 || (next >= 0x61 && next <= 0x7A) else { return nil }
        cursor.position += 2
        guard cursor.take(0x20), let process = ProcessBrackets(&cursor, threads: true) else { return nil }
        guard cursor.take(0x20) || cursor.isAtEnd else { return nil }
        var row = LogRow()
        row.time = .instant(instant)
        row.level = LogLevel(letter: letter, next: next)
        // Activities and signposts.
        row.isMessage = letter != 0x41 && letter != 0x53
        row.process = process.name
        row.pid = process.pid
        UnifiedLogTail.read(&cursor, into: &row)
        return row
    }
}
