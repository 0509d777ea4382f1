// SPDX-License-Identifier: MIT

import LifelintModel

/// The phrases of one vocabulary as parsers ask for them; shared by all.
final class PhraseTexts: Sendable {
    /// Without a vocabulary no text says anything.
    static let wordless = PhraseTexts(Phrases())

    private let phrases: Phrases
    private let sought: [Phrases.Key: [SoughtText]]

    init(_ phrases: Phrases) {
        self.phrases = phrases
        sought = phrases.phrases.mapValues { $0.map { SoughtText($0) } }
    }

    /// Whether a text is one of those that tell that.
    func isOne(_ text: String, of key: Phrases.Key) -> Bool { phrases[key].contains(text) }

    /// Whether a text begins with one of those.
    func begins(_ text: some StringProtocol, with key: Phrases.Key) -> Bool { rest(of: text, behind: key) != nil }

    /// Whether one of those stands in a text.
    func stands(_ key: Phrases.Key, in text: String) -> Bool {
        sought[key]?.contains { TextSearch.holds($0, text) } ?? false
    }

    /// Whether a text ends with one of those.
    func ends(_ text: some StringProtocol, with key: Phrases.Key) -> Bool {
        phrases[key].contains { text.hasSuffix($0) }
    }

    /// What stands behind the one that a text begins with; nil if it begins with none.
    func rest<Text: StringProtocol>(of text: Text, behind key: Phrases.Key) -> Text.SubSequence? {
        phrases[key].first { text.hasPrefix($0) }.map { text.dropFirst($0.count) }
    }

    /// Where the range goes on behind the first such words in it; nil where there are none.
    func end(of key: Phrases.Key, in view: ByteView, from start: Int, to end: Int) -> Int? {
        guard let text = sought[key]?.first else { return nil }
        return text.find(in: view, from: start, to: end).map { $0 + text.count }
    }

    /// Where the range goes on behind such words if it begins with them.
    func end(of key: Phrases.Key, in view: ByteView, at start: Int, to end: Int) -> Int? {
        sought[key]?.first?.end(in: view, at: start, to: end)
    }

    /// Whether any of those words stand in a range.
    func holds(_ key: Phrases.Key, _ view: ByteView, from start: Int, to end: Int) -> Bool {
        sought[key]?.contains { $0.find(in: view, from: start, to: end) != nil } ?? false
    }

    /// The words that tell that, for loops in which every look for the key counts.
    func texts(of key: Phrases.Key) -> [SoughtText] { sought[key] ?? [] }

    /// Where the last such words in a range begin.
    func lastStart(of key: Phrases.Key, in view: ByteView, from start: Int, to end: Int) -> Int? {
        sought[key]?.first?.findLast(in: view, from: start, to: end)
    }

    /// Where the first such words in a range begin.
    func start(of key: Phrases.Key, in view: ByteView, from start: Int, to end: Int) -> Int? {
        sought[key]?.first?.find(in: view, from: start, to: end)
    }
}
