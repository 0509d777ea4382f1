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
        guard Self.isType(letter, next) else { return nil }
        cursor.position += 2
        guard cursor.take(0x20), let process = ProcessBrackets(&cursor, threads: true) else { return nil }
        guard cursor.take(0x20) || cursor.isAtEnd else { return nil }
        return Prefix(instant: instant, process: process, letter: letter, next: next)
    }

    /// Whether two letters are a type: other short words begin the names of apps, as `My Notes` does in Xcode's
    /// console.
    private static func isType(_ letter: UInt8, _ next: UInt8) -> Bool {
        if next == 0x20 { return letter >= 0x41 && letter <= 0x5A }
        return types.contains { $0.0 == letter && $0.1 == next }
    }

    /// Default, debug, error, fault, activity, signpost, state, loss, user action, time.
    private static let types: [(UInt8, UInt8)] = [
        (0x44, 0x66), (0x44, 0x62), (0x45, 0x72), (0x46, 0x61), (0x41, 0x63), (0x53, 0x69), (0x53, 0x70), (0x53, 0x74),
        (0x4C, 0x6F), (0x55, 0x73), (0x55, 0x61), (0x54, 0x69), (0x54, 0x73),
    ]
}
