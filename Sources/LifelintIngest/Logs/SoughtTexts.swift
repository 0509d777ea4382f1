// SPDX-License-Identifier: MIT

/// Several texts of a vocabulary that are sought at once, in one pass over the bytes of many others.
///
/// Of a class, so that asking it counts no references to its texts.
final class SoughtTexts: Sendable {
    private let texts: [SoughtText]
    /// Finds those of four bytes and more, whatever their case.
    private let search: LiteralSearch
    /// The places of those that are shorter.
    private let short: [Int]

    init(_ texts: [SoughtText]) {
        self.texts = texts
        search = LiteralSearch(texts.enumerated().map { (text: $0.element.bytes, number: $0.offset) })
        short = texts.indices.filter { texts[$0].count < LiteralSearch.block }
    }

    /// Calls for each place in the range at which one of the texts stands, those of one text in their order, until it is
    /// told not to go on.
    ///
    /// - Parameter body: takes the place of the text among the given ones, and where it stands; gives whether to go on.
    @inline(__always) func forEach(
        in view: ByteView, from start: Int, to end: Int, _ body: (_ text: Int, _ place: Int) -> Bool
    ) {
        var goesOn = true
        search.forEach(in: view, from: start, to: end) { text, place in
            guard texts[text].end(in: view, at: place, to: end) != nil else { return nil }
            goesOn = body(text, place)
            return goesOn ? nil : end
        }
        for text in short where goesOn {
            var position = start
            while goesOn, let place = texts[text].find(in: view, from: position, to: end) {
                goesOn = body(text, place)
                position = place + 1
            }
        }
    }

    /// Whether any of the texts stands in a range.
    func stand(in view: ByteView, from start: Int, to end: Int) -> Bool {
        var found = false
        forEach(in: view, from: start, to: end) { _, _ in
            found = true
            return false
        }
        return found
    }
}
