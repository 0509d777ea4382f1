// SPDX-License-Identifier: MIT

/// The lines that `log` and `simctl` write around the rows, whatever the style.
enum UnifiedLogFurniture {
    private static let beginnings: [StaticString] = [
        "Filtering the log data using ", "Skipping info and debug messages", "Skipping debug messages",
        "getpwuid_r did not find", "Error from getpwuid_r", "Timestamp  ", "Log      - Default:", "Activity - Create:",
    ]

    private static let firsts = FirstBytes(of: beginnings)

    static func holds(_ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        // The footer's indentation differs between releases.
        let first = view.skipWhiteSpace(from: start, to: end)
        if view[first] == 0x2D { return isRule(view, first, end) }
        return firsts.holds(view[first]) && beginnings.contains { view.starts($0, at: first, to: end) }
    }

    /// The line before the totals: a hundred dashes and more.
    private static func isRule(_ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        guard end - start >= 100 else { return false }
        for position in start..<end where view[position] != 0x2D && view[position] != 0x0D { return false }
        return true
    }
}
