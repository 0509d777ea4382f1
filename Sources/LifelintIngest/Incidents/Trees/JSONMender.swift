// SPDX-License-Identifier: MIT

import LifelintModel

/// Makes JSON out of text that nearly is: without commas before a closing bracket, control characters in strings, and
/// the number that the text ends in, whose last digits may be missing.
///
/// Every byte keeps its place, so that what is read out of the mended text lies where it lay.
enum JSONMender {
    /// The bytes with blanks where no byte may stand; nil if nothing had to be mended.
    static func mended(_ bytes: [UInt8]) -> [UInt8]? {
        var copy = bytes
        var strings = JSONStringState()
        var comma: Int?
        var hasChanged = false
        for position in copy.indices {
            let byte = copy[position]
            if strings.step(byte) {
                if byte < 0x20 {
                    copy[position] = 0x20
                    hasChanged = true
                }
                continue
            }
            switch byte {
            case 0x2C: comma = position
            case 0x5D, 0x7D:
                if let last = comma {
                    copy[last] = 0x20
                    hasChanged = true
                }
                comma = nil
            case 0x20, 0x09, 0x0A, 0x0D: break
            default: comma = nil
            }
        }
        var last = copy.count - 1
        while !strings.isInside, last >= 0, isNumberByte(copy[last]) {
            copy[last] = 0x20
            hasChanged = true
            last -= 1
        }
        return hasChanged ? copy : nil
    }

    private static func isNumberByte(_ byte: UInt8) -> Bool {
        byte.isDigit || byte == 0x2E || byte == 0x2D || byte == 0x2B || byte | 0x20 == 0x65
    }
}
