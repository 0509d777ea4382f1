// SPDX-License-Identifier: MIT

/// The keys of the record before, in their order: most logs write the same keys in the same order, line after line.
///
/// A right guess saves both the search for the end of the key and the lookup, whose steps wait for each other.
struct KeyGuesses {
    /// A key that was at its place before.
    struct Guess {
        /// Its first eight bytes, zeros behind a shorter one.
        fileprivate var first: UInt64 = 0
        /// Its last eight bytes; of a shorter one the same as the first.
        fileprivate var last: UInt64 = 0
        /// Its length.
        var length = 0
        /// What it means.
        var meaning = KeyMeaning()

        /// Whether the key at a position is this one: the same bytes, and behind them what ends a key.
        @inline(__always) func fits(_ view: ByteView, _ start: Int, terminator: UInt8) -> Bool {
            ByteSearch.first(length, of: view.word(at: start)) == first && view[start &+ length] == terminator
                && (length <= 8 ? length > 0 : view.word(at: start &+ length &- 8) == last)
        }
    }

    /// A power of two; the keys of longer records share guesses.
    private static let room = 32

    private var guesses = [Guess](repeating: Guess(), count: KeyGuesses.room)

    /// The guess for the member with that index.
    @inline(__always) subscript(index: Int) -> Guess { guesses[index & (KeyGuesses.room &- 1)] }

    /// Remembers the key in that range.
    @inline(never) mutating func remember(
        _ index: Int, _ view: ByteView, _ start: Int, _ end: Int, _ meaning: KeyMeaning
    ) {
        let length = end &- start
        // Two words tell keys of up to 16 bytes apart.
        guard length <= 16 else { return }
        let first = ByteSearch.first(length, of: view.word(at: start))
        let last = length > 8 ? view.word(at: end &- 8) : first
        guesses[index & (KeyGuesses.room &- 1)] = Guess(first: first, last: last, length: length, meaning: meaning)
    }
}
