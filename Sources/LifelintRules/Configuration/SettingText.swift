// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// Values of parameters as people write them.
enum SettingText {
    /// The value with the largest unit that leaves it whole: `1500ms`, `2m`, `50MB`.
    static func text(_ value: Value) -> String {
        switch value {
        case .string(let text): text
        case .integer(let number): String(number)
        case .number(let number): String(number)
        case .bool(let flag): String(flag)
        case .duration(let nanoseconds): whole(nanoseconds, durations)
        case .bytes(let count): whole(count, bytes)
        case .instant(let instant): instant.rfc3339
        }
    }

    /// A day as it is written: `2027-01-31`.
    static func text(_ day: CalendarDay) -> String {
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(day.year)-\(padded(day.month))-\(padded(day.day))"
    }

    /// The value that a text means; a word is text.
    static func value(_ text: String) -> Value {
        if text == "true" || text == "false" { return .bool(text == "true") }
        if let tokens = try? ConditionScanner.tokens(of: text), tokens.count == 2,
            let value = tokens[0].value
        {
            return value
        }
        return .string(text)
    }

    /// What is wrong with a text in place of such a value; nil if nothing is.
    static func fault(of text: String, inPlaceOf standard: Value) -> String? {
        switch (standard, value(text)) {
        case (.duration, .duration), (.bytes, .bytes), (.bool, .bool), (.integer, .integer), (.number, .number),
            (.number, .integer), (.string, _), (.instant, _):
            nil
        case (.duration, _): "is a duration, such as 800ms, 5s or 2m"
        case (.bytes, _): "is an amount of memory, such as 50MB"
        case (.bool, _): "is true or false"
        case (.integer, _): "is a whole number"
        case (.number, _): "is a number"
        }
    }

    private static let durations: [(String, Int64)] = [
        ("d", 86_400_000_000_000), ("h", 3_600_000_000_000), ("m", 60_000_000_000), ("s", 1_000_000_000),
        ("ms", 1_000_000), ("us", 1_000), ("ns", 1),
    ]
    private static let bytes: [(String, Int64)] = [("GB", 1_000_000_000), ("MB", 1_000_000), ("KB", 1_000), ("B", 1)]

    private static func whole(_ amount: Int64, _ units: [(name: String, size: Int64)]) -> String {
        for unit in units where amount % unit.size == 0 && amount != 0 { return "\(amount / unit.size)\(unit.name)" }
        return "0" + (units.last { $0.name == "s" || $0.name == "B" }?.name ?? "")
    }
}

extension Rule.Parameter {
    /// The value in force as a configuration would write it: `1500ms`, `off`.
    package var text: String {
        guard let text = value.map({ SettingText.text($0) }) else { return "off" }
        return isList ? "[\(text)]" : text
    }
}
