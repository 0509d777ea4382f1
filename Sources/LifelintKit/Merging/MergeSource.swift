// SPDX-License-Identifier: MIT

import LifelintFiles
import LifelintIngest
import LifelintModel

/// One input in the merge: gives its events in order, and keeps the books about it.
final class MergeSource {
    let index: Int
    private let batches: any BatchSequence
    private var buffer = ReorderBuffer()
    private var hasReadAll = false
    /// Events whose zone was assumed.
    private(set) var hasAssumedZone = false
    /// Times without a year that nobody stated.
    private(set) var hasAssumedYear = false
    /// The year of a log that begins on 29 February, where nobody said it so.
    private(set) var leapYear: Int?
    /// Times of day without a date that nobody stated.
    private(set) var hasAssumedDate = false
    private(set) var records = 0
    private(set) var events = 0
    private(set) var problemCount = 0
    /// More windows of counters than a year of payloads has.
    private static let exitCountLimit = 4_096
    private(set) var exitCounts: [ExitCounts] = []
    private(set) var problems: [Problem] = []
    /// What was said of names that look misspelt: of each once, however many readers met it.
    private var slips: Set<String> = []
    /// Lines of the batches so far.
    private var lines = 0
    private let path: String
    private let keptProblems: Int

    /// Its events come from a spool: the books about their input are kept elsewhere.
    let isSpooled: Bool
    /// It was read to its end.
    var isFinished: Bool { hasReadAll && buffer.isEmpty }

    /// Whether its times may be those of a clock on a wall: then it is seen where they go back.
    private let watchesClock: Bool
    private(set) var clockSteps = ClockSteps()
    private var gaps = UnreadableGaps()

    private let clocks: BootClocks?
    private let naming: DeviceNaming

    init(
        index: Int, path: String, batches: any BatchSequence, keptProblems: Int, isSpooled: Bool = false,
        clocks: BootClocks? = nil, naming: DeviceNaming = DeviceNaming(), watchesClock: Bool = false
    ) {
        self.watchesClock = watchesClock
        self.clocks = clocks
        self.naming = naming
        self.isSpooled = isSpooled
        self.index = index
        self.path = path
        self.batches = batches
        self.keptProblems = keptProblems
    }

    var position: Int64 { batches.position }
    var error: FileError? { batches.error }

    /// Nothing more is read of it, by no thread, once this returns.
    func stop() { batches.stop() }

    /// Events that came later than the window allows.
    var lateCount: Int { buffer.lateCount }

    /// The order of the next event; nil at the end.
    func nextOrder() -> Int64? {
        while true {
            if let order = buffer.nextOrder { return order }
            if hasReadAll { return nil }
            if let batch = batches.next() {
                note(batch)
                buffer.add(ordered(batch))
            } else {
                hasReadAll = true
                buffer.end()
            }
        }
    }

    /// The next batch as it is, for sorting.
    func readBatch() -> EventBatch? {
        guard let batch = batches.next() else { return nil }
        note(batch)
        if !hasAssumedZone { hasAssumedZone = batch.records.contains(where: \.isZoneAssumed) }
        return ordered(batch)
    }

    /// The batch with its records ordered by machine ticks, where their boot is, and of the devices they are of.
    private func ordered(_ read: EventBatch) -> EventBatch {
        // What comes behind a batch shows what is missed in it: where nothing comes, nothing need be known of it.
        let batch = batches.isOneBatch && read.unreadable.isEmpty ? read : gaps.placed(read)
        guard let clocks else { return batch.namingDevices(naming) }
        // Clocks know devices by the names that stand there.
        var records = batch.records
        for index in records.indices { records[index].order = clocks.order(of: records[index], in: batch) }
        return batch.with(records).namingDevices(naming)
    }

    /// The next event.
    func pop() -> ReorderBuffer.Ready? {
        let ready = buffer.pop()
        if let ready, ready.record.isZoneAssumed { hasAssumedZone = true }
        return ready
    }

    /// The next events as far as they lie in a row and come before that order, the first one in any case.
    func popRange(before limit: Int64) -> ReorderBuffer.ReadyRange? {
        let ready = buffer.popRange(before: limit)
        if let ready, !hasAssumedZone {
            hasAssumedZone = ready.batch.records[ready.range].contains(where: \.isZoneAssumed)
        }
        return ready
    }

    private func note(_ batch: EventBatch) {
        records += batch.recordCount
        if batch.assumesYear { hasAssumedYear = true }
        leapYear = leapYear ?? batch.leapYear
        if batch.isDateAssumed { hasAssumedDate = true }
        events += batch.records.count { !$0.isSignOfLife }
        problemCount += batch.problemCount
        let base = lines
        lines += batch.lineCount
        if watchesClock || batch.records.first?.isZoneAssumed ?? false { clockSteps.take(batch, lineBase: base) }
        if exitCounts.count < MergeSource.exitCountLimit { exitCounts += batch.exitCounts }
        guard !batch.problems.isEmpty else { return }
        for problem in batch.problems {
            if problem.code == .unknownEvent, !slips.insert(problem.message).inserted {
                problemCount -= 1
                continue
            }
            guard problems.count < keptProblems else { continue }
            problems.append(
                Problem(
                    file: path, line: base + problem.line + 1, column: problem.column + 1, offset: problem.offset,
                    code: problem.code, message: problem.message))
        }
    }
}

/// Whatever gives batches of one input in order.
protocol BatchSequence: AnyObject {
    /// The next batch; nil at the end.
    func next() -> EventBatch?
    /// How far the input was read.
    var position: Int64 { get }
    /// What went wrong while reading.
    var error: FileError? { get }
    /// Nothing comes behind the first.
    var isOneBatch: Bool { get }
    /// Nothing more is read, by no thread, once this returns.
    func stop()
}

extension BatchSequence {
    var isOneBatch: Bool { false }

    func stop() {}
}

extension BatchSource: BatchSequence {}

/// The one batch of an input that was read before.
final class KnownBatch: BatchSequence {
    private var batch: EventBatch?
    let position: Int64
    let error: FileError? = nil
    let isOneBatch = true

    init(_ batch: EventBatch, size: Int64) {
        self.batch = batch
        position = size
    }

    func next() -> EventBatch? {
        defer { batch = nil }
        return batch
    }
}

extension EventBatch {
    /// The same batch with its records changed.
    func with(_ records: [EventRecord], bytes: [UInt8]? = nil) -> EventBatch {
        EventBatch(
            bytes: bytes ?? self.bytes, records: records, attributes: attributes, problems: problems,
            problemCount: problemCount, lineCount: lineCount, recordCount: recordCount, exitCounts: exitCounts)
    }
}
