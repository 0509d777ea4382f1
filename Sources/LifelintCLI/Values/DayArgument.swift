// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel

/// A day as it is typed after `--date` and `--today`: `YYYY-MM-DD`.
enum DayArgument {
    /// The day that this text means.
    static func parse(_ text: String) throws(UsageError) -> CalendarDay {
        var cursor = TextCursor(text)
        guard let day = day(&cursor), cursor.isAtEnd else {
            throw UsageError(.badValue, "expected a day such as 2026-03-01")
        }
        return day
    }

    /// The day at the cursor, if the calendar has it.
    static func day(_ cursor: inout TextCursor) -> CalendarDay? {
        guard let year = cursor.number(digits: 4), cursor.take("-"),
            let month = cursor.number(digits: 2), cursor.take("-"),
            let day = cursor.number(digits: 2)
        else { return nil }
        let whole = CalendarDay(year: year, month: month, day: day)
        return whole.exists ? whole : nil
    }
}
