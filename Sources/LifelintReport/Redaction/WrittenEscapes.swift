// SPDX-License-Identifier: MIT

/// What JSON writes in another way than it means.
///
/// Records are quoted as they stand in a log, and whoever wrote it may write `Jane\u2019s iPhone` for what a device is
/// called.
enum WrittenEscapes {
    /// The bytes with the characters that `\uXXXX` stands for, however often the backslash was quoted; nil if there are
    /// none.
    ///
    /// Quotes, backslashes and what controls a terminal stay as they are written.
    static func resolved(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.contains(0x5C) else { return nil }
        var output: [UInt8] = []
        var start = 0
        var index = 0
        while index < bytes.count {
            guard bytes[index] == 0x5C else {
                index += 1
                continue
            }
            var digits = index + 1
            while digits < bytes.count, bytes[digits] == 0x5C { digits += 1 }
            guard let (scalar, end) = scalar(bytes, digits) else {
                index = digits
                continue
            }
            output.append(contentsOf: bytes[start..<index])
            output.append(contentsOf: String(Character(scalar)).utf8)
            start = end
            index = end
        }
        guard start > 0 else { return nil }
        output.append(contentsOf: bytes[start...])
        return output
    }

    /// The character that `uXXXX` stands for, or two of them that are the halves of one.
    private static func scalar(_ bytes: [UInt8], _ start: Int) -> (Unicode.Scalar, end: Int)? {
        guard let first = unit(bytes, start) else { return nil }
        if let scalar = Unicode.Scalar(first) {
            let isPlain = first >= 0x20 && first != 0x22 && first != 0x5C && !(0x7F...0x9F).contains(first)
            return isPlain ? (scalar, start + 5) : nil
        }
        var next = start + 5
        while next < bytes.count, bytes[next] == 0x5C { next += 1 }
        guard next > start + 5, let second = unit(bytes, next), UTF16.isLeadSurrogate(UInt16(first)),
            UTF16.isTrailSurrogate(UInt16(second))
        else { return nil }
        let value = 0x1_0000 + (first - 0xD800) << 10 + (second - 0xDC00)
        return Unicode.Scalar(value).map { ($0, next + 5) }
    }

    /// The number behind a `u`.
    private static func unit(_ bytes: [UInt8], _ start: Int) -> UInt32? {
        guard start + 5 <= bytes.count, bytes[start] == 0x75 else { return nil }
        var value: UInt32 = 0
        for byte in bytes[(start + 1)..<(start + 5)] {
            guard byte.isHexDigit else { return nil }
            value = value << 4 | UInt32(byte.isDigit ? byte - 0x30 : (byte | 0x20) - 0x57)
        }
        return value
    }
}
