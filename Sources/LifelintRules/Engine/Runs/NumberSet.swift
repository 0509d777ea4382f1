// SPDX-License-Identifier: MIT

/// A set of small numbers: of the events that there are, or of the kinds of spans that anybody asks for.
struct NumberSet {
    /// A bit for each number, the lowest first.
    private(set) var words: [UInt64]

    /// An empty set of numbers below that.
    init(below count: Int) { words = Array(filledWith: 0, count: (count + 63) / 64) }

    func contains(_ number: Int) -> Bool {
        let word = number >> 6
        return word < words.count && words[word] & (1 << UInt64(number & 63)) != 0
    }

    /// Goes through the numbers of such a set, given as its words.
    @inline(__always)
    static func forEach(in words: [UInt64], _ body: (Int) -> Void) {
        for (place, word) in words.enumerated() {
            var rest = word
            while rest != 0 {
                body(place << 6 + rest.trailingZeroBitCount)
                rest &= rest &- 1
            }
        }
    }

    /// Inserts any number, be it above those that the set was made for.
    mutating func insertGrowing(_ number: Int) {
        while number >> 6 >= words.count { words.append(0) }
        insert(number)
    }

    mutating func insert(_ number: Int) { words[number >> 6] |= 1 << UInt64(number & 63) }
}
