// SPDX-License-Identifier: MIT

public import LifelintModel

/// lifelint's own log format for machines: one JSON object per line.
public struct LifecycleJSONLinesFormat: InputFormat {
    /// The id in reports and rules.
    public let id = "lifecycle-jsonl"
    /// What it is.
    public let title = "lifecycle log, JSON Lines"
    /// By what it is recognised.
    public let recognisedBy = "Lines that are JSON objects with a time and an event."
    /// What it tells.
    public let tells = "Everything the vocabulary has, as exactly as the app writes it."
    /// Its lines are written before the process goes on: that is its contract.
    public let durability = Durability.immediate
    /// Recognisers know its records by their fields.
    public let traits = InputTraits.hasFields
    /// Each line stands for itself.
    public let isReadInParallel = true
    private let words: CompiledVocabulary

    /// The format, recognised with that vocabulary.
    public init(words: CompiledVocabulary) { self.words = words }

    /// Whether an input that begins like this is of this format.
    public func recognises(_ head: InputHead) -> Bool { HeadSniffer(head, words).isJSONLines(id) }

    /// A reader for one input.
    public func makeReader(_ settings: ReadingSettings) -> any FormatReader {
        LifecycleJSONLinesReader(settings, format: id, durability: durability)
    }
}

/// Reads JSON Lines: the hot path of lifecycle logs.
struct LifecycleJSONLinesReader: FormatReader {
    private var builder: RecordBuilder

    /// A reader for one input.
    init(_ settings: ReadingSettings, format: String, durability: Durability) {
        builder = RecordBuilder(settings, format: format, durability: durability)
        builder.messages = MessageReader(settings, format: format, durability: durability)
    }

    mutating func read(_ chunk: [UInt8], offset: Int64, isLast: Bool) -> EventBatch {
        builder.begin(chunkCount: chunk.count)
        guard chunk.count <= IngestLimits.chunkBytes else { return builder.refusedChunk(at: offset) }
        chunk.withView { view in
            var start = offset == 0 && view.hasByteOrderMark ? 3 : 0
            var line = 0
            while start < view.count {
                let feed = view.firstIndex(of: 0x0A, from: start, to: view.count)
                let end = feed ?? view.count
                readLine(view, start, end, line, offset, isCut: feed == nil && isLast)
                start = end &+ 1
                line &+= 1
            }
            builder.batch.lineCount = line
        }
        return builder.batch.finish(chunk)
    }

    @inline(__always) private mutating func readLine(
        _ view: ByteView, _ lineStart: Int, _ lineEnd: Int, _ line: Int, _ offset: Int64, isCut: Bool
    ) {
        let start = view[lineStart] == 0x7B ? lineStart : view.skipWhiteSpace(from: lineStart, to: lineEnd)
        guard start < lineEnd else { return }
        builder.batch.recordCount &+= 1
        let end = view[lineEnd &- 1] == 0x0D ? lineEnd &- 1 : lineEnd
        let place = RecordPlace(
            start: start, end: end, offset: offset &+ Int64(start), line: line, column: start &- lineStart)
        guard end &- start <= IngestLimits.lineBytes else {
            builder.report(.lineTooLong, at: start, place, view, IngestProblem.lineTooLong)
            // What stands at its beginning is found before the scan comes to its end.
            _ = try? JSONRecordScanner.scan(view, start, start &+ IngestLimits.sourceBytes, into: &builder)
            builder.addGap(view, place)
            return
        }
        switch view[start] {
        case 0x7B:
            if !JSONRecordReader.read(view, place, isCut: isCut, into: &builder) { readDocument(view, place, offset) }
        case 0x5B: readDocument(view, place, offset)
        default:
            builder.report(.invalidJSON, at: start, place, view, IngestProblem.notAnObject(view[start]))
            builder.noteUnreadable(view, place)
        }
    }

    /// A line that holds a document: a run of its own.
    @inline(never) private mutating func readDocument(_ view: ByteView, _ place: RecordPlace, _ offset: Int64) {
        // The records inside count, not the line.
        builder.batch.recordCount -= 1
        var scanner = DocumentScanner(
            position: place.start, line: place.line, lineStart: place.start - place.column, isArrayDocument: true)
        scanner.scan(view, base: 0, to: place.end)
        scanner.finish()
        var reader = DocumentReader()
        reader.take(scanner.items, view, DocumentReader.Frame(base: 0, offset: offset, line: 0), into: &builder)
    }
}
