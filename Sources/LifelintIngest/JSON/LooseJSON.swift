// SPDX-License-Identifier: MIT

import LifelintModel

/// A value of JSON that may be damaged or huge: read where it stands, without a tape.
///
/// For reports of the system: some have raw line feeds in their strings or commas before closing brackets, and of a
/// stackshot's tens of megabytes little is kept. Each level that is walked costs one more pass over its bytes.
struct LooseJSON {
    private let view: ByteView
    /// Its bytes in the view, quotes and brackets included.
    let range: Range<Int>
    /// Whether its end was found.
    let isWhole: Bool

    /// The value that begins at a position; it ends at the limit if its own end is missing.
    init(_ view: ByteView, at start: Int, limit: Int) {
        self.init(view, start, LooseJSON.end(view, start, limit))
    }

    /// The same, quicker where the value is a string without escapes or has digits only, as most do.
    @inline(__always) init(_ view: ByteView, plainAt start: Int, limit: Int) {
        if start < limit, view[start] == 0x22 {
            self.init(view, start, LooseJSON.plainStringEnd(view, start, limit))
        } else if let end = LooseJSON.digitsEnd(view, start, limit) {
            self.init(view, start, (end, true))
        } else {
            self.init(view, start, LooseJSON.end(view, start, limit))
        }
    }

    @inline(__always) private init(_ view: ByteView, _ start: Int, _ end: (position: Int, isWhole: Bool)) {
        self.view = view
        range = start..<max(end.position, start)
        isWhole = end.isWhole
    }

    var isObject: Bool { !range.isEmpty && view[range.lowerBound] == 0x7B }
    var isArray: Bool { !range.isEmpty && view[range.lowerBound] == 0x5B }
    var isString: Bool { !range.isEmpty && view[range.lowerBound] == 0x22 }

    /// The bytes of a string without its quotes, of another value all of them.
    var content: Range<Int> {
        guard isString else { return range }
        let start = range.lowerBound + 1
        return start..<max(start, isWhole ? range.upperBound - 1 : range.upperBound)
    }

    /// The text of a string; nil if it is none or was not written to its end.
    var string: String? { isWhole ? beginning : nil }

    /// The text of a string as far as it goes; nil if it is none.
    var beginning: String? {
        guard isString else { return nil }
        let inner = content
        guard view.firstIndex(of: 0x5C, from: inner.lowerBound, to: inner.upperBound) != nil else {
            return view.string(inner.lowerBound, inner.upperBound)
        }
        return String(decoding: JSONSyntax.unescaped(view, inner.lowerBound, inner.upperBound), as: UTF8.self)
    }

    /// A whole number, also one in quotes; nil if it is none or too large.
    var integer: Int64? {
        // A number that ends with the input may have lost digits.
        guard isWhole else { return nil }
        let inner = content
        if let digits = DecimalNumber.digits(view, inner.lowerBound, inner.upperBound) { return digits }
        return DecimalNumber(view, inner.lowerBound, inner.upperBound)?.integer
    }

    /// A whole number that is not below zero.
    var unsigned: UInt64? { integer.flatMap { UInt64(exactly: $0) } }

    /// A number, also one in quotes; nil if it is none.
    var number: Double? {
        guard isWhole else { return nil }
        let inner = content
        return DecimalNumber(view, inner.lowerBound, inner.upperBound)?
            .double(view, inner.lowerBound, inner.upperBound)
    }

    /// A number in hexadecimal digits (`0x…`) or decimal ones.
    var code: UInt64? {
        guard isWhole else { return nil }
        return IncidentValues.unsigned(view, content.lowerBound, content.upperBound)
    }

    /// The members of an object; none if it is another value.
    var members: LooseWalk { LooseWalk(view, self, isObject ? .members : .nothing) }

    /// The elements of an array; none if it is another value.
    var elements: LooseWalk { LooseWalk(view, self, isArray ? .elements : .nothing) }

    /// The strings of an array, at most that many.
    func strings(limit: Int) -> [String] {
        var strings: [String] = []
        var walk = elements
        while strings.count < limit, let element = walk.next() {
            if let text = element.string { strings.append(text) }
        }
        return strings
    }

    /// ``stringEnd(_:_:_:)``, quicker where no quote is escaped.
    @inline(__always) static func plainStringEnd(
        _ view: ByteView, _ start: Int, _ limit: Int
    ) -> (position: Int, isWhole: Bool) {
        guard let quote = view.firstIndex(of: 0x22, from: start &+ 1, to: limit) else { return (limit, false) }
        // A backslash before it may be escaped itself.
        if view[quote &- 1] != 0x5C { return (quote &+ 1, true) }
        let (end, isWhole) = stringEnd(view, start, limit)
        return (end, isWhole)
    }

    /// The end of a number of digits that a comma or a brace follows; nil if none begins there.
    @inline(__always) private static func digitsEnd(_ view: ByteView, _ start: Int, _ limit: Int) -> Int? {
        var position = start
        // Zeros beyond the end of the view are no digits, so the loop ends there too.
        var others = ByteSearch.nonDigits(view.word(at: position))
        while others == 0 {
            position &+= 8
            others = ByteSearch.nonDigits(view.word(at: position))
        }
        position &+= ByteSearch.index(others)
        guard position > start, position < limit, view[position] == 0x2C || view[position] == 0x7D else { return nil }
        return position
    }

    /// The end of the string whose quote is at `start`; control characters are part of it.
    static func stringEnd(_ view: ByteView, _ start: Int, _ limit: Int) -> (end: Int, isWhole: Bool) {
        var position = start + 1
        while position < limit {
            position = view.stringStop(from: position, to: limit)
            guard position < limit else { break }
            switch view[position] {
            case 0x22: return (position + 1, true)
            case 0x5C: position += 2
            default: position += 1
            }
        }
        return (limit, false)
    }

    /// The end of the value at `start`: brackets are counted, whatever stands between them.
    private static func end(_ view: ByteView, _ start: Int, _ limit: Int) -> (Int, Bool) {
        guard start < limit else { return (limit, false) }
        switch view[start] {
        case 0x22: return stringEnd(view, start, limit)
        case 0x7B, 0x5B: return containerEnd(view, start, limit)
        default:
            var position = start
            // Most are numbers.
            while position < limit {
                let others = ByteSearch.nonDigits(view.word(at: position))
                position &+= others == 0 ? 8 : ByteSearch.index(others)
                if others != 0 { break }
            }
            position = min(position, limit)
            while position < limit, !isDelimiter(view[position]) { position += 1 }
            // What follows a number or a word tells that it was written to its end.
            return (position, position < limit && position > start)
        }
    }

    private static func containerEnd(_ view: ByteView, _ start: Int, _ limit: Int) -> (Int, Bool) {
        var depth = 0
        var position = start
        while position < limit {
            switch view[position] {
            case 0x22:
                let (end, isWhole) = stringEnd(view, position, limit)
                guard isWhole else { return (limit, false) }
                position = end
            case 0x7B, 0x5B:
                depth += 1
                position += 1
            case 0x7D, 0x5D:
                depth -= 1
                position += 1
                if depth == 0 { return (position, true) }
            default: position += 1
            }
        }
        return (limit, false)
    }

    static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x2C, 0x7D, 0x5D, 0x3A, 0x22, 0x7B, 0x5B: true
        default: ByteView.isWhiteSpace(byte)
        }
    }
}
