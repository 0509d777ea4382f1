// SPDX-License-Identifier: MIT

import LifelintFiles
import LifelintIngest
import LifelintModel

/// The batches of one input, in order; chunks are parsed on the pool's threads where the format allows it.
final class BatchSource: @unchecked Sendable {
    private let format: any InputFormat
    private let settings: ReadingSettings
    private let pool: WorkPool?
    private let depth: Int

    // Protected by the pool's lock where there is one.
    private var cutter: ChunkCutter
    private var isReading = false
    private var isStopped = false
    private var submitted = 0
    private var results: [Int: EventBatch] = [:]
    private var lastIndex: Int?
    /// Buffers of chunks that nobody reads any more: fresh memory costs more than reading into it.
    private var rooms: [[UInt8]] = []

    // Used by the consumer alone.
    private var consumed = 0
    private var reader: (any FormatReader)?

    init(
        stream: ByteStream, format: any InputFormat, settings: ReadingSettings, pool: WorkPool?, chunkSize: Int,
        depth: Int
    ) {
        self.format = format
        self.settings = settings
        self.depth = depth
        self.pool = format.isReadInParallel(settings) && pool?.isRunning == true && depth > 0 ? pool : nil
        cutter = ChunkCutter(stream: stream, size: chunkSize, format: format)
    }

    /// How far the input was read, for progress.
    var position: Int64 { pool?.locked { cutter.position } ?? cutter.position }

    /// What went wrong while reading.
    var error: FileError? { pool?.locked { cutter.error } ?? cutter.error }

    /// The next batch; nil at the end of the input.
    func next() -> EventBatch? {
        guard let pool else { return readHere() }
        fill(pool)
        let index = consumed
        let batch: EventBatch? = pool.waitAndHelp {
            if let batch = results.removeValue(forKey: index) { return .some(batch) }
            if let lastIndex, index > lastIndex { return .some(nil) }
            return nil
        }
        consumed += 1
        if batch != nil { fill(pool) }
        return batch
    }

    /// Nothing more is read once this returns: whoever reads is waited for, and those to come find that it is over.
    func stop() {
        guard let pool else { return }
        pool.wait { isReading ? nil : { isStopped = true }() }
    }

    private func readHere() -> EventBatch? {
        var chunk = cutter.next(in: rooms.popLast() ?? [])
        guard let offset = chunk?.offset, let isLast = chunk?.isLast, let bytes = chunk?.bytes else { return nil }
        chunk = nil
        if reader == nil { reader = format.makeReader(settings) }
        let batch = reader?.read(bytes, offset: offset, isLast: isLast)
        if isLast {
            // Thousands of small inputs wait for their time when they are read.
            reader = nil
            rooms = []
        } else if let room = emptied(consume bytes) {
            rooms.append(room)
        }
        return batch
    }

    private func fill(_ pool: WorkPool) {
        while submitted - consumed < depth {
            submitted += 1
            pool.submit { [self] in parseOne(pool) }
        }
    }

    /// Reads the next chunk, alone, and parses it, side by side with others.
    private func parseOne(_ pool: WorkPool) {
        // One thread reads at a time, without holding the pool's lock: reading may block.
        pool.wait { isReading ? nil : { isReading = true }() }
        let room = pool.locked { rooms.popLast() }
        var chunk = lastIndex == nil && !isStopped ? cutter.next(in: room ?? []) : nil
        let index: Int = pool.locked {
            isReading = false
            let index = nextIndex
            if let isLast = chunk?.isLast {
                nextIndex += 1
                if isLast { lastIndex = index }
            } else if lastIndex == nil {
                lastIndex = index - 1
            }
            return index
        }
        pool.notify()
        guard let offset = chunk?.offset, let isLast = chunk?.isLast, let bytes = chunk?.bytes else { return }
        chunk = nil
        var reader = format.makeReader(settings)
        let batch = reader.read(bytes, offset: offset, isLast: isLast)
        let emptied = emptied(consume bytes)
        pool.locked {
            results[index] = batch
            if let emptied { rooms.append(emptied) }
        }
        pool.notify()
    }

    /// The room of a chunk that was read; nil where batches lie in it.
    private func emptied(_ bytes: consuming [UInt8]) -> [UInt8]? { format.keepsChunks ? nil : bytes }

    private var nextIndex = 0
}
