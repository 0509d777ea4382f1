// SPDX-License-Identifier: MIT

/// The line of the source that a message was written in, as loggers tell it with the file: `AppDelegate.swift:21`.
enum SourceLine {
    /// More digits than that are no line.
    private static let digits = 7

    /// The line that a word names behind a file; nil if it is none.
    static func find(_ view: ByteView, _ word: Range<Int>) -> Int32? {
        var start = word.upperBound
        var line: Int32 = 0
        var unit: Int32 = 1
        while start > word.lowerBound, view[start - 1].isDigit, word.upperBound - start < digits {
            start -= 1
            line += Int32(view[start] - 0x30) * unit
            unit *= 10
        }
        guard start < word.upperBound, start - 1 > word.lowerBound, view[start - 1] == 0x3A else { return nil }
        return isFile(view, word.lowerBound, start - 1) ? line : nil
    }

    private static func isFile(_ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        let endings: [StaticString] = [".swift", ".m", ".mm"]
        return endings.contains { ending in
            let dot = end - ending.utf8CodeUnitCount
            return dot > start && view.matches(ending, from: dot, to: end)
        }
    }
}
