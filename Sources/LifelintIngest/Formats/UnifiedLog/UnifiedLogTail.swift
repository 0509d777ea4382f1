// SPDX-License-Identifier: MIT

/// What all text styles of `log` write behind the process: `(sender) [subsystem:category] message`.
enum UnifiedLogTail {
    /// Reads the rest of the line into the row; sender and subsystem may be left out.
    static func read(_ cursor: inout LogCursor, into row: inout LogRow) {
        if cursor.byte == 0x28 { readSender(&cursor, &row) }
        if cursor.byte == 0x5B { readSubsystem(&cursor, &row) }
        row.message = cursor.rest
    }

    private static func readSender(_ cursor: inout LogCursor, _ row: inout LogRow) {
        let view = cursor.view
        let start = cursor.position + 1
        let limit = min(cursor.end, start + LogCursor.nameBytes)
        guard let close = view.firstIndex(of: 0x29, from: start, to: limit), close > start,
            view[close + 1] == 0x20 || close + 1 == cursor.end
        else { return }
        row.sender = start..<close
        cursor.position = min(close + 2, cursor.end)
    }

    /// A subsystem has the characters of a name in reverse DNS notation, and a category is no number: what else stands
    /// in brackets (`[app<com.acme.notes>:71]`, `[Notes:71]`) is the message's own.
    private static func readSubsystem(_ cursor: inout LogCursor, _ row: inout LogRow) {
        let view = cursor.view
        let start = cursor.position + 1
        let limit = min(cursor.end, start + LogCursor.nameBytes)
        guard let close = view.firstIndex(of: 0x5D, from: start, to: limit),
            view[close + 1] == 0x20 || close + 1 == cursor.end
        else { return }
        if close > start {
            guard let colon = view.firstIndex(of: 0x3A, from: start, to: close),
                isName(view, start, colon), colon + 1 == close || !isNumber(view, colon + 1, close)
            else { return }
            row.subsystem = start..<colon
            row.category = (colon + 1)..<close
        }
        cursor.position = min(close + 2, cursor.end)
    }

    /// Whether a text is a name in reverse DNS notation, as nearly every subsystem is; jobs of launchd are none.
    static func isName(_ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        var position = start
        while position < end {
            let others = ByteSearch.first(end &- position, of: ByteSearch.nonLettersOrDots(view.word(at: position)))
            if others == 0 {
                position &+= 8
                continue
            }
            position &+= ByteSearch.index(others)
            guard isNameByte(view[position]) else { return false }
            position &+= 1
        }
        return true
    }

    private static func isNumber(_ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        var position = start
        while position < end, view[position].isDigit { position &+= 1 }
        return position == end
    }

    @inline(__always) private static func isNameByte(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || byte == 0x2E || byte == 0x2D || byte == 0x5F || byte >= 0x80
    }
}
