// SPDX-License-Identifier: MIT

/// What a framework puts before a message that its script prints: it stands inside the message of the log that took it.
enum PrintedPrefix {
    /// How often one is taken off: a script's console may print what another script's console printed.
    static let most = 2

    /// Where the message behind a prefix begins; nil where none stands there.
    static func end(_ view: ByteView, _ start: Int, _ end: Int) -> Int? {
        let found: Int?
        switch view[start] {
        case 0x66, 0x5B:
            found =
                behind("flutter: ", view, start, end) ?? behind("[log] ", view, start, end)
                ?? script(view, start, end)
        case 0xE2: found = behind("⚡️  [log] - ", view, start, end) ?? behind("⚡️  ", view, start, end)
        case 0x30...0x39: found = script(view, start, end)
        case 0x41...0x5A: found = function(view, start, end)
        default: found = nil
        }
        guard let found, found < end else { return nil }
        return found
    }

    /// Where the message behind a function begins, as SwiftyBeaver prints it: `Notes.save():12 - message`; the end
    /// where there is none.
    static func function(_ view: ByteView, _ start: Int, _ end: Int) -> Int? {
        var position = start
        let limit = min(end, start + LogCursor.nameBytes)
        while position < limit, isOfName(view[position]) { position += 1 }
        guard position > start, view.starts("():", at: position, to: end) else { return nil }
        position += 3
        let line = position
        while position < end, view[position].isDigit { position += 1 }
        guard position > line, view.starts(" -", at: position, to: end) else { return nil }
        guard position + 2 < end else { return end }
        return view[position + 2] == 0x20 ? position + 3 : nil
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || byte == 0x5F || byte == 0x2E || byte == 0x2B || byte >= 0x80
    }

    private static func behind(_ prefix: StaticString, _ view: ByteView, _ start: Int, _ end: Int) -> Int? {
        view.starts(prefix, at: start, to: end) ? start + prefix.utf8CodeUnitCount : nil
    }

    private static let mark = SoughtText("][tid:com.facebook.react")

    /// `2026-03-01 10:00:00.123 [info][tid:com.facebook.react.JavaScript] message`, the time being optional.
    private static func script(_ view: ByteView, _ start: Int, _ end: Int) -> Int? {
        let limit = min(end, start + 64)
        guard let mark = mark.find(in: view, from: start, to: limit),
            let close = view.firstIndex(of: 0x5D, from: mark + 1, to: min(end, mark + 96)),
            view[close + 1] == 0x20
        else { return nil }
        return close + 2
    }
}
