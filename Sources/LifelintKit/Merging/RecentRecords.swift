// SPDX-License-Identifier: MIT

import LifelintModel

/// Knows the last records again, by a digest of their lines: some tens of thousands, however many there were.
struct RecentRecords {
    private static let generation = 1 << 15

    private var current: Set<UInt64> = []
    private var previous: Set<UInt64> = []

    /// Whether a record is none of the last ones; it is one from now on.
    mutating func isNew(_ record: EventRecord, _ batch: EventBatch) -> Bool {
        guard record.name != .logGap, record.source.isPresent else { return true }
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
