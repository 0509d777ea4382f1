// SPDX-License-Identifier: MIT

import LifelintModel

/// A log whose lines end with carriage returns alone, as classic Mac OS and some editors write them.
///
/// Places stay those of the input, since one byte takes the place of another.
struct ReturnedLinesFormat: WrappedFormat {
    let inner: any InputFormat

    init(_ inner: any InputFormat) { self.inner = inner }

    /// Chunks are cut at line feeds, and there is none.
    var isReadInParallel: Bool { false }
    var isCutAtLineEnds: Bool { false }
    /// What is handed on has bytes of its own.
    var keepsChunks: Bool { false }

    func recognises(_ head: InputHead) -> Bool { ReturnedLinesFormat.fed(head).map(inner.recognises) ?? false }

    func makeReader(_ settings: ReadingSettings) -> any FormatReader {
        ReturnedLinesReader(inner: inner.makeReader(settings))
    }

    /// The head with line feeds; nil if it has some, or no line end at all.
    static func fed(_ head: InputHead) -> InputHead? {
        guard !head.bytes.contains(0x0A), head.bytes.contains(0x0D) else { return nil }
        return InputHead(bytes: head.bytes.map { $0 == 0x0D ? 0x0A : $0 }, isWhole: head.isWhole)
    }
}

/// Hands on whole lines.
private struct ReturnedLinesReader: FormatReader {
    var inner: any FormatReader
    /// The beginning of a line whose end is in the next chunk.
    var carry: [UInt8] = []
    /// The rest of a line that is too long is passed over.
    var isSkipping = false

    init(inner: any FormatReader) { self.inner = inner }

    mutating func read(_ chunk: [UInt8], offset: Int64, isLast: Bool) -> EventBatch {
        guard chunk.count <= IngestLimits.chunkBytes else { return inner.read(chunk, offset: offset, isLast: isLast) }
        var start = offset - Int64(carry.count)
        var lines = carry
        carry = []
        lines.reserveCapacity(lines.count + chunk.count)
        for byte in chunk { lines.append(byte == 0x0D ? 0x0A : byte) }
        if isSkipping {
            let feed = lines.firstIndex(of: 0x0A)
            isSkipping = feed == nil
            let end = feed.map { $0 + 1 } ?? lines.count
            lines.removeFirst(end)
            start += Int64(end)
        }
        if !isLast {
            let end = (lines.lastIndex(of: 0x0A) ?? -1) + 1
            if lines.count - end > IngestLimits.lineBytes {
                // As much as tells its reader that it is too long.
                lines.removeLast(lines.count - end - IngestLimits.lineBytes - 1)
                lines.append(0x0A)
                isSkipping = true
            } else {
                carry = Array(lines[end...])
                lines.removeLast(lines.count - end)
            }
        }
        return inner.read(lines, offset: start, isLast: isLast)
    }
}
