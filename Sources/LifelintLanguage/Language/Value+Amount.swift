// SPDX-License-Identifier: MIT

package import LifelintModel

extension Value {
    /// The value as a number, in the smallest unit of its type; nil for what has no size.
    package var amount: Double? {
        switch self {
        case .integer(let value), .duration(let value), .bytes(let value): Double(value)
        case .number(let value): value
        case .string, .bool, .instant: nil
        }
    }

    /// The value as messages print it.
    package var printed: String {
        switch self {
        case .string(let text): text
        case .integer(let value): String(value)
        case .number(let value):
            value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(value)
        case .bool(let value): value ? "true" : "false"
        case .duration(let value): Wording.duration(value)
        case .bytes(let value): Wording.bytes(value)
        case .instant(let time): ClockTime.text(time)
        }
    }
}

/// The time of day of an instant, as messages print it: `10:00:05.000` UTC.
package enum ClockTime {
    package static func text(_ time: Timestamp) -> String {
        let milliseconds = (time.nanoseconds / 1_000_000) % 86_400_000
        let day = milliseconds < 0 ? milliseconds + 86_400_000 : milliseconds
        func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let fraction = String(day % 1_000)
        return "\(two(day / 3_600_000)):\(two(day / 60_000 % 60)):\(two(day / 1_000 % 60))."
            + String(repeating: "0", count: 3 - fraction.count) + fraction
    }

    /// The time of day; with its day where that is not the day of what is spoken of.
    package static func text(_ time: Timestamp, beside other: Timestamp) -> String {
        time.day == other.day ? text(time) : dated(time)
    }

    /// The day and the time of day.
    package static func dated(_ time: Timestamp) -> String {
        let day = time.day
        var output = OutputBuffer()
        output.append(padded: day.year, width: 4)
        output.append("-")
        output.append(padded: day.month, width: 2)
        output.append("-")
        output.append(padded: day.day, width: 2)
        return output.string + " " + text(time)
    }
}
