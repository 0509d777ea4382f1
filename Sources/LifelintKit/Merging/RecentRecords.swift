// SPDX-License-Identifier: MIT

import LifelintModel

/// Knows the last records again, by a digest of their lines: some tens of thousands, however many there were.
struct RecentRecords {
    private static let generation = 1 << 15

    private var current: Set<UInt64> = []
    private var previous: Set<UInt64> = []
    /// The line that was asked of last: it may mean several events.
    private var last: (line: UInt32, column: UInt32, isNew: Bool)?

    /// Whether a record is of none of the last lines; its line is one of them from now on.
    mutating func isNew(_ record: EventRecord, _ batch: EventBatch) -> Bool {
        if record.name == .logGap { return true }
        if let last, last.line == record.line, last.column == record.column { return last.isNew }
        let isNew = take(record, batch)
        last = (record.line, record.column, isNew)
        return isNew
    }

    private mutating func take(_ record: EventRecord, _ batch: EventBatch) -> Bool {
        guard record.source.isPresent else { return true }
        // What a header tells is not on the line.
        let place = UInt64(record.length) << 32 | UInt64(UInt32(bitPattern: record.pid))
        var digest = ByteDigest(seed: UInt64(bitPattern: record.time) ^ place)
        for text in [record.source, record.app, record.device, record.run] where text.isPresent {
            guard text.range.upperBound <= batch.bytes.count else { return true }
            digest.add(part: batch.bytes[text.range])
        }
        if previous.contains(digest.value) || !current.insert(digest.value).inserted { return false }
        if current.count >= Self.generation {
            previous = current
            current = []
        }
        return true
    }
}
