// SPDX-License-Identifier: MIT

import LifelintModel

/// Makes JSON out of text that nearly is: without commas before a closing bracket, control characters in strings,
/// quotation marks in strings that nothing masks, and the number that the text ends in, whose last digits may be missing.
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
            if strings.isInside, byte == 0x22, !strings.isEscaped, !endsString(copy, position) {
                copy[position] = 0x27
                hasChanged = true
                continue
            }
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

    /// Whether a quotation mark ends the string that it stands in: what follows goes on with JSON.
    private static func endsString(_ bytes: [UInt8], _ quote: Int) -> Bool {
        guard let next = solid(bytes, behind: quote) else { return true }
        switch bytes[next] {
        case 0x3A, 0x5D, 0x7D: return true
        case 0x2C:
            guard let following = solid(bytes, behind: next) else { return true }
            switch bytes[following] {
            case 0x22, 0x2D, 0x5B, 0x5D, 0x7B, 0x7D: return true
            case let byte where byte.isDigit: return true
            default: return words.contains { bytes[following...].starts(with: $0.utf8) }
            }
        default: return false
        }
    }

    private static let words = ["true", "false", "null"]

    /// The next byte that is no white space.
    private static func solid(_ bytes: [UInt8], behind position: Int) -> Int? {
        bytes[(position + 1)...].firstIndex { !IncidentValues.isBlank($0) }
    }

    private static func isNumberByte(_ byte: UInt8) -> Bool {
        byte.isDigit || byte == 0x2E || byte == 0x2D || byte == 0x2B || byte | 0x20 == 0x65
    }
}
