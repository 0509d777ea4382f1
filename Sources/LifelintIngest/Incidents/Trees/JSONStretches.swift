// SPDX-License-Identifier: MIT

import LifelintModel

/// Finds where the JSON values of a text begin and end that stand one behind the other: lines of JSON, or one document.
enum JSONStretches {
    /// Where the value that begins at or behind a position lies, nested values included; nil if only blanks follow.
    ///
    /// A value that is never closed goes to the end.
    static func next(_ view: ByteView, from start: Int, to end: Int) -> Range<Int>? {
        let mark = start == 0 && view.hasByteOrderMark ? 3 : start
        let first = view.skipWhiteSpace(from: mark, to: end)
        guard first < end else { return nil }
        guard view[first] == 0x7B || view[first] == 0x5B else {
            // What is no object and no list is a line of its own.
            return first..<(view.firstIndex(of: 0x0A, from: first, to: end) ?? end)
        }
        var depth = 0
        var position = first
        while position < end {
            switch view[position] {
            case 0x22: position = stringEnd(view, position + 1, end)
            case 0x7B, 0x5B:
                depth += 1
                position += 1
            case 0x7D, 0x5D:
                depth -= 1
                position += 1
                if depth == 0 { return first..<position }
            default: position += 1
            }
        }
        return first..<end
    }

    /// The position behind the quote that closes a string.
    static func stringEnd(_ view: ByteView, _ start: Int, _ end: Int) -> Int {
        var position = start
        while true {
            position = view.stringStop(from: position, to: end)
            guard position < end else { return end }
            switch view[position] {
            case 0x22: return position + 1
            case 0x5C: position += 2
            default: position += 1
            }
        }
    }
}
