// SPDX-License-Identifier: MIT

/// Addresses of devices in a network: `192.168.1.23`, `fe80::1c2b:3d4e%en0`, `aa:bb:cc:dd:ee:ff`.
enum NetworkAddress {
    /// Names before four numbers that make a version of them.
    private static let versions = ["version", "build", "release", "v", "os", "ios", "sdk", "app", "runtime"]

    /// The address that begins with a word; nil where none does.
    static func range(in bytes: [UInt8], word: Range<Int>) -> Range<Int>? {
        guard let first = bytes[word].first, first.isHexDigit else { return nil }
        return hardware(bytes, word) ?? internet(bytes, word) ?? internetOfGroups(bytes, word)
    }

    /// Six pairs of hexadecimal digits with colons between them.
    private static func hardware(_ bytes: [UInt8], _ word: Range<Int>) -> Range<Int>? {
        let end = word.lowerBound + 17
        guard word.count == 2, end <= bytes.count, word.lowerBound == 0 || bytes[word.lowerBound - 1] != 0x3A,
            end == bytes.count || bytes[end] != 0x3A && !PersonalDataScanner.isWord(bytes[end])
        else { return nil }
        for offset in 0..<17 {
            let byte = bytes[word.lowerBound + offset]
            if offset % 3 == 2 ? byte != 0x3A : !byte.isHexDigit { return nil }
        }
        return word.lowerBound..<end
    }

    /// Four numbers below 256 with dots between them, where nothing says that they are a version.
    private static func internet(_ bytes: [UInt8], _ word: Range<Int>) -> Range<Int>? {
        var end = word.lowerBound
        for part in 0..<4 {
            if part > 0 {
                guard end < bytes.count, bytes[end] == 0x2E else { return nil }
                end += 1
            }
            var value = 0
            let digits = end
            while end < bytes.count, end < digits + 3, bytes[end].isDigit {
                value = 10 * value + Int(bytes[end] - 0x30)
                end += 1
            }
            guard end > digits, value < 256 else { return nil }
        }
        if end < bytes.count {
            if PersonalDataScanner.isWord(bytes[end]) { return nil }
            if bytes[end] == 0x2E, end + 1 < bytes.count, bytes[end + 1].isDigit { return nil }
        }
        return isVersion(bytes, before: word.lowerBound) ? nil : word.lowerBound..<end
    }

    /// Up to eight groups of hexadecimal digits with colons between them, of which two colons stand for those that are
    /// missing; maybe with the zone behind it.
    private static func internetOfGroups(_ bytes: [UInt8], _ word: Range<Int>) -> Range<Int>? {
        guard word.count <= 4, bytes[word].allSatisfy(\.isHexDigit),
            word.lowerBound == 0 || bytes[word.lowerBound - 1] != 0x3A
        else { return nil }
        var (groups, gaps) = (1, 0)
        var end = word.upperBound
        while end < bytes.count, bytes[end] == 0x3A {
            let isGap = end + 1 < bytes.count && bytes[end + 1] == 0x3A
            let start = end + (isGap ? 2 : 1)
            var next = start
            while next < bytes.count, PersonalDataScanner.isWord(bytes[next]) { next += 1 }
            // A colon may stand behind the address, and two of them at its end.
            if next == start, !isGap { break }
            if isGap { gaps += 1 }
            if next > start {
                guard next - start <= 4, bytes[start..<next].allSatisfy(\.isHexDigit) else { return nil }
                groups += 1
            }
            end = next
        }
        // Clocks have three groups, and names in C++ two colons.
        let hasDigit = bytes[word.lowerBound..<end].contains(where: \.isDigit)
        let isWhole = gaps == 0 ? groups == 8 : gaps == 1 && groups < 8 && (groups > 2 || word.count == 4)
        guard isWhole, hasDigit else { return nil }
        if end < bytes.count, bytes[end] == 0x25 {
            end += 1
            while end < bytes.count, PersonalDataScanner.isWord(bytes[end]) { end += 1 }
        }
        return word.lowerBound..<end
    }

    /// Whether what stands before four numbers makes them a version: a word for one, more numbers, a product and a slash.
    private static func isVersion(_ bytes: [UInt8], before start: Int) -> Bool {
        guard start > 0 else { return false }
        if bytes[start - 1] == 0x2E { return true }
        if bytes[start - 1] == 0x2F { return start > 1 && bytes[start - 2] != 0x2F }
        let before = bytes[..<start].reversed().drop { !$0.isLetter && !$0.isDigit && $0 != 0x0A }
        let name = String(decoding: before.prefix { $0.isLetter }.reversed().map(\.lowercased), as: UTF8.self)
        return versions.contains(name)
    }
}
