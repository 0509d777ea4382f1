// SPDX-License-Identifier: MIT

import TestSupport

/// Random records of JSON, valid or nearly so.
enum RandomRecord {
    private static let names = [
        "app.didBecomeActive", "appDidEnterBackground", "my.event", "hang", "näme", "process.exit",
    ]
    private static let strings = [
        "x", "", "main", "a longer text with spaces", "ümläut ☃ 😀", "q\\\"uote", "back\\\\slash", "\\u00e9\\n",
        "background", "7",
        "380ms", "50MB", "true",
    ]
    private static let numbers = ["0", "-1", "17", "1.5", "1e3", "123456789012", "1772359200.123"]
    private static let keys = [
        "app", "bundle", "pid", "processID", "state", "scene", "task", "identifier", "name", "kind", "ok", "limit",
        "bytes",
        "duration", "duration_ms", "thread", "main", "seq", "custom", "another key", "k\\u0065y", "via", "code",
        "device",
        "aVeryLongKeyThatHasMoreThanSixteenBytes",
    ]

    static func value(_ generator: inout SeededGenerator) -> String {
        switch Int.random(in: 0..<8, using: &generator) {
        case 0, 1, 2: "\"\(strings.randomElement(using: &generator) ?? "")\""
        case 3, 4: numbers.randomElement(using: &generator) ?? "0"
        case 5: "true"
        case 6: "null"
        default:
            ["{\"a\":1,\"b\":{\"c\":\"d\"}}", "[1,{\"x\":[]}]", "{}", "false"].randomElement(using: &generator) ?? "{}"
        }
    }

    static func line(_ index: Int, _ generator: inout SeededGenerator) -> String {
        var members = [
            "\"time\":\"2026-03-01T10:00:\(index % 50 + 10).\(index)Z\"",
            "\"event\":\"\(names.randomElement(using: &generator) ?? "x")\"",
        ]
        for key in keys.shuffled(using: &generator).prefix(Int.random(in: 0..<8, using: &generator)) {
            members.append("\"\(key)\":\(value(&generator))")
        }
        let separator = ["", " ", "  \t"].randomElement(using: &generator) ?? ""
        return "{" + separator + members.shuffled(using: &generator).joined(separator: "," + separator) + separator
            + "}"
    }
}
