// SPDX-License-Identifier: MIT

import LifelintModel

/// Puts the records of several devices into order as they are pushed: each may be late by its own device's time.
///
/// A device that was out of reach hands on later what it kept: next to another one it is not late, only behind itself
/// it would be. What names no device may be of any: from the first of those on, all share one time, since their order
/// counts. What is handed on again, as whoever got no answer does, is the record that was taken.
struct DeviceWindows {
    /// A record that came too late and stands where the window begins.
    struct Late {
        var line: Int
        var offset: Int64
    }

    private var buffers: [ReorderBuffer] = []
    private var numbers: [String: Int] = [:]
    /// What waited when the time of all came to be one: it was in time, and leaves first, from the end.
    private var first: [ReorderBuffer.Ready] = []
    /// Those that something may leave; the last comes first.
    private var open: [Int] = []
    private var isShared = false
    private var latest: Int64 = .min
    private var lastEmitted: Int64 = .min
    private var released: Int64 = .min
    private var recent = RecentRecords()
    /// The device of what names none; nil where nobody knows.
    private let assumed: String?

    init(assumed: String?) { self.assumed = assumed }

    /// Takes a batch, whose lines are counted from the first that was pushed; gives what came too late.
    mutating func add(_ batch: EventBatch) -> [Late] {
        guard !batch.records.isEmpty else { return [] }
        if assumed == nil, !isShared, batch.records.contains(where: { !$0.device.isPresent }) { share() }
        var late: [Late] = []
        for (number, records) in byDevice(batch) {
            let kept = records.filter { record in
                let isNew = recent.isNew(record, batch)
                guard buffers[number].isLate(record) else { return true }
                // Where a line could not be read is told by what stands around it.
                if isNew, record.name != .logGap { late.append(Late(line: Int(record.line), offset: record.offset)) }
                return isNew
            }
            for record in kept { latest = max(latest, record.order) }
            // The lines of other devices are none of this buffer's.
            buffers[number].add(EventBatch(bytes: batch.bytes, records: kept, attributes: batch.attributes))
            if open.last != number { open.append(number) }
        }
        return late
    }

    /// Everything up to that time may leave: nothing earlier will come.
    mutating func release(upTo time: Int64) {
        released = max(released, time)
        for number in buffers.indices { buffers[number].release(upTo: time) }
        open = buffers.indices.reversed()
    }

    /// No more batches come.
    mutating func end() {
        for number in buffers.indices { buffers[number].end() }
        open = buffers.indices.reversed()
    }

    /// The next event that may leave, one device after the other; nil where more has to come first.
    mutating func pop() -> ReorderBuffer.Ready? {
        if let ready = first.popLast() {
            lastEmitted = max(lastEmitted, ready.record.order)
            return ready
        }
        while let number = open.last {
            if let order = buffers[number].nextOrder {
                lastEmitted = max(lastEmitted, order)
                return buffers[number].pop()
            }
            open.removeLast()
        }
        return nil
    }

    /// The records of each device, in the order in which devices come up.
    private mutating func byDevice(_ batch: EventBatch) -> [(number: Int, records: [EventRecord])] {
        let first = number(of: batch.records[0], batch)
        guard batch.records.count > 1, !isShared else { return [(first, batch.records)] }
        var groups: [(number: Int, records: [EventRecord])] = []
        for record in batch.records {
            let number = number(of: record, batch)
            if let group = groups.firstIndex(where: { $0.number == number }) {
                groups[group].records.append(record)
            } else {
                groups.append((number, [record]))
            }
        }
        return groups
    }

    private mutating func number(of record: EventRecord, _ batch: EventBatch) -> Int {
        let device = isShared ? "" : batch.string(record.device) ?? assumed ?? ""
        if let number = numbers[device] { return number }
        var buffer = ReorderBuffer()
        if released > .min { buffer.release(upTo: released) }
        buffers.append(buffer)
        numbers[device] = buffers.count - 1
        return buffers.count - 1
    }

    /// Has all devices share one time from now on.
    private mutating func share() {
        var waiting: [ReorderBuffer.Ready] = []
        for number in buffers.indices {
            buffers[number].end()
            while let ready = buffers[number].pop() { waiting.append(ready) }
        }
        waiting.sort { ($0.record.order, $0.record.line) > ($1.record.order, $1.record.line) }
        first = waiting
        if let last = waiting.first { lastEmitted = max(lastEmitted, last.record.order) }
        var all = ReorderBuffer()
        if released > .min { all.release(upTo: released) }
        all.follow(latest: latest, lastEmitted: lastEmitted)
        buffers = [all]
        numbers = ["": 0]
        open = []
        isShared = true
    }
}
