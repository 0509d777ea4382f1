// SPDX-License-Identifier: MIT

/// Names tables and lines of fields that no format recognises, and what to make of them.
enum UnknownTable {
    private static let looked = 4_096

    /// One sentence for problem `not-a-log`; nil if the lines are neither.
    static func explanation(of bytes: [UInt8]) -> String? {
        bytes.withView { view in
            let start = view.skipWhiteSpace(from: view.hasByteOrderMark ? 3 : 0, to: min(view.count, looked))
            let end = view.firstIndex(of: 0x0A, from: start, to: min(view.count, looked)) ?? min(view.count, looked)
            let advice = "write it as JSON Lines with a time and an event or a message in each object."
            if namesTime(view, start, end) { return "The file is a table (CSV), which is not read: " + advice }
            if isFields(view, start, end) { return "The lines are key=value (logfmt), which is not read: " + advice }
            return nil
        }
    }

    /// Whether a line is the head of a table that has a column for times.
    private static func namesTime(_ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        var cells: [String] = []
        var first = start
        for position in start...end where position == end || view[position] == 0x2C || view[position] == 0x3B {
            let cell = view.string(first, position).lowercased().filter { !"\"\r ".contains($0) }
            cells.append(cell)
            first = position + 1
        }
        let times = ["time", "timestamp", "@timestamp", "date", "datetime", "ts", "_time"]
        return cells.count > 1 && cells.contains { times.contains($0) }
    }

    /// Whether a line is nothing but keys with values: `time=… level=info msg="…"`.
    private static func isFields(_ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        let tokens = TextTokens(view: view, end: view[end - 1] == 0x0D ? end - 1 : end)
        var position = start
        var fields = 0
        while position < tokens.end {
            guard let equals = tokens.equalsSign(from: position), equals > position else { return false }
            fields += 1
            position = tokens.skipSpaces(from: tokens.wordEnd(from: tokens.value(from: equals + 1).next))
        }
        return fields > 1
    }
}
