// SPDX-License-Identifier: MIT

import LifelintModel

/// How a report for people writes its times: the day once where there is only one, else with every time.
struct ReportClock {
    private let first: Timestamp?
    private let last: Timestamp?

    /// A clock for everything between two instants.
    init(first: Timestamp?, last: Timestamp?) {
        self.first = first
        self.last = last
    }

    /// Whether everything lies on one day.
    var isOneDay: Bool {
        guard let first, let last else { return false }
        return ReportClock.day(first) == ReportClock.day(last)
    }

    /// The line that tells the whole range, and that all times are in UTC; nil where there is none.
    var range: String? {
        guard let first, let last else { return nil }
        guard isOneDay else {
            return "from \(ReportClock.dated(first)) to \(ReportClock.dated(last)) UTC"
        }
        let start = ReportClock.clock(first)
        let end = ReportClock.clock(last)
        return "on \(ReportClock.day(first)) " + (start == end ? "at \(start) UTC" : "from \(start) to \(end) UTC")
    }

    /// An instant, with its day unless the range told it.
    func time(_ instant: Timestamp) -> String {
        let isTold = isOneDay && first.map(ReportClock.day) == ReportClock.day(instant)
        return isTold ? ReportClock.clock(instant) : ReportClock.dated(instant)
    }

    /// The day and the time of day in UTC, to the millisecond at most.
    static func dated(_ instant: Timestamp) -> String { day(instant) + " " + clock(instant) }

    private static func day(_ instant: Timestamp) -> String { String(instant.rfc3339.prefix { $0 != "T" }) }

    /// The time of day in UTC, to the millisecond at most.
    static func clock(_ instant: Timestamp) -> String {
        Timestamp(nanoseconds: instant.nanoseconds, digits: min(instant.digits, 3)).clockTime
    }
}
