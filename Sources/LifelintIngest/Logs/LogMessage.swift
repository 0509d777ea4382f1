// SPDX-License-Identifier: MIT

import LifelintModel

/// The text of a message as a recogniser reads it.
enum LogMessage {
    /// All lines of a message, without escapes and what wraps them.
    static func text(_ record: LogRecord, _ view: ByteView, _ escaping: LogEscaping) -> [UInt8] {
        var text: [UInt8] = []
        read(record, view, escaping, into: &text)
        return text
    }

    /// The same, in place of what was in `text`.
    static func read(_ record: LogRecord, _ view: ByteView, _ escaping: LogEscaping, into text: inout [UInt8]) {
        read(record.row.message, record.continuations, view, escaping, into: &text)
    }

    /// The text of a message on those lines, in place of what was in `text`.
    static func read(
        _ message: Range<Int>, _ continuations: [Range<Int>], _ view: ByteView, _ escaping: LogEscaping,
        into text: inout [UInt8]
    ) {
        text.removeAll(keepingCapacity: true)
        append(message, view, escaping, to: &text)
        for line in continuations where text.count < IngestLimits.messageBytes {
            text.append(0x0A)
            append(line, view, escaping, to: &text)
        }
        if text.withView({ $0.firstIndex(of: 0x0D, from: 0, to: $0.count) }) != nil { text.removeAll { $0 == 0x0D } }
        if text.withView({ $0.firstIndex(of: 0x0A, from: 0, to: $0.count) }) != nil { settleLines(&text) }
        while let last = text.last, ByteView.isWhiteSpace(last) { text.removeLast() }
        let leading = text.prefix { ByteView.isWhiteSpace($0) }.count
        if leading > 0 { text.removeFirst(leading) }
    }

    /// Takes away spaces and zeros at the ends of lines, and lines of nothing else: who passes a log on adds them, or
    /// takes them away.
    static func settleLines(_ text: inout [UInt8]) {
        var end = 0
        for byte in text {
            if byte == 0x0A {
                while end > 0, text[end - 1] == 0x20 || text[end - 1] == 0 { end -= 1 }
                if end == 0 || text[end - 1] == 0x0A { continue }
            }
            text[end] = byte
            end += 1
        }
        while end > 0, text[end - 1] == 0 { end -= 1 }
        text.removeLast(text.count - end)
    }

    private static func append(
        _ range: Range<Int>, _ view: ByteView, _ escaping: LogEscaping, to text: inout [UInt8]
    ) {
        let end = min(range.upperBound, range.lowerBound + IngestLimits.messageBytes)
        switch escaping {
        case .none: view.append(range.lowerBound, end, to: &text)
        case .json:
            if view.firstIndex(of: 0x5C, from: range.lowerBound, to: end) == nil {
                view.append(range.lowerBound, end, to: &text)
            } else {
                JSONSyntax.appendUnescaped(view, range.lowerBound, end, to: &text)
            }
        case .vis: text.append(contentsOf: VisEscapes.undone(view, range.lowerBound, end))
        }
    }

    /// Where a message stands, without white space around it, if it stands in the view as ``read`` would give it.
    static func plain(
        _ message: Range<Int>, _ view: ByteView, _ escaping: LogEscaping
    ) -> (start: Int, end: Int)? {
        let (start, end) = (message.lowerBound, message.upperBound)
        if escaping != .none {
            guard isPlain(message, view, escaping), view.firstIndex(of: 0x0D, from: start, to: end) == nil else {
                return nil
            }
        }
        return trimmed(view, start, end)
    }

    /// Whether a text of a row stands in the view as ``part(_:_:_:)`` would give it.
    static func isPlain(_ range: Range<Int>, _ view: ByteView, _ escaping: LogEscaping) -> Bool {
        guard range.count <= IngestLimits.messageBytes else { return false }
        return switch escaping {
        case .none: true
        case .json: view.firstIndex(of: 0x5C, from: range.lowerBound, to: range.upperBound) == nil
        case .vis: false
        }
    }

    /// A text of a row without escapes.
    static func part(_ range: Range<Int>, _ view: ByteView, _ escaping: LogEscaping) -> [UInt8] {
        var text: [UInt8] = []
        append(range, view, escaping, to: &text)
        return text
    }

    /// The range without white space around it.
    static func trimmed(_ view: ByteView, _ start: Int, _ end: Int) -> (start: Int, end: Int) {
        var first = start
        var last = end
        while first < last, ByteView.isWhiteSpace(view[first]) { first += 1 }
        while last > first, ByteView.isWhiteSpace(view[last - 1]) { last -= 1 }
        return (first, last)
    }
}
