// SPDX-License-Identifier: MIT

/// Makes a pattern of a message: what differs from one to the next becomes a capture.
enum PatternDraft {
    static func draft(of message: String) -> String {
        let bytes = Array(message.utf8)
        var draft: [UInt8] = []
        var counts: [String: Int] = [:]
        var position = 0
        func capture(_ name: String, _ kind: String?) {
            let count = counts[name, default: 0] + 1
            counts[name] = count
            draft.append(
                contentsOf: Array("{\(count == 1 ? name : name + String(count))\(kind.map { ":" + $0 } ?? "")}".utf8))
        }
        bytes.withView { view in
            while position < view.count {
                if let end = quoteEnd(view, position) {
                    // What is said stands between the marks.
                    draft.append(0x22)
                    capture("name", nil)
                    draft.append(0x22)
                    position = end
                } else if startsWord(view, position), let (end, kind) = wordEnd(view, position) {
                    capture(kind == "word" ? "id" : kind == "duration" ? "length" : "number", kind)
                    position = end
                } else if view[position] == 0x3F, view[position - 1] == 0x5D {
                    // Behind a bracket the mark makes what stands in it optional.
                    draft.append(contentsOf: Array("{_}".utf8))
                    while position < view.count, view[position] > 0x20 { position += 1 }
                } else {
                    let byte = view[position]
                    // Braces are the marks of captures.
                    if byte == 0x7B || byte == 0x7D { draft.append(byte) }
                    draft.append(byte)
                    position += 1
                }
            }
        }
        return String(decoding: draft, as: UTF8.self)
    }

    private static func quoteEnd(_ view: ByteView, _ start: Int) -> Int? {
        guard view[start] == 0x22, let close = view.firstIndex(of: 0x22, from: start + 1, to: view.count) else {
            return nil
        }
        return close + 1
    }

    private static func startsWord(_ view: ByteView, _ position: Int) -> Bool {
        let before = view[position - 1]
        return position == 0 || !(before.isLetter || before.isDigit || before == 0x5F || before == 0x2E)
    }

    /// A word that holds a digit: a number, a number with a unit, or an id.
    private static func wordEnd(_ view: ByteView, _ start: Int) -> (Int, String)? {
        var end = start
        var digits = 0
        var letters = 0
        while end < view.count {
            let byte = view[end]
            if byte.isDigit { digits += 1 } else if byte.isLetter || byte == 0x2D { letters += 1 } else { break }
            end += 1
        }
        guard digits > 0 else { return nil }
        if letters == 0 {
            // A fraction belongs to its number.
            if view[end] == 0x2E, view[end + 1].isDigit {
                var stop = end + 1
                while view[stop].isDigit { stop += 1 }
                while view[stop].isLetter { stop += 1 }
                return (stop, "duration")
            }
            return (end, "int")
        }
        if view[start] == 0x30, view[start + 1] == 0x78 { return (end, "hex") }
        if view[start].isDigit, letters <= 2 { return (end, "duration") }
        return (end, "word")
    }
}
