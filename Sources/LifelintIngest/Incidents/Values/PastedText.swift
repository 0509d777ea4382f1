// SPDX-License-Identifier: MIT

/// Takes off what issue trackers and chats put around a report that somebody pasted: a fence, quotation marks,
/// back-ticks, an indentation, numbers of lines, the entities of a page; and puts straight the quotation marks that
/// some editors bend.
///
/// Only where hardly anything else stands in the file: what a page of documentation shows is no report of anybody's
/// app.
enum PastedText {
    /// Lines in front of a fence, such as a heading and a greeting.
    private static let linesBefore = 8
    /// How far a fence is looked for.
    private static let reach = 1 << 10
    /// Lines that are looked at to see whether all are marked.
    private static let sampledLines = 16

    /// So often what somebody pasted is quoted again, and fenced.
    private static let mostLayers = 4

    /// The bytes of the report; nil if nothing is around it.
    static func content(of bytes: [UInt8]) -> [UInt8]? {
        var content: [UInt8]?
        for _ in 0..<mostLayers {
            guard let inner = layer(of: content ?? bytes) else { break }
            content = inner
        }
        return PageEntities.decoded(content ?? bytes) ?? content
    }

    /// The bytes without the outermost of what is around the report.
    private static func layer(of bytes: [UInt8]) -> [UInt8]? {
        bytes.withView { view in
            let first = view.skipWhiteSpace(from: 0, to: min(view.count, reach))
            if let numbers = LineNumbers(view, lineStart(view, first)) {
                let marked: Marked = { numbers.text(in: $0, $1) }
                return isMarked(view, lineStart(view, first), with: marked) ? unmarked(view, marked) : nil
            }
            switch view[first] {
            case 0x7B where isFence(view, first): return fenced(view)
            case 0x7B, 0x5B:
                let next = view.skipWhiteSpace(from: first + 1, to: min(view.count, reach))
                if view.starts("\"data\"", at: next, to: view.count), let text = answered(view, next) { return text }
                if headsText(view, first) { return unindented(view, first) }
                return isBent(view, next) ? straightened(view) : nil
            case 0x3E: return isMarked(view, first, with: quotation) ? unmarked(view, quotation) : nil
            case 0x60 where view[first + 1] != 0x60:
                return isMarked(view, first, with: ticked) ? unmarked(view, ticked) : nil
            default: return isIndented(view, first) ? unindented(view, first) : fenced(view) ?? introduced(view)
            }
        }
    }

    private static func isIndented(_ view: ByteView, _ first: Int) -> Bool {
        let line = lineStart(view, first)
        return first - line >= leastIndentation || view[line] == 0x09
    }

    /// The bytes without what all lines have in front of them.
    private static func unindented(_ view: ByteView, _ first: Int) -> [UInt8]? {
        let line = lineStart(view, first)
        let marked: Marked = { indented($0, $1, by: first - line) }
        return isMarked(view, line, with: marked) ? unmarked(view, marked) : nil
    }

    /// Whether the header of a report stands there, indented, above a text: a body that is an object is read as it
    /// stands.
    private static func headsText(_ view: ByteView, _ first: Int) -> Bool {
        guard isIndented(view, first) else { return false }
        let end = line(view, first).upperBound
        guard IPSHeader.isHeader(view, first, end) else { return false }
        return view[view.skipWhiteSpace(from: end, to: view.count)].isLetter
    }

    // MARK: Marks on each line

    /// What is left of a marked line; nil if it has no mark.
    private typealias Marked = (ByteView, Range<Int>) -> Range<Int>?

    /// A line behind a sign of quotation: `> text`.
    private static func quotation(_ view: ByteView, _ line: Range<Int>) -> Range<Int>? {
        guard view[line.lowerBound] == 0x3E else { return nil }
        let start = line.lowerBound + 1
        return (start < line.upperBound && view[start] == 0x20 ? start + 1 : start)..<line.upperBound
    }

    /// A line between back-ticks.
    private static func ticked(_ view: ByteView, _ line: Range<Int>) -> Range<Int>? {
        guard line.count >= 2, view[line.lowerBound] == 0x60, view[line.upperBound - 1] == 0x60 else { return nil }
        return (line.lowerBound + 1)..<(line.upperBound - 1)
    }

    /// A line that stands as far in as the first one.
    private static func indented(_ view: ByteView, _ line: Range<Int>, by count: Int) -> Range<Int>? {
        let start = line.lowerBound + count
        guard line.count >= count, (line.lowerBound..<start).allSatisfy({ view[$0] == 0x20 || view[$0] == 0x09 }) else {
            return (line.allSatisfy { view[$0] == 0x20 || view[$0] == 0x09 }) ? line.upperBound..<line.upperBound : nil
        }
        return start..<line.upperBound
    }

    /// What makes text code in Markdown.
    private static let leastIndentation = 4

    private static func isMarked(_ view: ByteView, _ start: Int, with marked: Marked) -> Bool {
        var position = start
        var lines = 0
        while position < view.count, lines < sampledLines {
            let line = self.line(view, position)
            if !line.isEmpty, marked(view, line) == nil { return false }
            lines += 1
            position = following(view, position)
        }
        return lines > 1
    }

    private static func unmarked(_ view: ByteView, _ marked: Marked) -> [UInt8] {
        var content: [UInt8] = []
        content.reserveCapacity(view.count)
        var position = 0
        while position < view.count {
            let line = self.line(view, position)
            let text = marked(view, line) ?? line
            view.append(text.lowerBound, text.upperBound, to: &content)
            content.append(0x0A)
            position = following(view, position)
        }
        return content
    }

    // MARK: Bent quotation marks

    /// Whether a quotation mark stands there as typographers set it: “ ” or „.
    private static func isBent(_ view: ByteView, _ position: Int) -> Bool {
        view[position] == 0xE2 && view[position + 1] == 0x80 && (0x9C...0x9E).contains(view[position + 2])
    }

    /// The bytes with straight marks; the blanks for what is left of each stand outside of its text, so that every
    /// place stays what it is.
    private static func straightened(_ view: ByteView) -> [UInt8] {
        var content: [UInt8] = []
        content.reserveCapacity(view.count)
        var isInText = false
        var position = 0
        while position < view.count {
            let byte = view[position]
            if byte == 0x5C, isInText, isBent(view, position + 1) {
                content += [0x5C, 0x22, 0x20, 0x20]
                position += 4
            } else if byte == 0x5C, isInText {
                view.append(position, min(position + 2, view.count), to: &content)
                position += 2
            } else if isBent(view, position) {
                content += isInText ? [0x22, 0x20, 0x20] : [0x20, 0x20, 0x22]
                isInText.toggle()
                position += 3
            } else {
                if byte == 0x22 { isInText.toggle() }
                content.append(byte)
                position += 1
            }
        }
        return content
    }

    // MARK: A fence

    /// Whether a line begins or ends code: as Markdown writes it, or as Jira does.
    private static func isFence(_ view: ByteView, _ start: Int) -> Bool {
        fences.contains { view.starts($0, at: start, to: view.count) }
    }

    private static let fences: [StaticString] = ["```", "{code}", "{code:", "{noformat}"]

    /// What stands between two fences; what stands around them is blank then, so that every place stays what it is.
    private static func fenced(_ view: ByteView) -> [UInt8]? {
        let head = min(view.count, reach)
        guard view.firstIndex(of: 0x60, from: 0, to: head) != nil || view.firstIndex(of: 0x7B, from: 0, to: head) != nil
        else { return nil }
        var position = 0
        var lines = 0
        while position < min(view.count, reach), lines <= linesBefore {
            let isFence = isFence(view, position)
            position = following(view, position)
            if isFence { break }
            lines += 1
            if lines > linesBefore { return nil }
        }
        let start = position
        var end = view.count
        while position < view.count {
            if isFence(view, position) {
                end = position
                break
            }
            position = following(view, position)
        }
        // A page that shows a report among others is none.
        guard start < end, (end - start) >= view.count / 10 * 8 else { return nil }
        var content = [UInt8](repeating: 0x20, count: view.count)
        for index in 0..<view.count where view[index] == 0x0A { content[index] = 0x0A }
        for index in start..<end { content[index] = view[index] }
        // Another report has a fence of its own.
        position = following(view, end)
        while position < view.count {
            let isFence = isFence(view, position)
            position = following(view, position)
            guard isFence, position < view.count else { continue }
            let inner = position
            while position < view.count, !self.isFence(view, position) { position = following(view, position) }
            if beginsReport(view, inner) {
                for index in inner..<min(position, view.count) { content[index] = view[index] }
            }
            position = following(view, position)
        }
        return content
    }

    /// Whether what stands there begins like a report: with a header, or with a line that names it, its device or its
    /// process.
    private static func beginsReport(_ view: ByteView, _ position: Int) -> Bool {
        let first = view.skipWhiteSpace(from: position, to: view.count)
        let line = line(view, first)
        if IPSHeader.isHeader(view, first, line.upperBound) { return true }
        guard let label = CrashTextLabel.find(view, first, line.upperBound)?.label else { return false }
        return label == .incident || label == .process || label.isOfHead
    }

    // MARK: An answer of a server

    /// What App Store Connect answers to who asks for the crash of a tester: the report is a text in it.
    private static func answered(_ view: ByteView, _ start: Int) -> [UInt8]? {
        guard let key = ByteSearch.find("\"logText\"", in: view, from: start, to: min(view.count, start + reach)) else {
            return nil
        }
        let colon = view.skipWhiteSpace(from: key + 9, to: view.count)
        guard view[colon] == 0x3A else { return nil }
        let value = LooseJSON(view, plainAt: view.skipWhiteSpace(from: colon + 1, to: view.count), limit: view.count)
        guard value.isString, !value.content.isEmpty else { return nil }
        return JSONSyntax.unescaped(view, value.content.lowerBound, value.content.upperBound)
    }

    // MARK: Words before it

    /// What stands behind a few lines of words: an object in braces, or lines that are quoted; the words are blank
    /// then.
    ///
    /// A text that is no object is found without that.
    private static func introduced(_ view: ByteView) -> [UInt8]? {
        var position = 0
        var lines = 0
        while position < min(view.count, reach), lines <= introduction {
            let line = self.line(view, position)
            let first = view.skipWhiteSpace(from: line.lowerBound, to: line.upperBound)
            // A page has headings, fences are looked for before, and what begins with its time is a row of a log.
            if view[first] == 0x23 || view[first] == 0x60 || hasClock(view, line) { return nil }
            if lines > 0, first < line.upperBound {
                let isObject = view[first] == 0x7B && view[first + 1] == 0x22
                if isObject || view[first] == 0x3E && isMarked(view, line.lowerBound, with: quotation) {
                    var content = [UInt8](repeating: 0x20, count: position)
                    for index in 0..<position where view[index] == 0x0A { content[index] = 0x0A }
                    view.append(position, view.count, to: &content)
                    return isObject ? content : content.withView { unmarked($0, quotation) }
                }
            }
            if first < line.upperBound { lines += 1 }
            position = following(view, position)
        }
        return nil
    }

    /// Whether a line holds a time to the second, in front of what it would be quoted with.
    private static func hasClock(_ view: ByteView, _ line: Range<Int>) -> Bool {
        guard view[line.lowerBound] != 0x7B, view[line.lowerBound] != 0x3E else { return false }
        let end = min(line.upperBound, line.lowerBound + clockReach)
        var position = line.lowerBound + 2
        while let colon = view.firstIndex(of: 0x3A, from: position, to: end), colon + 6 <= end {
            let start = colon - 2
            let isClock = (0..<8).allSatisfy { $0 % 3 == 2 ? view[start + $0] == 0x3A : view[start + $0].isDigit }
            if isClock { return true }
            position = colon + 1
        }
        return false
    }

    /// How far in its line the time of a row stands.
    private static let clockReach = 64

    /// So many lines of words introduce a report.
    private static let introduction = 3

    // MARK: Lines

    /// Where the line of a position begins.
    private static func lineStart(_ view: ByteView, _ position: Int) -> Int {
        var start = position
        while start > 0, view[start - 1] != 0x0A { start -= 1 }
        return start
    }

    private static func line(_ view: ByteView, _ start: Int) -> Range<Int> {
        var end = view.firstIndex(of: 0x0A, from: start, to: view.count) ?? view.count
        if end > start, view[end - 1] == 0x0D { end -= 1 }
        return start..<end
    }

    private static func following(_ view: ByteView, _ start: Int) -> Int {
        (view.firstIndex(of: 0x0A, from: start, to: view.count) ?? view.count) + 1
    }
}
