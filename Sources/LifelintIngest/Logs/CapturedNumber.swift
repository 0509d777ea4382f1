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
        while unit < end, view[unit].isLetter || view[unit] == 0xC2 || view[unit] == 0xB5 { unit += 1 }
        return unit > letters ? unit : position
    }

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
