// SPDX-License-Identifier: MIT

import LifelintFiles

/// One sorted stretch of a spool of things that reports list, and a walk through it.
///
/// Layout of a thing: `keyCount:UInt32`, `bodyCount:UInt32`, the key, the object.
struct StoredSegment {
    /// What is written at once.
    static let writeBytes = 1 << 18

    private let stream: ByteStream
    private let readBytes: Int
    private var buffer: [UInt8] = []
    private var position = 0
    private var keyRange = 0..<0
    private var bodyRange = 0..<0
    /// Whether there is one; else the segment is at its end.
    private(set) var hasItem = false

    /// A walk that stands at the first of them.
    init(_ stream: ByteStream, readBytes: Int) throws(FileError) {
        self.stream = stream
        self.readBytes = readBytes
        try advance()
    }

    /// Its key.
    var key: ArraySlice<UInt8> { buffer[keyRange] }
    /// Its object.
    var body: ArraySlice<UInt8> { buffer[bodyRange] }

    /// Goes on to the next.
    mutating func advance() throws(FileError) {
        hasItem = false
        guard try fill(8) else { return }
        let keyCount = Int(number(at: position))
        let bodyCount = Int(number(at: position + 4))
        guard try fill(8 + keyCount + bodyCount) else { return }
        keyRange = (position + 8)..<(position + 8 + keyCount)
        bodyRange = keyRange.upperBound..<(keyRange.upperBound + bodyCount)
        position = bodyRange.upperBound
        hasItem = true
    }

    /// Appends one to what will be written.
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
        // As much as is read, and not twice of it as arrays grow by themselves.
        if buffer.capacity < max(readBytes, count) + buffer.count {
            buffer.reserveCapacity(max(readBytes, count) + buffer.count)
        }
        while buffer.count < count {
            if try stream.read(upTo: max(readBytes, count - buffer.count), into: &buffer) == 0 { return false }
        }
        return true
    }
}
