// SPDX-License-Identifier: MIT

/// A zone as it is typed after `--timezone`: a fixed distance from UTC, since names of zones need a database.
enum ZoneArgument {
    /// Seconds east of UTC.
    static func parse(_ text: String) throws(UsageError) -> Int {
        var cursor = TextCursor(text)
        guard let offset = offset(&cursor), cursor.isAtEnd else {
            throw UsageError(.badValue, "expected a distance from UTC such as +0200, -03:00, UTC or Z")
        }
        return offset
    }

    /// The distance at the cursor.
    static func offset(_ cursor: inout TextCursor) -> Int? {
        if cursor.take("Z") || cursor.take("z") || cursor.take("UTC") { return 0 }
        let isEast = cursor.take("+")
        guard isEast || cursor.take("-"), let hours = cursor.number(digits: 2), hours < 24 else { return nil }
        var minutes = 0
        if !cursor.isAtEnd {
            _ = cursor.take(":")
            guard let typed = cursor.number(digits: 2), typed < 60 else { return nil }
            minutes = typed
        }
        let seconds = hours * 3_600 + minutes * 60
        return isEast ? seconds : -seconds
    }
}
