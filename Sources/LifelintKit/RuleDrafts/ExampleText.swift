// SPDX-License-Identifier: MIT

import LifelintModel

/// Writes examples as the logs of tests.
enum ExampleText {
    /// The log: one line for each event, with a mark at one of them.
    static func log(_ events: [ExampleLog.Event], mark: Int? = nil) -> String {
        guard let first = events.first else { return "" }
        let midnight = first.time - first.time.quotientAndRemainder(dividingBy: day).remainder
        var text = "# pid=\(first.pid ?? 71)\n"
        for (index, event) in events.enumerated() {
            text += clock(event.time - midnight) + " " + event.name
            if let duration = event.duration { text += " duration=" + length(duration) }
            text += event.more + (index == mark ? "   # !" : "") + "\n"
        }
        return text
    }

    /// A length as rules write it.
    static func length(_ nanoseconds: Int64) -> String {
        let milliseconds = max(nanoseconds / 1_000_000, 1)
        return milliseconds % 1_000 == 0 ? "\(milliseconds / 1_000)s" : "\(milliseconds)ms"
    }

    private static let day: Int64 = 86_400_000_000_000

    /// The time of day; beyond a day the notation needs none, since tests are of hours.
    private static func clock(_ nanoseconds: Int64) -> String {
        let milliseconds = nanoseconds / 1_000_000
        func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
        let padded = String(1_000 + max(rest, 0)).dropFirst()
        return two(seconds / 3_600 % 24) + ":" + two(seconds / 60 % 60) + ":" + two(seconds % 60) + "." + padded
    }
}
