// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintReport

/// Some runs, encoded: their keys, by which reports are ordered, and their JSON objects.
struct RunBlock: Sendable {
    /// One run in the block.
    private struct Entry: Sendable {
        var start: UInt32
        var middle: UInt32
        var end: UInt32
    }

    private var bytes: [UInt8] = []
    private var entries: [Entry] = []

    /// Encodes runs that came one after the other, the first of them as that number; `room` is about what they need.
    init(_ runs: [AppRun], from number: Int, room: Int) {
        bytes.reserveCapacity(room)
        entries.reserveCapacity(runs.count)
        var encoder = RunEncoder()
        var output = OutputBuffer()
        for (index, run) in runs.enumerated() {
            let start = bytes.count
            RunKey.append(run, number: number + index, to: &bytes)
            let middle = bytes.count
            swap(&output.bytes, &bytes)
            encoder.encode(run, into: &output)
            swap(&output.bytes, &bytes)
            entries.append(
                Entry(
                    start: UInt32(clamping: start), middle: UInt32(clamping: middle),
                    end: UInt32(clamping: bytes.count)))
        }
    }

    /// How many runs it holds.
    var count: Int { entries.count }
    /// How many bytes it has.
    var size: Int { bytes.count }
    /// How much memory it takes.
    var memory: Int { bytes.capacity + entries.count * MemoryLayout<Entry>.stride }

    /// The key of a run.
    func key(_ index: Int) -> ArraySlice<UInt8> { bytes[Int(entries[index].start)..<Int(entries[index].middle)] }
    /// The object of a run.
    func body(_ index: Int) -> ArraySlice<UInt8> { bytes[Int(entries[index].middle)..<Int(entries[index].end)] }

    /// Where a run of several blocks stands.
    struct Place {
        var block: Int
        var index: Int
    }

    /// The runs of several blocks, in the order of their keys.
    static func ordered(_ blocks: [RunBlock]) -> [Place] {
        var places: [Place] = []
        places.reserveCapacity(blocks.reduce(0) { $0 + $1.count })
        for (block, content) in blocks.enumerated() {
            for index in 0..<content.count { places.append(Place(block: block, index: index)) }
        }
        places.sort { blocks[$0.block].key($0.index).lexicographicallyPrecedes(blocks[$1.block].key($1.index)) }
        return places
    }
}
