// SPDX-License-Identifier: MIT

import LifelintModel

/// An instant as it was read.
struct ReadInstant: Equatable {
    /// Nanoseconds since the Unix epoch; of one without a zone as if it were UTC; of a clock time since midnight.
    var nanoseconds: Int64
    /// Known fractional digits: 0 to 9.
    var digits: UInt8
    /// Whether a zone, or a number that needs none, was written.
    var hasZone: Bool
    /// The zone that was written: seconds east of UTC.
    var zone = ReadInstant.noZone

    /// Stands for none; numbers need none.
    static let noZone = Int32.min
}

/// Reads the times that logs are written with: RFC 3339, `YYYY-MM-DD HH:MM:SS.ffffff±HHMM`, clock times, numbers.
///
/// Remembers the day it read last, since neighbouring lines are of the same day.
struct InstantParser {
    static let second: Int64 = 1_000_000_000
    static let day: Int64 = 86_400 * second
    /// The last second since the Unix epoch that nanoseconds can count.
    static let latestEpoch: Int64 = .max / second
    /// Where Apple's reference date, 2001-01-01, lies.
    private static let referenceDate: Int64 = 978_307_200 * second

    // No date has such bytes: nothing is remembered yet.
    private var lastDate: UInt64 = .max
    private var lastDayOfMonth: UInt64 = 0
    private var lastMidnight: Int64 = 0
    // No zone is written so.
    private var lastZone: UInt64 = .max
    private var lastZoneOffset: Int32 = 0

    /// The instant that the whole range is, as text with a date or as a number.
    @inline(__always) mutating func instant(_ view: ByteView, _ start: Int, _ end: Int) -> ReadInstant? {
        if end &- start >= 19, view[start &+ 4] == 0x2D { return dated(view, start, end) }
        return InstantParser.number(view, start, end)
    }

    /// `2026-03-01T10:00:05.123456Z`, with a space instead of the `T`, an offset instead of the `Z`, or no zone.
    mutating func dated(_ view: ByteView, _ start: Int, _ end: Int) -> ReadInstant? {
        guard end &- start >= 19, let midnight = midnight(view, start) else { return nil }
        let separator = view[start &+ 10]
        guard separator == 0x54 || separator == 0x20 || separator == 0x74 || separator == 0x5F else { return nil }
        guard let (ofDay, digits, clockEnd) = InstantParser.clock(view, start &+ 11, end) else { return nil }
        var instant = ReadInstant(nanoseconds: midnight &+ ofDay, digits: digits, hasZone: true)
        if clockEnd == end {
            instant.hasZone = false
        } else if clockEnd &+ 1 == end, view[clockEnd] | 0x20 == 0x7A {
            instant.zone = 0
            return instant
        } else {
            guard let offset = InstantParser.zoneOffset(view, clockEnd, end) else { return nil }
            instant.nanoseconds -= Int64(offset) * InstantParser.second
            instant.zone = Int32(offset)
        }
        return instant
    }

    /// `2026-03-01 10:00:05.123456` of the day that was read last, with the zone that was, or without one, and where it
    /// ends; nil where it is written in any other way, or is none.
    ///
    /// What the system's log writes in nearly all of its lines, read in a third of the time of
    /// ``dated(_:_:_:)``, which gives the same.
    @inline(__always) mutating func repeated(_ view: ByteView, _ start: Int, _ end: Int) -> (ReadInstant, end: Int)? {
        guard end &- start >= 26, view.word(at: start) == lastDate, view[start &+ 10] == 0x20,
            view.word(at: start &+ 8) & 0xFFFF == lastDayOfMonth, view[start &+ 19] == 0x2E,
            let ofDay = InstantParser.wholeClock(view, start &+ 11)
        else { return nil }
        let fraction = view.word(at: start &+ 20)
        let others = ByteSearch.nonDigits(fraction)
        guard others != 0, ByteSearch.index(others) == 6 else { return nil }
        var instant = ReadInstant(
            nanoseconds: lastMidnight &+ ofDay &+ InstantParser.sixDigits(fraction) &* 1_000, digits: 6, hasZone: false)
        let sign = view[start &+ 26]
        guard sign == 0x2B || sign == 0x2D else {
            return sign == 0x20 ? (instant, start &+ 26) : nil
        }
        let zone = view.word(at: start &+ 26) & 0xFFFF_FFFF_FFFF
        guard end &- start >= 31, zone >> 40 == 0x20 || end &- start == 31 else { return nil }
        if zone != lastZone {
            guard let offset = InstantParser.zoneOffset(view, start &+ 26, start &+ 31) else { return nil }
            lastZone = zone
            lastZoneOffset = Int32(offset)
        }
        instant.nanoseconds -= Int64(lastZoneOffset) &* InstantParser.second
        instant.zone = lastZoneOffset
        instant.hasZone = true
        return (instant, start &+ 31)
    }

    /// The number that the first six digits of a word are.
    @inline(__always) private static func sixDigits(_ word: UInt64) -> Int64 {
        // Pairs, then pairs of pairs; two zeros stand before the six.
        let digits = (word & 0x0F0F_0F0F_0F0F) << 16
        let pairs = (digits &* 10 &+ digits >> 8) & 0x00FF_00FF_00FF_00FF
        let fours = (pairs &* 100 &+ pairs >> 16) & 0x0000_FFFF_0000_FFFF
        return Int64(truncatingIfNeeded: (fours &* 10_000 &+ fours >> 32) & 0xFFFF_FFFF)
    }

    /// `10:00:05.123`: nanoseconds since midnight, known digits.
    static func clockTime(_ view: ByteView, _ start: Int, _ end: Int) -> ReadInstant? {
        guard let (ofDay, digits, clockEnd) = clock(view, start, end), clockEnd == end else { return nil }
        return ReadInstant(nanoseconds: ofDay, digits: digits, hasZone: false)
    }

    /// Seconds, milliseconds, microseconds or nanoseconds since the Unix epoch by their magnitude; below 10^9 seconds
    /// since Apple's reference date, which is what a Swift `JSONEncoder` writes for a `Date`.
    static func number(_ view: ByteView, _ start: Int, _ end: Int) -> ReadInstant? {
        guard end - start <= 40, let number = DecimalNumber(view, start, end), let whole = number.scaled(by: 1) else {
            return nil
        }
        let magnitude = whole.magnitude
        let (factor, unitDigits, origin): (UInt64, Int, Int64) =
            switch magnitude {
            case ..<1_000_000_000: (1_000_000_000, 0, referenceDate)
            case ..<100_000_000_000: (1_000_000_000, 0, 0)
            case ..<100_000_000_000_000: (1_000_000, 3, 0)
            case ..<100_000_000_000_000_000: (1_000, 6, 0)
            default: (1, 9, 0)
            }
        guard let scaled = number.scaled(by: factor) else { return nil }
        let (sum, isTooLarge) = scaled.addingReportingOverflow(origin)
        guard !isTooLarge else { return nil }
        var instant = ReadInstant(nanoseconds: sum, digits: 0, hasZone: true)
        let digits = unitDigits + max(number.scale, 0)
        instant.digits = UInt8(min(max(digits, 0), 9))
        // Seven and eight digits behind seconds are the noise of a double, of which only microseconds are known.
        if unitDigits == 0, digits == 7 || digits == 8 || (digits > 9 && origin != 0) {
            instant.digits = 6
            instant.nanoseconds = (sum / 1_000 + (sum % 1_000 >= 500 ? 1 : 0)) * 1_000
        }
        return instant
    }

    /// `Z`, `UTC`, `GMT`, `+02:00`, `-0730`, `+01`, also after one space: seconds east of UTC.
    static func zoneOffset(_ view: ByteView, _ from: Int, _ end: Int) -> Int? {
        let start = view[from] == 0x20 ? from + 1 : from
        let sign = view[start]
        guard sign == 0x2B || sign == 0x2D else {
            for name: StaticString in ["z", "utc", "gmt"] where view.matchesIgnoringCase(name, from: start, to: end) {
                return 0
            }
            return nil
        }
        guard let hours = twoDigits(view, start + 1) else { return nil }
        let minutesAt = view[start + 3] == 0x3A ? start + 4 : start + 3
        var minutes = 0
        if start + 3 < end {
            guard minutesAt + 2 == end, let written = twoDigits(view, minutesAt) else { return nil }
            minutes = written
        } else if start + 3 != end {
            return nil
        }
        guard hours <= 23, minutes <= 59 else { return nil }
        return (hours * 3_600 + minutes * 60) * (sign == 0x2D ? -1 : 1)
    }

    /// `2026-03-01`, the whole range.
    static func date(_ view: ByteView, _ start: Int, _ end: Int) -> CalendarDay? {
        guard end - start == 10, view[start + 4] == 0x2D, view[start + 7] == 0x2D,
            let century = twoDigits(view, start), let year = twoDigits(view, start + 2),
            let month = twoDigits(view, start + 5), let day = twoDigits(view, start + 8)
        else { return nil }
        let date = CalendarDay(year: century * 100 + year, month: month, day: day)
        // Nanoseconds in 64 bits reach from 1677 to 2262.
        return date.exists && (1678...2261).contains(date.year) ? date : nil
    }

    @inline(__always) private mutating func midnight(_ view: ByteView, _ start: Int) -> Int64? {
        let date = view.word(at: start)
        let dayOfMonth = view.word(at: start &+ 8) & 0xFFFF
        if date == lastDate, dayOfMonth == lastDayOfMonth { return lastMidnight }
        guard let day = InstantParser.date(view, start, start &+ 10) else { return nil }
        lastDate = date
        lastDayOfMonth = dayOfMonth
        lastMidnight = Int64(day.daysSinceEpoch) * InstantParser.day
        return lastMidnight
    }

    /// `HH:MM:SS` with an optional fraction at the start of the range: nanoseconds, digits, where it ends.
    @inline(__always) private static func clock(_ view: ByteView, _ start: Int, _ end: Int) -> (Int64, UInt8, Int)? {
        guard end &- start >= 8 else { return nil }
        guard var nanoseconds = wholeClock(view, start) else { return nil }
        var position = start &+ 8
        var digits: UInt8 = 0
        if position &+ 1 < end, view[position] == 0x2E || view[position] == 0x2C, view[position &+ 1].isDigit {
            position &+= 1
            var unit = second
            while position < end, view[position].isDigit {
                if digits < 9 {
                    unit /= 10
                    nanoseconds &+= Int64(view[position] &- 0x30) &* unit
                    digits &+= 1
                }
                position &+= 1
            }
        }
        return (nanoseconds, digits, position)
    }

    /// `HH:MM:SS` in nanoseconds.
    @inline(__always) private static func wholeClock(_ view: ByteView, _ start: Int) -> Int64? {
        // The exclusive or turns digits into their values and the two colons into zero; the sum sets the top bit of
        // every byte beyond 9, or beyond 0 where a colon has to stand.
        let word = view.word(at: start) ^ 0x3030_3A30_303A_3030
        guard ((word &+ 0x7676_7F76_767F_7676) | word) & 0x8080_8080_8080_8080 == 0 else { return nil }
        let hours = (word & 0xF) &* 10 &+ (word >> 8 & 0xF)
        let minutes = (word >> 24 & 0xF) &* 10 &+ (word >> 32 & 0xF)
        let seconds = (word >> 48 & 0xF) &* 10 &+ (word >> 56 & 0xF)
        // 60 is a leap second.
        guard hours < 24, minutes < 60, seconds <= 60 else { return nil }
        return Int64(hours &* 3_600 &+ minutes &* 60 &+ seconds) &* second
    }

    private static func twoDigits(_ view: ByteView, _ position: Int) -> Int? {
        let tens = view[position]
        let ones = view[position + 1]
        guard tens.isDigit, ones.isDigit else { return nil }
        return Int(tens &- 0x30) * 10 + Int(ones &- 0x30)
    }
}
