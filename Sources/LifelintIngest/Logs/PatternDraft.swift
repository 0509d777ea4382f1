// SPDX-License-Identifier: MIT

import LifelintModel

/// A pattern of a message: what differs from one to the next is a capture.
struct PatternDraft {
    /// The pattern.
    private(set) var text = ""
    /// How long the longest text is that stands in every message: by less than ``leastPlain`` no line is searched for.
    private(set) var plainCount = 0

    /// As recognisers ask for it.
    private static let leastPlain = 4

    /// Whether a recogniser may have it.
    var isPattern: Bool { plainCount >= PatternDraft.leastPlain }

    /// The draft of a message; where too little is left beside what is quoted, what is quoted stays.
    static func draft(of message: String) -> PatternDraft {
        let draft = PatternDraft(message, takesQuotes: true)
        if draft.isPattern { return draft }
        let fuller = PatternDraft(message, takesQuotes: false)
        return fuller.isPattern ? fuller : draft
    }

    private init(_ message: String, takesQuotes: Bool) {
        let bytes = Array(message.utf8)
        var draft: [UInt8] = []
        var counts: [String: Int] = [:]
        var position = 0
        var plain = 0
        func capture(_ name: String, _ kind: String?) {
            let count = counts[name, default: 0] + 1
            counts[name] = count
            draft.append(
                contentsOf: Array("{\(count == 1 ? name : name + String(count))\(kind.map { ":" + $0 } ?? "")}".utf8))
            plain = 0
        }
        bytes.withView { view in
            while position < view.count {
                if takesQuotes, let end = PatternDraft.quoteEnd(view, position) {
                    // What is said stands between the marks.
                    draft.append(0x22)
                    capture("name", nil)
                    draft.append(0x22)
                    position = end
                } else if let end = PatternDraft.maskEnd(view, position) {
                    // It stands for whatever the message says where nothing is masked.
                    capture("value", nil)
                    position = end
                } else if PatternDraft.startsWord(view, position),
                    let word = PatternDraft.word(view, position)
                {
                    capture(word.name, word.kind)
                    position = word.end
                } else if view[position] == 0x3F, view[position - 1] == 0x5D {
                    // Behind a bracket the mark makes what stands in it optional.
                    draft.append(contentsOf: Array("{_}".utf8))
                    plain = 0
                    while position < view.count, view[position] > 0x20 { position += 1 }
                } else {
                    let byte = view[position]
                    // Braces are the marks of captures.
                    if byte == 0x7B || byte == 0x7D { draft.append(byte) }
                    draft.append(byte)
                    plain = TextPattern.isPlain(byte) ? plain + 1 : 0
                    plainCount = max(plainCount, plain)
                    position += 1
                }
            }
        }
        text = String(decoding: draft, as: UTF8.self)
    }

    private static func quoteEnd(_ view: ByteView, _ start: Int) -> Int? {
        guard view[start] == 0x22, let close = view.firstIndex(of: 0x22, from: start + 1, to: view.count) else {
            return nil
        }
        return close + 1
    }

    private static let masks: [StaticString] = ["<private>", "<mask.hash: "]

    /// Where a mask ends that the system's log writes for what is private: `<private>`, `<mask.hash: '…'>`.
    private static func maskEnd(_ view: ByteView, _ start: Int) -> Int? {
        guard view[start] == 0x3C else { return nil }
        let isMask = masks.contains { view.starts($0, at: start, to: view.count) }
        return isMask ? view.firstIndex(of: 0x3E, from: start, to: view.count).map { $0 + 1 } : nil
    }

    private static func startsWord(_ view: ByteView, _ position: Int) -> Bool {
        let before = view[position - 1]
        return position == 0 || !(before.isLetter || before.isDigit || before == 0x5F || before == 0x2E)
    }

    /// A word that holds a digit: a number, a number with a unit, or an id.
    private static func word(_ view: ByteView, _ start: Int) -> (end: Int, name: String, kind: String?)? {
        var end = start
        var digits = 0
        var letters = 0
        while end < view.count {
            let byte = view[end]
            if byte.isDigit { digits += 1 } else if byte.isLetter || byte == 0x2D { letters += 1 } else { break }
            end += 1
        }
        guard digits > 0 else { return nil }
        // A fraction belongs to its number.
        let isFraction = letters == 0 && view[end] == 0x2E && view[end + 1].isDigit
        if letters == 0, !isFraction { return (end, "number", "int") }
        if isFraction || view[start].isDigit, let stop = durationEnd(view, start) {
            return (stop, "length", "duration")
        }
        if isFraction {
            end += 1
            while view[end].isDigit { end += 1 }
            while view[end].isLetter { end += 1 }
            return (end, "length", nil)
        }
        let isHex = CapturedNumber.end(.hex, view, start, end) == end
        if isHex, view[start] == 0x30, view[start + 1] == 0x78 { return (end, "number", "hex") }
        return (end, "id", "word")
    }

    /// Where a number ends that has a unit of time; nil for any other, whose next word a capture would take for one.
    private static func durationEnd(_ view: ByteView, _ start: Int) -> Int? {
        guard let end = CapturedNumber.end(.duration, view, start, view.count) else { return nil }
        // A word that goes on is another.
        if view[end].isDigit || view[end] == 0x2D || view[end] == 0x5F { return nil }
        return ValueParser.duration(view, start, end) == nil ? nil : end
    }
}
