// SPDX-License-Identifier: MIT

import LifelintFiles

/// The things of a store in report order: sorted segments and what is still in memory, merged.
struct StoredMerge {
    /// All segments together read that much ahead.
    private static let readBytes = 4 << 20

    private let blocks: [StoredBlock]
    private let places: [StoredBlock.Place]
    private var next = 0
    private var segments: [StoredSegment] = []
    /// The segments that have any left, as a heap: the one with the first key is at the front.
    ///
    /// What is still in memory is one more, numbered behind all of them.
    private var heap: [Int] = []

    init(blocks: [StoredBlock], spool: SpoolFile?, segments ranges: [Range<Int64>]) throws(FileError) {
        self.blocks = blocks
        places = StoredBlock.ordered(blocks)
        if let spool {
            // Of a very long log there are a thousand: then what is read ahead counts more than how often.
            let share = min(max(StoredMerge.readBytes / max(ranges.count, 1), 4 << 10), 256 << 10)
            for range in ranges {
                segments.append(try StoredSegment(ByteStream(spool: spool, range: range), readBytes: share))
            }
        }
        for index in 0...segments.count where hasItem(index) {
            heap.append(index)
            var child = heap.count - 1
            while child > 0, precedes(child, (child - 1) / 2) {
                heap.swapAt(child, (child - 1) / 2)
                child = (child - 1) / 2
            }
        }
    }

    /// The one whose turn it is.
    var first: (key: ArraySlice<UInt8>, body: ArraySlice<UInt8>)? {
        guard let index = heap.first else { return nil }
        if index < segments.count { return (segments[index].key, segments[index].body) }
        return (key(index), blocks[places[next].block].body(places[next].index))
    }

    /// Goes on to the next.
    mutating func removeFirst() throws(FileError) {
        guard let index = heap.first else { return }
        if index < segments.count { try segments[index].advance() } else { next += 1 }
        if !hasItem(index) {
            heap[0] = heap[heap.count - 1]
            heap.removeLast()
        }
        var parent = 0
        while true {
            let left = parent * 2 + 1
            guard left < heap.count else { return }
            let child = left + 1 < heap.count && precedes(left + 1, left) ? left + 1 : left
            guard precedes(child, parent) else { return }
            heap.swapAt(child, parent)
            parent = child
        }
    }

    private func hasItem(_ index: Int) -> Bool {
        index < segments.count ? segments[index].hasItem : next < places.count
    }

    private func key(_ index: Int) -> ArraySlice<UInt8> {
        index < segments.count ? segments[index].key : blocks[places[next].block].key(places[next].index)
    }

    private func precedes(_ left: Int, _ right: Int) -> Bool {
        key(heap[left]).lexicographicallyPrecedes(key(heap[right]))
    }
}
