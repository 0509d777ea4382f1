// SPDX-License-Identifier: MIT

/// Says what is missing in JSON that no format recognises, and how to make records of it.
enum UnknownJSON {
    /// Under what exports and loggers keep the text of a line, the more telling first.
    private static let textKeys: [StaticString] = [
        "@message", "short_message", "_raw", "log", "line", "message", "msg", "textPayload", "body",
    ]
    private static let timeKeys: [StaticString] = ["@timestamp", "timestamp", "_time", "ts", "time", "date"]
    private static let looked = 64 << 10

    /// One sentence for problem `not-a-log`.
    static func explanation(of bytes: [UInt8]) -> String {
        let plain =
            "The file is JSON without records that have a time and an event, or a time and a message that is known"
        return bytes.withView { view in
            let end = min(view.count, looked)
            guard let text = key(textKeys, view, end) else { return plain + "." }
            let time = key(timeKeys, view, end) ?? "time"
            return plain + """
                , side by side in one object. Texts stand under '\(text)': if these are an app's log, write one object a \
                line, for example with jq -c '.. | objects | select(has("\(text)")) | \
                {time: .["\(time)"], message: .["\(text)"]}'.
                """
        }
    }

    /// The first of the keys that the beginning has.
    private static func key(_ keys: [StaticString], _ view: ByteView, _ end: Int) -> String? {
        for key in keys {
            var position = 0
            while let found = ByteSearch.find(key, in: view, from: position, to: end) {
                position = found + key.utf8CodeUnitCount
                if view[found - 1] == 0x22, view[position] == 0x22,
                    view[view.skipWhiteSpace(from: position + 1, to: end)] == 0x3A
                {
                    return view.string(found, position)
                }
            }
        }
        return nil
    }
}
