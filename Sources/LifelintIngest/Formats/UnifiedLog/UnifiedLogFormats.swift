// SPDX-License-Identifier: MIT

import LifelintModel

/// The formats that the system's own tool `log`, and readers of its archives, write.
enum UnifiedLogFormats {
    private static let everything =
        "What every process said, with its pid: launches, states, ends as the system saw them, and the app's own lines."

    static let text = TextLogFormat(
        "unified-log-text", UnifiedLogTextShape(), title: "log show or log stream, default style",
        recognisedBy: "The header of its columns, or lines of a time, thread, type, activity and pid.",
        tells: everything, durability: .immediate, traits: [.systemLog, .passesLinesOver]
    ) { view, head in
        let shape = UnifiedLogTextShape()
        return head.fits(shape, view) ? shape : nil
    }

    static let syslog = TextLogFormat(
        "unified-log-syslog", UnifiedLogSyslogShape(), title: "log show or log stream, syslog style",
        recognisedBy: "The header of its columns, or lines of a time, a host and a process with its pid.",
        tells: everything, durability: .immediate, traits: [.systemLog, .passesLinesOver]
    ) { view, head in
        let shape = UnifiedLogSyslogShape()
        return !head.passesRowsOn && head.fits(shape, view) ? shape : nil
    }

    static let compact = TextLogFormat(
        "unified-log-compact", UnifiedLogCompactShape(), title: "log show or log stream, compact style",
        recognisedBy: "The header of its columns, or lines of a time, a type of two letters and [pid:thread].",
        tells: everything, durability: .immediate, traits: [.systemLog, .passesLinesOver]
    ) { view, head in
        let shape = UnifiedLogCompactShape()
        return head.fits(shape, view) ? shape : nil
    }

    static let keys = LogObjectKeys([
        .key("timestamp", .time), .sign("eventMessage", .message), .sign("processImagePath", .path),
        .key("processID", .pid), .sign("senderImagePath", .senderPath), .key("subsystem", .subsystem),
        .key("category", .category), .key("messageType", .level), .key("eventType", .kind), .key("bootUUID", .boot),
        .key("machTimestamp", .mach),
    ])

    static let ndjson = TextLogFormat(
        "unified-log-ndjson", LogObjectShape(keys: keys, layout: .lines), title: "log show, ndjson style",
        recognisedBy: "Lines that are JSON objects with timestamp and eventMessage.",
        tells: everything + " With mach ticks and boots: the best log there is.", durability: .immediate,
        traits: [.systemLog, .passesLinesOver]
    ) { view, head in
        LogObjectSniffer.lines(LogObjectShape(keys: keys, layout: .lines), view, head)
    }

    static let json = TextLogFormat(
        "unified-log-json", LogObjectShape(keys: keys, layout: .pretty(indentation: 0)),
        title: "log show or log stream, json style",
        recognisedBy: "JSON objects over several lines with timestamp and eventMessage; the array may be cut off.",
        tells: everything, durability: .immediate, traits: [.systemLog, .passesLinesOver]
    ) { view, head in
        LogObjectSniffer.pretty(keys, view, head)
    }

    private static let iteratorKeys = LogObjectKeys(
        [
            .key("timestamp", .time), .key("datetime", .time, rank: 1), .key("time", .time, rank: 2),
            .key("message", .message), .key("process", .path), .key("pid", .pid), .key("library", .senderPath),
            .key("subsystem", .subsystem), .key("category", .category), .key("log_type", .level),
            .key("event_type", .kind), .sign("boot_uuid", .boot), .key("data", .nested),
            .key("machTimestamp", .mach),
            // Where a parser ran on a Mac, it may have put the objects of `log` under its own keys.
            .key("processImagePath", .path), .key("processID", .pid), .key("senderImagePath", .senderPath),
            .key("messageType", .level), .key("eventType", .kind), .key("bootUUID", .boot),
        ], signs: ["raw_message", "message_entries", "timezone_name", "timestamp_desc"])

    static let iterator = TextLogFormat(
        "unified-log-iterator", LogObjectShape(keys: iteratorKeys, layout: .lines),
        title: "unified logs, JSON Lines of parsers of archives",
        recognisedBy:
            "Lines that are JSON objects with timestamp, message and boot_uuid, raw_message or timestamp_desc.",
        tells: everything, durability: .immediate, traits: [.systemLog, .passesLinesOver]
    ) { view, head in
        LogObjectSniffer.lines(LogObjectShape(keys: iteratorKeys, layout: .lines), view, head)
    }
}
