// SPDX-License-Identifier: MIT

import LifelintFiles
import LifelintModel

/// The runs, or the findings, of an analysis, as encoded bytes in report order.
///
/// They come in the order in which they are settled; reports want them by device and start. They are encoded soon, so
/// that memory is counted exactly; beyond the budget they go to sorted segments in a temporary file, and are merged
/// when a report is written. Where there is a pool, its threads encode and write: keys tell all apart, so that it does
/// not matter who is first.
final class ReportStore<Encoding: StoredEncoding & ~Copyable>: @unchecked Sendable {
    /// Things that are encoded together: enough to be worth handing over, few enough not to count in memory.
    private static var itemsPerBlock: Int { 32 }
    /// A larger room is given back: one thing may be very long.
    private static var keptRoom: Int { 4 << 20 }
    /// Blocks that wait for a thread; beyond, the caller does the work itself.
    private static var blocksInWork: Int { 4 }

    private let budget: Int
    private let spoolDirectory: String?
    private let pool: WorkPool?

    // Used by the caller alone.
    private var waiting: [Encoding.Item] = []
    private var appendedCount = 0

    // Protected by the pool's lock where there is one.
    private var blocks: [StoredBlock] = []
    private var encodedCount = 0
    /// Where blocks are encoded: one for each thread that does so at a time.
    private var rooms: [OutputBuffer] = []
    private var heldBytes = 0
    private var blocksUnfinished = 0
    private var isSpilling = false
    private var spool: SpoolFile?
    private var segments: [Range<Int64>] = []
    /// Why results could not be put aside; they stay in memory then.
    private(set) var spoolError: FileError?

    /// How many there are.
    var count: Int { appendedCount + locked { encodedCount } }

    init(budget: Int, spoolDirectory: String?, pool: WorkPool? = nil) {
        self.budget = max(budget, 1 << 16)
        self.spoolDirectory = spoolDirectory
        self.pool = pool?.isRunning == true ? pool : nil
    }

    /// Takes the next one.
    func append(_ item: Encoding.Item) {
        waiting.append(item)
        appendedCount += 1
        if waiting.count >= min(Self.itemsPerBlock, max(budget >> 19, 1)) { encodeWaiting() }
    }

    /// Takes some at once and encodes them here and now; several threads may do so.
    func encode(_ items: [Encoding.Item]) {
        guard !items.isEmpty else { return }
        locked { encodedCount += items.count }
        take(block(of: items, from: 0))
    }

    /// No more come: afterwards they can be walked.
    ///
    /// Where most are put aside, the rest is, too: what comes now needs the memory.
    func finish() {
        encodeWaiting()
        pool?.waitAndHelp { blocksUnfinished == 0 && !isSpilling ? () : nil }
        guard spool != nil, spoolError == nil, !blocks.isEmpty else { return }
        let rest = blocks
        blocks = []
        switch spill(rest) {
        case .success(let segment):
            segments.append(segment)
            heldBytes = 0
        case .failure(let error):
            spoolError = error
            blocks = rest
        }
    }

    // MARK: Encoding

    private func encodeWaiting() {
        guard !waiting.isEmpty else { return }
        let items = waiting
        let number = appendedCount - items.count
        waiting = []
        waiting.reserveCapacity(items.count)
        guard let pool else {
            take(block(of: items, from: number))
            return
        }
        let isTaken = pool.locked {
            let isTaken = blocksUnfinished < Self.blocksInWork
            if isTaken { blocksUnfinished += 1 }
            return isTaken
        }
        guard isTaken else {
            take(block(of: items, from: number))
            return
        }
        pool.submit { [self] in
            take(block(of: items, from: number))
            pool.locked { blocksUnfinished -= 1 }
            pool.notify()
        }
    }

    private func locked<Result>(_ body: () -> Result) -> Result { pool?.locked(body) ?? body() }

    private func block(of items: [Encoding.Item], from number: Int) -> StoredBlock {
        var room = locked { rooms.popLast() } ?? OutputBuffer()
        let block = StoredBlock(items, as: Encoding.self, from: number, in: &room)
        if room.bytes.capacity <= Self.keptRoom { locked { rooms.append(room) } }
        return block
    }

    /// Keeps a block; spills where memory is used up.
    private func take(_ block: StoredBlock) {
        let spilled: [StoredBlock]? = locked {
            blocks.append(block)
            heldBytes += block.memory
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
    private func spill(_ blocks: [StoredBlock]) -> Result<Range<Int64>, FileError> {
        do throws(FileError) {
            if spool == nil { spool = try SpoolFile(directory: spoolDirectory ?? "", limit: .max) }
            guard let spool else { return .success(0..<0) }
            let start = spool.size
            var buffer: [UInt8] = []
            buffer.reserveCapacity(StoredSegment.writeBytes + StoredSegment.writeBytes / 4)
            for place in StoredBlock.ordered(blocks) {
                let block = blocks[place.block]
                StoredSegment.append(key: block.key(place.index), body: block.body(place.index), to: &buffer)
                if buffer.count > StoredSegment.writeBytes {
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

    /// A walk through all of them, in report order.
    func walk() throws(FileError) -> StoredMerge {
        try StoredMerge(blocks: blocks, spool: spool, segments: segments)
    }
}
