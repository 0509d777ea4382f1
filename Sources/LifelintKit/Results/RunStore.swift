// SPDX-License-Identifier: MIT

import LifelintFiles
import LifelintModel
import LifelintReport

/// The runs of an analysis, as encoded bytes in report order.
///
/// Runs come in the order in which they end; reports want them by device and start. They are encoded at once, so that
/// memory is counted exactly; beyond the budget they go to sorted segments in a temporary file, and are merged when a
/// report is written.
final class RunStore {
    private struct Entry {
        var key: Range<Int>
        var body: Range<Int>
    }

    private let budget: Int
    private let spoolDirectory: String?
    private var bytes: [UInt8] = []
    private var entries: [Entry] = []
    private var spool: SpoolFile?
    private var segments: [Range<Int64>] = []
    private var encoder = OutputBuffer(capacity: 16 << 10)
    /// Why results could not be put aside; they stay in memory then.
    private(set) var spoolError: FileError?
    private(set) var count = 0

    init(budget: Int, spoolDirectory: String?) {
        self.budget = max(budget, 1 << 16)
        self.spoolDirectory = spoolDirectory
    }

    func append(_ run: AppRun) {
        count += 1
        encoder.bytes.removeAll(keepingCapacity: true)
        RunEncoding.encode(run, into: &encoder)
        let start = bytes.count
        bytes.append(contentsOf: RunKey.bytes(for: run))
        let middle = bytes.count
        bytes.append(contentsOf: encoder.bytes)
        entries.append(Entry(key: start..<middle, body: middle..<bytes.count))
        // Once results are many, room for all that the budget allows is asked for at once: growing by doubling would
        // hold two copies, and pages that are never touched cost nothing.
        if spoolDirectory != nil, bytes.count > 1 << 20, bytes.capacity < budget {
            bytes.reserveCapacity(budget + budget / 8)
        }
        if bytes.count + entries.count * MemoryLayout<Entry>.stride > budget { spill() }
    }

    /// Calls `body` with each run's JSON object, in report order; equal ids are told apart by `#2`, `#3` ….
    func forEach(_ body: (ArraySlice<UInt8>) throws -> Void) throws {
        sortEntries()
        var previous: [UInt8] = []
        var repetition = 1
        func emit(_ key: ArraySlice<UInt8>, _ object: ArraySlice<UInt8>) throws {
            if key.elementsEqual(previous) {
                repetition += 1
                try body(RunStore.numbered(object, repetition)[...])
            } else {
                previous = Array(key)
                repetition = 1
                try body(object)
            }
        }
        guard let spool, !segments.isEmpty else {
            for entry in entries { try emit(bytes[entry.key], bytes[entry.body]) }
            return
        }
        var cursors = segments.map { SegmentCursor(stream: ByteStream(spool: spool, range: $0)) }
        for index in cursors.indices { try cursors[index].advance() }
        var next = entries.startIndex
        while true {
            var best = -1
            for index in cursors.indices where cursors[index].hasEntry {
                if best < 0 || cursors[index].key.lexicographicallyPrecedes(cursors[best].key) { best = index }
            }
            let hasMemory = next < entries.endIndex
            if best < 0, !hasMemory { return }
            if best >= 0, !hasMemory || !bytes[entries[next].key].lexicographicallyPrecedes(cursors[best].key) {
                try emit(cursors[best].key, cursors[best].body)
                try cursors[best].advance()
            } else {
                try emit(bytes[entries[next].key], bytes[entries[next].body])
                next += 1
            }
        }
    }

    private func sortEntries() {
        let bytes = bytes
        entries.sort { bytes[$0.key].lexicographicallyPrecedes(bytes[$1.key]) }
    }

    /// Writes what is in memory to a sorted segment of the spool.
    private func spill() {
        guard let spoolDirectory, spoolError == nil else { return }
        do throws(FileError) {
            if spool == nil { spool = try SpoolFile(directory: spoolDirectory, limit: .max) }
            guard let spool else { return }
            sortEntries()
            let start = spool.size
            var buffer: [UInt8] = []
            buffer.reserveCapacity(1 << 18)
            for entry in entries {
                SegmentCursor.append(UInt32(truncatingIfNeeded: entry.key.count), to: &buffer)
                SegmentCursor.append(UInt32(truncatingIfNeeded: entry.body.count), to: &buffer)
                buffer.append(contentsOf: bytes[entry.key])
                buffer.append(contentsOf: bytes[entry.body])
                if buffer.count > 1 << 18 {
                    try spool.append(buffer)
                    buffer.removeAll(keepingCapacity: true)
                }
            }
            try spool.append(buffer)
            segments.append(start..<spool.size)
            bytes.removeAll(keepingCapacity: true)
            entries.removeAll(keepingCapacity: true)
        } catch {
            spoolError = error
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

/// Walks one sorted segment of a spool.
struct SegmentCursor {
    private let stream: ByteStream
    private var buffer: [UInt8] = []
    private var position = 0
    private var entryKey = 0..<0
    private var entryBody = 0..<0
    private(set) var hasEntry = false

    init(stream: ByteStream) { self.stream = stream }

    var key: ArraySlice<UInt8> { buffer[entryKey] }
    var body: ArraySlice<UInt8> { buffer[entryBody] }

    mutating func advance() throws {
        hasEntry = false
        guard try fill(8) else { return }
        let keyCount = Int(number(at: position))
        let bodyCount = Int(number(at: position + 4))
        guard try fill(8 + keyCount + bodyCount) else { return }
        entryKey = (position + 8)..<(position + 8 + keyCount)
        entryBody = entryKey.upperBound..<(entryKey.upperBound + bodyCount)
        position = entryBody.upperBound
        hasEntry = true
    }

    static func append(_ number: UInt32, to buffer: inout [UInt8]) {
        for shift in stride(from: UInt32(0), to: 32, by: 8) {
            buffer.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    private func number(at index: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(buffer[index + $1]) << UInt32(8 * $1) }
    }

    private mutating func fill(_ count: Int) throws -> Bool {
        if buffer.count - position >= count { return true }
        buffer.removeFirst(position)
        position = 0
        while buffer.count < count {
            if try stream.read(upTo: max(1 << 16, count - buffer.count), into: &buffer) == 0 { return false }
        }
        return true
    }
}
