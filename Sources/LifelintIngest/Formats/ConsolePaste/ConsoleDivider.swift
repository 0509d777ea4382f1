// SPDX-License-Identifier: MIT

import LifelintModel

/// The line by which Console.app marks a place in a live view: `==========  Mar 1, 2026 at 10:00:00 AM  ==========`.
enum ConsoleDivider {
    /// Whether the line is one.
    static func begins(_ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        view.starts("==========  ", at: start, to: end)
    }

    /// The day in it: `Mar 1, 2026`, `1 Mar 2026` or `2026-03-01`; nil if it is written in another way, as in most
    /// languages.
    static func day(_ view: ByteView, _ start: Int, _ end: Int) -> CalendarDay? {
        guard begins(view, start, end) else { return nil }
        let start = start + 12
        var cursor = LogCursor(view, start, end)
        if view[start].isDigit {
            if let date = InstantParser.date(view, start, start + 10), end > start + 10 { return date }
            guard let day = cursor.integer(), cursor.take(0x20), let month = LogStamp.month(view, cursor.position),
                cursor.letters() != nil, cursor.take(0x20), let year = cursor.integer()
            else { return nil }
            return date(year, month, day)
        }
        guard let month = LogStamp.month(view, start), cursor.letters() != nil, cursor.take(0x20),
            let day = cursor.integer(), cursor.take(", "), let year = cursor.integer()
        else { return nil }
        return date(year, month, day)
    }

    /// Nil if it is no day, or of another calendar.
    private static func date(_ year: Int, _ month: Int, _ day: Int) -> CalendarDay? {
        let date = CalendarDay(year: year, month: month, day: day)
        return (1678...2261).contains(year) && date.exists ? date : nil
    }
}
