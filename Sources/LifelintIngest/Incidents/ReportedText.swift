// SPDX-License-Identifier: MIT

extension StringProtocol {
    /// The text with one space where it has several, tabs or ends of lines.
    var singleSpaced: String {
        // In ASCII every byte is a character but for one pair, whose halves are both space.
        guard utf8.allSatisfy({ $0 < 0x80 }) else { return singleSpacedByCharacters }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count)
        for byte in utf8 {
            let isSpace = byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D
            if !isSpace { bytes.append(byte) } else if let last = bytes.last, last != 0x20 { bytes.append(0x20) }
        }
        if bytes.last == 0x20 { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    private var singleSpacedByCharacters: String {
        split { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\r" || $0 == "\r\n" }.joined(separator: " ")
    }
}
