// SPDX-License-Identifier: MIT

import LifelintModel

/// What an app writes to a file through a logger of its own.
///
/// Any text may begin its lines so, and any JSON may have a time and a message. It is a log of an app where a
/// recogniser knows one of its first messages.
enum AppLogFormats {
    /// Lines of text, recognised with that vocabulary.
    static func text(_ words: CompiledVocabulary) -> TextLogFormat<AppLogShape> {
        TextLogFormat(
            "app-log", AppLogShape(), title: "log of an app, text",
            recognisedBy: "Lines of a time and a message, in brackets or not, one of which a recogniser knows.",
            tells: "What the app says itself; not who ended it.", durability: .buffered, traits: []
        ) { view, head in
            let shape = AppLogShape()
            guard head.fits(shape, view), knows(shape, view, head, words) else { return nil }
            return shape
        }
    }

    /// JSON objects, recognised with that vocabulary.
    static func objects(_ words: CompiledVocabulary) -> TextLogFormat<LogObjectShape> {
        TextLogFormat(
            "app-log-json", objectShape, title: "log of an app, JSON",
            recognisedBy:
                "JSON objects of a time and a message, one of which a recogniser knows, in lines or an array.",
            tells: "What the app says itself; not who ended it.", durability: .buffered, traits: .passesLinesOver
        ) { view, head in
            let shape =
                LogObjectSniffer.lines(objectShape, view, head)
                ?? LogObjectSniffer.pretty(keys, view, head)
            guard let shape, knows(shape, view, head, words) else { return nil }
            return shape
        }
    }

    /// An object a line, of a time and a message.
    static let objectShape = LogObjectShape(keys: keys, layout: .lines)

    private static let keys = LogObjectKeys([
        .key("time", .time), .key("timestamp", .time, rank: 1), .key("ts", .time, rank: 2),
        .key("@timestamp", .time, rank: 3), .key("date", .time, rank: 4), .key("datetime", .time, rank: 5),
        .key("t", .time, rank: 6),
        .sign("message", .message), .sign("msg", .message, rank: 1), .sign("text", .message, rank: 2),
        .sign("@message", .message, rank: 3),
        .key("process", .process), .key("processName", .process, rank: 1), .key("process_name", .process, rank: 2),
        .key("bundleId", .process, rank: 3), .key("bundleID", .process, rank: 4), .key("bundle_id", .process, rank: 5),
        .key("bundle", .process, rank: 6), .key("app", .process, rank: 7),
        .key("pid", .pid), .key("processID", .pid, rank: 1), .key("process_id", .pid, rank: 2),
        .key("level", .level), .key("severity", .level, rank: 1), .key("lvl", .level, rank: 2),
        .key("subsystem", .subsystem),
        .key("category", .category), .key("logger", .category, rank: 1), .key("label", .category, rank: 2),
        .key("tag", .category, rank: 3),
    ])

    /// Whether a recogniser knows one of the first messages.
    private static func knows<Shape: LogShape>(
        _ shape: Shape, _ view: ByteView, _ head: LogHead, _ words: CompiledVocabulary
    ) -> Bool {
        let lines = LogHead(view, isWhole: head.isWhole, limit: AppLogFormats.lines).lines
        var instants = InstantParser()
        let probe = LineProbe(words)
        let build = BuildLog(words.phrases)
        let isOfBuild = build.begins(view)
        return lines.contains { line in
            let end = shape.spansLines ? shape.rowEnd(view, around: line.lowerBound, to: view.count) : line.upperBound
            guard let row = shape.row(view, line.lowerBound, end ?? view.count, &instants) else { return false }
            let message = view.string(row.message.lowerBound, row.message.upperBound)
            guard isOfBuild, row.isStampedByServer, !build.isInTest(view, at: line.lowerBound) else {
                return probe.decides(message) != nil
            }
            return probe.tellsOfApp(message)
        }
    }

    private static let lines = 400
}
