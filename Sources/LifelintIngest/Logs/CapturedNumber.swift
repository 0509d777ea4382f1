// SPDX-License-Identifier: MIT

import LifelintModel

/// Where numbers of captures end.
enum CapturedNumber {
    /// The end of the number that begins there; nil if none does.
    static func end(_ kind: CaptureKind, _ view: ByteView, _ start: Int, _ end: Int) -> Int? {
        if kind == .hex { return hexEnd(view, start, end) }
        var position = start
        if position < end, view[position] == 0x2D || view[position] == 0x2B { position += 1 }
        if kind == .int, view[position] == 0x30, view[position + 1] | 0x20 == 0x78 { return hexEnd(view, start, end) }
        guard let whole = digits(view, position, end) else { return nil }
        position = whole
        guard kind != .int else { return position }
        if position < end, view[position] == 0x2E, let fraction = digits(view, position + 1, end) {
            position = fraction
        }
        var unit = position
        if unit < end, view[unit] == 0x20 { unit += 1 }
        let letters = unit
        while unit < end, view[unit].isLetter || view[unit] >= 0x80 { unit += 1 }
        // What is no unit is a word behind a number.
        return isUnit(kind, view, start, letters, unit) ? unit : position
    }

    private static func isUnit(_ kind: CaptureKind, _ view: ByteView, _ start: Int, _ letters: Int, _ end: Int) -> Bool
    {
        guard end > letters else { return false }
        if kind == .bytes { return ValueParser.size(view, start, end) != nil }
        return ValueParser.duration(view, start, end) != nil || durationUnit(view, start..<end) != nil
    }

    /// The unit of a duration that is written out, as logs of people have it, where it stands and what is short for it;
    /// nil where another one stands there.
    static func durationUnit(_ view: ByteView, _ range: Range<Int>) -> (start: Int, unit: StaticString)? {
        var start = range.upperBound
        while start > range.lowerBound, view[start - 1].isLetter { start -= 1 }
        for (name, unit) in units where view.matchesIgnoringCase(name, from: start, to: range.upperBound) {
            return (start, unit)
        }
        return nil
    }

    /// Whether it is a number in hexadecimal digits without a prefix.
    static func isBareHex(_ view: ByteView, _ range: Range<Int>) -> Bool {
        (1...16).contains(range.count) && range.allSatisfy { PatternProgram.ByteClass.hex.holds(view[$0]) }
    }

    private static let units: [(StaticString, StaticString)] = [
        ("seconds", "s"), ("second", "s"), ("secs", "s"), ("sec", "s"), ("milliseconds", "ms"), ("millisecond", "ms"),
        ("msecs", "ms"), ("msec", "ms"), ("microseconds", "us"), ("microsecond", "us"), ("usec", "us"),
        ("nanoseconds", "ns"), ("nanosecond", "ns"), ("minutes", "min"), ("minute", "min"), ("mins", "min"),
        ("hours", "h"), ("hour", "h"), ("hrs", "h"), ("hr", "h"), ("days", "d"), ("day", "d"),
    ]

    private static func digits(_ view: ByteView, _ start: Int, _ end: Int) -> Int? {
        var position = start
        while position < end, view[position].isDigit { position += 1 }
        return position > start ? position : nil
    }

    private static func hexEnd(_ view: ByteView, _ start: Int, _ end: Int) -> Int? {
        let isPrefixed = end - start > 2 && view[start] == 0x30 && view[start + 1] | 0x20 == 0x78
        let first = isPrefixed ? start + 2 : start
        var position = first
        while position < end, PatternProgram.ByteClass.hex.holds(view[position]) { position += 1 }
        return position > first ? position : nil
    }
}
