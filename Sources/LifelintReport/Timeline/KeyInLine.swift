// SPDX-License-Identifier: MIT

/// Which of several keys a line of a log speaks of.
enum KeyInLine {
    /// The key that stands in the line as a word of its own: of several the one that ends last, and the longer of two
    /// that end together; nil where none does.
    static func key(in line: String, of keys: Set<String>) -> String? {
        let line = Array(line.utf8)
        let found = keys.compactMap { key in end(of: Array(key.utf8), in: line).map { (key: key, end: $0) } }
        return found.max { ($0.end, $0.key.utf8.count, $0.key) < ($1.end, $1.key.utf8.count, $1.key) }?.key
    }

    private static func end(of key: [UInt8], in line: [UInt8]) -> Int? {
        guard !key.isEmpty, key.count <= line.count else { return nil }
        return (key.count...line.count).last { end in
            line[(end - key.count)..<end].elementsEqual(key) && isWord((end - key.count)..<end, line)
        }
    }

    /// Whether neither a word nor a number, such as a time of day, goes on around a place.
    private static func isWord(_ place: Range<Int>, _ line: [UInt8]) -> Bool {
        let before = line[..<place.lowerBound].suffix(2)
        let behind = line[place.upperBound...].prefix(2)
        if let last = before.last {
            if PersonalDataScanner.isWord(last) { return false }
            if before.count == 2, partsNumbers.contains(last), before.first.map(\.isDigit) == true { return false }
        }
        if let next = behind.first {
            if PersonalDataScanner.isWord(next) { return false }
            if behind.count == 2, partsNumbers.contains(next), behind.last.map(\.isDigit) == true { return false }
        }
        return true
    }

    private static let partsNumbers = Array(":.,/".utf8)
}
