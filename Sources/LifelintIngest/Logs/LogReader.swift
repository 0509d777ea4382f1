// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads a log of text lines: finds the few that recognisers know, and makes events of them.
struct LogReader<Shape: LogShape>: FormatReader {
    private let shape: Shape
    private let lines: CompiledLines
    private var writer: LogEventWriter
    private var calendar: LogCalendar
    private var instants = InstantParser()
    /// Patterns whose texts stand in the record in hand.
    private var pending: [Int] = []

    /// A reader for one input.
    init(shape: Shape, settings: ReadingSettings, format: String, durability: Durability) {
        self.shape = shape
        lines = settings.words.lines(of: format)
        writer = LogEventWriter(settings, format: format, durability: durability)
        calendar = LogCalendar(date: settings.date)
    }

    /// How many messages recognisers understood so far.
    var recognisedCount: Int { writer.recognisedCount }

    mutating func read(_ chunk: [UInt8], offset: Int64, isLast: Bool) -> EventBatch {
        writer.builder.begin(chunkCount: chunk.count)
        guard chunk.count <= IngestLimits.chunkBytes else {
            writer.builder.batch.report(
                ReadingProblem(
                    offset: offset, line: 0, column: 0, code: .tooLarge, message: IngestProblem.chunkTooLarge))
            return writer.builder.batch.finish([])
        }
        chunk.withView { view in
            let start = offset == 0 && view.hasByteOrderMark ? 3 : 0
            if Shape.dependsOnOrder {
                readEveryRow(view, start, offset)
            } else {
                readKnownRows(view, start, offset)
            }
        }
        return writer.builder.batch.finish(chunk)
    }

    // MARK: Rows that hold a text of some pattern

    private mutating func readKnownRows(_ view: ByteView, _ start: Int, _ offset: Int64) {
        var record: LogRecord?
        var counter = LineCounter(view)
        lines.search.forEach(in: view, from: start, to: view.count) { number, position in
            if let known = record {
                if position < known.end {
                    pending.append(contentsOf: lines.candidates(number))
                    return nil
                }
                evaluate(known, view, offset, &counter)
                record = nil
            }
            pending.removeAll(keepingCapacity: true)
            guard let found = locate(view, start, position) else {
                return view.firstIndex(of: 0x0A, from: position, to: view.count).map { $0 + 1 } ?? view.count
            }
            pending.append(contentsOf: lines.candidates(number))
            record = found
            return nil
        }
        if let record { evaluate(record, view, offset, &counter) }
        writer.builder.batch.lineCount = counter.count(to: view.count)
        writer.builder.batch.recordCount = writer.builder.batch.lineCount
    }

    /// The message around a position: back to the line that begins it, and on to the one that begins the next.
    private mutating func locate(_ view: ByteView, _ chunkStart: Int, _ position: Int) -> LogRecord? {
        var start = lineStart(view, chunkStart, position)
        var remaining = Shape.hasContinuations ? IngestLimits.messageLines : 1
        while remaining > 0 {
            let end = lineEnd(view, start)
            if let row = shape.row(view, start, textEnd(view, start, end), &instants) {
                return extended(LogRecord(row: row, start: start, end: end), view)
            }
            guard start > chunkStart, !shape.isFurniture(view, start, end) else { return nil }
            start = lineStart(view, chunkStart, start - 1)
            remaining -= 1
        }
        return nil
    }

    /// The message with the lines that go on with it.
    private mutating func extended(_ record: LogRecord, _ view: ByteView) -> LogRecord {
        guard Shape.hasContinuations else { return record }
        var record = record
        while record.end < view.count, record.end - record.start < IngestLimits.messageBytes {
            let start = record.end + 1
            guard start < view.count else { break }
            let end = lineEnd(view, start)
            let stop = textEnd(view, start, end)
            if shape.isFurniture(view, start, stop) || shape.row(view, start, stop, &instants) != nil { break }
            record.end = end
            record.hasContinuations = true
        }
        return record
    }

    private mutating func evaluate(
        _ record: LogRecord, _ view: ByteView, _ offset: Int64, _ counter: inout LineCounter
    ) {
        guard record.row.isMessage, let time = calendar.instant(record.row.time) else { return }
        let line = counter.count(to: record.start)
        let place = RecordPlace(
            start: record.start, end: textEnd(view, record.start, record.end),
            offset: offset + Int64(record.start), line: line, column: 0)
        pending.sort()
        writer.write(
            record, view, place, time: time, candidates: pending, lines: lines, escaping: Shape.escaping)
    }

    // MARK: Rows whose times depend on those before

    private mutating func readEveryRow(_ view: ByteView, _ first: Int, _ offset: Int64) {
        var start = first
        var line = 0
        var record: LogRecord?
        while start < view.count {
            let end = lineEnd(view, start)
            let stop = textEnd(view, start, end)
            if let row = shape.row(view, start, stop, &instants) {
                if let record { evaluateSearched(record, view, offset) }
                writer.builder.batch.recordCount += 1
                record = LogRecord(row: row, start: start, end: end, line: line)
            } else if shape.isFurniture(view, start, stop) {
                if let record { evaluateSearched(record, view, offset) }
                record = nil
                if let date = shape.day(view, start, stop) { calendar.begin(date) }
            } else if Shape.hasContinuations, record != nil {
                record?.end = end
                record?.hasContinuations = true
            }
            start = end + 1
            line += 1
        }
        if let record { evaluateSearched(record, view, offset) }
        writer.builder.batch.lineCount = line
    }

    private mutating func evaluateSearched(_ record: LogRecord, _ view: ByteView, _ offset: Int64) {
        guard record.row.isMessage, let time = calendar.instant(record.row.time) else { return }
        pending.removeAll(keepingCapacity: true)
        let end = min(record.end, record.start + IngestLimits.messageBytes)
        lines.search.forEach(in: view, from: record.start, to: end) { number, _ in
            pending.append(contentsOf: lines.candidates(number))
            return nil
        }
        guard !pending.isEmpty else { return }
        pending.sort()
        let place = RecordPlace(
            start: record.start, end: textEnd(view, record.start, end), offset: offset + Int64(record.start),
            line: record.line, column: 0)
        writer.write(
            record, view, place, time: time, candidates: pending, lines: lines, escaping: Shape.escaping)
    }

    // MARK: Lines

    private func lineStart(_ view: ByteView, _ first: Int, _ position: Int) -> Int {
        var start = position
        while start > first, view[start &- 1] != 0x0A { start &-= 1 }
        return start
    }

    private func lineEnd(_ view: ByteView, _ start: Int) -> Int {
        view.firstIndex(of: 0x0A, from: start, to: view.count) ?? view.count
    }

    /// The end of a line without its carriage return.
    private func textEnd(_ view: ByteView, _ start: Int, _ end: Int) -> Int {
        end > start && view[end - 1] == 0x0D ? end - 1 : end
    }
}

/// A message of a log in the chunk: its row, and all its lines.
struct LogRecord {
    var row: LogRow
    var start: Int
    var end: Int
    var line = 0
    /// Whether further lines belong to it.
    var hasContinuations = false
}

/// Counts line ends up to places that only go forward.
struct LineCounter {
    private let view: ByteView
    private var position = 0
    private var lines = 0

    init(_ view: ByteView) { self.view = view }

    /// How many lines end before that place; a last line without an end counts when the place is the end of all.
    mutating func count(to place: Int) -> Int {
        while position < place, let feed = view.firstIndex(of: 0x0A, from: position, to: place) {
            lines &+= 1
            position = feed &+ 1
        }
        return place == view.count && position < place ? lines + 1 : lines
    }
}
