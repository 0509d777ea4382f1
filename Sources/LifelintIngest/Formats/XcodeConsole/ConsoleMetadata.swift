// SPDX-License-Identifier: MIT

import LifelintModel

/// The line that Xcode puts behind a message that is copied with its metadata:
/// `Type: Error | Timestamp: … | Process: Notes | Subsystem: … | Category: … | TID: 0x1a2b`.
enum ConsoleMetadata {
    /// Whether the line is one.
    static func begins(_ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        (view.starts("Type: ", at: start, to: end) && ByteSearch.find(" | ", in: view, from: start, to: end) != nil)
            || view.starts("Timestamp: ", at: start, to: end)
                && ByteSearch.find(" | ", in: view, from: start, to: end) != nil
    }

    /// Takes what the line behind the one that ends at `end` says of it, if it is metadata.
    static func read(_ view: ByteView, behind end: Int, into row: inout LogRow, _ instants: inout InstantParser) {
        let start = end + 1
        guard view[end] == 0x0A, view[start] == 0x54, start < view.count else { return }
        let stop = view.firstIndex(of: 0x0A, from: start, to: view.count) ?? view.count
        guard begins(view, start, stop) else { return }
        row.showsDebugger = true
        var cursor = LogCursor(view, start, stop)
        while !cursor.isAtEnd {
            let next = ByteSearch.find(" | ", in: view, from: cursor.position, to: cursor.end)
            readField(view, cursor.position, next ?? cursor.end, &row, &instants)
            guard let next else { return }
            cursor.position = next + 3
        }
    }

    private static func readField(
        _ view: ByteView, _ start: Int, _ end: Int, _ row: inout LogRow, _ instants: inout InstantParser
    ) {
        guard let colon = view.firstIndex(of: 0x3A, from: start, to: end), colon + 2 <= end else { return }
        let value = (colon + 2)..<max(end, colon + 2)
        switch view.string(start, colon) {
        case "Type": row.level = LogLevel(view, value) ?? .missing
        case "Timestamp":
            if let instant = instants.dated(view, value.lowerBound, value.upperBound) { row.time = .instant(instant) }
        case "Process": row.process = value
        case "Library": row.sender = value
        case "Subsystem": row.subsystem = value
        case "Category": row.category = value
        case "PID":
            var cursor = LogCursor(view, value.lowerBound, value.upperBound)
            row.pid = cursor.pid() ?? .min
        default: break
        }
    }
}
