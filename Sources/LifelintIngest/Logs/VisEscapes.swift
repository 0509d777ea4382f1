// SPDX-License-Identifier: MIT

/// Undoes what vis(3) does to bytes that are not printable: `\M-b\M^@\M-&`, `\^[`, `\240`, `\\`.
enum VisEscapes {
    static func undone(_ view: ByteView, _ start: Int, _ end: Int) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(max(end - start, 0))
        var position = start
        while position < end {
            let byte = view[position]
            guard byte == 0x5C, let (value, length) = escape(view, position, end) else {
                text.append(byte)
                position += 1
                continue
            }
            text.append(value)
            position += length
        }
        return text
    }

    /// How many bytes stand for the one that is written there: more than one where an escape begins.
    static func length(_ view: ByteView, _ position: Int, _ end: Int) -> Int {
        view[position] == 0x5C ? escape(view, position, end)?.1 ?? 1 : 1
    }

    /// The byte that an escape stands for, and how long it is; nil where a backslash is only that.
    private static func escape(_ view: ByteView, _ start: Int, _ end: Int) -> (UInt8, Int)? {
        let left = end - start
        guard left >= 2 else { return nil }
        switch view[start + 1] {
        case 0x5C: return (0x5C, 2)
        case 0x5E where left >= 3: return (control(view[start + 2]), 3)
        case 0x4D where left >= 4 && view[start + 2] == 0x2D: return (view[start + 3] | 0x80, 4)
        case 0x4D where left >= 4 && view[start + 2] == 0x5E: return (control(view[start + 3]) | 0x80, 4)
        case 0x30...0x33 where left >= 4:
            var value: UInt16 = 0
            for index in 1...3 {
                let digit = view[start + index] &- 0x30
                guard digit < 8 else { return nil }
                value = value << 3 | UInt16(digit)
            }
            return (UInt8(truncatingIfNeeded: value), 4)
        default: return nil
        }
    }

    private static func control(_ byte: UInt8) -> UInt8 { byte == 0x3F ? 0x7F : byte & 0x1F }
}
