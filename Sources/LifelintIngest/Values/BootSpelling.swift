// SPDX-License-Identifier: MIT

/// The one spelling of a boot session: a UUID in upper case with its dashes, as the system's logs write it.
///
/// Tools that carry logs off write it otherwise, and two spellings of one boot would tell of a restart between them.
enum BootSpelling {
    /// The id as it is kept, where it is written otherwise; nil where it may stay as it is, be it a UUID or not.
    @inline(__always) static func kept(_ view: ByteView, _ start: Int, _ end: Int) -> [UInt8]? {
        switch end &- start {
        case 36: hasLowerCase(view, start) ? uuid(view, start, end) : nil
        case 32: uuid(view, start, end)
        default: nil
        }
    }

    /// Whether any of the 36 bytes is a lower-case letter: only these have both of two bits.
    @inline(__always) private static func hasLowerCase(_ view: ByteView, _ start: Int) -> Bool {
        func pairs(_ offset: Int) -> UInt64 {
            let word = view.word(at: start &+ offset)
            return word & (word << 1) & 0x4040_4040_4040_4040
        }
        return pairs(0) | pairs(8) | pairs(16) | pairs(24) | pairs(28) != 0
    }

    @inline(never) private static func uuid(_ view: ByteView, _ start: Int, _ end: Int) -> [UInt8]? {
        let isDashed = end - start == 36
        var text: [UInt8] = []
        text.reserveCapacity(36)
        for (index, position) in (start..<end).enumerated() {
            if isDashed, index == 8 || index == 13 || index == 18 || index == 23 {
                guard view[position] == 0x2D else { return nil }
                continue
            }
            guard view[position].hexDigit != nil else { return nil }
            if text.count == 8 || text.count == 13 || text.count == 18 || text.count == 23 { text.append(0x2D) }
            text.append(view[position] >= 0x61 ? view[position] & 0xDF : view[position])
        }
        return text
    }
}
