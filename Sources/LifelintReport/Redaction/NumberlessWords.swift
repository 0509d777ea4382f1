// SPDX-License-Identifier: MIT

import LifelintModel

/// What was said of an end, of which a finding keeps no number: `No profile for anna.miller%<n>example.org`.
///
/// Half of an address is an address still, and half of an id an id: it is looked at with a number in each place of one.
struct NumberlessWords {
    /// The text with a number in each place of one; each takes as many bytes as `<n>`.
    let bytes: [UInt8]
    /// Which bytes stand for a number.
    private let isNumber: [Bool]

    /// What stands for a number: behind a percent sign the one that stands for an `@`.
    private static let number = Array("000".utf8)
    private static let encodedAt = Array("400".utf8)

    /// The text of a finding; nil where no number was taken from it.
    init?(_ text: String) {
        let mark = Array(SaidWords.number.utf8)
        var bytes = Array(text.utf8)
        guard bytes.contains(mark[0]) else { return nil }
        var isNumber = [Bool](repeating: false, count: bytes.count)
        var index = 0
        var isAny = false
        while index + mark.count <= bytes.count {
            guard bytes[index..<(index + mark.count)].elementsEqual(mark) else {
                index += 1
                continue
            }
            let range = index..<(index + mark.count)
            bytes.replaceSubrange(
                range, with: index > 0 && bytes[index - 1] == 0x25 ? Self.encodedAt : Self.number)
            for place in range { isNumber[place] = true }
            index = range.upperBound
            isAny = true
        }
        guard isAny else { return nil }
        self.bytes = bytes
        self.isNumber = isNumber
    }

    /// A value as it stands in such a text; nil where it has no number.
    static func spelling(of value: String) -> String? {
        guard value.utf8.contains(where: \.isDigit) else { return nil }
        return NumberlessWords(SaidWords.withoutNumbers(value)).map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    /// What is left of ids and hardware addresses: groups of hexadecimal digits, of which some were taken for numbers.
    var brokenIDs: [Range<Int>] {
        var ranges: [Range<Int>] = []
        var index = 0
        while index < bytes.count {
            guard bytes[index].isHexDigit, index == 0 || !Self.isPart(bytes[index - 1]) else {
                index += 1
                continue
            }
            var (end, group) = (index, index)
            var groups = 0
            while group < bytes.count, bytes[group].isHexDigit {
                var next = group
                while next < bytes.count, bytes[next].isHexDigit { next += 1 }
                // A word that merely begins like a group is none.
                if next < bytes.count, Self.isPart(bytes[next]) { break }
                (end, group) = (next, next + 1)
                groups += 1
                guard next < bytes.count, bytes[next] == 0x2D || bytes[next] == 0x3A else { break }
            }
            if isBroken(index..<end, groups) { ranges.append(index..<end) }
            index = max(end, index) + 1
        }
        return ranges
    }

    /// Whether a byte belongs to the word beside it; what joins groups does not.
    private static func isPart(_ byte: UInt8) -> Bool { byte.isLetter || byte.isDigit || byte >= 0x80 }

    /// What is left tells of one alone: a UUID has five groups, and of anything else five digits are many.
    private func isBroken(_ range: Range<Int>, _ groups: Int) -> Bool {
        guard isNumber[range].contains(true) else { return false }
        let left = range.count { !isNumber[$0] && bytes[$0].isHexDigit }
        return groups == 5 ? left > 0 : left > 4
    }
}
