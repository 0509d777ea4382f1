// SPDX-License-Identifier: MIT

import LifelintModel

/// The rows of the last moment, where a tool writes some of them twice.
struct RowRepetitions {
    /// The second one lies less than this behind the first, or before it.
    private static let window: Int64 = 200_000
    /// More rows do not lie between the two.
    private static let limit = 64

    private var rows: [(time: Int64, content: [UInt8])] = []

    /// Whether the row was written a moment ago; remembers it if not.
    mutating func holds(
        _ record: LogRecord, _ view: ByteView, at time: ReadInstant, _ escaping: LogEscaping
    ) -> Bool {
        let row = record.row
        var content = view.bytes(row.process.lowerBound, row.process.upperBound)
        content.append(0)
        content.append(contentsOf: String(row.pid).utf8)
        content.append(0)
        content.append(contentsOf: LogMessage.text(record, view, escaping))
        let moment = time.nanoseconds
        func isClose(_ time: Int64) -> Bool {
            time.subtractingClamped(moment).magnitude < UInt64(RowRepetitions.window)
        }
        if rows.contains(where: { isClose($0.time) && $0.content == content }) { return true }
        if rows.count == RowRepetitions.limit { rows.removeFirst() }
        rows.append((moment, content))
        return false
    }
}
