// SPDX-License-Identifier: MIT

import LifelintModel

/// Events of one input put into order, as far as they may be late.
///
/// Within one input events may be late by ten seconds and 65,536 events. What is later still is either told to the
/// caller, who sorts the whole input instead, or placed at the window's edge.
struct ReorderBuffer {
    /// How late an event may be.
    static let window: Int64 = 10_000_000_000
    /// How many events are held for late ones.
    static let capacity = 65_536

    /// An event of a batch: records are looked up when they leave.
    private struct Place {
        var order: Int64
        var batch: Int32
        var index: Int32
    }

    private var places: [Place] = []
    private var head = 0
    private var batches: [EventBatch?] = []
    private var lineBases: [UInt32] = []
    private var remaining: [Int] = []
    private var latest: Int64 = .min
    private var lastEmitted: Int64 = .min
    private var lines: UInt32 = 0
    private(set) var isEnded = false
    /// Events that came too late.
    private(set) var lateCount = 0

    /// An event that is ready.
    struct Ready {
        var record: EventRecord
        var batch: EventBatch
    }

    /// Events that are ready and lie in a row in their batch.
    struct ReadyRange {
        var batch: EventBatch
        var range: Range<Int>
        /// Lines of the input before those of the batch.
        var lineBase: UInt32
    }

    var isEmpty: Bool { head >= places.count }

    /// The order of the next event that may leave; nil where more has to be read first.
    var nextOrder: Int64? {
        guard head < places.count else { return nil }
        let order = places[head].order
        if isEnded || places.count - head > ReorderBuffer.capacity { return order }
        return order <= latest.subtractingReportingOverflow(ReorderBuffer.window).partialValue ? order : nil
    }

    /// Takes a batch.
    mutating func add(_ added: EventBatch) {
        defer { lines &+= UInt32(truncatingIfNeeded: added.lineCount) }
        guard !added.records.isEmpty else { return }
        let batch = takingLate(added)
        dropConsumed()
        let number = Int32(truncatingIfNeeded: batches.count)
        batches.append(batch)
        lineBases.append(lines)
        remaining.append(batch.records.count)
        let start = places.count
        // To ask for just so much would copy all of them for every batch.
        let needed = start + batch.records.count
        if places.capacity < needed { places.reserveCapacity(max(needed, 2 * places.capacity)) }
        var isSorted = true
        var previous = start > head ? places[start - 1].order : Int64.min
        for (index, record) in batch.records.enumerated() {
            let order = record.order
            if order < previous { isSorted = false }
            previous = order
            if order > latest { latest = order }
            places.append(Place(order: order, batch: number, index: Int32(truncatingIfNeeded: index)))
        }
        if !isSorted { sort(from: start) }
    }

    /// Whether an event would come too late.
    func isLate(_ record: borrowing EventRecord) -> Bool { record.order < lastEmitted }

    /// Takes part in an order with others, which have come that far.
    mutating func follow(latest: Int64, lastEmitted: Int64) {
        self.latest = max(self.latest, latest)
        self.lastEmitted = max(self.lastEmitted, lastEmitted)
    }

    /// No more batches come.
    mutating func end() { isEnded = true }

    /// Everything up to that time may leave: nothing earlier will come.
    mutating func release(upTo time: Int64) {
        latest = max(latest, time.addingReportingOverflow(ReorderBuffer.window).partialValue)
    }

    /// The next event.
    mutating func pop() -> Ready? {
        guard head < places.count else { return nil }
        let place = places[head]
        head += 1
        let slot = Int(place.batch)
        guard let batch = batches[slot] else { return nil }
        var record = batch.records[Int(place.index)]
        record.line &+= lineBases[slot]
        lastEmitted = max(lastEmitted, place.order)
        remaining[slot] -= 1
        if remaining[slot] == 0 { batches[slot] = nil }
        return Ready(record: record, batch: batch)
    }

    /// The next events as far as they lie in a row in one batch and come before that order, the first one in any case.
    mutating func popRange(before limit: Int64) -> ReadyRange? {
        guard head < places.count else { return nil }
        let first = places[head]
        let slot = Int(first.batch)
        guard let batch = batches[slot] else { return nil }
        var last = first
        head += 1
        let ready = isEnded ? Int64.max : latest.subtractingReportingOverflow(ReorderBuffer.window).partialValue
        while head < places.count {
            let place = places[head]
            let isReady = place.order <= ready || places.count - head > ReorderBuffer.capacity
            guard isReady, place.order < limit, place.batch == first.batch, place.index == last.index + 1 else { break }
            last = place
            head += 1
        }
        lastEmitted = max(lastEmitted, last.order)
        let range = Int(first.index)..<(Int(last.index) + 1)
        remaining[slot] -= range.count
        if remaining[slot] == 0 { batches[slot] = nil }
        return ReadyRange(batch: batch, range: range, lineBase: lineBases[slot])
    }

    /// The batch with its late events, if any, at the window's edge.
    ///
    /// A lost stretch is told when its process is heard again: it leaves next and keeps its order, which is of that
    /// process alone.
    private mutating func takingLate(_ batch: EventBatch) -> EventBatch {
        let isLate = { [lastEmitted] (record: EventRecord) in record.order < lastEmitted && record.name != .logGap }
        guard batch.records.contains(where: isLate) else { return batch }
        var records = batch.records
        for index in records.indices where isLate(records[index]) {
            lateCount += 1
            records[index].order = lastEmitted
        }
        return batch.with(records)
    }

    /// Sorts what the new events reach back to; events of one instant stay in the order of the input.
    private mutating func sort(from start: Int) {
        let earliest = places[start...].lazy.map(\.order).min() ?? .min
        var low = head
        var high = start
        while low < high {
            let middle = (low + high) / 2
            if places[middle].order <= earliest { low = middle + 1 } else { high = middle }
        }
        let sorted = places[low...].sorted { left, right in
            (left.order, left.batch, left.index) < (right.order, right.batch, right.index)
        }
        places.replaceSubrange(low..., with: sorted)
    }

    private mutating func dropConsumed() {
        if head == places.count {
            places.removeAll(keepingCapacity: true)
            head = 0
            batches.removeAll(keepingCapacity: true)
            lineBases.removeAll(keepingCapacity: true)
            remaining.removeAll(keepingCapacity: true)
        } else if head > 16_384 {
            places.removeFirst(head)
            head = 0
            let gone = batches.firstIndex { $0 != nil } ?? batches.count
            guard gone > 0 else { return }
            batches.removeFirst(gone)
            lineBases.removeFirst(gone)
            remaining.removeFirst(gone)
            for index in places.indices { places[index].batch -= Int32(truncatingIfNeeded: gone) }
        }
    }
}
