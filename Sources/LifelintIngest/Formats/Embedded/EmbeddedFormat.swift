// SPDX-License-Identifier: MIT

import LifelintModel

/// An input on whose lines an app's own records stand inside of something.
///
/// Where that is a log, its rows are read, too, without what they hold of the records: both tell of the same time.
struct EmbeddedFormat: InputFormat {
    /// The log around them; nil where nothing else is known of the lines.
    private let host: (any InputFormat)?
    /// What reads the records.
    private let guest: any InputFormat
    private let kind: EmbeddedRecords.Kind
    private let words: CompiledVocabulary
    /// The rows of the log are objects themselves.
    private let skipsRows: Bool
    /// Lines without a record are the guest's, which tells what is wrong with them.
    private let keepsOthers: Bool
    let wrapper: String?

    var id: String { (host ?? guest).id }
    var traits: InputTraits { (host ?? guest).traits }
    var title: String { (host ?? guest).title }
    var recognisedBy: String { (host ?? guest).recognisedBy }
    var tells: String { (host ?? guest).tells }
    var durability: Durability { (host ?? guest).durability }
    var isReadInParallel: Bool { guest.isReadInParallel && host?.isReadInParallel ?? true }
    /// What is handed on has bytes of its own.
    var keepsChunks: Bool { false }
    var namesHosts: Bool { host?.namesHosts ?? false }
    /// A document may be one line of any length.
    var isCutAtLineEnds: Bool { guest.isCutAtLineEnds }

    func chunkEnd(in bytes: [UInt8], from start: Int) -> Int? { (host ?? guest).chunkEnd(in: bytes, from: start) }

    func recognises(_ head: InputHead) -> Bool { true }

    func makeReader(_ settings: ReadingSettings) -> any FormatReader {
        var inner = settings
        inner.durability = settings.durability ?? host?.durability
        return EmbeddedReader(
            host: host?.makeReader(settings), guest: guest.makeReader(inner),
            records: EmbeddedRecords(kind, words, skipsRows: skipsRows), keepsOthers: keepsOthers,
            cutsAnywhere: !isCutAtLineEnds)
    }

    /// The format of an input with that head, if records of an app stand on its lines inside of something.
    ///
    /// - Parameters:
    ///   - host: the log that it is; nil if no format recognises it.
    ///   - console: what any lines may be.
    ///   - skipsRows: whether rows of the log are objects themselves; nil where its first byte tells.
    static func find(
        _ head: InputHead, host: (any InputFormat)?, console: any InputFormat, _ words: CompiledVocabulary,
        skipsRows: Bool? = nil
    ) -> EmbeddedFormat? {
        guard head.bytes.prefix(LogHead.bytes).contains(0x7B) else { return nil }
        // What stands around records in JSON of no known format is structure, and tells nothing by itself.
        let isJSON = InputFormats.beginsAsJSON(head.bytes)
        if isJSON, host == nil, namesLifelint(head.bytes) { return nil }
        let skipsRows = skipsRows ?? (isJSON && host != nil)
        for kind in [EmbeddedRecords.Kind.events, .messages] {
            var records = EmbeddedRecords(kind, words, skipsRows: skipsRows)
            let survey = records.survey(head)
            guard survey.found > 0, kind == .messages || survey.known > 0 else { continue }
            // Among lines of any kind, as consoles mix them.
            let isMixed = host == nil && !isJSON && survey.found * 2 < survey.lines
            if isMixed, survey.found * 4 < survey.lines || isProse(head) { continue }
            let around = isMixed ? console : host
            // Beside rows records are lines, too.
            guard around == nil || !survey.hasSeveral, let guest = guest(kind, survey, head, &records, words) else {
                continue
            }
            return EmbeddedFormat(
                host: around, guest: guest, kind: kind, words: words, skipsRows: skipsRows,
                keepsOthers: around == nil && !isJSON,
                wrapper: around == nil ? wrapper(head, survey, isJSON: isJSON) : around?.wrapper)
        }
        return nil
    }

    /// What lifelint wrote for other tools quotes its evidence, and is none.
    private static func namesLifelint(_ bytes: [UInt8]) -> Bool {
        bytes.withView { ByteSearch.find("lifelint", in: $0, from: 0, to: min($0.count, 16 << 10)) != nil }
    }

    private static func guest(
        _ kind: EmbeddedRecords.Kind, _ survey: EmbeddedRecords.Survey, _ head: InputHead,
        _ records: inout EmbeddedRecords, _ words: CompiledVocabulary
    ) -> (any InputFormat)? {
        switch kind {
        case .events:
            return survey.hasSeveral ? LifecycleJSONFormat(words: words) : LifecycleJSONLinesFormat(words: words)
        case .messages:
            let format = AppLogFormats.objects(words)
            let split = InputHead(bytes: records.split(head.bytes, keepsOthers: false).records, isWhole: head.isWhole)
            guard !survey.hasSeveral, format.recognises(split) else { return nil }
            return format.fitted(to: split, words)
        }
    }

    /// What reports call that which stands around the records.
    private static func wrapper(_ head: InputHead, _ survey: EmbeddedRecords.Survey, isJSON: Bool) -> String {
        if survey.hasStrings { return "json-string" }
        if isJSON { return "json-member" }
        let wrapping = head.bytes.withView { LogHead($0, isWhole: head.isWhole).wrapping }
        return wrapping?.name ?? "prefix"
    }

    private static func isProse(_ head: InputHead) -> Bool {
        head.bytes.withView { LogHead($0, isWhole: head.isWhole).isProse }
    }
}

/// Reads the records and what is around them, and puts together what both tell.
private struct EmbeddedReader: FormatReader {
    var host: (any FormatReader)?
    var guest: any FormatReader
    var records: EmbeddedRecords
    let keepsOthers: Bool
    /// Chunks may end inside of a record.
    let cutsAnywhere: Bool
    private var carry: [UInt8] = []
    private var instants = InstantParser()
    /// Up to where rows with a time were looked for, in the input, and the last that was found.
    private var timed: (end: Int64, row: LogRow?) = (0, nil)

    /// How much earlier than its row a record is of an earlier session, which the app prints as it sends it: where both
    /// state their zones, where they need not be of one, and where the record is of the process that writes the row.
    private static let earlier = (
        stated: 2 * 60 * InstantParser.second, any: 15 * 3_600 * InstantParser.second, own: 7 * InstantParser.day
    )

    init(
        host: (any FormatReader)?, guest: any FormatReader, records: EmbeddedRecords, keepsOthers: Bool,
        cutsAnywhere: Bool
    ) {
        self.host = host
        self.guest = guest
        self.records = records
        self.keepsOthers = keepsOthers
        self.cutsAnywhere = cutsAnywhere
    }

    mutating func read(_ chunk: [UInt8], offset: Int64, isLast: Bool) -> EventBatch {
        guard chunk.count <= IngestLimits.chunkBytes else { return guest.read(chunk, offset: offset, isLast: isLast) }
        if cutsAnywhere { return readPiece(chunk, offset: offset, isLast: isLast) }
        let (inside, rest, _) = records.split(chunk, keepsOthers: keepsOthers)
        let inner = guest.read(inside, offset: offset, isLast: isLast)
        if let outer = host?.read(rest, offset: offset, isLast: isLast) {
            let own = withoutEarlier(inner, in: chunk, offset)
            return outer.joined(with: own, rowClock: offset == 0 ? rowClock(of: own, in: chunk) : nil)
        }
        return keepsOthers ? inner : inner.joined(with: longLine(chunk, offset))
    }

    /// Of the records those that did not take place long before the row that holds them was written.
    private mutating func withoutEarlier(_ inner: EventBatch, in chunk: [UInt8], _ offset: Int64) -> EventBatch {
        guard let host = host as? any LogRowReader, !inner.records.isEmpty else { return inner }
        return chunk.withView { view in
            inner.without(IngestProblem.earlierRecord) { record in
                let position = record.offset - offset
                guard position >= 0, position < Int64(view.count),
                    let row = row(around: Int(position), host, view, offset),
                    let written = row.time.instant(near: record.time)
                else { return false }
                var margin = EmbeddedReader.earlier.any
                if written.hasZone, !record.isZoneAssumed { margin = EmbeddedReader.earlier.stated }
                if record.hasPID, record.pid == row.pid { margin = EmbeddedReader.earlier.own }
                return record.time < written.nanoseconds.subtractingClamped(margin)
            }
        }
    }

    /// The row that holds a record; where that has no time, as what is printed has none, the last one before it that
    /// does.
    private mutating func row(
        around position: Int, _ host: any LogRowReader, _ view: ByteView, _ offset: Int64
    ) -> LogRow? {
        if let row = host.row(around: position, in: view, &instants), row.time != .missing { return row }
        // What was looked through for the record before need not be again.
        let lower = max(0, min(timed.end - offset, Int64(position)))
        if let row = host.timedRow(upTo: position, from: Int(lower), in: view, &instants) { timed.row = row }
        timed.end = offset + Int64(position)
        return timed.row
    }

    /// What the records at the beginning of a log tell of its rows, where those state no year or no zone.
    private mutating func rowClock(of own: EventBatch, in chunk: [UInt8]) -> RowClock? {
        guard let host = host as? any LogRowReader, !own.records.isEmpty, !own.assumesYear, !own.isDateAssumed else {
            return nil
        }
        return chunk.withView { view -> RowClock? in
            guard let first = host.firstTime(in: view, &instants) else { return nil }
            var builder = RowClockBuilder(firstTime: first)
            if !builder.isNeeded { return nil }
            let kept = timed
            timed = (0, nil)
            defer { timed = kept }
            for record in own.records where record.offset >= 0 && record.offset < Int64(view.count) {
                let position = Int(record.offset)
                guard let row = row(around: position, host, view, 0) else { continue }
                builder.add(record, row, isOwn: row.message.contains(position))
                builder.add(device: view.bytes(row.device.lowerBound, row.device.upperBound))
            }
            return builder.clock
        }
    }

    /// What follows the last whole record waits for its end, as long as one may be.
    private mutating func readPiece(_ chunk: [UInt8], offset: Int64, isLast: Bool) -> EventBatch {
        let start = offset - Int64(carry.count)
        let bytes = carry + chunk
        carry = []
        var (inside, _, end) = records.split(bytes, keepsOthers: keepsOthers)
        if !isLast, bytes.count - end <= IngestLimits.lineBytes {
            carry = Array(bytes[end...])
            inside.removeLast(bytes.count - end)
        }
        return guest.read(inside, offset: start, isLast: isLast)
    }

    /// A line that is too long comes alone, and cut: its reader would see nothing of it.
    private func longLine(_ chunk: [UInt8], _ offset: Int64) -> EventBatch {
        let isLong = chunk.count > IngestLimits.lineBytes && !chunk.prefix(IngestLimits.lineBytes + 1).contains(0x0A)
        let problem = ReadingProblem(
            offset: offset, line: 0, column: 0, code: .lineTooLong, message: IngestProblem.lineTooLong)
        return EventBatch(
            bytes: [], records: [], attributes: [], problems: isLong ? [problem] : [], problemCount: isLong ? 1 : 0)
    }
}
