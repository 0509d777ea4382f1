// SPDX-License-Identifier: MIT

import LifelintModel

/// The line by which Console.app marks a place in a live view: `==========  Mar 1, 2026 at 10:00:00 AM  ==========`.
enum ConsoleDivider {
    /// Whether the line is one.
    static func begins(_ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        view.starts("==========  ", at: start, to: end)
    }

    /// The day in it; nil if it is not written in English.
    static func day(_ view: ByteView, _ start: Int, _ end: Int) -> CalendarDay? {
        guard begins(view, start, end), let month = LogStamp.month(view, start + 12) else { return nil }
        var cursor = LogCursor(view, start + 12, end)
        guard cursor.letters() != nil, cursor.take(0x20), let day = cursor.integer(), cursor.take(", "),
            let year = cursor.integer(), (1678...2261).contains(year)
        else { return nil }
        let date = CalendarDay(year: year, month: month, day: day)
        return date.exists ? date : nil
    }
}
