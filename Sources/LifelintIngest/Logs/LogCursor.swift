// SPDX-License-Identifier: MIT

/// A position that walks over the prefix of a log line, piece by piece.
///
/// Every step is bounded by the end of the line; names of processes are looked for in ``nameBytes`` only, so that a
/// long line that is no row costs no more than its beginning.
struct LogCursor {
    /// How far into a line the name of its process is looked for: names of the kernel's own have at most 32 bytes,
    /// those of bundles some more, and escapes make each byte up to four.
    static let nameBytes = 300

    let view: ByteView
    /// The end of the line, before a carriage return.
    let end: Int
    var position: Int

    init(_ view: ByteView, _ start: Int, _ end: Int) {
        self.view = view
        self.end = end > start && view[end - 1] == 0x0D ? end - 1 : end
        position = start
    }

    /// The byte here; 0 at the end.
    var byte: UInt8 { position < end ? view[position] : 0 }

    var isAtEnd: Bool { position >= end }

    /// What is left of the line.
    var rest: Range<Int> { min(position, end)..<end }

    mutating func skipSpaces() { while position < end, view[position] == 0x20 { position += 1 } }

    /// Steps over that byte, if it is here.
    mutating func take(_ wanted: UInt8) -> Bool {
        guard position < end, view[position] == wanted else { return false }
        position += 1
        return true
    }

    /// Steps over that text, if it is here.
    mutating func take(_ text: StaticString) -> Bool {
        guard view.starts(text, at: position, to: end) else { return false }
        position += text.utf8CodeUnitCount
        return true
    }

    /// Steps over at least one space.
    mutating func takeSpaces() -> Bool {
        let start = position
        skipSpaces()
        return position > start
    }

    /// The word here, up to a space, a tab or the end; nil if there is none.
    mutating func word() -> Range<Int>? {
        let start = position
        while position < end {
            // Zeros beyond the end of the view count as control characters, so the loop ends there too.
            let found = ByteSearch.spaces(view.word(at: position))
            if found == 0 {
                position &+= 8
                continue
            }
            position &+= ByteSearch.index(found)
            if position >= end || view[position] == 0x20 || view[position] == 0x09 { break }
            position &+= 1
        }
        position = min(position, end)
        return position > start ? start..<position : nil
    }

    /// The letters here; nil if there are none.
    mutating func letters() -> Range<Int>? {
        let start = position
        while position < end, view[position].isLetter { position += 1 }
        return position > start ? start..<position : nil
    }

    /// The decimal number here; nil if there is none or it does not fit.
    mutating func integer() -> Int? {
        let start = position
        var value = 0
        while position < end, view[position].isDigit {
            guard position - start < 18 else { return nil }
            value = value * 10 + Int(view[position] &- 0x30)
            position += 1
        }
        return position > start ? value : nil
    }

    /// The process id here.
    mutating func pid() -> Int32? { integer().flatMap { Int32(exactly: $0) } }

    /// Steps over hexadecimal digits; false if there are none.
    mutating func skipHex() -> Bool {
        let start = position
        while position < end, view[position].hexDigit != nil { position += 1 }
        return position > start
    }

    /// Steps to the next such byte of the prefix; false if it is not there.
    mutating func find(_ wanted: UInt8) -> Bool {
        guard let found = view.firstIndex(of: wanted, from: position, to: min(end, position + LogCursor.nameBytes))
        else { return false }
        position = found
        return true
    }
}

extension ByteView {
    /// Where the line around a position begins, at least `lower`.
    func lineStart(around position: Int, from lower: Int) -> Int {
        var start = min(position, count)
        while start &- 16 >= lower {
            let (low, high) = words(at: start &- 16)
            let (earlier, later) = (ByteSearch.lineFeeds(low), ByteSearch.lineFeeds(high))
            if later != 0 { return start &- ByteSearch.countBehindLast(later) }
            if earlier != 0 { return start &- 8 &- ByteSearch.countBehindLast(earlier) }
            start &-= 16
        }
        while start > lower, self[start - 1] != 0x0A { start -= 1 }
        return max(start, lower)
    }

    /// Where the last component of a path begins.
    func lastComponent(of path: Range<Int>) -> Range<Int> {
        var start = path.upperBound
        while start > path.lowerBound, self[start - 1] != 0x2F { start -= 1 }
        return start..<path.upperBound
    }
}
