// SPDX-License-Identifier: MIT

import LifelintFiles

/// One sorted stretch of a spool of runs, and a walk through it.
///
/// Layout of a run: `keyCount:UInt32`, `bodyCount:UInt32`, the key, the object.
struct RunSegment {
    /// What is written at once.
    static let writeBytes = 1 << 18

    private let stream: ByteStream
    private let readBytes: Int
    private var buffer: [UInt8] = []
    private var position = 0
    private var keyRange = 0..<0
    private var bodyRange = 0..<0
    /// Whether there is a run; else the segment is at its end.
    private(set) var hasRun = false

    /// A walk that stands at the first run.
    init(_ stream: ByteStream, readBytes: Int) throws(FileError) {
        self.stream = stream
        self.readBytes = readBytes
        try advance()
    }

    /// The key of the run.
    var key: ArraySlice<UInt8> { buffer[keyRange] }
    /// The object of the run.
    var body: ArraySlice<UInt8> { buffer[bodyRange] }

    /// Goes on to the next run.
    mutating func advance() throws(FileError) {
        hasRun = false
        guard try fill(8) else { return }
        let keyCount = Int(number(at: position))
        let bodyCount = Int(number(at: position + 4))
        guard try fill(8 + keyCount + bodyCount) else { return }
        keyRange = (position + 8)..<(position + 8 + keyCount)
        bodyRange = keyRange.upperBound..<(keyRange.upperBound + bodyCount)
        position = bodyRange.upperBound
        hasRun = true
    }

    /// Appends a run to what will be written.
    static func append(key: ArraySlice<UInt8>, body: ArraySlice<UInt8>, to buffer: inout [UInt8]) {
        append(UInt32(clamping: key.count), to: &buffer)
        append(UInt32(clamping: body.count), to: &buffer)
        buffer.append(contentsOf: key)
        buffer.append(contentsOf: body)
    }

    private static func append(_ number: UInt32, to buffer: inout [UInt8]) {
        for shift in stride(from: UInt32(0), to: 32, by: 8) {
            buffer.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    private func number(at index: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(buffer[index + $1]) << UInt32(8 * $1) }
    }

    private mutating func fill(_ count: Int) throws(FileError) -> Bool {
        if buffer.count - position >= count { return true }
        buffer.removeFirst(position)
        position = 0
        while buffer.count < count {
            if try stream.read(upTo: max(readBytes, count - buffer.count), into: &buffer) == 0 { return false }
        }
        return true
    }
}

/// The runs of a store in report order: sorted segments and what is still in memory, merged.
struct RunMerge {
    /// All segments together read that much ahead.
    private static let readBytes = 4 << 20

    private let blocks: [RunBlock]
    private let places: [RunBlock.Place]
    private var next = 0
    private var segments: [RunSegment] = []
    /// The segments that have runs, as a heap: the one with the first key is at the front.
    ///
    /// What is still in memory is one more, numbered behind all of them.
    private var heap: [Int] = []

    init(blocks: [RunBlock], spool: SpoolFile?, segments ranges: [Range<Int64>]) throws(FileError) {
        self.blocks = blocks
        places = RunBlock.ordered(blocks)
        if let spool {
            let share = min(max(RunMerge.readBytes / max(ranges.count, 1), 16 << 10), 256 << 10)
            for range in ranges {
                segments.append(try RunSegment(ByteStream(spool: spool, range: range), readBytes: share))
            }
        }
        for index in 0...segments.count where hasRun(index) {
            heap.append(index)
            var child = heap.count - 1
            while child > 0, precedes(child, (child - 1) / 2) {
                heap.swapAt(child, (child - 1) / 2)
                child = (child - 1) / 2
            }
        }
    }

    /// The run whose turn it is.
    var first: (key: ArraySlice<UInt8>, body: ArraySlice<UInt8>)? {
        guard let index = heap.first else { return nil }
        if index < segments.count { return (segments[index].key, segments[index].body) }
        return (key(index), blocks[places[next].block].body(places[next].index))
    }

    /// Goes on to the next run.
    mutating func removeFirst() throws(FileError) {
        guard let index = heap.first else { return }
        if index < segments.count { try segments[index].advance() } else { next += 1 }
        if !hasRun(index) {
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

    private func hasRun(_ index: Int) -> Bool {
        index < segments.count ? segments[index].hasRun : next < places.count
    }

    private func key(_ index: Int) -> ArraySlice<UInt8> {
        index < segments.count ? segments[index].key : blocks[places[next].block].key(places[next].index)
    }

    private func precedes(_ left: Int, _ right: Int) -> Bool {
        key(heap[left]).lexicographicallyPrecedes(key(heap[right]))
    }
}
