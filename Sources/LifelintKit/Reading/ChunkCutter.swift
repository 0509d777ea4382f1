// SPDX-License-Identifier: MIT

import LifelintFiles
import LifelintIngest
import LifelintModel

/// A stretch of an input as readers take it.
struct Chunk: Sendable {
    var bytes: [UInt8]
    var offset: Int64
    var isLast: Bool
}

/// Reads an input in bounded chunks, cut at line ends.
///
/// A line longer than the limit is cut there, so that its reader can report it, and the rest of it is passed over:
/// memory stays bounded whatever the input holds.
struct ChunkCutter {
    private let stream: ByteStream
    private let size: Int
    private let cutsAtLineEnds: Bool
    private let format: any InputFormat
    private var carry: [UInt8] = []
    private var carryOffset: Int64
    private var isAtEnd = false
    private var isDone = false
    /// What went wrong while reading; the bytes before it were given.
    private(set) var error: FileError?

    init(stream: ByteStream, size: Int, format: any InputFormat) {
        self.stream = stream
        self.size = size
        self.format = format
        cutsAtLineEnds = format.isCutAtLineEnds
        carryOffset = stream.position
    }

    /// The next chunk; nil after the last one, which is marked as such (and may be empty).
    ///
    /// - Parameter room: a buffer that nobody needs any more, whose room it may take.
    mutating func next(in room: consuming [UInt8] = []) -> Chunk? {
        if isDone { return nil }
        let offset = carryOffset
        var searched = 0
        var start = carry.count
        var buffer = room
        if buffer.capacity < size || buffer.count < start {
            buffer = carry
        } else {
            buffer.replaceSubrange(..<start, with: carry)
        }
        carry = []
        while true {
            if isAtEnd { buffer.removeLast(buffer.count - start) }
            if !isAtEnd { read(upTo: max(size - start, size / 4), into: &buffer, from: start) }
            start = buffer.count
            if isAtEnd {
                isDone = true
                stream.close()
                return Chunk(bytes: buffer, offset: offset, isLast: true)
            }
            if !cutsAtLineEnds, buffer.count >= size {
                carryOffset = offset + Int64(buffer.count)
                return Chunk(bytes: buffer, offset: offset, isLast: false)
            }
            if cutsAtLineEnds, buffer.count >= size, let cut = cut(buffer, from: searched) {
                carry = Array(buffer[cut...])
                carryOffset = offset + Int64(cut)
                buffer.removeLast(buffer.count - cut)
                return Chunk(bytes: buffer, offset: offset, isLast: false)
            }
            if cutsAtLineEnds, buffer.count > IngestLimits.lineBytes + 1, lastLineEnd(in: buffer, from: 0) == nil {
                return cutLongLine(buffer, offset)
            }
            searched = buffer.count >= size ? buffer.count : 0
        }
    }

    /// How far the stream was read.
    var position: Int64 { stream.position }

    /// Reads in place of what the buffer holds from `start` on.
    private mutating func read(upTo count: Int, into buffer: inout [UInt8], from start: Int) {
        do throws(FileError) {
            if try stream.read(upTo: count, into: &buffer, from: start) == 0 { isAtEnd = true }
        } catch {
            self.error = error
            isAtEnd = true
        }
    }

    /// Where to cut: between two records, or between two lines where no record ends for very long.
    private func cut(_ buffer: [UInt8], from searched: Int) -> Int? {
        format.chunkEnd(in: buffer, from: searched)
            ?? (buffer.count > size + IngestLimits.lineBytes ? lastLineEnd(in: buffer, from: 0) : nil)
    }

    private func lastLineEnd(in buffer: [UInt8], from start: Int) -> Int? {
        var index = buffer.count
        while index > start {
            index -= 1
            if buffer[index] == 0x0A { return index + 1 }
        }
        return nil
    }

    /// Gives the beginning of a line that is too long, and passes over the rest of it.
    private mutating func cutLongLine(_ buffer: [UInt8], _ offset: Int64) -> Chunk {
        var line = Array(buffer.prefix(IngestLimits.lineBytes + 1))
        line.append(0x0A)
        var rest: [UInt8] = []
        while !isAtEnd {
            let start = stream.position
            read(upTo: size, into: &rest, from: 0)
            if let end = rest.firstIndex(of: 0x0A) {
                carry = Array(rest[(end + 1)...])
                carryOffset = start + Int64(end) + 1
                return Chunk(bytes: line, offset: offset, isLast: false)
            }
        }
        carryOffset = stream.position
        return Chunk(bytes: line, offset: offset, isLast: false)
    }
}
