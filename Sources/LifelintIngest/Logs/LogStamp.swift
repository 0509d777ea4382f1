// SPDX-License-Identifier: MIT

import LifelintModel

/// The times at the start of log lines, in the spellings that ``InstantParser`` leaves to their containers.
enum LogStamp {
    /// `2026-03-01 10:00:00.123456+0100`, the fraction and the zone being optional.
    ///
    /// The cursor stands behind it afterwards.
    static func dated(_ cursor: inout LogCursor, _ instants: inout InstantParser) -> ReadInstant? {
        let start = cursor.position
        let view = cursor.view
        if let (instant, end) = instants.repeated(view, start, cursor.end) {
            cursor.position = end
            return instant
        }
        guard cursor.end - start >= 19, view[start + 4] == 0x2D, view[start + 13] == 0x3A else { return nil }
        let stop = zoneEnd(view, fractionEnd(view, start + 19, cursor.end), cursor.end)
        guard let instant = instants.dated(view, start, stop) else { return nil }
        cursor.position = stop
        return instant
    }

    /// `10:00:00.123456+0100`, in older systems with a space before the zone; the zone is optional.
    static func clock(_ view: ByteView, _ start: Int, _ end: Int) -> LogTime? {
        guard end - start >= 8, view[start + 2] == 0x3A else { return nil }
        let stop = fractionEnd(view, start + 8, end)
        guard let instant = InstantParser.clockTime(view, start, stop) else { return nil }
        if stop == end { return .clock(instant, zone: nil) }
        guard let zone = InstantParser.zoneOffset(view, stop, end) else { return nil }
        return .clock(instant, zone: zone)
    }

    /// The time that a cell between tabs is: of day, or with its date.
    static func cell(_ view: ByteView, _ start: Int, _ end: Int, _ instants: inout InstantParser) -> LogTime? {
        if let clock = clock(view, start, end) { return clock }
        guard end - start >= 19, view[start + 4] == 0x2D else { return nil }
        return instants.dated(view, start, end).map(LogTime.instant)
    }

    /// `Mar  1 10:00:00`, with a fraction or without one, as the system's logger has written it since the eighties.
    ///
    /// Pages show one space where a day of one digit has two before it.
    static func yearless(_ cursor: inout LogCursor) -> LogTime? {
        let view = cursor.view
        let start = cursor.position
        let ones = view[start + 5] == 0x20 ? start + 4 : start + 5
        guard cursor.end - ones >= 10, view[start + 3] == 0x20, view[ones + 1] == 0x20, view[ones + 4] == 0x3A,
            let month = month(view, start)
        else { return nil }
        let tens = ones > start + 4 ? view[start + 4] : 0x20
        guard tens == 0x20 || tens.isDigit, view[ones].isDigit else { return nil }
        let day = (tens == 0x20 ? 0 : Int(tens &- 0x30) * 10) + Int(view[ones] &- 0x30)
        let stop = fractionEnd(view, ones + 10, cursor.end)
        guard (1...31).contains(day), let instant = InstantParser.clockTime(view, ones + 2, stop) else { return nil }
        cursor.position = stop
        return .yearless(month: month, day: day, instant)
    }

    /// `Mon Mar  2 08:30:03 2026`, as the C library writes a time.
    static func weekdayAndYear(_ cursor: inout LogCursor) -> ReadInstant? {
        let view = cursor.view
        let start = cursor.position
        var rest = LogCursor(view, start + 4, cursor.end)
        guard view[start + 3] == 0x20, case .yearless(let month, let day, let clock)? = yearless(&rest),
            clock.digits == 0, rest.take(0x20), cursor.end - rest.position >= 4, isWeekday(view, start),
            let year = number(view, rest.position, 4), (1970...2261).contains(year)
        else { return nil }
        let date = CalendarDay(year: year, month: month, day: day)
        guard date.exists else { return nil }
        cursor.position = rest.position + 4
        return ReadInstant(
            nanoseconds: Int64(date.daysSinceEpoch) * InstantParser.day + clock.nanoseconds, digits: 0, hasZone: false)
    }

    private static func isWeekday(_ view: ByteView, _ start: Int) -> Bool {
        let names: [StaticString] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
        return names.contains { view.matches($0, from: start, to: start + 3) }
    }

    /// Whether a row that begins with a date and a time has a colon before the milliseconds, as those of
    /// CocoaLumberjack do.
    static func hasColon(_ view: ByteView, _ start: Int) -> Bool { view[start + 19] == 0x3A }

    /// `2026/03/01 10:00:00:123`, also with dashes: a colon stands before the milliseconds.
    static func colonMilliseconds(_ cursor: inout LogCursor) -> ReadInstant? {
        let view = cursor.view
        let start = cursor.position
        let separator = view[start + 4]
        guard cursor.end - start >= 23, separator == 0x2F || separator == 0x2D, view[start + 7] == separator,
            view[start + 10] == 0x20, hasColon(view, start),
            let year = number(view, start, 4), let month = number(view, start + 5, 2),
            let day = number(view, start + 8, 2), let milliseconds = number(view, start + 20, 3),
            !view[start + 23].isDigit,
            let clock = InstantParser.clockTime(view, start + 11, start + 19)
        else { return nil }
        let date = CalendarDay(year: year, month: month, day: day)
        guard date.exists, (1678...2261).contains(year) else { return nil }
        cursor.position = start + 23
        let ofDay = clock.nanoseconds + Int64(milliseconds) * 1_000_000
        return ReadInstant(
            nanoseconds: Int64(date.daysSinceEpoch) * InstantParser.day + ofDay, digits: 3, hasZone: false)
    }

    /// The month whose English abbreviation stands there: 1 to 12.
    static func month(_ view: ByteView, _ start: Int) -> Int? {
        let names: [StaticString] = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        for (index, name) in names.enumerated() where view.matches(name, from: start, to: start + 3) {
            return index + 1
        }
        return nil
    }

    private static func number(_ view: ByteView, _ start: Int, _ count: Int) -> Int? {
        var value = 0
        for position in start..<(start + count) {
            guard view[position].isDigit else { return nil }
            value = value * 10 + Int(view[position] &- 0x30)
        }
        return value
    }

    private static func fractionEnd(_ view: ByteView, _ start: Int, _ end: Int) -> Int {
        guard start + 1 < end, view[start] == 0x2E, view[start + 1].isDigit else { return start }
        var stop = start + 1
        while stop < end, view[stop].isDigit { stop += 1 }
        return stop
    }

    /// Behind `+0100`, `+01:00` or `Z`, if one is there.
    private static func zoneEnd(_ view: ByteView, _ start: Int, _ end: Int) -> Int {
        guard start < end else { return start }
        if view[start] == 0x5A { return start + 1 }
        guard view[start] == 0x2B || view[start] == 0x2D, view[start + 1].isDigit else { return start }
        var stop = start + 1
        while stop < end, stop < start + 6, view[stop].isDigit || view[stop] == 0x3A { stop += 1 }
        return stop
    }
}
