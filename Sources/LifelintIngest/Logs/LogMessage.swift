// SPDX-License-Identifier: MIT

import LifelintModel

/// The text of a message as a recogniser reads it.
enum LogMessage {
    /// All lines of a message, without escapes and what wraps them.
    static func text(_ record: LogRecord, _ view: ByteView, _ escaping: LogEscaping) -> [UInt8] {
        var text = part(record.row.message, view, escaping)
        for line in record.continuations where text.count < IngestLimits.messageBytes {
            text.append(0x0A)
            text.append(contentsOf: part(line, view, escaping))
        }
        text.removeAll { $0 == 0x0D }
        while let last = text.last, ByteView.isWhiteSpace(last) { text.removeLast() }
        let leading = text.prefix { ByteView.isWhiteSpace($0) }.count
        if leading > 0 { text.removeFirst(leading) }
        return text
    }

    /// A text of a row without escapes.
    static func part(_ range: Range<Int>, _ view: ByteView, _ escaping: LogEscaping) -> [UInt8] {
        let end = min(range.upperBound, range.lowerBound + IngestLimits.messageBytes)
        switch escaping {
        case .none: return view.bytes(range.lowerBound, end)
        case .json: return JSONSyntax.unescaped(view, range.lowerBound, end)
        case .vis: return VisEscapes.undone(view, range.lowerBound, end)
        }
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
