// SPDX-License-Identifier: MIT

import LifelintModel

/// Completes times that lack a date or a year, row by row.
struct LogCalendar {
    /// The day of the first clock time, in nanoseconds since the epoch.
    private var midnight: Int64
    private var year: Int
    private var lastClock: (nanoseconds: Int64, zone: Int?)?
    private var hasPassedMidnight = false
    private var hasDivider = false
    private var lastMonth: Int?
    /// A leap day came up in that year, which has none.
    private var yearWithLeapDay: Int?
    /// The time of the last row that had one.
    private(set) var last: ReadInstant?
    /// The time of the first row that has one, for those before it.
    private var first: ReadInstant?
    /// The last time that a clock told which was not set yet, where rows up to the first of another day have such.
    private var unset: Day?
    /// The day of the last row without a year.
    private var lastDay: Day?
    /// Whether a row without a year was read, and nobody said which one it is.
    private(set) var assumesYear = false
    /// The year of the first row, where that is of 29 February and the year that was stated or assumed has none.
    private(set) var leapYear: Int?
    private var isYearGiven: Bool

    /// Whether a time without a date was read, and nobody said which day it is of.
    private(set) var assumesDate = false
    private let isDateGiven: Bool

    init(date: CalendarDay?, isDateStated: Bool = true, year: Int?, isYearStated: Bool) {
        isYearGiven = date != nil || isYearStated
        isDateGiven = date != nil && isDateStated
        let date = date.flatMap { $0.exists ? $0 : nil } ?? CalendarDay(year: 2000, month: 1, day: 1)
        midnight = Int64(min(max(date.daysSinceEpoch, -100_000), 80_000)) * InstantParser.day
        self.year = year ?? (isDateGiven ? date.year : 1970)
    }

    /// A day without a year, and a time of it.
    private struct Day {
        let month: Int
        let day: Int
        let clock: ReadInstant

        init?(_ time: LogTime?) {
            guard case .yearless(let month, let day, let clock) = time else { return nil }
            (self.month, self.day, self.clock) = (month, day, clock)
        }

        func isSame(as month: Int, _ day: Int) -> Bool { (self.month, self.day) == (month, day) }

        /// Whether it comes before another one in a year.
        func isBefore(_ other: Day) -> Bool { (month, day) < (other.month, other.day) }
    }

    /// Whether a device that starts may not have set its clock yet, where what it tells begins with that time.
    ///
    /// It tells the beginning of 1970 then, which west of Greenwich is 31 December. No zone had quarters of hours.
    static func mayBeUnset(_ time: LogTime) -> Bool {
        let hour = InstantParser.day / 24
        switch time {
        case .yearless(12, 31, let clock) where clock.nanoseconds >= 12 * hour,
            .yearless(1, 1, let clock) where clock.nanoseconds < 15 * hour:
            return clock.nanoseconds % (hour / 2) < unsetSpan
        default: return false
        }
    }

    /// Whether a device may have been started anew there, within its log: what it tells leaps to such a time.
    func mayBeUnsetAgain(_ time: LogTime) -> Bool {
        guard let lastDay, let day = Day(time), LogCalendar.mayBeUnset(time) else { return false }
        // Between the two days of a new year nothing leaps.
        return !lastDay.isSame(as: 12, 31) && !lastDay.isSame(as: 1, 1) && unset?.isSame(as: day.month, day.day) != true
    }

    /// Whether it has not, since the first time of another day is none that lies beside it; nil where it is of that
    /// day.
    ///
    /// A clock is set when the device has a network, which may take until somebody unlocks it: a day that goes on for
    /// longer is one that the device has been used on.
    ///
    /// - Parameter first: the time that the device begins with, which may be unset.
    static func wasUnset(_ first: LogTime, before next: LogTime) -> Bool? {
        guard let began = Day(first), let next = Day(next) else { return false }
        guard next.isSame(as: began.month, began.day) else { return next.month != 1 && !next.isSame(as: 12, 31) }
        return (0...settingSpan).contains(next.clock.nanoseconds - began.clock.nanoseconds) ? nil : false
    }

    /// How long after the beginning of 1970 a device may begin: five minutes.
    private static let unsetSpan = InstantParser.day / 24 / 12
    /// How long a clock may go on from there: half an hour.
    private static let settingSpan = InstantParser.day / 24 / 2

    /// Tells of the first row to come that has a time: what stands before it has none, and was before it.
    ///
    /// - Parameter early: the last time of a clock that is not set yet, where rows before it have such.
    mutating func expect(_ time: LogTime, behind early: LogTime? = nil) {
        guard last == nil || early != nil else { return }
        // From a day of December over New Year's to one of February no time goes back: there the clock was set.
        if let lastDay, let next = Day(time), next.isBefore(lastDay) { return }
        var ahead = self
        first = ahead.instant(time)
        unset = Day(early)
    }

    /// Whether any row so far, or to come, has a time.
    var knowsTime: Bool { last != nil || first != nil }

    /// An event was placed at the time of a row that has none: where no row has one, that is the beginning of a day
    /// that somebody has to say.
    mutating func placedTimeless() {
        assumesDate = assumesDate || last == nil && first == nil && !isDateGiven
    }

    /// The instant of a row; that of the row before where it has none, else of the first that has one, else the
    /// beginning of the day.
    mutating func instant(_ time: LogTime) -> ReadInstant? {
        switch time {
        case .instant(let instant): last = instant
        case .clock(let clock, let zone): last = completed(clock, zone)
        case .yearless(let month, let day, let clock):
            if let unset, let first, unset.isSame(as: month, day) {
                last = beforeSet(first, clock, unset.clock)
                break
            }
            unset = nil
            lastDay = Day(time)
            last = completed(month, day, clock)
        case .missing:
            if let known = last ?? first { return known }
            return ReadInstant(nanoseconds: midnight, digits: 0, hasZone: false)
        }
        return last
    }

    /// A time of a clock that is not set yet: as long before the first that is as it was before the last that is not,
    /// and no earlier than what was told before the device was started anew.
    private func beforeSet(_ first: ReadInstant, _ clock: ReadInstant, _ unset: ReadInstant) -> ReadInstant {
        var instant = first
        let ahead = min(clock.nanoseconds - unset.nanoseconds, 0)
        let told = first.nanoseconds + max(ahead, -LogCalendar.settingSpan)
        instant.nanoseconds = max(told, min(last?.nanoseconds ?? told, first.nanoseconds))
        return instant
    }

    /// Takes the year from the day on which a server passed a row on, where nobody states one.
    ///
    /// Its clock is that of another zone perhaps, so the day of the row is that one or lies beside it.
    ///
    /// - Parameter first: the first row, which may be of the year before.
    /// - Returns: whether the day agrees with that of the row.
    mutating func takeYear(of stamped: CalendarDay, for time: LogTime, behind first: LogTime) -> Bool {
        guard let row = Day(time), let first = Day(first) else { return false }
        for year in (stamped.year - 1)...(stamped.year + 1) {
            let date = CalendarDay(year: year, month: row.month, day: row.day)
            guard date.exists, abs(date.daysSinceEpoch - stamped.daysSinceEpoch) <= 1 else { continue }
            self.year = first.month - row.month > 6 ? year - 1 : year
            isYearGiven = true
            return true
        }
        return false
    }

    /// Whether a row without a year would be of one that is assumed.
    var lacksYear: Bool { last == nil && !isYearGiven }

    /// A divider says the day.
    mutating func begin(_ date: CalendarDay) {
        guard date.exists, abs(date.daysSinceEpoch) < 80_000 else { return }
        midnight = Int64(date.daysSinceEpoch) * InstantParser.day
        year = date.year
        lastClock = nil
        hasDivider = true
    }

    /// A clock time, which goes on from the one before.
    ///
    /// What steps back by more than half a day is the next day, and what leaps as far ahead just after midnight is
    /// late, not a day later. In another zone it is of the first day on which it does not step back by more than an
    /// hour.
    private mutating func completed(_ clock: ReadInstant, _ zone: Int?) -> ReadInstant? {
        // A row changes it by three days at most, and its clock and zone by as many.
        guard midnight.magnitude < UInt64(Int64.max - 8 * InstantParser.day) else { return nil }
        let half = InstantParser.day / 2
        assumesDate = assumesDate || !isDateGiven && !hasDivider
        var day = midnight
        if let last = lastClock, let zone, let lastZone = last.zone, zone != lastZone {
            let ahead = clock.nanoseconds - last.nanoseconds - Int64(zone - lastZone) * InstantParser.second
            // How many days later it has to be for that; zones are less than two days apart, and rows are out of order
            // by seconds.
            let earliest = -InstantParser.day / 24
            midnight +=
                ((earliest - ahead + 4 * InstantParser.day - 1) / InstantParser.day - 3) * InstantParser.day
            hasPassedMidnight = midnight > day || midnight == day && hasPassedMidnight
            day = midnight
            lastClock = (clock.nanoseconds, zone)
        } else if let last = lastClock, clock.nanoseconds - last.nanoseconds > half, hasPassedMidnight {
            day -= InstantParser.day
        } else {
            if let last = lastClock, clock.nanoseconds < last.nanoseconds - half {
                midnight += InstantParser.day
                day = midnight
                hasPassedMidnight = true
            }
            lastClock = (clock.nanoseconds, zone)
        }
        var instant = clock
        instant.nanoseconds = day + clock.nanoseconds - Int64(zone ?? 0) * InstantParser.second
        instant.hasZone = zone != nil
        instant.zone = zone.map { Int32(clamping: $0) } ?? ReadInstant.noZone
        return instant
    }

    /// A time without a year: what steps from December to January is the next year.
    private mutating func completed(_ month: Int, _ day: Int, _ clock: ReadInstant) -> ReadInstant? {
        assumesYear = assumesYear || !isYearGiven && !hasDivider
        if let last = lastMonth, last - month > 6 { year += 1 }
        let isFirst = lastMonth == nil
        var own = year
        if let last = lastMonth, month - last > 6 { own -= 1 } else { lastMonth = month }
        var date = CalendarDay(year: own, month: month, day: day)
        if !date.exists, month == 2, day == 29 {
            if isFirst {
                // A leap day says more of the year than anything that was assumed.
                year = own - own % 4 + 4
                // No year is a leap year for seven years around 1900 and 2100.
                if !CalendarDay(year: year, month: 2, day: 29).exists { year += 4 }
                leapYear = year
                date = CalendarDay(year: year, month: 2, day: 29)
            } else {
                // What came before is in that year: the time that passes counts for more than what the days are called.
                yearWithLeapDay = own
                date = CalendarDay(year: own, month: 3, day: 1)
            }
        } else if yearWithLeapDay == own, month > 2 {
            date = CalendarDay(daysSinceEpoch: date.daysSinceEpoch + 1)
        }
        guard date.exists, (1678...2261).contains(date.year) else { return nil }
        var instant = clock
        instant.nanoseconds = Int64(date.daysSinceEpoch) * InstantParser.day + clock.nanoseconds
        instant.hasZone = false
        return instant
    }
}
