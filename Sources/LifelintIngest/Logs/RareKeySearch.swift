// SPDX-License-Identifier: MIT

/// Finds a key of JSON objects by a byte that is rare in logs, as capitals are: what lies between such bytes is passed
/// over by `memchr`, which takes many times as many at once as a table of hashes.
struct RareKeySearch: Sendable {
    /// The byte, and where it stands in the key.
    private let rare: UInt8
    private let offset: Int
    /// The first and the last eight bytes of the key.
    private let first, last: UInt64
    /// How long it is.
    let count: Int

    /// A byte that is no part of the key is paid for as that many are that are passed over.
    private static let price = 64
    /// What may be paid before anything was passed over.
    private static let credit = 64 * price

    /// A search for that text; nil if it holds no such byte, or if sixteen bytes do not tell it.
    init?(_ text: [UInt8]) {
        let rarest = ByteSearch.rarest(text.span)
        guard (8...16).contains(text.count), rarest.byte >= 0x41, rarest.byte <= 0x5A else { return nil }
        (rare, offset) = (rarest.byte, rarest.offset)
        first = LiteralEnds.word(text.prefix(8))
        last = LiteralEnds.word(text.suffix(8))
        count = text.count
    }

    /// Calls for each place from there on at which the key stands.
    ///
    /// Gives where it stopped if the byte is not rare here: from there on another search takes less time.
    @inline(__always) func forEach(in view: ByteView, from start: Int, _ body: (_ position: Int) -> Void) -> Int? {
        var place = start &+ offset
        var spent = -RareKeySearch.credit
        while let found = view.firstIndex(of: rare, from: place, to: view.count) {
            let position = found &- offset
            if view.word(at: position) == first, view.word(at: position &+ count &- 8) == last {
                body(position)
            } else {
                spent &+= RareKeySearch.price
                if spent > found &- start { return position &+ 1 }
            }
            place = found &+ 1
        }
        return nil
    }
}
