// SPDX-License-Identifier: MIT

/// Finds the messages of JSON objects that stand one a line: by their key, the rest of the objects mostly unseen.
///
/// What it hands out holds every message that ``LogObject`` reads, and may hold more: of damaged lines some of what
/// follows.
struct LogMessageSearch: Sendable {
    private let search: LiteralSearch
    /// A quicker search where there is one key, with a rare byte in it.
    private let rare: RareKeySearch?
    /// How long the keys are with their quotes, by their numbers.
    private let lengths: [Int]

    /// A search for the values of those keys; nil if one is too short to be searched for.
    init?(keys: [StaticString]) {
        // Why unsafe: the buffer stays within its call.
        let texts = keys.map { key in [0x22] + key.withUTF8Buffer { unsafe Array($0) } + [0x22] }
        search = LiteralSearch(texts.enumerated().map { (text: $0.element, number: $0.offset) })
        rare = texts.count == 1 ? RareKeySearch(texts[0]) : nil
        lengths = texts.map(\.count)
        guard !keys.isEmpty, search.count == keys.count else { return nil }
    }

    /// Calls for each message in the view, with where its text begins and ends; escapes are in it.
    @inline(__always) func forEach(in view: ByteView, from start: Int, _ body: (_ first: Int, _ end: Int) -> Void) {
        guard let rare else { return forEachHashed(in: view, from: start, body) }
        let rest = rare.forEach(in: view, from: start) { position in
            LogMessageSearch.take(view, behind: position &+ rare.count, body)
        }
        if let rest { forEachHashed(in: view, from: rest, body) }
    }

    @inline(never) private func forEachHashed(
        in view: ByteView, from start: Int, _ body: (_ first: Int, _ end: Int) -> Void
    ) {
        search.forEach(in: view, from: start, to: view.count) { number, position in
            LogMessageSearch.take(view, behind: position &+ lengths[number], body)
            return nil
        }
    }

    /// Hands out the message whose key ends there.
    @inline(__always) private static func take(
        _ view: ByteView, behind keyEnd: Int, _ body: (_ first: Int, _ end: Int) -> Void
    ) {
        let colon = view.skipWhiteSpace(from: keyEnd, to: view.count)
        guard view[colon] == 0x3A else { return }
        let first = view.skipWhiteSpace(from: colon &+ 1, to: view.count)
        body(first, end(view, first))
    }

    /// The end of the string that begins there, or of the line if none does; where quotes are escaped, maybe a later
    /// one, and where it has no end on its line, the next quote on a later one.
    private static func end(_ view: ByteView, _ start: Int) -> Int {
        guard view[start] == 0x22 else { return lineEnd(view, start) }
        var quote = start
        repeat {
            guard let next = view.firstIndex(of: 0x22, from: quote &+ 1, to: view.count) else {
                return lineEnd(view, start)
            }
            quote = next
        } while view[quote &- 1] == 0x5C
        return quote
    }

    private static func lineEnd(_ view: ByteView, _ start: Int) -> Int {
        view.firstIndex(of: 0x0A, from: start, to: view.count) ?? view.count
    }
}
