// SPDX-License-Identifier: MIT

/// A message of a log in the chunk: its row, and all its lines.
struct LogRecord {
    var row: LogRow
    var start: Int
    var end: Int
    var line = 0
    /// The lines that go on with the message, without what wraps them.
    var continuations: [Range<Int>] = []

    init(row: LogRow, start: Int, end: Int) {
        self.row = row
        self.start = start
        self.end = end
    }
}
