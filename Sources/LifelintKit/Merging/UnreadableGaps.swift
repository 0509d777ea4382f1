// SPDX-License-Identifier: MIT

import LifelintModel

/// Says of lines that could not be read that the log lost a stretch there: between the times of what was read before and
/// behind them.
///
/// Batches come in the order of their input: the record before a line may be in another one. What stands before the first
/// record or behind the last one is no gap: there begins and ends what the input covers.
struct UnreadableGaps {
    /// A record with its texts that tell whose it was.
    private struct Known {
        let record: EventRecord
        let device, boot, app: [UInt8]

        init(_ record: EventRecord, _ batch: EventBatch) {
            self.record = record
            device = UnreadableGaps.bytes(record.device, batch)
            boot = UnreadableGaps.bytes(record.boot, batch)
            app = UnreadableGaps.bytes(record.app, batch)
        }
    }

    /// The last record of the batches so far.
    private var last: Known?
    /// Lines behind it could not be read.
    private var isOpen = false

    /// The batch with its gaps.
    mutating func placed(_ batch: EventBatch) -> EventBatch {
        let wasOpen = isOpen
        let before = last
        isOpen = batch.unreadable.last?.next == batch.records.count || wasOpen && batch.records.isEmpty
        if let record = batch.records.last { last = Known(record, batch) }
        guard !batch.records.isEmpty, wasOpen || !batch.unreadable.isEmpty else { return batch }
        var stretches = batch.unreadable
        if wasOpen, stretches.first?.next != 0 {
            // Its line is in a batch before: the record behind it shows where it is.
            stretches.insert(UnreadableStretch(next: 0, gap: UnreadableGaps.empty(at: batch.records[0])), at: 0)
        }
        var records: [EventRecord] = []
        records.reserveCapacity(batch.records.count + stretches.count)
        var bytes = batch.bytes
        var taken = 0
        for stretch in stretches where stretch.next < batch.records.count {
            records += batch.records[taken..<stretch.next]
            taken = stretch.next
            let near = taken > 0 ? Known(batch.records[taken - 1], batch) : before
            guard let near else { continue }
            let gap = UnreadableGaps.gap(stretch.gap, after: near, before: batch.records[taken], batch)
            records.append(gap)
            if !stretch.gap.device.isPresent, near.device != UnreadableGaps.bytes(gap.device, batch) {
                // The line may have been of either device.
                var other = gap
                // Behind what that device told, however far behind it the next one is.
                if gap.time <= near.record.time {
                    other.time = near.record.time + 1
                    other.duration = .min
                    other.order = other.time
                }
                other.device = UnreadableGaps.add(near.device, to: &bytes)
                other.boot = UnreadableGaps.add(near.boot, to: &bytes)
                records.append(other)
            }
        }
        records += batch.records[taken...]
        return batch.with(records, bytes: bytes)
    }

    private static func gap(
        _ stretch: EventRecord, after near: Known, before next: EventRecord, _ batch: EventBatch
    ) -> EventRecord {
        var gap = stretch
        if !gap.device.isPresent { gap.device = next.device }
        if !gap.boot.isPresent { gap.boot = next.boot }
        if near.boot == bytes(next.boot, batch) { gap.mach = near.record.mach }
        // Whose the line was is told by its neighbours, where they agree.
        if near.record.pid == next.pid, near.app == bytes(next.app, batch), near.device == bytes(next.device, batch) {
            gap.pid = next.pid
            gap.app = next.app
            gap.process = next.process
            gap.run = next.run
        }
        gap.digits = next.digits
        gap.isZoneAssumed = next.isZoneAssumed
        // Behind what was read before, so that the run is there which this began, and before what comes next, so that what
        // begins there has no gap in it.
        let (start, end) = (near.record.time, next.time)
        if end > start, end - start > 2 {
            gap.time = start + 1
            gap.duration = end - start - 2
        } else {
            gap.time = min(start, end)
        }
        gap.order = gap.time
        return gap
    }

    /// A gap that stands at the place of a record.
    private static func empty(at record: EventRecord) -> EventRecord {
        var gap = EventRecord()
        gap.name = .logGap
        gap.witness = .system
        gap.input = record.input
        gap.durability = record.durability
        gap.offset = record.offset
        gap.length = record.length
        gap.line = record.line
        gap.column = record.column
        gap.source = record.source
        return gap
    }

    private static func bytes(_ text: Text, _ batch: EventBatch) -> [UInt8] {
        text.isPresent && text.range.upperBound <= batch.bytes.count ? Array(batch.bytes[text.range]) : []
    }

    private static func add(_ text: [UInt8], to bytes: inout [UInt8]) -> Text {
        guard !text.isEmpty, bytes.count + text.count < Int(UInt32.max) else { return .missing }
        defer { bytes += text }
        return Text(offset: UInt32(bytes.count), length: UInt32(text.count))
    }
}
