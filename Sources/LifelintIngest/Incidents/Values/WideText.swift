// SPDX-License-Identifier: MIT

/// Decodes UTF-16, which some programs save reports in.
enum WideText {
    /// The bytes in UTF-8; nil if they are no UTF-16.
    static func decoded(_ bytes: [UInt8]) -> [UInt8]? {
        guard let isLittle = order(bytes) else { return nil }
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        var position = bytes[0] == 0xFE || bytes[0] == 0xFF ? 2 : 0
        while position + 1 < bytes.count {
            let pair = (UInt16(bytes[position]), UInt16(bytes[position + 1]))
            units.append(isLittle ? pair.1 << 8 | pair.0 : pair.0 << 8 | pair.1)
            position += 2
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    /// Whether the lower byte comes first; nil if it is no UTF-16: without a mark, ASCII has to stand at the start.
    private static func order(_ bytes: [UInt8]) -> Bool? {
        guard bytes.count >= 4 else { return nil }
        if bytes[0] == 0xFF, bytes[1] == 0xFE { return bytes[2] != 0 || bytes[3] != 0 ? true : nil }
        if bytes[0] == 0xFE, bytes[1] == 0xFF { return false }
        // A letter of ASCII has a zero beside it.
        guard bytes[0] == 0 || bytes[1] == 0, bytes.count >= 32 else { return nil }
        let head = Array(bytes.prefix(32))
        let isLittle = stride(from: 0, to: 32, by: 2).allSatisfy { isASCII(head[$0]) && head[$0 + 1] == 0 }
        let isBig = stride(from: 0, to: 32, by: 2).allSatisfy { head[$0] == 0 && isASCII(head[$0 + 1]) }
        return isLittle ? true : isBig ? false : nil
    }

    private static func isASCII(_ byte: UInt8) -> Bool { byte < 0x80 && (byte >= 0x20 || IncidentValues.isBlank(byte)) }
}
