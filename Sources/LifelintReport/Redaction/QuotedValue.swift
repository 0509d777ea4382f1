// SPDX-License-Identifier: MIT

/// A value in quotes, in a text that may have been quoted itself: `"Jane Doe"`, `\"hun ter2\"`, `'a b'`.
struct QuotedValue {
    /// What stands between the quotes; to the end of the text where none closes it.
    let range: Range<Int>

    /// The value whose first quote stands at a place; nil if none does.
    ///
    /// A quote behind the name of a value may end what the name stands in (`"…?token="`), unless the name is a key in
    /// quotes.
    init?(_ bytes: [UInt8], at place: Int, isKey: Bool) {
        var quote = place
        while quote < bytes.count, bytes[quote] == 0x5C { quote += 1 }
        guard quote < bytes.count, bytes[quote] == 0x22 || bytes[quote] == 0x27 else { return nil }
        let start = quote + 1
        if !isKey {
            guard start < bytes.count, !" ,;)]}>".utf8.contains(bytes[start]) else { return nil }
        }
        if bytes[quote] == 0x27 {
            guard let end = Self.end(ofSingle: bytes, from: start) else { return nil }
            range = start..<end
        } else if quote == place, Self.isDoubled(bytes, from: start) {
            range = (start + 1)..<Self.end(ofDoubled: bytes, from: start + 1)
        } else {
            range = start..<Self.end(of: bytes, from: start, depth: quote - place)
        }
    }

    /// Whether a byte ends a value whose quote is missing: the line's end, or what ends our own quotes.
    private static func ends(_ byte: UInt8) -> Bool { byte < 0x20 && byte != PersonalDataScanner.apostrophe }

    /// Where the quote stands that ends a value; the backslashes before it are as many as before the first, or fewer.
    private static func end(of bytes: [UInt8], from start: Int, depth: Int) -> Int {
        var end = start
        while end < bytes.count, !ends(bytes[end]) {
            var next = end
            while next < bytes.count, bytes[next] == 0x5C { next += 1 }
            if next == bytes.count { return end }
            if bytes[next] == 0x22, closes(backslashes: next - end, depth: depth) { return end }
            end = next + 1
        }
        return min(end, bytes.count)
    }

    /// Whether a quote behind so many backslashes ends a value whose first quote had so many.
    private static func closes(backslashes: Int, depth: Int) -> Bool {
        var (backslashes, depth) = (backslashes, depth)
        // Each time that a text is quoted, a backslash comes before every quote and every backslash.
        while depth > 0 {
            if backslashes.isMultiple(of: 2) { return true }
            backslashes /= 2
            depth /= 2
        }
        return backslashes.isMultiple(of: 2)
    }

    /// Whether the quotes are doubled, as tables write them inside of a cell.
    private static func isDoubled(_ bytes: [UInt8], from start: Int) -> Bool {
        guard start + 1 < bytes.count, bytes[start] == 0x22 else { return false }
        return !#" ,;:)]}>"\"#.utf8.contains(bytes[start + 1])
    }

    private static func end(ofDoubled bytes: [UInt8], from start: Int) -> Int {
        var end = start
        while end < bytes.count, !ends(bytes[end]), !bytes[end...].starts(with: [0x22, 0x22]) { end += 1 }
        return end
    }

    /// Where a single quote stands that ends a value: an apostrophe has a word behind it.
    private static func end(ofSingle bytes: [UInt8], from start: Int) -> Int? {
        var end = start
        while end < bytes.count, !ends(bytes[end]) {
            let next = end + 1
            if bytes[end] == 0x5C {
                end += 1
            } else if bytes[end] == 0x27, next == bytes.count || !PersonalDataScanner.isWord(bytes[next]) {
                return end
            }
            end += 1
        }
        return nil
    }
}
