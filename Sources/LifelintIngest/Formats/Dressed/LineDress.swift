// SPDX-License-Identifier: MIT

/// What a terminal, a page or a tool has put into the lines of a log, between and around what was written there.
///
/// What merely stands before all lines is a ``LogWrapper``: readers of logs step over it, from others it is taken off.
struct LineDress: Sendable, Equatable {
    /// What is done to lines.
    enum Layer: Sendable, Equatable {
        /// `ESC[32m`, as tools colour what they write to a terminal.
        case colours
        /// `  12: `, as `grep -n`, `cat -n` and editors number lines; the bytes are those between number and line.
        case numbers([UInt8])
        /// `&lt;Notice&gt;`, as pages write what would be a tag; what still is one is none of the log's. Where quotes
        /// are written as they are, what looks like an escaped one stands in a message.
        case entities(quotes: Bool)
        /// `\u003cNotice\u003e`, as Go writes what a page might take for a tag into strings of JSON: it is no text that
        /// anybody looks for.
        case escapes
        /// A back-tick on either side of each line.
        case ticks
        /// One before the first row of a log, and one behind the last; or a quotation mark.
        case tick(UInt8)
        /// `default 10:00:00.123456+0100 Notes text`: spaces for the tabs of rows that were copied from Console.app.
        case cells
        /// What stands before the lines, for readers that do not step over it.
        case wrapping(LogWrapping)
    }

    /// From the outside to the inside.
    private(set) var layers: [Layer] = []

    /// The names in reports: what belongs to the container has none.
    var names: [String] {
        layers.compactMap { layer in
            switch layer {
            case .escapes: nil
            case .colours: "colours"
            case .numbers: "line-numbers"
            case .entities: "html"
            case .ticks, .tick(0x60): "code-span"
            case .tick: "quotation-mark"
            case .cells: "spaces"
            case .wrapping(let wrapping): wrapping.name
            }
        }
    }

    init() {}

    /// Nothing but what stands before the lines.
    init(_ wrapping: LogWrapping) { layers = [.wrapping(wrapping)] }

    /// Whether nothing but strings of JSON are dressed, which readers of records undo themselves.
    var isOfStrings: Bool { layers == [.escapes] }

    /// How much of an input is looked at, and how many lines.
    private static let looked = 16 << 10
    private static let lines = 16

    /// What the lines of an input with that head are dressed in; nil if in nothing.
    ///
    /// - Parameter isDaemon: whether a process of that name is the system's own.
    static func find(_ head: [UInt8], isDaemon: (ByteView, Range<Int>) -> Bool = { _, _ in false }) -> LineDress? {
        var dress = LineDress()
        // Whatever else it may be dressed in would stand before or instead of these.
        if head.starts(with: [0x7B, 0x22]) {
            dress.layers = [.escapes]
            return head.withView(hasEscapes) ? dress : nil
        }
        var bytes = Array(head.prefix(looked))
        // Each of them hides what stands behind it.
        while dress.layers.count < 4, let layer = layer(of: bytes, isDaemon), !dress.layers.contains(layer) {
            dress.layers.append(layer)
            bytes = LineDress.undressed(bytes, layer)
        }
        return dress.layers.isEmpty ? nil : dress
    }

    private static func layer(of bytes: [UInt8], _ isDaemon: (ByteView, Range<Int>) -> Bool) -> Layer? {
        bytes.withView { view in
            if hasColours(view) { return .colours }
            let lines = firstLines(view)
            if let separator = numberSeparator(view, lines) { return .numbers(separator) }
            if lines.count > 1, lines.allSatisfy({ isCodeSpan(view, $0) }) { return .ticks }
            if lines.contains(where: { opensCode(view, $0, 0x60) }) { return .tick(0x60) }
            // Elsewhere it may stand in a list.
            if let first = lines.first, opensCode(view, first, 0x22) { return .tick(0x22) }
            if holdsSpacedRows(view, lines, isDaemon) { return .cells }
            return entities(view)
        }
    }

    /// The bytes without it.
    ///
    /// Each line keeps its place and its length: what it loses is filled up behind it.
    func undressed(_ bytes: [UInt8]) -> [UInt8] { layers.reduce(bytes, LineDress.undressed) }

    private static func undressed(_ bytes: [UInt8], _ layer: Layer) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        bytes.withView { view in
            var start = view.hasByteOrderMark ? 3 : 0
            view.append(0, start, to: &result)
            while start < view.count {
                let feed = view.firstIndex(of: 0x0A, from: start, to: view.count)
                let end = feed ?? view.count
                append(view, start..<end, layer, to: &result)
                while result.count < end { result.append(0x20) }
                if feed != nil { result.append(0x0A) }
                start = end + 1
            }
        }
        return result
    }

    private static func append(_ view: ByteView, _ line: Range<Int>, _ layer: Layer, to result: inout [UInt8]) {
        switch layer {
        case .colours: appendUncoloured(view, line, to: &result)
        case .numbers(let separator):
            let start = numberEnd(view, line).flatMap { behind(separator, view, $0, line.upperBound) }
            view.append(start ?? line.lowerBound, line.upperBound, to: &result)
        case .entities(let quotes): appendUnescaped(view, line, quotes: quotes, to: &result)
        case .escapes: appendWithoutEscapes(view, line, to: &result)
        case .ticks:
            let inner = isCodeSpan(view, line) ? (line.lowerBound + 1)..<(lastMark(view, line)) : line
            view.append(inner.lowerBound, inner.upperBound, to: &result)
        case .tick(let mark):
            let start = opensCode(view, line, mark) ? line.lowerBound + 1 : line.lowerBound
            view.append(start, closesCode(view, line, mark) ? lastMark(view, line) : line.upperBound, to: &result)
        case .cells:
            guard let row = SpacedRow(view, line) else {
                return view.append(line.lowerBound, line.upperBound, to: &result)
            }
            for (index, cell) in row.cells.enumerated() {
                if index > 0 { result.append(0x09) }
                view.append(cell.lowerBound, cell.upperBound, to: &result)
            }
        case .wrapping(let wrapping):
            let start = wrapping.content(view, line.lowerBound, line.upperBound)
            view.append(start ?? line.upperBound, line.upperBound, to: &result)
        }
    }

    /// The first lines with something on them; the last line of a head may be cut.
    private static func firstLines(_ view: ByteView) -> [Range<Int>] {
        var lines: [Range<Int>] = []
        var start = view.hasByteOrderMark ? 3 : 0
        while start < view.count, lines.count < LineDress.lines {
            let feed = view.firstIndex(of: 0x0A, from: start, to: view.count)
            if feed == nil, lines.count > 2 { break }
            let end = feed ?? view.count
            if view.skipWhiteSpace(from: start, to: end) < end { lines.append(start..<end) }
            start = end + 1
        }
        return lines
    }

    // MARK: Colours

    private static func hasColours(_ view: ByteView) -> Bool {
        var position = 0
        while let escape = view.firstIndex(of: 0x1B, from: position, to: view.count) {
            if colourEnd(view, escape, view.count) != nil { return true }
            position = escape + 1
        }
        return false
    }

    /// Where the sequence ends that begins there; nil if none does.
    private static func colourEnd(_ view: ByteView, _ start: Int, _ end: Int) -> Int? {
        guard view[start] == 0x1B, view[start + 1] == 0x5B else { return nil }
        var position = start + 2
        while position < end, view[position] >= 0x30, view[position] <= 0x3F { position += 1 }
        guard position < end, view[position] >= 0x40, view[position] <= 0x7E else { return nil }
        return position + 1
    }

    private static func appendUncoloured(_ view: ByteView, _ line: Range<Int>, to result: inout [UInt8]) {
        var start = line.lowerBound
        var position = start
        while let escape = view.firstIndex(of: 0x1B, from: position, to: line.upperBound) {
            position = escape + 1
            guard let end = colourEnd(view, escape, line.upperBound) else { continue }
            view.append(start, escape, to: &result)
            start = end
            position = end
        }
        view.append(start, line.upperBound, to: &result)
    }

    // MARK: Numbers of lines

    /// What stands between numbers and lines, where the lines are numbered one after the other.
    private static func numberSeparator(_ view: ByteView, _ lines: [Range<Int>]) -> [UInt8]? {
        guard lines.count > 2, let first = lines.first, let end = numberEnd(view, first) else { return nil }
        var stop = end
        while stop < first.upperBound, [0x3A, 0x7C, 0x2E, 0x29, 0x20, 0x09].contains(view[stop]) { stop += 1 }
        guard stop > end, stop < first.upperBound else { return nil }
        let separator = view.bytes(end, stop)
        var last: Int?
        for line in lines {
            guard let number = number(view, line), last.map({ number > $0 && number - $0 <= 8 }) ?? true,
                let end = numberEnd(view, line), view[end] == separator[0] || end == line.upperBound
            else { return nil }
            last = number
        }
        return separator
    }

    private static func number(_ view: ByteView, _ line: Range<Int>) -> Int? {
        var cursor = LogCursor(view, line.lowerBound, line.upperBound)
        cursor.skipSpaces()
        return cursor.integer()
    }

    private static func numberEnd(_ view: ByteView, _ line: Range<Int>) -> Int? {
        var cursor = LogCursor(view, line.lowerBound, line.upperBound)
        cursor.skipSpaces()
        guard cursor.integer() != nil else { return nil }
        return cursor.position
    }

    /// Behind as much of a separator as stands there: editors and people take spaces at the ends of lines away.
    private static func behind(_ separator: [UInt8], _ view: ByteView, _ start: Int, _ end: Int) -> Int? {
        var position = start
        for byte in separator {
            guard position < end, view[position] == byte else { break }
            position += 1
        }
        return position > start || position == end ? position : nil
    }

    // MARK: What pages write

    private static func entities(_ view: ByteView) -> Layer? {
        let quotes = view.firstIndex(of: 0x22, from: 0, to: view.count) == nil
        let entity: StaticString = "&lt;"
        var escaped = 0
        var position = 0
        while let found = ByteSearch.find(entity, in: view, from: position, to: view.count) {
            escaped += 1
            position = found + entity.utf8CodeUnitCount
        }
        if escaped == 0 {
            let start = view.skipWhiteSpace(from: view.hasByteOrderMark ? 3 : 0, to: view.count)
            return quotes && view.starts("{&quot;", at: start, to: view.count) ? .entities(quotes: true) : nil
        }
        var plain = 0
        position = 0
        while plain < escaped, let found = view.firstIndex(of: 0x3C, from: position, to: view.count) {
            plain += 1
            position = found + 1
        }
        return plain < escaped ? .entities(quotes: quotes) : nil
    }

    private static func appendUnescaped(
        _ view: ByteView, _ line: Range<Int>, quotes: Bool, to result: inout [UInt8]
    ) {
        var position = line.lowerBound
        while position < line.upperBound {
            let byte = view[position]
            if byte == 0x26, let (end, text) = entity(view, position, line.upperBound, quotes: quotes) {
                result.append(text)
                position = end
            } else if byte == 0x3C, let end = tagEnd(view, position, line.upperBound) {
                position = end
            } else {
                result.append(byte)
                position += 1
            }
        }
    }

    /// Where a tag of the page ends that begins there; what else stands between such brackets is the log's.
    private static func tagEnd(_ view: ByteView, _ start: Int, _ end: Int) -> Int? {
        let first = view[start + 1] == 0x2F ? start + 2 : start + 1
        var stop = first
        while stop < end, view[stop].isLetter { stop += 1 }
        let tags: [StaticString] = ["pre", "code", "samp", "p", "br", "div", "span", "li", "td", "tr"]
        guard tags.contains(where: { view.matches($0, from: first, to: stop) }) else { return nil }
        return view.firstIndex(of: 0x3E, from: stop, to: end).map { $0 + 1 }
    }

    private static func entity(
        _ view: ByteView, _ start: Int, _ end: Int, quotes: Bool
    ) -> (end: Int, text: UInt8)? {
        let entities: [(StaticString, UInt8)] = [
            ("&lt;", 0x3C), ("&gt;", 0x3E), ("&amp;", 0x26), ("&nbsp;", 0x20), ("&#x2F;", 0x2F), ("&quot;", 0x22),
            ("&#34;", 0x22), ("&apos;", 0x27), ("&#39;", 0x27), ("&#x27;", 0x27),
        ]
        for (name, text) in entities where view.starts(name, at: start, to: end) {
            return text == 0x22 && !quotes ? nil : (start + name.utf8CodeUnitCount, text)
        }
        return nil
    }

    // MARK: What Go escapes

    /// Of them .NET writes the digits as capitals.
    private static let escapes: [(text: StaticString, byte: UInt8)] = [
        ("\\u003c", 0x3C), ("\\u003e", 0x3E), ("\\u0026", 0x26), ("\\u003C", 0x3C), ("\\u003E", 0x3E),
    ]

    private static func hasEscapes(_ view: ByteView) -> Bool {
        let end = min(view.count, looked)
        return escapes.contains { escape in
            guard escape.byte == 0x3C, let found = ByteSearch.find(escape.text, in: view, from: 0, to: end) else {
                return false
            }
            // Behind another one a backslash stands for itself.
            return view[found - 1] != 0x5C
        }
    }

    private static func appendWithoutEscapes(_ view: ByteView, _ line: Range<Int>, to result: inout [UInt8]) {
        var start = line.lowerBound
        var position = start
        while let mark = view.firstIndex(of: 0x5C, from: position, to: line.upperBound) {
            position = mark + 2
            guard let escape = escapes.first(where: { view.starts($0.text, at: mark, to: line.upperBound) }) else {
                continue
            }
            view.append(start, mark, to: &result)
            result.append(escape.byte)
            start = mark + escape.text.utf8CodeUnitCount
            position = start
        }
        view.append(start, line.upperBound, to: &result)
    }

    // MARK: Cells

    /// Whether rows of Console.app with spaces for tabs are among the lines, be it behind a fence or a sentence.
    ///
    /// Where pages left a single space for each tab, some app's own logger may write such lines, too: a log of the
    /// device tells of one of the system's processes among the first.
    private static func holdsSpacedRows(
        _ view: ByteView, _ lines: [Range<Int>], _ isDaemon: (ByteView, Range<Int>) -> Bool
    ) -> Bool {
        let rows = lines.compactMap { SpacedRow(view, $0) }
        if rows.contains(where: \.hasGaps) { return true }
        return rows.count > 1 && rows.contains { isDaemon(view, $0.process) }
    }

    // MARK: Code

    private static func isCodeSpan(_ view: ByteView, _ line: Range<Int>) -> Bool {
        let last = lastMark(view, line)
        return view[line.lowerBound] == 0x60 && view[line.lowerBound + 1] != 0x60 && last > line.lowerBound
            && view[last] == 0x60
    }

    /// Whether such a mark stands before the date of a row, and none in the row ends what begins there.
    private static func opensCode(_ view: ByteView, _ line: Range<Int>, _ mark: UInt8) -> Bool {
        let start = line.lowerBound + 1
        guard view[line.lowerBound] == mark, line.count > 20 else { return false }
        let isDate =
            view[start].isDigit
            && (view[start + 2] == 0x3A || view[start + 4] == 0x2D || view[start + 4] == 0x2F)
            || LogStamp.month(view, start) != nil && view[start + 3] == 0x20
        return isDate && hasOdd(mark, view, line)
    }

    /// Whether a line ends with a mark that one in a line before it began.
    private static func closesCode(_ view: ByteView, _ line: Range<Int>, _ mark: UInt8) -> Bool {
        guard !line.isEmpty, view[lastMark(view, line)] == mark else { return false }
        return line.lowerBound < lastMark(view, line) && hasOdd(mark, view, line)
    }

    private static func hasOdd(_ mark: UInt8, _ view: ByteView, _ line: Range<Int>) -> Bool {
        var isOdd = false
        var position = line.lowerBound
        while let found = view.firstIndex(of: mark, from: position, to: line.upperBound) {
            isOdd.toggle()
            position = found + 1
        }
        return isOdd
    }

    /// The last byte of a line that is no white space.
    private static func lastMark(_ view: ByteView, _ line: Range<Int>) -> Int {
        var last = line.upperBound - 1
        while last > line.lowerBound, ByteView.isWhiteSpace(view[last]) { last -= 1 }
        return last
    }
}
