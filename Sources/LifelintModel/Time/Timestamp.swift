// SPDX-License-Identifier: MIT

/// An instant with the number of fractional digits that are known of it.
public struct Timestamp: Sendable, Hashable, Comparable {
    /// Nanoseconds since the Unix epoch.
    public var nanoseconds: Int64
    /// Known fractional digits: 0 to 9.
    public var digits: UInt8

    /// An instant.
    public init(nanoseconds: Int64, digits: UInt8 = 9) {
        self.nanoseconds = nanoseconds
        self.digits = min(digits, 9)
    }

    /// The step in which its source told it: one of the last digit that is known.
    package var resolution: Int64 {
        var resolution: Int64 = 1
        for _ in 0..<max(0, 9 - Int(digits)) { resolution *= 10 }
        return resolution
    }

    /// The day in UTC.
    public var day: CalendarDay {
        let (days, rest) = nanoseconds.quotientAndRemainder(dividingBy: 86_400_000_000_000)
        return CalendarDay(daysSinceEpoch: Int(rest < 0 ? days - 1 : days))
    }

    /// Earlier first; the precision does not count.
    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.nanoseconds < right.nanoseconds }

    /// RFC 3339 in UTC with the known digits, such as `2026-03-01T10:00:00.123Z`.
    public var rfc3339: String {
        var output = OutputBuffer()
        output.append(self)
        return output.string
    }

    /// The time of day in UTC with the known digits, such as `10:00:05.000`.
    public var clockTime: String {
        var output = OutputBuffer()
        output.appendClock(self)
        return output.string
    }
}

/// A day of the proleptic Gregorian calendar.
public struct CalendarDay: Sendable, Hashable, Comparable {
    /// The year, such as 2026.
    public var year: Int
    /// The month: 1 to 12.
    public var month: Int
    /// The day: 1 to 31.
    public var day: Int

    /// That day; not checked against the calendar.
    public init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// The day with that number, counted from 1970-01-01.
    @inlinable public init(daysSinceEpoch: Int) {
        // Howard Hinnant's civil_from_days: exact for every day that an Int64 of nanoseconds can reach.
        let shifted = daysSinceEpoch + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// Days since 1970-01-01.
    @inlinable public var daysSinceEpoch: Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// Whether the calendar has that day.
    public var exists: Bool {
        guard (1...12).contains(month), (1...9999).contains(year) else { return false }
        let isLeap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return day >= 1 && day <= lengths[month - 1]
    }

    /// By year, month, day.
    public static func < (left: CalendarDay, right: CalendarDay) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}
