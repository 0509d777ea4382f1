// SPDX-License-Identifier: MIT

/// Signs that people put before a message to find it again: `>>>`, `***`, an emoji or several.
///
/// Letters and digits are none, of whatever alphabet: they may deny what follows.
enum LineMark {
    /// Where the signs end that begin there; nil where none does.
    static func end(_ view: ByteView, _ start: Int, _ limit: Int) -> Int? {
        var position = start
        while position < limit {
            let byte = view[position]
            if byte < 0x80 {
                guard isSign(byte) else { break }
                position += 1
            } else {
                guard let length = length(of: byte), position + length <= limit else { break }
                position += length
            }
        }
        return position > start ? position : nil
    }

    /// The bytes of which signs consist.
    static let bytes = Set((UInt8.min...UInt8.max).filter { isSign($0) || $0 >= 0x80 })

    private static func isSign(_ byte: UInt8) -> Bool {
        switch byte {
        // # * + - / < = > @ | ~
        case 0x23, 0x2A, 0x2B, 0x2D, 0x2F, 0x3C...0x3E, 0x40, 0x7C, 0x7E: true
        default: false
        }
    }

    /// How many bytes a sign has that begins with one; nil where letters begin so.
    ///
    /// Punctuation, arrows and symbols begin with 0xE2, what makes an emoji of one with 0xEF, emoji with 0xF0.
    private static func length(of first: UInt8) -> Int? {
        switch first {
        case 0xE2, 0xEF: 3
        case 0xF0: 4
        default: nil
        }
    }
}
