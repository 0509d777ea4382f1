// SPDX-License-Identifier: MIT

/// Takes a line of the text notation apart: `TIME EVENT key=value key="quoted value" # comment`.
struct TextTokens {
    /// A piece of the line.
    struct Token {
        /// The first byte of its text, behind an opening quote.
        var start: Int
        /// The end of its text, before a closing quote.
        var end: Int
        /// Whether it is in quotes.
        var isQuoted = false
        /// Whether its quotes hold backslashes.
        var hasEscapes = false
        /// Whether its closing quote is there.
        var isClosed = true
        /// The end of all of it.
        var next: Int
    }

    /// The bytes.
    let view: ByteView
    /// The end of the line.
    let end: Int

    /// The first byte from a position that is no white space.
    @inline(__always) func skipSpaces(from start: Int) -> Int {
        var position = start
        while position < end, view[position] <= 0x20 { position &+= 1 }
        return position
    }

    /// The end of the bare token at a position: the next white space.
    @inline(__always) func wordEnd(from start: Int) -> Int {
        var position = start
        while position < end {
            let found = ByteSearch.spaces(view.word(at: position))
            if found != 0 { return min(position &+ ByteSearch.index(found), end) }
            position &+= 8
        }
        return end
    }

    /// The time at a position: one token, or a date, a clock time and perhaps an offset with a space between.
    @inline(__always) func timeEnd(from start: Int) -> Int {
        let stop = wordEnd(from: start)
        guard stop &- start == 10, view[start &+ 4] == 0x2D, view[stop &+ 1].isDigit, stop &+ 1 < end else {
            return stop
        }
        let clockEnd = wordEnd(from: stop &+ 1)
        let sign = view[clockEnd &+ 1]
        guard clockEnd &+ 5 < end, sign == 0x2B || sign == 0x2D, view[clockEnd &+ 2].isDigit else { return clockEnd }
        return wordEnd(from: clockEnd &+ 1)
    }

    /// The value at a position: in quotes, or up to the next white space.
    @inline(__always) func value(from start: Int) -> Token {
        if view[start] == 0x22, start < end { return quoted(from: start) }
        let stop = wordEnd(from: start)
        return Token(start: start, end: stop, next: stop)
    }

    /// The event at a position: a word, something in quotes, or `-[Class selector]`, with or without its sign.
    @inline(__always) func event(from start: Int) -> Token {
        if view[start] == 0x5B || (view[start &+ 1] == 0x5B && (view[start] == 0x2D || view[start] == 0x2B)),
            let close = view.firstIndex(of: 0x5D, from: start, to: end)
        {
            return Token(start: start, end: close + 1, next: close + 1)
        }
        return value(from: start)
    }

    /// The position of the equals sign of the `key=value` at a position; nil if there is none.
    @inline(__always) func equalsSign(from start: Int) -> Int? {
        var position = start
        while position < end, view[position] > 0x20 {
            if view[position] == 0x3D { return position > start ? position : nil }
            position &+= 1
        }
        return nil
    }

    /// Whether a token is written like the events of this notation, `sync.finished`: no word of a sentence is.
    func isDottedName(_ token: Token) -> Bool {
        guard view[token.start].isLetter, view[token.end &- 1].isLetter || view[token.end &- 1].isDigit else {
            return false
        }
        var hasDot = false
        for position in token.start..<token.end {
            let byte = view[position]
            guard byte.isLetter || byte.isDigit || byte == 0x2E || byte == 0x5F || byte == 0x2D else { return false }
            if byte == 0x2E { hasDot = true }
        }
        return hasDot
    }

    /// Whether a word begins there that is no field and no comment.
    func hasBareWord(from start: Int) -> Bool {
        let first = skipSpaces(from: start)
        return first < end && view[first] != 0x23 && equalsSign(from: first) == nil
    }

    private func quoted(from start: Int) -> Token {
        var token = Token(start: start + 1, end: end, isQuoted: true, next: end)
        var position = start + 1
        while true {
            position = view.stringStop(from: position, to: end)
            guard position < end else {
                token.isClosed = false
                return token
            }
            if view[position] == 0x22 {
                token.end = position
                token.next = position + 1
                return token
            }
            if view[position] == 0x5C {
                token.hasEscapes = true
                position += 1
            }
            position += 1
        }
    }
}
