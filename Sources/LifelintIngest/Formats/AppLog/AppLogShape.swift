// SPDX-License-Identifier: MIT

import LifelintModel

/// Lines as loggers of apps write them: `[2026-03-01 10:00:00.123] [AppDelegate] message`, `2026-03-01 10:00:00 +0000
/// INFO message`, `10:00:00.123 | debug | main | message`.
///
/// A time comes first, in brackets or not, or behind a level. Levels and words in brackets behind it are no part of the
/// message.
struct AppLogShape: LogShape {
    static var dependsOnOrder: Bool { true }

    func row(_ view: ByteView, _ start: Int, _ end: Int, _ instants: inout InstantParser) -> LogRow? {
        var cursor = LogCursor(view, start, end)
        var row = LogRow()
        row.level = leadingLevel(&cursor) ?? row.level
        let isBracketed = cursor.take(0x5B)
        guard let time = time(&cursor, &instants) else { return nil }
        if isBracketed, !cursor.take(0x5D) { return nil }
        guard cursor.isAtEnd || AppLogShape.separates(cursor.byte) || cursor.byte == 0x5B else { return nil }
        row.time = time
        readTags(&cursor, into: &row)
        row.message = cursor.rest
        return row
    }

    /// Steps over a level that comes first: `INFO  [`, `[INFO] `, `I `.
    private func leadingLevel(_ cursor: inout LogCursor) -> LogLevel? {
        guard cursor.byte.isLetter || cursor.byte == 0x5B && cursor.view[cursor.position + 1].isLetter else {
            return nil
        }
        var probe = cursor
        let isBracketed = probe.take(0x5B)
        guard let word = probe.letters(), let level = LogLevel(cursor.view, word), !isBracketed || probe.take(0x5D),
            AppLogShape.separates(probe.byte)
        else { return nil }
        while AppLogShape.separates(probe.byte) { probe.position += 1 }
        cursor = probe
        return level
    }

    /// A date and a time, or a time alone; the zone may stand behind a space, as where a `Date` is printed.
    private func time(_ cursor: inout LogCursor, _ instants: inout InstantParser) -> LogTime? {
        let view = cursor.view
        let start = cursor.position
        if view[start + 2] == 0x3A {
            var stop = start
            while stop < cursor.end, view[stop].isDigit || view[stop] == 0x3A || view[stop] == 0x2E { stop += 1 }
            guard let time = LogStamp.clock(view, start, stop) else { return nil }
            cursor.position = stop
            return time
        }
        guard var instant = LogStamp.dated(&cursor, &instants) else { return nil }
        if let fraction = markedMilliseconds(&cursor), instant.digits == 0 {
            instant = ReadInstant(
                nanoseconds: instant.nanoseconds.addingClamped(fraction), digits: 3, hasZone: instant.hasZone,
                zone: instant.zone)
        }
        guard !instant.hasZone, cursor.byte == 0x20,
            view[cursor.position + 1] == 0x2B || view[cursor.position + 1] == 0x2D,
            let zone = InstantParser.zoneOffset(view, cursor.position + 1, min(cursor.position + 6, cursor.end))
        else { return .instant(instant) }
        cursor.position += 6
        let moved = instant.nanoseconds.subtractingClamped(Int64(zone) * InstantParser.second)
        return .instant(
            ReadInstant(nanoseconds: moved, digits: instant.digits, hasZone: true, zone: Int32(clamping: zone)))
    }

    /// Milliseconds behind a comma or a colon, `10:00:00,123`, in nanoseconds; what has other digits or a further comma
    /// is a table.
    private func markedMilliseconds(_ cursor: inout LogCursor) -> Int64? {
        let view = cursor.view
        let start = cursor.position
        guard cursor.byte == 0x2C || cursor.byte == 0x3A, start + 4 <= cursor.end else { return nil }
        var value: Int64 = 0
        for place in start + 1...start + 3 {
            guard view[place].isDigit else { return nil }
            value = value * 10 + Int64(view[place] - 0x30)
        }
        let next = start + 4 < cursor.end ? view[start + 4] : 0x20
        guard !next.isDigit, next != 0x2C else { return nil }
        cursor.position = start + 4
        return value * 1_000_000
    }

    /// Steps over levels, words in brackets and what separates them, as long as something is left.
    private func readTags(_ cursor: inout LogCursor, into row: inout LogRow) {
        for _ in 0..<AppLogShape.tags {
            AppLogShape.skipSeparators(&cursor)
            var probe = cursor
            guard let tag = tag(&probe), !probe.isAtEnd else { return }
            if let level = LogLevel(cursor.view, tag) {
                row.level = level
            } else {
                row.category = tag
                row.isCategoryInText = true
            }
            cursor = probe
        }
        AppLogShape.skipSeparators(&cursor)
    }

    /// Steps over what separates, and over a dash between spaces.
    private static func skipSeparators(_ cursor: inout LogCursor) {
        while separates(cursor.byte) || cursor.byte == 0x2D && cursor.view[cursor.position + 1] == 0x20 {
            cursor.position += 1
        }
    }

    /// A logger writes no more before its message: level, category, thread, file, queue.
    private static let tags = 6

    /// A word in brackets, or a level, which may have a picture before it.
    private func tag(_ cursor: inout LogCursor) -> Range<Int>? {
        if cursor.byte >= 0x80, cursor.word() == nil || !cursor.take(0x20) { return nil }
        let start = cursor.position
        if let close = AppLogShape.closing(cursor.byte) {
            guard cursor.find(close) else { return nil }
            let tag = (start + 1)..<cursor.position
            // What holds a space is no tag: `[AppDelegate applicationDidBecomeActive:]` is a call.
            guard !tag.isEmpty, !tag.contains(where: { cursor.view[$0] == 0x20 }) else { return nil }
            cursor.position += 1
            return tag
        }
        guard let word = cursor.letters(), LogLevel(cursor.view, word) != nil,
            cursor.isAtEnd || AppLogShape.separates(cursor.byte) || cursor.byte == 0x5B
        else { return nil }
        return word
    }

    private static func closing(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x5B: 0x5D
        case 0x3C: 0x3E
        default: nil
        }
    }

    /// Spaces, tabs, colons and bars.
    private static func separates(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x3A || byte == 0x7C
    }
}
