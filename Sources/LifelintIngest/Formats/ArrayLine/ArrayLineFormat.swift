// SPDX-License-Identifier: MIT

import LifelintModel

/// A log of JSON objects that is one array on a line, as encoders and `jq -c` write it: its elements are read as lines.
///
/// Places stay those of the input, since no byte moves.
struct ArrayLineFormat: WrappedFormat {
    /// What reads the elements.
    let inner: any InputFormat

    init(_ inner: any InputFormat) { self.inner = inner }

    /// Where elements end is known only from the beginning on.
    var isReadInParallel: Bool { false }
    /// What is handed on has bytes of its own.
    var keepsChunks: Bool { false }
    /// The line may be as long as the file.
    var isCutAtLineEnds: Bool { false }

    func recognises(_ head: InputHead) -> Bool { ArrayLineFormat.split(head).map(inner.recognises) ?? false }

    func makeReader(_ settings: ReadingSettings) -> any FormatReader {
        ArrayLineReader(inner: inner.makeReader(settings))
    }

    /// The head with its elements on lines; nil if it is no array of which two stand on one line.
    static func split(_ head: InputHead) -> InputHead? {
        guard holdsNeighbours(head.bytes.prefix(LogHead.bytes)) else { return nil }
        var elements = ArrayElements()
        var bytes: [UInt8] = []
        elements.append(head.bytes, to: &bytes)
        return InputHead(bytes: bytes, isWhole: head.isWhole)
    }

    /// Whether it begins as an array of objects, of which some whole line has two.
    private static func holdsNeighbours(_ head: ArraySlice<UInt8>) -> Bool {
        let start = head.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var rest = head.dropFirst(start).drop(while: ByteView.isWhiteSpace)
        guard rest.popFirst() == 0x5B, rest.drop(while: ByteView.isWhiteSpace).first == 0x7B else { return false }
        var elements = ArrayElements()
        var feeds = 0
        /// How many lines ended before the element in hand and before the end of the last one.
        var (begun, ended): (Int?, Int?)
        for byte in head.dropFirst(start) {
            let before = elements.depth
            elements.step(byte)
            if byte == 0x0A { feeds += 1 }
            if before == 1, elements.depth == 2 {
                if ended == feeds { return true }
                begun = feeds
            }
            // One that is printed over lines may have the next one behind its last brace.
            if before == 2, elements.depth == 1 { ended = begun == feeds ? feeds : nil }
        }
        return false
    }
}

/// Follows an array of JSON: how deep it is nested, and what is text.
struct ArrayElements {
    /// How many brackets are open.
    private(set) var depth = 0
    private var strings = JSONStringState()

    /// Goes on behind that byte; says whether it was of a string.
    @discardableResult @inline(__always) mutating func step(_ byte: UInt8) -> Bool {
        if strings.step(byte) { return true }
        switch byte {
        case 0x7B, 0x5B: depth &+= 1
        case 0x7D, 0x5D: depth = max(depth &- 1, 0)
        default: break
        }
        return false
    }

    /// Appends bytes with a line feed in place of all that stands between elements, and none inside of them.
    mutating func append(_ bytes: [UInt8], to result: inout [UInt8]) {
        result.reserveCapacity(result.count + bytes.count)
        for byte in bytes {
            let before = depth
            let isOfString = step(byte)
            if byte == 0x0A || byte == 0x0D {
                result.append(before > 1 ? 0x20 : byte)
            } else if isOfString || before > 1 || depth > 1 {
                result.append(byte)
            } else {
                switch byte {
                case 0x2C, 0x20, 0x09, 0x5B, 0x5D: result.append(0x0A)
                default: result.append(byte)
                }
            }
        }
    }
}

/// Hands on the elements as lines, and puts what is read of them where it stands.
private struct ArrayLineReader: FormatReader {
    private var inner: any FormatReader
    private var elements = ArrayElements()
    /// The beginning of an element whose end is in the next chunk, with where the lines of the input end in it.
    private var carry: [UInt8] = []
    private var feeds: [Int64] = []
    /// Where the line begins on which the next element stands.
    private var lineStart: Int64 = 0
    /// An element that is too long is passed over.
    private var isSkipping = false

    init(inner: any FormatReader) { self.inner = inner }

    mutating func read(_ chunk: [UInt8], offset: Int64, isLast: Bool) -> EventBatch {
        guard chunk.count <= IngestLimits.chunkBytes else { return inner.read(chunk, offset: offset, isLast: isLast) }
        for (index, byte) in chunk.enumerated() where byte == 0x0A { feeds.append(offset + Int64(index)) }
        var start = offset - Int64(carry.count)
        var lines = carry
        carry = []
        elements.append(chunk, to: &lines)
        if isSkipping {
            let end = lines.firstIndex(of: 0x0A) ?? lines.count
            isSkipping = end == lines.count
            lines.removeFirst(end)
            start += Int64(end)
        }
        var tooLong: Int64?
        if !isLast {
            let end = (lines.lastIndex(of: 0x0A) ?? -1) + 1
            if lines.count - end > IngestLimits.lineBytes {
                tooLong = start + Int64(end)
                isSkipping = true
            } else {
                carry = Array(lines[end...])
            }
            lines.removeLast(lines.count - end)
        }
        let end = start + Int64(lines.count)
        let count = objects(in: lines)
        return placed(inner.read(lines, offset: start, isLast: isLast), end, count: count, tooLong: tooLong)
    }

    private func objects(in lines: [UInt8]) -> Int {
        var count = 0
        var isAtStart = true
        for byte in lines {
            if isAtStart, byte == 0x7B { count += 1 }
            isAtStart = byte == 0x0A
        }
        return count
    }

    /// What was read up to there, with the lines and columns of the input.
    private mutating func placed(_ batch: EventBatch, _ end: Int64, count: Int, tooLong: Int64?) -> EventBatch {
        let passed = feeds.prefix { $0 < end }
        func place(_ offset: Int64) -> (line: Int, column: Int) {
            var (low, high) = (0, feeds.count)
            while low < high {
                let middle = (low + high) / 2
                if feeds[middle] < offset { low = middle + 1 } else { high = middle }
            }
            return (low, Int(offset - (low == 0 ? lineStart : feeds[low - 1] + 1)))
        }
        let records = batch.records.map { record in
            var record = record
            let found = place(record.offset)
            record.line = UInt32(clamping: found.line)
            record.column = UInt32(clamping: found.column)
            return record
        }
        var problems = batch.problems.map { problem in
            let found = place(problem.offset)
            return ReadingProblem(
                offset: problem.offset, line: found.line, column: found.column, code: problem.code,
                message: problem.message)
        }
        if let tooLong {
            let found = place(tooLong)
            problems.append(
                ReadingProblem(
                    offset: tooLong, line: found.line, column: found.column, code: .lineTooLong,
                    message: IngestProblem.lineTooLong))
        }
        if let last = passed.last { lineStart = last + 1 }
        feeds.removeFirst(passed.count)
        return EventBatch(
            bytes: batch.bytes, records: records, attributes: batch.attributes, problems: problems,
            problemCount: batch.problemCount + (tooLong == nil ? 0 : 1), lineCount: passed.count,
            recordCount: min(batch.recordCount, count), exitCounts: batch.exitCounts, assumesYear: batch.assumesYear,
            isDateAssumed: batch.isDateAssumed, leapYear: batch.leapYear, rowZone: batch.rowZone)
    }
}
