// SPDX-License-Identifier: MIT

import LifelintModel

/// How one kind of thing that reports list becomes bytes: a key, by which reports are ordered, and a JSON object.
protocol StoredEncoding: ~Copyable, SendableMetatype {
    associatedtype Item: Sendable

    init()
    /// Appends the key of an item; `number` tells equal ones apart by the order in which they came.
    static func appendKey(of item: Item, number: Int, to key: inout [UInt8])
    /// Appends the object of an item.
    mutating func encode(_ item: Item, into output: inout OutputBuffer)
}

/// Some things of a report, encoded: their keys and their JSON objects.
struct StoredBlock: Sendable {
    /// One thing in the block.
    private struct Entry: Sendable {
        var start: UInt32
        var middle: UInt32
        var end: UInt32
    }

    private var bytes: [UInt8] = []
    private var entries: [Entry] = []

    /// Encodes items that came one after the other, the first of them as that number.
    ///
    /// - Parameter room: where they are encoded, in place of what it holds: what is kept is no larger than it has to
    ///   be, and fresh memory costs more than writing into it.
    init<Encoding: StoredEncoding & ~Copyable>(
        _ items: [Encoding.Item], as encoding: Encoding.Type, from number: Int, in room: inout OutputBuffer
    ) {
        room.bytes.removeAll(keepingCapacity: true)
        entries.reserveCapacity(items.count)
        var encoder = Encoding()
        // Each where it stands: a copy of a run is large.
        for index in items.indices {
            let start = room.bytes.count
            Encoding.appendKey(of: items[index], number: number + index, to: &room.bytes)
            let middle = room.bytes.count
            encoder.encode(items[index], into: &room)
            entries.append(
                Entry(
                    start: UInt32(clamping: start), middle: UInt32(clamping: middle),
                    end: UInt32(clamping: room.bytes.count)))
        }
        bytes.reserveCapacity(room.bytes.count)
        bytes.append(contentsOf: room.bytes)
    }

    /// How many things it holds.
    var count: Int { entries.count }
    /// How much memory it takes.
    var memory: Int { bytes.capacity + entries.count * MemoryLayout<Entry>.stride }

    /// The key of a thing.
    func key(_ index: Int) -> ArraySlice<UInt8> { bytes[Int(entries[index].start)..<Int(entries[index].middle)] }
    /// The object of a thing.
    func body(_ index: Int) -> ArraySlice<UInt8> { bytes[Int(entries[index].middle)..<Int(entries[index].end)] }

    /// Where a thing of several blocks stands.
    struct Place {
        var block: Int
        var index: Int
    }

    /// The things of several blocks, in the order of their keys.
    static func ordered(_ blocks: [StoredBlock]) -> [Place] {
        // Side by side: to ask the blocks at each comparison would count references to them.
        var keys: [UInt8] = []
        var things: [(place: Place, key: Range<Int>)] = []
        things.reserveCapacity(blocks.reduce(0) { $0 + $1.count })
        for (block, content) in blocks.enumerated() {
            for index in 0..<content.count {
                let start = keys.count
                keys.append(contentsOf: content.key(index))
                things.append((Place(block: block, index: index), start..<keys.count))
            }
        }
        let bytes = keys.span
        things.sort { precedes($0.key, $1.key, in: bytes) }
        return things.map(\.place)
    }

    private static func precedes(_ left: Range<Int>, _ right: Range<Int>, in bytes: borrowing Span<UInt8>) -> Bool {
        let shared = min(left.count, right.count)
        var offset = 0
        while offset < shared {
            let (first, second) = (bytes[left.lowerBound + offset], bytes[right.lowerBound + offset])
            if first != second { return first < second }
            offset += 1
        }
        return left.count < right.count
    }
}
