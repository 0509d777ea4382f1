// SPDX-License-Identifier: MIT

/// The part of a sentence in which it differs from one that was just read, with a word or two around it.
enum DifferingPart {
    /// Words of a sentence that are no part of what differs, and help to find the place.
    private static let (before, after) = (2, 1)

    /// `… respond for 9 s; …`; the whole sentence where most of it differs.
    static func text(of sentence: String, beside shown: String) -> String {
        let (words, others) = (sentence.split(separator: " "), shown.split(separator: " "))
        let head = zip(words, others).prefix { $0 == $1 }.count
        let rest = min(words.count, others.count) - head
        let tail = zip(words.reversed(), others.reversed()).prefix(rest).prefix { $0 == $1 }.count
        let (first, last) = (max(head - before, 0), min(words.count - tail + after, words.count))
        guard head + tail < words.count, (last - first) * 2 <= words.count else { return sentence }
        return (first > 0 ? "… " : "") + words[first..<last].joined(separator: " ") + (last < words.count ? " …" : "")
    }
}
