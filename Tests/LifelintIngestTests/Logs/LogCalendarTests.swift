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
}
