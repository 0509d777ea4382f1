// SPDX-License-Identifier: MIT

import LifelintModel

/// The bytes of a file with the starts of its lines.
///
/// Lines end at line feeds, as editors count them, whatever else YAML takes for a line break.
struct SourceText: Sendable {
    let file: String
    let bytes: [UInt8]
    /// Byte offsets at which lines start, in ascending order.
    private let lineStarts: [Int]

    init(file: String, bytes: [UInt8]) {
        self.file = file
        // A mark of the byte order, as some editors write it, is no text: libyaml would count it as a column.
        let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        self.bytes = bytes
        var starts = [0]
        for (offset, byte) in bytes.enumerated() where byte == 0x0A { starts.append(offset + 1) }
        lineStarts = starts
    }

    /// The place of a range of bytes.
    func location(_ range: Range<Int>) -> SourceLocation {
        let offset = min(max(range.lowerBound, 0), bytes.count)
        let line = lineIndex(offset)
        return SourceLocation(
            file: file, line: line + 1, column: offset - lineStarts[line] + 1, offset: Int64(offset),
            length: max(min(range.upperBound, bytes.count) - offset, 0))
    }

    /// More of a line is not kept.
    private static let lineLimit = 4_096

    /// The text of a 1-based line, without its end; empty if there is no such line.
    func line(_ number: Int) -> String {
        guard number >= 1, number <= lineStarts.count else { return "" }
        let start = lineStarts[number - 1]
        var end = number < lineStarts.count ? lineStarts[number] - 1 : bytes.count
        if end > start, bytes[end - 1] == 0x0D { end -= 1 }
        return String(decoding: bytes[start..<min(end, start + SourceText.lineLimit)], as: UTF8.self)
    }

    private func lineIndex(_ offset: Int) -> Int {
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return low
    }

    /// An error at that place.
    func error(_ code: ProblemCode, at offset: Int, _ message: String) -> YAMLError {
        let place = location(offset..<offset)
        return YAMLError(
            code: code, file: file, line: place.line, column: place.column, offset: Int(place.offset),
            message: message, sourceLine: line(place.line))
    }
}
