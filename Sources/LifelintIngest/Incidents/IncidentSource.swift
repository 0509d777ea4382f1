// SPDX-License-Identifier: MIT

import LifelintModel

/// The bytes of an input that holds reports, and where in it something stands.
final class IncidentSource {
    /// All bytes of the input, or as many of them as are read.
    let bytes: [UInt8]
    /// Whether these are the bytes of the input itself, not what is left of them without what stood around a report.
    let isAsWritten: Bool
    /// Whether nothing has to be taken off any more; looked for once.
    var isReadable: Bool
    /// The header that was read last: every parser is asked, and most need it.
    var knownHeader: KnownHeader?
    /// Where the first line lies that was found to be a header.
    private(set) var headerLine: Range<Int>?
    /// Where lines begin, as far as somebody has asked: most that is asked for stands near the beginning.
    private(set) var lines = KnownLines()

    /// The keys of documents: every format of JSON asks for them.
    private var keys: [TreeKeys] = []

    /// Lines near the beginning of the text that was asked for last: several formats of texts ask, all for the same.
    private var headLines: (range: Range<Int>, lines: [LabelledLine])?

    /// What an input holds, as it was written.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        isAsWritten = true
        isReadable = false
    }

    /// What is left of an input.
    init(readable bytes: [UInt8]) {
        self.bytes = bytes
        isAsWritten = false
        isReadable = true
    }

    /// Lines near the beginning of a text that may have a label by which a format is recognised.
    func headLines(of range: Range<Int>) -> [LabelledLine] {
        if let headLines, headLines.range == range { return headLines.lines }
        let lines = bytes.withView { HeadLines.find(in: $0, self, range) }
        headLines = (range, lines)
        return lines
    }

    /// The keys of the first object of a document; looked for once, unless there are many documents.
    func keys(of document: IncidentDocument) -> TreeKeys {
        if let known = keys.first(where: { $0.range == document.range }) { return known }
        let found = TreeKeys(document)
        if keys.count >= IncidentSource.keptKeys { keys = [] }
        keys.append(found)
        return found
    }

    private static let keptKeys = 16

    /// Takes over where lines begin, if that was found in the same bytes.
    func adopt(_ known: KnownLines) {
        if known.size == bytes.count { lines = known }
    }

    /// Notes what was found when the input was cut.
    func note(_ cutter: IncidentLineCutter) {
        lines = cutter.lines
        headerLine = cutter.headerLine
    }

    /// The lines that begin at a position or before it, and maybe more.
    func lines(to end: Int) -> KnownLines {
        findLines(before: end)
        return lines
    }

    /// The place of a range of bytes; what lies outside the input is cut off.
    func place(_ range: Range<Int>) -> IncidentPlace {
        let start = min(max(range.lowerBound, 0), bytes.count)
        let end = min(max(range.upperBound, start), bytes.count)
        findLines(before: start)
        let line = bytes.withView { lines.line(at: start, in: $0) }
        return IncidentPlace(
            offset: Int64(start), length: end - start, line: line.number, column: start - line.start)
    }

    /// How many lines there are.
    var lineCount: Int {
        findLines(before: bytes.count)
        return bytes.isEmpty ? 0 : lines.count - (bytes.last == 0x0A ? 1 : 0)
    }

    /// Finds the lines that begin at a position or before it.
    private func findLines(before end: Int) {
        guard lines.end < end else { return }
        bytes.withView { lines.find(in: $0, to: end) }
    }
}

/// A stretch of an input that holds one report, or one list of reports.
struct IncidentDocument {
    let source: IncidentSource
    /// Its bytes in the source.
    let range: Range<Int>

    init(_ source: IncidentSource, _ range: Range<Int>) {
        self.source = source
        self.range = range.clamped(to: 0..<source.bytes.count)
    }

    /// A whole input.
    init(_ bytes: [UInt8]) { self.init(IncidentSource(bytes), 0..<bytes.count) }

    var bytes: ArraySlice<UInt8> { source.bytes[range] }

    /// The translation that stands in front of it, as programs write both; nil if there is none.
    var translation: IncidentDocument? {
        source.bytes.withView { view in
            let end = range.lowerBound
            guard let label = ByteSearch.findLast("Full Report", in: view, from: max(0, end - 256), to: end),
                (label + 11..<end).allSatisfy({ view[$0] == 0x2D || IncidentValues.isBlank(view[$0]) }),
                let start = ByteSearch.findLast("Translated Report (Full Report Below)", in: view, from: 0, to: label)
            else { return nil }
            return IncidentDocument(source, start..<label)
        }
    }

    /// A copy of what begins that many bytes behind its first.
    func bytes(from start: Int) -> [UInt8] {
        source.bytes.withView { $0.bytes(range.lowerBound + start, range.upperBound) }
    }

    /// The place of all of it.
    var place: IncidentPlace { source.place(range) }

    /// The place of a range that counts from the document's first byte.
    func place(_ part: Range<Int>) -> IncidentPlace {
        source.place((range.lowerBound + part.lowerBound)..<(range.lowerBound + part.upperBound))
    }

    /// A part of it as a document of its own; the range counts from this document's first byte.
    func part(_ part: Range<Int>) -> IncidentDocument {
        IncidentDocument(source, (range.lowerBound + part.lowerBound)..<(range.lowerBound + part.upperBound))
    }
}
