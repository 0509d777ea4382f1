// SPDX-License-Identifier: MIT

/// A message of a log in the chunk: its row, and all its lines.
struct LogRecord {
    var row: LogRow
    var start: Int
    var end: Int
    var line = 0
    /// The lines that go on with the message, without what wraps them.
    var continuations: [Range<Int>] = []
    /// What stands for no record: one that ends before all places.
    static let missing = LogRecord(row: LogRow(), start: 0, end: -1)

    var isMissing: Bool { end < 0 }

    init(row: LogRow, start: Int, end: Int) {
        self.row = row
        self.start = start
        self.end = end
    }
}
