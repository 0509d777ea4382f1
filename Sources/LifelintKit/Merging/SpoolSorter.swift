// SPDX-License-Identifier: MIT

import LifelintFiles
import LifelintModel

/// Sorts the events of one input through a spool: concatenated logs, dumps stored newest first.
///
/// Memory is one stretch; stretches are sorted, written, and merged again as the sources of one input.
struct SpoolSorter {
    /// Bytes of events in memory before they are sorted and written.
    static let stretchBytes = 16 << 20

    private let spool: SpoolFile
    private var packed: [UInt8] = []
    private var places: [(order: Int64, range: Range<Int>)] = []
    private(set) var stretches: [Range<Int64>] = []
    private var lines: UInt32 = 0

    /// A sorter with a spool of its own.
    init(directory: String) throws(FileError) { spool = try SpoolFile(directory: directory, limit: .max) }

    /// A sorter that writes behind what a spool holds.
    init(spool: SpoolFile) { self.spool = spool }

    /// Takes a batch of the input.
    mutating func add(_ batch: EventBatch) throws(FileError) {
        for record in batch.records {
            var record = record
            record.line &+= lines
            try add(record, of: batch)
        }
        lines &+= UInt32(truncatingIfNeeded: batch.lineCount)
    }

    /// Takes one event whose line is counted from the start of its input.
    mutating func add(_ record: EventRecord, of batch: EventBatch) throws(FileError) {
        let start = packed.count
        PackedEvents.append(record, of: batch, to: &packed)
        places.append((record.order, start..<packed.count))
        if packed.count > SpoolSorter.stretchBytes { try write() }
    }

    /// The sorted stretches, as sequences of batches.
    mutating func finish() throws(FileError) -> [SpooledBatches] {
        try write()
        return stretches.map { SpooledBatches(spool: spool, range: $0) }
    }

    /// The one sequence of all stretches, where events were added in their order.
    mutating func finishInOrder() throws(FileError) -> SpooledBatches {
        try write()
        return SpooledBatches(
            spool: spool, range: (stretches.first?.lowerBound ?? 0)..<(stretches.last?.upperBound ?? 0))
    }

    private mutating func write() throws(FileError) {
        guard !places.isEmpty else { return }
        places.sort { ($0.order, $0.range.lowerBound) < ($1.order, $1.range.lowerBound) }
        let start = spool.size
        var buffer: [UInt8] = []
        for place in places {
            buffer.append(contentsOf: packed[place.range])
            if buffer.count > 1 << 18 {
                try spool.append(buffer)
                buffer.removeAll(keepingCapacity: true)
            }
        }
        try spool.append(buffer)
        stretches.append(start..<spool.size)
        packed.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
    }
}
