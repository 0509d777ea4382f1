// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel

/// An instant as it is typed after `--since` and `--until`: RFC 3339, or a day or local time in the zone of
/// `--timezone`, which may come later on the line.
struct InstantArgument: Sendable, Equatable {
    /// Nanoseconds since 1970-01-01T00:00:00 as if the clock showed UTC.
    var clock: Int64
    /// Digits of the fraction that were typed.
    var digits: UInt8
    /// Seconds east of UTC, if typed.
    var offset: Int?
    /// Only the day was typed.
    var isDay: Bool

    /// What is expected, for messages.
    static let expected = "expected a time such as 2026-03-01T10:00:00Z, '2026-03-01 10:00' or 2026-03-01"

    /// The instant that this text means.
    static func parse(_ text: String) throws(UsageError) -> InstantArgument {
        var cursor = TextCursor(text)
        guard let day = DayArgument.day(&cursor) else { throw UsageError(.badValue, expected) }
        let midnight = Int64(day.daysSinceEpoch) * 86_400
        if cursor.isAtEnd { return try make(seconds: midnight, fraction: (0, 0), offset: nil, isDay: true) }
        guard cursor.take("T") || cursor.take("t") || cursor.take(" "), let time = timeOfDay(&cursor) else {
            throw UsageError(.badValue, expected)
        }
        cursor.skipSpaces()
        var offset: Int?
        if !cursor.isAtEnd {
            offset = ZoneArgument.offset(&cursor)
            guard offset != nil, cursor.isAtEnd else { throw UsageError(.badValue, expected) }
        }
        return try make(seconds: midnight + time.seconds, fraction: time.fraction, offset: offset, isDay: false)
    }

    /// The instant, in a zone where none was typed; the end of a day is the midnight that follows.
    func instant(zone: Int?, isEnd: Bool) -> Timestamp {
        let shift = Int64(offset ?? zone ?? 0) * 1_000_000_000
        let (start, overflowed) = clock.subtractingReportingOverflow(shift)
        let (end, alsoOverflowed) = start.addingReportingOverflow(isEnd && isDay ? 86_400_000_000_000 : 0)
        if overflowed || alsoOverflowed { return Timestamp(nanoseconds: isEnd ? .max : .min) }
        return Timestamp(nanoseconds: end, digits: digits)
    }

    private static func make(
        seconds: Int64, fraction: (nanoseconds: Int64, digits: UInt8), offset: Int?, isDay: Bool
    ) throws(UsageError) -> InstantArgument {
        let (scaled, overflowed) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (clock, alsoOverflowed) = scaled.addingReportingOverflow(fraction.nanoseconds)
        if overflowed || alsoOverflowed { throw UsageError(.badValue, "times reach from 1678 to 2261") }
        return InstantArgument(clock: clock, digits: fraction.digits, offset: offset, isDay: isDay)
    }

    private static func timeOfDay(
        _ cursor: inout TextCursor
    ) -> (seconds: Int64, fraction: (nanoseconds: Int64, digits: UInt8))? {
        guard let hour = cursor.number(digits: 2), hour < 24, cursor.take(":"),
            let minute = cursor.number(digits: 2), minute < 60
        else { return nil }
        var seconds = Int64(hour * 3_600 + minute * 60)
        guard cursor.take(":") else { return (seconds, (0, 0)) }
        guard let second = cursor.number(digits: 2), second < 60 else { return nil }
        seconds += Int64(second)
        guard cursor.take(".") else { return (seconds, (0, 0)) }
        guard let fraction = cursor.fraction() else { return nil }
        return (seconds, fraction)
    }
}
