// SPDX-License-Identifier: MIT

/// Steps over plain scalars without asking at every position whether the bytes go so far.
///
/// Why unsafe: of a report nearly all bytes are these, and who asks once for many positions is a third quicker.
extension JSONStride {
    /// How far in front of the end of the bytes a bound lies, at least: all that is read in front of a bound, and the
    /// longest joint behind that, lies within.
    static let margin = 64

    /// Behind the string or the whole number that begins at `start`, in front of `bound`; nil where a closer look
    /// tells.
    @unsafe @inline(__always) static func plain(_ view: ByteView, _ start: Int, before bound: Int) -> Int? {
        let initial = unsafe view.uncheckedByte(at: start)
        if initial == 0x22 { return unsafe plainString(view, start &+ 1, before: bound) }
        return initial.isDigit ? unsafe plainNumber(view, start, initial, before: bound) : nil
    }

    /// Behind the closing quote of the key at `start`, in front of `bound`, and where its value begins; nil where a
    /// closer look tells.
    @unsafe @inline(__always) static func plainKey(
        _ view: ByteView, _ start: Int, before bound: Int
    ) -> (end: Int, value: Int)? {
        guard unsafe view.uncheckedByte(at: start) == 0x22,
            let end = unsafe plainString(view, start &+ 1, before: bound)
        else { return nil }
        let colon = skip(view, end)
        return view[colon] == 0x3A ? (end, skip(view, colon &+ 1)) : nil
    }

    @unsafe @inline(__always) private static func plainString(
        _ view: ByteView, _ start: Int, before bound: Int
    ) -> Int? {
        var position = start
        while position < bound {
            var found = unsafe ByteSearch.stringStops(view.uncheckedWord(at: position))
            if found == 0 {
                position &+= 8
                found = unsafe ByteSearch.stringStops(view.uncheckedWord(at: position))
            }
            guard found != 0 else {
                position &+= 8
                continue
            }
            let stop = position &+ ByteSearch.index(found)
            if unsafe view.uncheckedByte(at: stop) == 0x22 { return stop &+ 1 }
            // `\/` stands in paths, `\"` and `\n` in words.
            guard unsafe view.uncheckedByte(at: stop) == 0x5C, unsafe isEscape(view.uncheckedByte(at: stop &+ 1)) else {
                return nil
            }
            position = stop &+ 2
        }
        return nil
    }

    @inline(__always) private static func isEscape(_ byte: UInt8) -> Bool {
        byte == 0x2F || byte == 0x22 || byte == 0x6E || byte == 0x5C
    }

    @unsafe @inline(__always) private static func plainNumber(
        _ view: ByteView, _ start: Int, _ initial: UInt8, before bound: Int
    ) -> Int? {
        var position = start
        while position < bound {
            // Both words at once and without a branch: whether a number goes on behind the first cannot be foretold.
            let near = unsafe ByteSearch.nonDigits(view.uncheckedWord(at: position)).trailingZeroBitCount
            let far = unsafe ByteSearch.nonDigits(view.uncheckedWord(at: position &+ 8)).trailingZeroBitCount
            // Of the second word nothing counts unless the first has digits only, which is 64 zeros.
            let count = (near &+ (far & (0 &- near &>> 6))) &>> 3
            guard count < 16 else {
                position &+= 16
                continue
            }
            let end = position &+ count
            let next = unsafe view.uncheckedByte(at: end)
            // Both begin no part of a number, and nearly always stand there.
            return (next == 0x2C || next == 0x7D) && (initial != 0x30 || end == start &+ 1) ? end : nil
        }
        return nil
    }
}
