// SPDX-License-Identifier: MIT

extension StringProtocol {
    /// The text with one space where it has several, tabs or ends of lines.
    var singleSpaced: String {
        String(self).withView { view in
            // In ASCII every byte is a character but for one pair, whose halves are both space.
            guard view.firstNonASCII(from: 0, to: view.count) == view.count else { return singleSpacedByCharacters }
            var bytes: [UInt8] = []
            bytes.reserveCapacity(view.count)
            var last: UInt8 = 0x20
            for position in 0..<view.count {
                let byte = view[position]
                let isSpace = byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D
                if !isSpace { bytes.append(byte) } else if last != 0x20 { bytes.append(0x20) }
                last = isSpace ? 0x20 : byte
            }
            if bytes.last == 0x20 { bytes.removeLast() }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    private var singleSpacedByCharacters: String {
        split { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\r" || $0 == "\r\n" }.joined(separator: " ")
    }
}
