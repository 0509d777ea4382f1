// SPDX-License-Identifier: MIT

import LifelintModel

/// What an app exports of its own log through OSLogStore: the properties of OSLogEntryLog as JSON.
enum OSLogStoreFormat {
    private static let keys = LogObjectKeys([
        .key("date", .time), .key("timestamp", .time, rank: 1), .key("time", .time, rank: 2),
        .sign("composedMessage", .message), .key("process", .process), .key("processIdentifier", .pid),
        .key("sender", .sender), .key("subsystem", .subsystem), .key("category", .category), .key("level", .level),
    ])

    static let format = TextLogFormat(
        "oslogstore", LogObjectShape(keys: keys, layout: .lines), title: "OSLogStore, exported by an app",
        recognisedBy: "JSON objects with date and composedMessage, one a line or in an array.",
        tells: "What the app and the frameworks in it said during its current run.", durability: .buffered,
        traits: [.systemLog, .passesLinesOver]
    ) { view, head in
        LogObjectSniffer.lines(LogObjectShape(keys: keys, layout: .lines), view, head)
            ?? LogObjectSniffer.pretty(keys, view, head)
    }
}
