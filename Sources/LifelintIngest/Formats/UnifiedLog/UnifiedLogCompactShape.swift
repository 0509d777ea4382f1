// SPDX-License-Identifier: MIT

import LifelintModel

/// The compact style of `log`: a type of two letters, `SpringBoard[34:1a2b]`, and no zone.
struct UnifiedLogCompactShape: UnifiedLogStyle {
    static var isUnmistakable: Bool { true }
    static let columns: StaticString = "Ty Process[PID:TID]"

    struct Prefix: UnifiedLogPrefix {
        let instant: ReadInstant
        let process: ProcessBrackets
        /// The letters of the type.
        fileprivate let letter, next: UInt8

        var level: LogLevel { LogLevel(letter: letter, next: next) }
        var isOfMessage: Bool { letter != 0x41 && letter != 0x53 }
    }

    func prefix(_ cursor: inout LogCursor, _ instants: inout InstantParser) -> Prefix? {
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
