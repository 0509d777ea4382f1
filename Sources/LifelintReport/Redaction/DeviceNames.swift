// SPDX-License-Identifier: MIT

/// The devices that a report names, found again inside of words; beside them, what looks like a device's id.
struct DeviceNames {
    /// In lower case, since ids are written either way.
    private var names: Set<[UInt8]> = []
    /// Names with spaces and other signs, which are no words, by their first bytes.
    private var phrases: [UInt32: [[UInt8]]] = [:]
    /// Whether a phrase begins with a byte.
    private var begins = [Bool](repeating: false, count: 256)
    /// How long the longest phrase is.
    private var longestPhrase = 0
    /// A bit for each length of a name.
    private var lengths: UInt64 = 0

    /// By so many bytes phrases are looked up: of less nobody can be told.
    private static let keyBytes = 3
    /// Names that many devices have, and numbers: as ids they are masked, as words they mean something else.
    private static let ordinary: Set<String> = [
        "iphone", "ipad", "ipod", "mac", "watch", "simulator", "device", "unknown", "localhost", "ios", "host",
    ]

    /// Whether a name says what a device is, not whose.
    static func isOrdinary(_ name: String) -> Bool { ordinary.contains(name.lowercased()) }

    /// Remembers a device.
    mutating func add(_ name: String) {
        let bytes = name.utf8.map(\.lowercased)
        guard bytes.count > 1, !Self.isOrdinary(name) else { return }
        if bytes.allSatisfy(\.isDigit), bytes.count < 6 { return }
        if bytes.allSatisfy(PersonalDataScanner.isWord) {
            names.insert(bytes)
            lengths |= 1 << UInt64(min(bytes.count, 63))
        } else if bytes.count >= Self.keyBytes {
            let phrase = Array(name.utf8)
            let key = Self.key(phrase, 0)
            if phrases[key]?.contains(phrase) == true { return }
            phrases[key, default: []].append(phrase)
            begins[Int(phrase[0])] = true
            longestPhrase = max(longestPhrase, phrase.count)
        }
    }

    /// Remembers a device as it stands inside of a quoted text, where signs of its name have a backslash before them.
    mutating func addQuoted(_ name: String) {
        for signs in [Self.quoted, Self.quoted.union(["/"])] where name.contains(where: signs.contains) {
            add(name.reduce(into: "") { $0 += signs.contains($1) ? "\\\($1)" : "\($1)" })
        }
    }

    private static let quoted: Set<Character> = ["\"", "\\"]

    /// Whether there are names with spaces and other signs.
    var hasPhrases: Bool { longestPhrase > 0 }

    private static func key(_ bytes: [UInt8], _ index: Int) -> UInt32 {
        UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2])
    }

    /// The end of the longest name with spaces that stands at a place; nil if none does.
    func phraseEnd(in bytes: [UInt8], at index: Int) -> Int? {
        guard begins[Int(bytes[index])], index + Self.keyBytes <= bytes.count,
            let candidates = phrases[Self.key(bytes, index)]
        else { return nil }
        return candidates.lazy.filter { bytes[index...].starts(with: $0) }.map { index + $0.count }.max()
    }

    /// Where the beginning of a name with spaces stands that goes on behind the last byte; nil if none does.
    func cutPhrase(in bytes: [UInt8]) -> Int? {
        var start = max(bytes.count - longestPhrase, 0)
        while start + Self.keyBytes <= bytes.count {
            let isAtWord = start == 0 || !PersonalDataScanner.isWord(bytes[start - 1])
            if isAtWord, begins[Int(bytes[start])], let candidates = phrases[Self.key(bytes, start)],
                candidates.contains(where: { $0.starts(with: bytes[start...]) })
            {
                return start
            }
            start += 1
        }
        return nil
    }

    /// The devices in a word: the whole of it, or some of the parts between its dashes.
    func ranges(in bytes: [UInt8], word: Range<Int>) -> [Range<Int>] {
        if isDevice(bytes[word]) { return [word] }
        guard word.count > 2, bytes[word].contains(0x2D) else { return [] }
        var bounds = [word.lowerBound - 1]
        for index in word where bytes[index] == 0x2D { bounds.append(index) }
        bounds.append(word.upperBound)
        // What has more dashes is no id, and would cost the square of them.
        guard bounds.count <= 16 else { return [] }
        if isHostName(parts: zip(bounds, bounds.dropFirst()).map { ($0 + 1)..<$1 }, bytes) {
            return [word]
        }
        var found: [Range<Int>] = []
        var first = 0
        while first < bounds.count - 1 {
            var next = first + 1
            for last in stride(from: bounds.count - 1, to: first, by: -1) {
                let part = (bounds[first] + 1)..<max(bounds[last], bounds[first] + 1)
                guard isDevice(bytes[part]) else { continue }
                found.append(part)
                next = last
                break
            }
            first = next
        }
        return found
    }

    /// Whether a word is what a device calls itself where its owner said nothing: `Annas-iPhone`, `iPad-von-Anna`.
    private func isHostName(parts: [Range<Int>], _ bytes: [UInt8]) -> Bool {
        parts.contains { part in Self.products.contains { bytes[part].elementsEqual($0.utf8) } }
            && parts.contains { part in bytes[part].contains { !$0.isDigit } && !isProductWord(bytes[part]) }
    }

    private func isProductWord(_ part: ArraySlice<UInt8>) -> Bool {
        part.isEmpty || Self.products.contains { part.elementsEqual($0.utf8) }
            || ["Pro", "Max", "mini", "Mini", "Air", "Plus", "SE", "Simulator", "OS"].contains {
                part.elementsEqual($0.utf8)
            }
    }

    private static let products = ["iPhone", "iPad", "iPod", "MacBook", "MBP", "iMac", "Watch"]

    private func isDevice(_ part: ArraySlice<UInt8>) -> Bool {
        if lengths & (1 << UInt64(min(part.count, 63))) != 0, names.contains(part.map(\.lowercased)) { return true }
        if part.count == 40 { return part.allSatisfy(\.isHexDigit) }
        // 00008110-000A1B2C3D4E5F60
        guard part.count == 25, part[part.startIndex + 8] == 0x2D else { return false }
        return part.prefix(8).allSatisfy(\.isHexDigit) && part.dropFirst(9).allSatisfy(\.isHexDigit)
    }
}
