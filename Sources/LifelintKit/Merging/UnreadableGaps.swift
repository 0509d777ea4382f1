// SPDX-License-Identifier: MIT

import LifelintModel

/// Says of lines that could not be read that the log lost a stretch there: between the times of what was read before
/// and behind them.
///
/// Batches come in the order of their input: the record before a line may be in another one. What stands before the
/// first record or behind the last one is no gap: there begins and ends what the input covers. A line between two of
/// one process is most likely of that one, yet may be of any: whoever else told something before it and tells something
/// behind it has a gap of its own, in front of what it tells then.
struct UnreadableGaps {
    /// How many processes are known by what they told; of those beyond them, lines between others' are no gap.
    private static let tellerLimit = 65_536
    /// How many stretches are remembered for those who are heard again later.
    private static let stretchLimit = 4_096

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

    /// Digests of who told a record.
    private struct Teller: Equatable {
        let device, process: UInt64

        init(_ record: borrowing EventRecord, _ batch: EventBatch) {
            var digest = ByteDigest()
            if record.device.isPresent, record.device.range.upperBound <= batch.bytes.count {
                digest.add(batch.bytes[record.device.range])
            }
            device = digest.value
            if record.hasPID {
                digest.add(part: [])
                var pid = record.pid
                for _ in 0..<4 {
                    digest.add(CollectionOfOne(UInt8(truncatingIfNeeded: pid)))
                    pid >>= 8
                }
            } else if record.app.isPresent, record.app.range.upperBound <= batch.bytes.count {
                digest.add(part: batch.bytes[record.app.range])
            }
            process = digest.value
        }
    }

    /// The last record of the batches so far.
    private var last: Known?
    /// Lines behind it could not be read.
    private var isOpen = false
    /// How many stretches there were when a process was last heard, or had a gap.
    private var heard: [UInt64: Int] = [:]
    /// The same of devices that had a gap as such.
    private var lost: [UInt64: Int] = [:]
    /// How many stretches there were.
    private var count = 0
    /// When the last of them began and ended.
    private var stretches: [ClosedRange<Int64>] = []

    /// The batch with its gaps.
    mutating func placed(_ batch: EventBatch) -> EventBatch {
        let wasOpen = isOpen
        let before = last
        isOpen = batch.unreadable.last?.next == batch.records.count || wasOpen && batch.records.isEmpty
        if let record = batch.records.last { last = Known(record, batch) }
        guard !batch.records.isEmpty else { return batch }
        guard wasOpen || !batch.unreadable.isEmpty || count > 0 else {
            hear(batch)
            return batch
        }
        var unreadable = batch.unreadable
        if wasOpen, unreadable.first?.next != 0 {
            // Its line is in a batch before: the record behind it shows where it is.
            unreadable.insert(UnreadableStretch(next: 0, gap: batch.records[0].gap), at: 0)
        }
        var records: [EventRecord] = []
        var places: [(number: Int, gap: EventRecord)] = []
        var bytes = batch.bytes
        var next = unreadable[...]
        var taken = 0
        for (index, record) in batch.records.enumerated() {
            var gaps: [EventRecord] = []
            while let stretch = next.first, stretch.next <= index {
                next.removeFirst()
                guard let near = index > 0 ? Known(batch.records[index - 1], batch) : before else { continue }
                gaps += place(stretch.gap, between: near, and: record, batch, &bytes)
                places.append((count, stretch.gap))
            }
            let teller = Teller(record, batch)
            if let known = heard[teller.process] {
                let since = max(known, lost[teller.device] ?? 0)
                if since < count {
                    // A line of another batch is told by the record in front of which it is missed.
                    let place = places.first { $0.number > since }?.gap ?? record.gap
                    gaps += gap(since: since, at: place, before: record).map { [$0] } ?? []
                    if !record.hasPID, !record.app.isPresent { lost[teller.device] = count }
                }
                if known < count { heard[teller.process] = count }
            } else if heard.count < UnreadableGaps.tellerLimit {
                heard[teller.process] = count
            }
            guard !gaps.isEmpty else { continue }
            records += batch.records[taken..<index]
            records += gaps
            taken = index
        }
        guard !records.isEmpty else { return batch }
        records += batch.records[taken...]
        return batch.with(records, bytes: bytes)
    }

    /// Knows from now on who told a batch.
    private mutating func hear(_ batch: EventBatch) {
        var latest: Teller?
        for record in batch.records {
            let teller = Teller(record, batch)
            if teller == latest { continue }
            latest = teller
            if heard.count < UnreadableGaps.tellerLimit { heard[teller.process] = 0 }
        }
    }

    /// A stretch as the gap of its neighbours.
    private mutating func place(
        _ stretch: EventRecord, between near: Known, and record: EventRecord, _ batch: EventBatch,
        _ bytes: inout [UInt8]
    ) -> [EventRecord] {
        let gap = UnreadableGaps.gap(stretch, after: near, before: record, batch)
        if stretches.count == UnreadableGaps.stretchLimit {
            // Of what is forgotten, the time until the next one is lost.
            let half = stretches.count / 2
            stretches[half] = min(stretches[0].lowerBound, stretches[half].lowerBound)...stretches[half].upperBound
            stretches.removeFirst(half)
        }
        let end = gap.hasDuration ? gap.time.addingClamped(gap.duration) : gap.time
        stretches.append(gap.time...max(gap.time, end))
        count += 1
        let teller = Teller(record, batch)
        if gap.hasPID || gap.app.isPresent { heard[teller.process] = count } else { lost[teller.device] = count }
        guard !stretch.device.isPresent, near.device != UnreadableGaps.bytes(gap.device, batch) else { return [gap] }
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
        var digest = ByteDigest()
        digest.add(near.device)
        lost[digest.value] = count
        return [gap, other]
    }

    /// The stretches behind that one as a gap of whoever told that record.
    private func gap(since: Int, at place: EventRecord, before record: EventRecord) -> EventRecord? {
        guard let first = stretches[max(stretches.count - (count - since), 0)...].first, let last = stretches.last
        else {
            return nil
        }
        var gap = place
        gap.device = record.device
        gap.boot = record.boot
        gap.mach = record.mach
        gap.takeProcess(of: record)
        gap.takeClock(of: record)
        gap.time = min(first.lowerBound, record.time)
        let end = min(last.upperBound, record.time - 1)
        if end > gap.time { gap.duration = end - gap.time }
        // Found only now, it keeps its place in the order of its device.
        gap.order = gap.time
        return gap
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
            gap.takeProcess(of: next)
        }
        gap.takeClock(of: next)
        // Behind what was read before, so that the run is there which this began, and before what comes next, so that
        // what begins there has no gap in it.
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

    private static func bytes(_ text: Text, _ batch: EventBatch) -> [UInt8] {
        text.isPresent && text.range.upperBound <= batch.bytes.count ? Array(batch.bytes[text.range]) : []
    }

    private static func add(_ text: [UInt8], to bytes: inout [UInt8]) -> Text {
        guard !text.isEmpty, bytes.count + text.count < Int(UInt32.max) else { return .missing }
        defer { bytes += text }
        return Text(offset: UInt32(bytes.count), length: UInt32(text.count))
    }
}

extension EventRecord {
    /// It is of the process of which another record of its batch is.
    fileprivate mutating func takeProcess(of record: EventRecord) {
        pid = record.pid
        app = record.app
        process = record.process
        run = record.run
    }

    /// Its time is known as that of another record is.
    fileprivate mutating func takeClock(of record: EventRecord) {
        digits = record.digits
        isZoneAssumed = record.isZoneAssumed
    }
}
