// SPDX-License-Identifier: MIT

import LifelintFiles
import LifelintModel

/// The runs of an analysis, as encoded bytes in report order.
///
/// Runs come in the order in which they end; reports want them by device and start. They are encoded soon, so that
/// memory is counted exactly; beyond the budget they go to sorted segments in a temporary file, and are merged when a
/// report is written. Where there is a pool, its threads encode and write: keys hold the number of each run, so that
/// it does not matter who is first.
final class RunStore: @unchecked Sendable {
    /// Runs that are encoded together: enough to be worth handing over, few enough not to count in memory.
    private static let runsPerBlock = 32
    /// Blocks that wait for a thread; beyond, the caller does the work itself.
    private static let blocksInWork = 4

    private let budget: Int
    private let spoolDirectory: String?
    private let pool: WorkPool?

    // Used by the caller alone.
    private var waiting: [AppRun] = []
    private(set) var count = 0

    // Protected by the pool's lock where there is one.
    private var blocks: [RunBlock] = []
    private var blockRoom = 0
    private var heldBytes = 0
    private var blocksUnfinished = 0
    private var isSpilling = false
    private var spool: SpoolFile?
    private var segments: [Range<Int64>] = []
    /// Why results could not be put aside; they stay in memory then.
    private(set) var spoolError: FileError?

    init(budget: Int, spoolDirectory: String?, pool: WorkPool? = nil) {
        self.budget = max(budget, 1 << 16)
        self.spoolDirectory = spoolDirectory
        self.pool = pool?.isRunning == true ? pool : nil
    }

    /// Takes the next run.
    func append(_ run: AppRun) {
        waiting.append(run)
        count += 1
        if waiting.count >= min(RunStore.runsPerBlock, max(budget >> 19, 1)) { encodeWaiting() }
    }

    /// No more runs come: afterwards they can be walked.
    func finish() {
        encodeWaiting()
        pool?.waitAndHelp { blocksUnfinished == 0 ? () : nil }
    }

    // MARK: Encoding

    private func encodeWaiting() {
        guard !waiting.isEmpty else { return }
        let runs = waiting
        let number = count - runs.count
        waiting = []
        waiting.reserveCapacity(runs.count)
        guard let pool else {
            take(RunBlock(runs, from: number, room: blockRoom))
            return
        }
        let (isTaken, room) = pool.locked {
            let isTaken = blocksUnfinished < RunStore.blocksInWork
            if isTaken { blocksUnfinished += 1 }
            return (isTaken, blockRoom)
        }
        guard isTaken else {
            take(RunBlock(runs, from: number, room: room))
            return
        }
        pool.submit { [self] in
            take(RunBlock(runs, from: number, room: room))
            pool.locked { blocksUnfinished -= 1 }
            pool.notify()
        }
    }

    private func locked<Result>(_ body: () -> Result) -> Result { pool?.locked(body) ?? body() }

    /// Keeps a block; spills where memory is used up.
    private func take(_ block: RunBlock) {
        let spilled: [RunBlock]? = locked {
            blocks.append(block)
            heldBytes += block.memory
            // Blocks are about alike; one that is too small for its runs would be copied as it grows.
            blockRoom = block.size + block.size / 4
            guard spoolDirectory != nil, spoolError == nil, !isSpilling, heldBytes > spillBytes else { return nil }
            isSpilling = true
            defer { blocks = [] }
            return blocks
        }
        guard let spilled else {
            // While one thread writes, others may fill what is left of the budget.
            pool?.wait { !isSpilling || heldBytes <= budget ? () : nil }
            return
        }
        let outcome = spill(spilled)
        locked {
            isSpilling = false
            switch outcome {
            case .success(let segment):
                segments.append(segment)
                heldBytes -= spilled.reduce(0) { $0 + $1.memory }
            case .failure(let error):
                spoolError = error
                blocks = spilled + blocks
            }
        }
        pool?.notify()
    }

    private var spillBytes: Int { pool == nil ? budget : budget / 2 }

    /// Writes blocks to a sorted segment of the spool.
    private func spill(_ blocks: [RunBlock]) -> Result<Range<Int64>, FileError> {
        do throws(FileError) {
            if spool == nil { spool = try SpoolFile(directory: spoolDirectory ?? "", limit: .max) }
            guard let spool else { return .success(0..<0) }
            let start = spool.size
            var buffer: [UInt8] = []
            buffer.reserveCapacity(RunSegment.writeBytes + RunSegment.writeBytes / 4)
            for place in RunBlock.ordered(blocks) {
                let block = blocks[place.block]
                RunSegment.append(key: block.key(place.index), body: block.body(place.index), to: &buffer)
                if buffer.count > RunSegment.writeBytes {
                    try spool.append(buffer)
                    buffer.removeAll(keepingCapacity: true)
                }
            }
            try spool.append(buffer)
            return .success(start..<spool.size)
        } catch {
            return .failure(error)
        }
    }

    // MARK: Walking

    /// Calls `body` with each run's JSON object, in report order; equal ids are told apart by `#2`, `#3` ….
    func forEach(_ body: (ArraySlice<UInt8>) throws -> Void) throws {
        var previous: [UInt8] = []
        var repetition = 1
        var merge = try RunMerge(blocks: blocks, spool: spool, segments: segments)
        while let run = merge.first {
            let key = RunKey.withoutNumber(run.key)
            if key.elementsEqual(previous) {
                repetition += 1
                try body(RunStore.numbered(run.body, repetition)[...])
            } else {
                previous.removeAll(keepingCapacity: true)
                previous.append(contentsOf: key)
                repetition = 1
                try body(run.body)
            }
            try merge.removeFirst()
        }
    }

    /// The object with `#n` after its id, which is its first value.
    private static func numbered(_ object: ArraySlice<UInt8>, _ repetition: Int) -> [UInt8] {
        let lead = Array(#"{"id":""#.utf8)
        guard object.starts(with: lead) else { return Array(object) }
        var index = object.startIndex + lead.count
        while index < object.endIndex, object[index] != 0x22 { index += object[index] == 0x5C ? 2 : 1 }
        guard index < object.endIndex else { return Array(object) }
        return Array(object[..<index]) + Array("#\(repetition)".utf8) + Array(object[index...])
    }
}
