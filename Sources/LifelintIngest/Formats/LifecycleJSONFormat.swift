// SPDX-License-Identifier: MIT

public import LifelintModel

/// State dumps and exports: a JSON document that holds records, or several of them.
public struct LifecycleJSONFormat: InputFormat {
    /// The id in reports and rules.
    public let id = "lifecycle-json"
    /// What it is.
    public let title = "lifecycle dump, JSON"
    /// By what it is recognised.
    public let recognisedBy =
        "A JSON array of objects with a time and an event, or an object with such an array as events."
    /// What it tells.
    public let tells = "What the app recorded, up to the moment it wrote the dump; each document is one run."
    /// A dump is written from memory, some time after what it tells.
    public let durability = Durability.buffered
    /// Recognisers know its records by their fields.
    public let traits = InputTraits.hasFields
    /// A document is read from its start to its end.
    public let isReadInParallel = false
    /// A document may be one line of any length, so its pieces are cut anywhere.
    public let isCutAtLineEnds = false
    private let words: CompiledVocabulary

    /// The format, recognised with that vocabulary.
    public init(words: CompiledVocabulary) { self.words = words }

    /// Whether an input that begins like this is of this format.
    public func recognises(_ head: InputHead) -> Bool { HeadSniffer(head, words).isJSONDocument(id) }

    /// A reader for one input.
    public func makeReader(_ settings: ReadingSettings) -> any FormatReader {
        LifecycleJSONReader(settings, format: id, durability: durability)
    }
}

/// Reads JSON documents in pieces of any size; what is kept between two pieces is one record, or the records that wait
/// for the end of their document.
struct LifecycleJSONReader: FormatReader {
    private var builder: RecordBuilder
    private var scanner = DocumentScanner()
    private var documents: DocumentReader
    private let recordKeys: [StaticString]
    private var window: [UInt8] = []
    /// The position of the window's first byte.
    private var windowStart = 0
    /// Lines that earlier batches covered.
    private var coveredLines = 0
    private var isFirst = true

    /// A reader for one input.
    ///
    /// - Parameters:
    ///   - recordKeys: under which keys documents hold their records.
    ///   - namesRuns: whether a document is a run of its own.
    init(
        _ settings: ReadingSettings, format: String, durability: Durability, recordKeys: [StaticString] = ["events"],
        namesRuns: Bool = true, unknown: UnknownRecords = .kept
    ) {
        builder = RecordBuilder(settings, format: format, durability: durability)
        builder.unknown = unknown
        if unknown == .kept { builder.messages = MessageReader(settings, format: format, durability: durability) }
        documents = DocumentReader(namesRuns: namesRuns)
        self.recordKeys = recordKeys
    }

    mutating func read(_ chunk: [UInt8], offset: Int64, isLast: Bool) -> EventBatch {
        if isFirst {
            isFirst = false
            windowStart = Int(offset)
            scanner = DocumentScanner(position: windowStart, lineStart: windowStart, recordKeys: recordKeys)
        }
        var bytes = window
        window = []
        if bytes.isEmpty { bytes = chunk } else { bytes.append(contentsOf: chunk) }
        guard bytes.count <= IngestLimits.chunkBytes else { return builder.refusedChunk(at: offset) }
        builder.begin(chunkCount: bytes.count)
        let end = windowStart + bytes.count
        let frame = DocumentReader.Frame(base: windowStart, offset: 0, line: coveredLines)
        bytes.withView { view in
            scanner.scan(view, base: windowStart, to: end)
            if isLast { scanner.finish() }
            documents.take(scanner.items, view, frame, into: &builder)
            documents.release(view, frame, before: end, into: &builder)
        }
        scanner.items = []
        return finish(bytes, end: end, isLast: isLast)
    }

    /// Hands out what was read and keeps the bytes that are still needed.
    private mutating func finish(_ bytes: [UInt8], end: Int, isLast: Bool) -> EventBatch {
        var keep = (position: scanner.keepFrom, line: scanner.keepLine)
        if let pending = documents.pendingFrom, pending.position < keep.position { keep = pending }
        if isLast { keep = (end, bytes.last == 0x0A || bytes.isEmpty ? scanner.line : scanner.line + 1) }
        // An escape at the very end lets the scanner stand one byte beyond it.
        let kept = min(max(keep.position - windowStart, 0), bytes.count)
        builder.batch.lineCount = max(keep.line - coveredLines, 0)
        coveredLines = max(keep.line, coveredLines)
        let isNeeded = !builder.batch.records.isEmpty
        let batch = builder.batch.finish(isNeeded ? bytes : [])
        window = kept == 0 ? bytes : Array(bytes[kept...])
        windowStart += kept
        return batch
    }
}
