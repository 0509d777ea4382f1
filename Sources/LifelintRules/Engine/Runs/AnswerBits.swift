// SPDX-License-Identifier: MIT

/// Answers of a few bits each, one after the other in as few words as hold them: they are hashed for each run.
///
/// Where each begins follows from the widths, so whoever asks the same compares them as they are.
struct AnswerBits: Hashable {
    /// The first words, which are mostly all: they need no room of their own.
    private var first: UInt64 = 0
    private var second: UInt64 = 0
    private var more: [UInt64] = []
    private var count = 0

    /// Adds an answer of at most 64 bits, of which those above `width` are zero.
    mutating func append(_ bits: UInt64, _ width: Int) {
        guard width > 0 else { return }
        let (word, place) = (count >> 6, count & 63)
        add(bits << UInt64(place), to: word)
        if place + width > 64 { add(bits >> UInt64(64 - place), to: word + 1) }
        count += width
    }

    private mutating func add(_ bits: UInt64, to word: Int) {
        switch word {
        case 0: first |= bits
        case 1: second |= bits
        default:
            while more.count <= word - 2 { more.append(0) }
            more[word - 2] |= bits
        }
    }

    static func == (left: AnswerBits, right: AnswerBits) -> Bool {
        left.first == right.first && left.second == right.second && left.count == right.count && left.more == right.more
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(first)
        hasher.combine(second)
        if !more.isEmpty { hasher.combine(more) }
    }
}
