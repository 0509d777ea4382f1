// SPDX-License-Identifier: MIT

import LifelintModel

/// The text of a message as a recogniser reads it.
enum LogMessage {
    /// All lines of a message, without escapes.
    static func text(_ record: LogRecord, _ view: ByteView, _ escaping: LogEscaping) -> [UInt8] {
        let first = record.row.message
        let end = record.hasContinuations ? record.end : first.upperBound
        var text: [UInt8]
        switch escaping {
        case .none: text = view.bytes(first.lowerBound, min(end, first.lowerBound + IngestLimits.messageBytes))
        case .json: text = JSONSyntax.unescaped(view, first.lowerBound, first.upperBound)
        case .vis: text = VisEscapes.undone(view, first.lowerBound, end)
        }
        text.removeAll { $0 == 0x0D }
        while let last = text.last, ByteView.isWhiteSpace(last) { text.removeLast() }
        let leading = text.prefix { ByteView.isWhiteSpace($0) }.count
        if leading > 0 { text.removeFirst(leading) }
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
