// SPDX-License-Identifier: MIT

/// Halves the numbers of a text, one at a time.
enum HalvedNumbers {
    /// A text for each number in it that stands outside quotes and is no part of a name; whole numbers stay whole.
    static func texts(_ text: String) -> [(what: String, text: String)] { texts(text) { _ in true } }

    /// The same of a condition, where only what something is compared with by size is a limit.
    static func limits(_ text: String) -> [(what: String, text: String)] {
        texts(text) { before in
            let sign = before.last { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "=") }
            return sign == UInt8(ascii: "<") || sign == UInt8(ascii: ">") || sign == UInt8(ascii: "*")
        }
    }

    private static func texts(
        _ text: String, where isLimit: (ArraySlice<UInt8>) -> Bool
    ) -> [(what: String, text: String)] {
        let bytes = Array(text.utf8)
        var found: [(what: String, text: String)] = []
        var quote: UInt8?
        var place = 0
        while place < bytes.count {
            let byte = bytes[place]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if isDigit(byte), place == 0 || !isPartOfName(bytes[place - 1]) {
                let end = bytes[place...].firstIndex { !isDigit($0) && $0 != UInt8(ascii: ".") } ?? bytes.endIndex
                let unit = bytes[end...].prefix { isPartOfName($0) || $0 == UInt8(ascii: "%") }
                let written = String(decoding: bytes[place..<(end + unit.count)], as: UTF8.self)
                if unit.first != UInt8(ascii: "x"), isLimit(bytes[..<place]),
                    let half = half(of: String(decoding: bytes[place..<end], as: UTF8.self), hasUnit: !unit.isEmpty)
                {
                    let changed = half + String(decoding: unit, as: UTF8.self)
                    let whole =
                        String(decoding: bytes[..<place], as: UTF8.self) + changed
                        + String(decoding: bytes[(end + unit.count)...], as: UTF8.self)
                    found.append(("\(written) made \(changed)", whole))
                }
                place = end + unit.count
                continue
            }
            place += 1
        }
        return found
    }

    private static func half(of text: String, hasUnit: Bool) -> String? {
        if !hasUnit, let whole = Int(text) { return whole == 0 ? nil : String(whole / 2) }
        guard let value = Double(text), value > 0 else { return nil }
        let half = value / 2
        return half == half.rounded() && half < 1e15 ? String(Int(half)) : String(half)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func isPartOfName(_ byte: UInt8) -> Bool {
        isDigit(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "_")
            || byte == UInt8(ascii: ".")
    }
}
