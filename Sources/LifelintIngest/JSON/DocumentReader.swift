// SPDX-License-Identifier: MIT

import LifelintModel

/// Turns what ``DocumentScanner`` finds into events: records of a document get its defaults, and a run of their own.
struct DocumentReader {
    private struct Document {
        var defaults = RecordDefaults()
        var pending: [RecordPlace] = []
        /// Whether records were read before the document was known to its end.
        var isRead = false
        var run: [UInt8] = []
    }

    /// How positions of the scanner map to the view and to the batch.
    struct Frame {
        /// The position of the view's first byte.
        var base: Int
        /// What makes a position the offset from the start of the input.
        var offset: Int64
        /// The line of the batch's first line.
        var line: Int
    }

    /// Whether a document is a run of its own.
    private let namesRuns: Bool
    private var open: [Document] = []
    /// By the digest of their first record: documents by the digest of all of it, with their numbers.
    private var runs: [UInt64: [UInt64: Int]] = [:]
    private var runCount = 0

    init(namesRuns: Bool = true) { self.namesRuns = namesRuns }

    /// The position of the first record that waits for the end of its document, and its line.
    var pendingFrom: (position: Int, line: Int)? {
        open.lazy.compactMap { document in document.pending.first.map { ($0.start, $0.line) } }.first
    }

    /// Takes what the scanner found.
    mutating func take(
        _ items: [DocumentScanner.Item], _ view: ByteView, _ frame: Frame, into builder: inout RecordBuilder
    ) {
        for item in items {
            switch item {
            case .record(let start, let end, let line, let column):
                builder.batch.recordCount += 1
                // Kept by their positions in the input: the view that holds them may be another one by then.
                let place = RecordPlace(start: start, end: end, offset: 0, line: line, column: column)
                guard let last = open.indices.last else {
                    read(place, view, frame, into: &builder)
                    continue
                }
                open[last].pending.append(place)
                if let first = open[last].pending.first, end - first.start > IngestLimits.documentBytes {
                    readPending(of: last, view, frame, into: &builder)
                    open[last].isRead = true
                }
            case .documentBegin: open.append(Document())
            case .member(let key, let value, let line, let column):
                addDefault(key, value, line, column, view, frame, into: &builder)
            case .documentEnd:
                guard let last = open.indices.last else { continue }
                readPending(of: last, view, frame, into: &builder)
                open.removeLast()
            case .problem(let code, let position, let line, let column, let message):
                builder.batch.report(
                    ReadingProblem(
                        offset: Int64(position) + frame.offset, line: line - frame.line, column: column, code: code,
                        message: message))
            }
        }
    }

    /// Reads what waits, although its document goes on: so much else stands in it that it cannot be kept until its end.
    mutating func release(_ view: ByteView, _ frame: Frame, before end: Int, into builder: inout RecordBuilder) {
        for index in open.indices {
            guard let first = open[index].pending.first, end - first.start > 2 * IngestLimits.documentBytes else {
                continue
            }
            readPending(of: index, view, frame, into: &builder)
            open[index].isRead = true
        }
    }

    private mutating func readPending(
        of index: Int, _ view: ByteView, _ frame: Frame, into builder: inout RecordBuilder
    ) {
        guard let first = open[index].pending.first, let last = open[index].pending.last else { return }
        if open[index].run.isEmpty {
            open[index].run = runName(
                view, first: (first.start - frame.base)..<(first.end - frame.base), end: last.end - frame.base,
                open[index].defaults)
        }
        var defaults = open[index].defaults
        if namesRuns, !defaults.tokens.contains(where: { $0.meaning.field == .run }) {
            _ = defaults.add(
                key: Array("run".utf8), value: open[index].run, form: .string,
                meaning: KeyMeaning(field: .run))
        }
        defaults.beginBatch()
        builder.defaults = defaults
        for place in open[index].pending { read(place, view, frame, into: &builder) }
        open[index].pending = []
        builder.defaults = RecordDefaults()
        builder.defaults.beginBatch()
    }

    private func read(_ place: RecordPlace, _ view: ByteView, _ frame: Frame, into builder: inout RecordBuilder) {
        let local = RecordPlace(
            start: place.start - frame.base, end: place.end - frame.base, offset: Int64(place.start) + frame.offset,
            line: place.line - frame.line, column: place.column)
        if !JSONRecordReader.read(view, local, isCut: false, into: &builder) {
            builder.report(
                .invalidJSON, at: local.start, local, view, "A document inside the records of a document is not read.")
        }
    }

    /// A name for the run that a document is: from its first record, so that it does not depend on where it stands.
    ///
    /// Documents that begin alike are still runs of their own; one that is told again as it was is the same run, as it
    /// is where it stands in another file.
    private mutating func runName(
        _ view: ByteView, first: Range<Int>, end: Int, _ defaults: RecordDefaults
    ) -> [UInt8] {
        var digest = ByteDigest()
        digest.add(first.lazy.map { view[$0] })
        let start = digest.value
        digest.add((first.upperBound..<max(end, first.upperBound)).lazy.map { view[$0] })
        for token in defaults.tokens {
            digest.add(part: token.key)
            digest.add(part: token.value)
        }
        let hash = digest.value
        var name = "document-" + ByteDigest.text(of: start)
        var number = runs[start]?[hash]
        if number == nil, runCount < IngestLimits.documentsPerInput {
            number = runs[start, default: [:]].count + 1
            runs[start, default: [:]][hash] = number
            runCount += 1
        }
        if let number, number > 1 { name += "-\(number)" }
        return Array(name.utf8)
    }

    private mutating func addDefault(
        _ key: Range<Int>, _ value: Range<Int>, _ line: Int, _ column: Int, _ view: ByteView, _ frame: Frame,
        into builder: inout RecordBuilder
    ) {
        guard let last = open.indices.last else { return }
        func report(_ code: ProblemCode, _ message: String) {
            builder.batch.report(
                ReadingProblem(
                    offset: Int64(value.lowerBound) + frame.offset, line: line - frame.line, column: column, code: code,
                    message: message))
        }
        let start = value.lowerBound - frame.base
        let end = value.upperBound - frame.base
        guard (try? JSONSyntax.scalar(view, start, end)) == end else {
            return report(.invalidJSON, IngestProblem.expected("a value", found: view[start]))
        }
        if view[start] == 0x6E { return }
        if open[last].isRead { return report(.tooLarge, IngestProblem.lateDefault) }
        let name = JSONSyntax.unescaped(view, key.lowerBound - frame.base, key.upperBound - frame.base)
        var meaning = name.withView { builder.words.meaning($0, 0, $0.count) }
        // A document has no time and is no event; its `name` or `date` say something about all of its records.
        if meaning.field == .time || meaning.field == .event { meaning.field = .attribute }
        let isString = view[start] == 0x22
        let bytes = isString ? JSONSyntax.unescaped(view, start + 1, end - 1) : view.bytes(start, end)
        let form: ValueForm = isString ? .string : view[start].isLetter ? .truth : .number
        guard RecordDefaults.accepts(meaning, form, bytes) else {
            return report(.badValue, IngestProblem.badValue(name, bytes, meaning))
        }
        if !open[last].defaults.add(key: name, value: bytes, form: form, meaning: meaning) {
            report(.tooLarge, IngestProblem.tooManyDefaults)
        }
    }
}
