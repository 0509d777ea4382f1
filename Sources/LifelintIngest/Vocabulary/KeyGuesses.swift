// SPDX-License-Identifier: MIT

/// The keys of the record before, in their order: most logs write the same keys in the same order, line after line.
///
/// A right guess saves the lookup, whose multiplications and loads wait for each other.
struct KeyGuesses {
    private struct Guess {
        var first: UInt64 = 0
        var last: UInt64 = 0
        /// -1: nothing to guess.
        var length = -1
        var meaning = KeyMeaning()
    }

    /// A power of two; the keys of longer records share guesses.
    private static let room = 32

    private var guesses = [Guess](repeating: Guess(), count: KeyGuesses.room)

    /// What the key in that range means; it is the member of its record with that index.
    @inline(__always) mutating func meaning(
        _ index: Int, _ view: ByteView, _ start: Int, _ end: Int, _ words: CompiledVocabulary
    ) -> KeyMeaning {
        let length = end &- start
        // Two words tell keys of up to 16 bytes apart.
        guard length <= 16 else { return words.meaning(view, start, end) }
        let first = ByteSearch.first(length, of: view.word(at: start))
        let last = length > 8 ? view.word(at: end &- 8) : first
        let slot = index & (KeyGuesses.room &- 1)
        if guesses[slot].length == length, guesses[slot].first == first, guesses[slot].last == last {
            return guesses[slot].meaning
        }
        let meaning = words.meaning(view, start, end)
        guesses[slot] = Guess(first: first, last: last, length: length, meaning: meaning)
        return meaning
    }
}
