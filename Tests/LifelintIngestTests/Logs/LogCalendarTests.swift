// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintIngest

/// Times without a year get one, and those without a date.
@Suite struct LogCalendarTests {
    /// The instants of days of a log, in its order, as it is told that its year is.
    private static func instants(_ days: [(month: Int, day: Int)], year: Int?) -> [String] {
        var calendar = LogCalendar(date: nil, year: year, isYearStated: year != nil)
        return days.map { day in
            let one = ReadInstant(nanoseconds: 3_600_000_000_000, digits: 0, hasZone: false)
            let time = LogTime.yearless(month: day.month, day: day.day, one)
            let instant = calendar.instant(time)
            return instant.map { Timestamp(nanoseconds: $0.nanoseconds, digits: 0).rfc3339 } ?? "-"
        }
    }

    @Test(
        "The day after the 28th of February comes a day later, in whatever year the log is put",
        arguments: [
            (
                [(2, 28), (2, 29), (3, 1), (3, 2)], nil,
                ["1970-02-28T01:00:00Z", "1970-03-01T01:00:00Z", "1970-03-02T01:00:00Z", "1970-03-03T01:00:00Z"]
            ),
            (
                [(2, 28), (2, 29), (3, 1)], 2024,
                ["2024-02-28T01:00:00Z", "2024-02-29T01:00:00Z", "2024-03-01T01:00:00Z"]
            ),
            ([(2, 29), (3, 1)], nil, ["1972-02-29T01:00:00Z", "1972-03-01T01:00:00Z"]),
            ([(12, 31), (1, 1)], 2025, ["2025-12-31T01:00:00Z", "2026-01-01T01:00:00Z"]),
        ] as [([(Int, Int)], Int?, [String])])
    func leapDays(days: [(Int, Int)], year: Int?, expected: [String]) {
        #expect(Self.instants(days.map { ($0.0, $0.1) }, year: year) == expected)
    }

    /// The server's clock may be that of a zone far from the device's.
    @Test(
        "A server that stamps rows tells their year where its day is theirs or lies beside it",
        arguments: [
            ("2026-03-10", [(3, 10), (3, 10)], "2026-03-10T01:00:00Z"),
            ("2026-03-10", [(3, 11), (3, 11)], "2026-03-11T01:00:00Z"),
            ("2026-01-01", [(12, 31), (12, 31)], "2025-12-31T01:00:00Z"),
            ("2025-12-31", [(1, 1), (1, 1)], "2026-01-01T01:00:00Z"),
            // What was kept from December is of the year before.
            ("2026-01-02", [(12, 20), (1, 2)], "2025-12-20T01:00:00Z"),
            ("2026-03-10", [(3, 12), (3, 12)], nil), ("2026-03-10", [(6, 10), (6, 10)], nil),
        ] as [(String, [(Int, Int)], String?)])
    func yearOfServer(stamp: String, days: [(Int, Int)], expected: String?) throws {
        let times = days.map { month, day in
            LogTime.yearless(
                month: month, day: day, ReadInstant(nanoseconds: 3_600_000_000_000, digits: 0, hasZone: false))
        }
        let stamped = try #require(Array("\(stamp) 23:59:59:999 - ".utf8).withView { LogWrapper.day($0, 0, $0.count) })
        var calendar = LogCalendar(date: nil, year: nil, isYearStated: false)
        #expect(calendar.takeYear(of: stamped, for: times[1], behind: times[0]) == (expected != nil))
        #expect(calendar.lacksYear == (expected == nil))
        let read = calendar.instant(times[0])
        let instant = try #require(read)
        let told = Timestamp(nanoseconds: instant.nanoseconds, digits: 0).rfc3339
        #expect(told.hasPrefix(expected ?? "1970-"))
        #expect(calendar.assumesYear == (expected == nil))
    }

    /// Where the clock is put back on a journey, or rows are in UTC, the clock may step over midnight.
    @Test(
        "Rows in several zones lie next to each other",
        arguments: [
            ([("00:10:03", 2), ("23:10:05", 1)], ["2026-02-28T22:10:03Z", "2026-02-28T22:10:05Z"]),
            ([("22:00:03", 9), ("05:00:05", -8)], ["2026-03-01T13:00:03Z", "2026-03-01T13:00:05Z"]),
            (
                [("04:30:03", 0), ("20:30:05", -8), ("04:30:06", 0)],
                ["2026-03-01T04:30:03Z", "2026-03-01T04:30:05Z", "2026-03-01T04:30:06Z"]
            ),
            // A flight: the later row is of the next day, though by the clocks it lies two hours earlier.
            ([("10:00:01", 1), ("23:00:00", -8)], ["2026-03-01T09:00:01Z", "2026-03-02T07:00:00Z"]),
            ([("10:00:05", 1), ("09:00:03", 0)], ["2026-03-01T09:00:05Z", "2026-03-01T09:00:03Z"]),
            ([("23:59:59", 1), ("00:00:01", 1)], ["2026-03-01T22:59:59Z", "2026-03-01T23:00:01Z"]),
        ] as [([(String, Int)], [String])])
    func zones(rows: [(String, Int)], expected: [String]) {
        var calendar = LogCalendar(
            date: CalendarDay(year: 2026, month: 3, day: 1), year: nil, isYearStated: false)
        let instants = rows.map { row -> String in
            let clock = Array(row.0.utf8).withView { InstantParser.clockTime($0, 0, $0.count) }
            let instant = clock.flatMap { calendar.instant(.clock($0, zone: row.1 * 3_600)) }
            return instant.map { Timestamp(nanoseconds: $0.nanoseconds, digits: 0).rfc3339 } ?? "-"
        }
        #expect(instants == expected)
    }

    private static func time(_ month: Int, _ day: Int, hour: Int64, minute: Int64 = 0) -> LogTime {
        let clock = (hour * 60 + minute) * 60 * InstantParser.second
        return .yearless(month: month, day: day, ReadInstant(nanoseconds: clock, digits: 0, hasZone: false))
    }

    /// West of Greenwich 1970 begins on 31 December.
    @Test func `A clock that is not set yet tells nothing of the year`() {
        let boot = Self.time(12, 31, hour: 16)
        #expect(LogCalendar.mayBeUnset(boot))
        #expect(!LogCalendar.mayBeUnset(Self.time(12, 31, hour: 16, minute: 12)))
        #expect(!LogCalendar.mayBeUnset(Self.time(12, 31, hour: 8)))
        #expect(LogCalendar.wasUnset(boot, before: Self.time(12, 31, hour: 16, minute: 4)) == nil)
        #expect(LogCalendar.wasUnset(boot, before: Self.time(1, 1, hour: 0)) == false)
        let next = Self.time(5, 12, hour: 8)
        #expect(LogCalendar.wasUnset(boot, before: next) == true)
        var calendar = LogCalendar(date: nil, year: 2026, isYearStated: true)
        calendar.expect(next, behind: Self.time(12, 31, hour: 16, minute: 4))
        let rows = [boot, Self.time(12, 31, hour: 16, minute: 5), next, Self.time(5, 12, hour: 9)]
        let texts = rows.map { time in
            calendar.instant(time).map { Timestamp(nanoseconds: $0.nanoseconds, digits: 0).rfc3339 } ?? "-"
        }
        // What was told before the clock was set lies as far apart as it was told.
        #expect(
            texts == ["2026-05-12T07:56:00Z", "2026-05-12T08:00:00Z", "2026-05-12T08:00:00Z", "2026-05-12T09:00:00Z"])
    }

    /// A device may wait for a network until somebody unlocks it.
    @Test func `A clock may take half an hour to be set`() {
        let boot = Self.time(12, 31, hour: 16)
        #expect(LogCalendar.wasUnset(boot, before: Self.time(12, 31, hour: 16, minute: 30)) == nil)
        #expect(LogCalendar.wasUnset(boot, before: Self.time(12, 31, hour: 16, minute: 31)) == false)
    }

    @Test func `A last day of the year that goes on for hours is one on which the clock is set`() {
        let first = Self.time(12, 31, hour: 16)
        #expect(LogCalendar.mayBeUnset(first))
        #expect(LogCalendar.wasUnset(first, before: Self.time(12, 31, hour: 18, minute: 40)) == false)
        #expect(LogCalendar.wasUnset(first, before: Self.time(12, 31, hour: 15, minute: 59)) == false)
    }

    /// What comes between two days of one winter is of it; only where a year would pass the clock was not set.
    @Test(
        arguments: [
            ((12, 30), (2, 2), ["2025-12-30T22:00:00Z", "2026-01-01T00:04:00Z", "2026-02-02T10:00:00Z"]),
            ((7, 14), (7, 14), ["2025-07-14T22:00:00Z", "2025-07-14T10:00:00Z", "2025-07-14T10:00:00Z"]),
            ((7, 14), (8, 2), ["2025-07-14T22:00:00Z", "2025-08-02T10:00:00Z", "2025-08-02T10:00:00Z"]),
        ] as [((Int, Int), (Int, Int), [String])])
    func `New Year's Day may be told by a clock that is set`(
        before: (Int, Int), behind: (Int, Int), expected: [String]
    ) {
        let rows = [
            Self.time(before.0, before.1, hour: 22), Self.time(1, 1, hour: 0, minute: 4),
            Self.time(behind.0, behind.1, hour: 10),
        ]
        var calendar = LogCalendar(date: nil, year: 2025, isYearStated: true)
        var texts: [String] = []
        for row in rows {
            if calendar.mayBeUnsetAgain(row) { calendar.expect(rows[2], behind: row) }
            let instant = calendar.instant(row)
            texts.append(instant.map { Timestamp(nanoseconds: $0.nanoseconds, digits: 0).rfc3339 } ?? "-")
        }
        #expect(texts == expected)
    }

    /// In Greenwich and east of it 1970 begins on 1 January.
    @Test(arguments: [(0, 0), (5, 30), (8, 0), (14, 0)] as [(Int64, Int64)])
    func `A clock that is not set may be east of Greenwich`(hour: Int64, minute: Int64) {
        let boot = Self.time(1, 1, hour: hour, minute: minute)
        #expect(LogCalendar.mayBeUnset(boot))
        #expect(LogCalendar.wasUnset(boot, before: Self.time(1, 1, hour: hour, minute: minute + 12)) == nil)
        #expect(LogCalendar.wasUnset(boot, before: Self.time(1, 1, hour: hour + 1, minute: minute)) == false)
        #expect(LogCalendar.wasUnset(boot, before: Self.time(1, 2, hour: 9)) == false)
        #expect(LogCalendar.wasUnset(boot, before: Self.time(12, 31, hour: 23)) == false)
        #expect(LogCalendar.wasUnset(boot, before: Self.time(3, 2, hour: 10)) == true)
        #expect(!LogCalendar.mayBeUnset(Self.time(1, 1, hour: hour, minute: minute + 12)))
        #expect(!LogCalendar.mayBeUnset(Self.time(1, 1, hour: hour + 15, minute: minute)))
    }
}
