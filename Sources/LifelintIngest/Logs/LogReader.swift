// SPDX-License-Identifier: MIT

import LifelintModel

/// Tells which row of a log a place is in.
protocol LogRowReader {
    /// The row that holds that place of its log; nil where none does.
    func row(around position: Int, in view: ByteView, _ instants: inout InstantParser) -> LogRow?
    /// The last row with a time that begins on the line of that place, or on one before it, but not before another
    /// place.
    func timedRow(upTo position: Int, from lower: Int, in view: ByteView, _ instants: inout InstantParser) -> LogRow?
    /// The first time that a row has, but for those of a clock that is not set yet.
    func firstTime(in view: ByteView, _ instants: inout InstantParser) -> LogTime?
}

/// Reads a log: finds the few messages that recognisers know, and makes events of them.
struct LogReader<Shape: LogShape>: FormatReader, LogRowReader {
    private let form: LogRowForm<Shape>
    private let lines: CompiledLines
    /// Finds the messages of a shape that has them found.
    private let messages: LogMessageSearch?
    private var writer: LogEventWriter
    private var calendar: LogCalendar
    private var instants = InstantParser()
    /// For rows of other logs, which may be of other days.
    private var foreignInstants = InstantParser()
    /// The device of which the tool says that it is connected: the first one, whose log is read, and whether it still
    /// is.
    private var device: (first: [UInt8], isThis: Bool)?
    /// The first of them in this chunk.
    private var foreign: (start: Int, row: ForeignRow)?
    /// Lines stand above the first row that are of none.
    private let beginsInside: Bool
    /// Patterns whose texts stand in the message in hand.
    private var pending: [Int] = []
    /// The beginning of a row whose end is in the next chunk.
    private var carry: [UInt8] = []
    /// Where the tool writes rows twice: those of the last moment.
    private var repetitions = RowRepetitions()
    /// Every row is looked at, and what nobody knows is counted.
    private let tally: RecognitionTally?
    /// Lines that nobody recognises are told as signs of life.
    private let tellsSigns: Bool
    private var signs = SignsOfLife()

    /// A reader for one input.
    init(
        shape: Shape, wrapper: LogWrapping?, marks: LogMarks = LogMarks(), settings: ReadingSettings, format: String,
        durability: Durability, beginsInside: Bool = false
    ) {
        form = LogRowForm(shape: shape, wrapper: wrapper)
        self.beginsInside = beginsInside
        lines = settings.words.lines(of: format)
        messages = shape.makeMessageSearch()
        writer = LogEventWriter(
            settings, format: format, durability: durability, takesDevice: !Shape.namesHosts || settings.isHostDevice,
            marks: marks)
        calendar = LogCalendar(
            date: settings.date, isDateStated: !settings.isDateInferred, year: settings.year,
            isYearStated: settings.year != nil && !settings.isYearInferred)
        tally = settings.tally
        tellsSigns = settings.tellsSignsOfLife
    }

    mutating func read(_ chunk: [UInt8], offset: Int64, isLast: Bool) -> EventBatch {
        guard chunk.count <= IngestLimits.chunkBytes - carry.count else {
            carry = []
            return writer.builder.refusedChunk(at: offset)
        }
        guard form.shape.spansLines else { return readWhole(chunk, offset, isLast: isLast) }
        let start = offset - Int64(carry.count)
        var bytes = carry + chunk
        carry = []
        if !isLast {
            let cut = bytes.withView { openRow(in: $0) }
            carry = Array(bytes[cut...])
            bytes.removeLast(bytes.count - cut)
        }
        return readWhole(bytes, start, isLast: isLast)
    }

    /// Where the row begins that has no end yet.
    private func openRow(in view: ByteView) -> Int {
        guard view.count > 0 else { return 0 }
        if form.shape.rowEnd(view, around: view.count - 1, to: view.count) != nil { return view.count }
        let start = form.shape.rowStart(view, around: view.count - 1, from: 0)
        return view.count - start > IngestLimits.lineBytes ? view.count : start
    }

    private mutating func readWhole(_ bytes: [UInt8], _ offset: Int64, isLast: Bool) -> EventBatch {
        writer.builder.begin(chunkCount: 0)
        bytes.withView { view in
            let start = offset == 0 && view.hasByteOrderMark ? 3 : 0
            var headless: LogRecord?
            reportLongLine(view, start, offset)
            if offset == 0 {
                reportRowless(view, start)
                headless = headlessRow(view, start)
                if let headless {
                    reportHeadless(headless)
                } else if beginsInside || isAnythingAbove(view, start) {
                    reportRest(view, start)
                }
                reportWrapped(view, start)
            }
            if Shape.dependsOnOrder || tally != nil {
                readEveryRow(view, start, offset, below: headless)
            } else {
                if let headless { evaluateEvery(headless, view, offset) }
                readKnownRows(view, start, offset)
                if offset == 0 { hearFirstZone(view, start) }
            }
            lookForForeign(view, start)
            if let foreign { report(foreign, view, offset) }
            foreign = nil
            if isLast { reportCut(view, start, offset) }
        }
        // Few lines of a log become events: what they need is copied, so that the log need not be kept for them.
        return writer.builder.batch.finish(
            [], assumesYear: calendar.assumesYear,
            isDateAssumed: calendar.assumesDate, leapYear: calendar.leapYear)
    }

    /// Where the events of the first rows state no zone, a row of nobody's may.
    private mutating func hearFirstZone(_ view: ByteView, _ first: Int) {
        guard writer.builder.batch.zones.lacksZone, writer.builder.batch.zones.told == nil, !form.shape.spansLines
        else {
            return
        }
        var start = first
        for _ in 0..<LogReader.zoneLines where start < view.count {
            let end = lineEnd(view, start)
            if case .instant(let instant)? = row(view, start, end)?.row.time, instant.hasZone {
                return writer.builder.batch.hear(instant)
            }
            start = end + 1
        }
    }

    /// How many lines are looked at for that.
    private static var zoneLines: Int { 1_024 }

    /// A line that is too long comes alone, and cut: what it may have told is lost, and that is said.
    private mutating func reportLongLine(_ view: ByteView, _ start: Int, _ offset: Int64) {
        let limit = start + IngestLimits.lineBytes + 1
        guard !form.shape.spansLines, view.count >= limit, view.firstIndex(of: 0x0A, from: start, to: limit) == nil
        else {
            return
        }
        writer.builder.batch.report(
            ReadingProblem(
                offset: offset + Int64(start), line: 0, column: 0, code: .lineTooLong,
                message: IngestProblem.lineTooLong))
    }

    /// A row that was not written to its end tells nothing, and that is said.
    private mutating func reportCut(_ view: ByteView, _ first: Int, _ offset: Int64) {
        var end = view.count
        while end > first, view[end - 1] <= 0x20 { end -= 1 }
        guard end > first else { return }
        let start = form.shape.rowStart(view, around: end - 1, from: first)
        guard form.shape.isCut(view, start, end) else { return }
        var counter = LineCounter(view)
        writer.builder.batch.report(
            ReadingProblem(
                offset: offset + Int64(start), line: counter.count(to: start), column: 0, code: .truncatedLine,
                message: IngestProblem.truncatedLine))
    }

    /// Of several logs in one file only the first is read, and that is said.
    private mutating func report(_ foreign: (start: Int, row: ForeignRow), _ view: ByteView, _ offset: Int64) {
        var counter = LineCounter(view)
        writer.builder.batch.report(
            ReadingProblem(
                offset: offset + Int64(foreign.start), line: counter.count(to: foreign.start), column: 0,
                code: .notALog, message: foreign.row.message))
    }

    /// Whether a line that is no row of this log is one of another, which ends whatever message stands before.
    private mutating func isForeign(_ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        guard
            let row = ForeignRow(view, start, end, &foreignInstants)
                ?? ForeignRow(marked: view, start, end, &foreignInstants)
        else { return false }
        foreign = foreign ?? (start, row)
        return true
    }

    /// Whether a line that would go on with a bare message of a console, or with nothing, is a row behind white space.
    ///
    /// Such a message has no end of its own: all rows below would be told as its text, at its time and on its line.
    private mutating func isIndentedForeign(
        _ view: ByteView, _ start: Int, _ end: Int, below record: LogRecord?
    ) -> Bool {
        guard Shape.isOfOneProcess, record.map({ $0.row.time == .missing }) ?? true,
            let row = ForeignRow(indented: view, start, end, &foreignInstants)
        else { return false }
        foreign = foreign ?? (start, row)
        return true
    }

    /// Of lines that are objects only messages are looked for: what are none is seen at the ends of what is read at
    /// once, and looked through where there is any.
    private mutating func lookForForeign(_ view: ByteView, _ first: Int) {
        guard messages != nil, foreign == nil else { return }
        var last = view.count
        while last > first, view[last - 1] <= 0x20 { last -= 1 }
        guard last > first else { return }
        let ends = [first, view.lineStart(around: last - 1, from: first)]
        if ends.allSatisfy({ isObject(view, $0, lineEnd(view, $0)) }) { return }
        var start = first
        while start < last, foreign == nil {
            let end = lineEnd(view, start)
            if !isObject(view, start, end), let content = content(view, start, end) {
                _ = isForeign(view, content, textEnd(view, content, end))
            }
            start = end + 1
        }
    }

    private func isObject(_ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        content(view, start, end).map { view[$0] == 0x7B } ?? true
    }

    /// A log may be known by its header alone: where nothing below has the form of a row, that is said.
    private mutating func reportRowless(_ view: ByteView, _ first: Int) {
        guard !form.shape.spansLines else { return }
        let above = linesAboveRows(view, first)
        if above.hasRow { return }
        report(
            above, one: "this line has not the form of this log's rows, and there is no other",
            many: "none of the \(above.count) lines from here on has the form of this log's rows")
    }

    /// A log that begins inside of a message: what is left of that tells nothing, and that is said.
    private mutating func reportRest(_ view: ByteView, _ first: Int) {
        let above = linesAboveRows(view, first)
        report(
            above, one: "this line stands above the first row of the log and is not read",
            many: "the \(above.count) lines from here on stand above the first row of the log and are not read")
    }

    /// The row on the first line of a log, directly above its first whole row, where all it lacks is its beginning.
    private mutating func headlessRow(_ view: ByteView, _ first: Int) -> LogRecord? {
        guard !form.shape.spansLines, !form.shape.endsWithTime, messages == nil, form.wrapper == nil else { return nil }
        var start = first
        var line = 0
        var above: (range: Range<Int>, line: Int)?
        while start < view.count, line < IngestLimits.messageLines {
            let end = lineEnd(view, start)
            let stop = textEnd(view, start, end)
            // In a console any line is a row without a time.
            if let below = row(view, start, end), !Shape.isOfOneProcess || below.row.time != .missing {
                guard let above, below.row.time != .missing, !below.row.process.isEmpty,
                    // A whole row behind a mark has its time.
                    ForeignRow(marked: view, above.range.lowerBound, above.range.upperBound, &foreignInstants) == nil,
                    let row = HeadlessRow.row(view, above.range, above: below, of: form.shape, &foreignInstants)
                else { return nil }
                var record = LogRecord(
                    row: row, start: above.range.lowerBound, end: lineEnd(view, above.range.lowerBound))
                record.line = above.line
                extend(&record, view)
                return record
            }
            if start < stop {
                if isFurniture(view, start, stop: stop) { return nil }
                if above == nil { above = (start..<stop, line) }
                if !Shape.hasContinuations, above?.line != line { return nil }
            }
            line += 1
            start = end + 1
        }
        return nil
    }

    /// Whether the first line is no row, and holds a text that is looked for: the rest of a row of which nobody knows
    /// whose it is.
    private mutating func isAnythingAbove(_ view: ByteView, _ first: Int) -> Bool {
        guard !form.shape.spansLines, !form.shape.endsWithTime, messages == nil, form.wrapper == nil,
            !Shape.isOfOneProcess
        else {
            return false
        }
        let end = lineEnd(view, first)
        guard row(view, first, end) == nil, !isFurniture(view, first, end), linesAboveRows(view, first).hasRow else {
            return false
        }
        var isSought = false
        lines.search.forEach(in: view, from: first, to: end) { _, _ in
            isSought = true
            return end
        }
        return isSought
    }

    /// A row that lost its time is read as of that of the row below, and that is said.
    private mutating func reportHeadless(_ record: LogRecord) {
        writer.builder.batch.report(
            ReadingProblem(
                offset: Int64(record.start), line: record.line, column: 0, code: .noTime,
                message: IngestProblem.headlessRow))
    }

    /// The lines above the first row that hold something, and are no furniture of a tool: the first of them, and how many
    /// there are.
    private struct LinesAboveRows {
        var first: (start: Int, line: Int)?
        var count = 0
        /// A row stands below them.
        var hasRow = false
    }

    private mutating func linesAboveRows(_ view: ByteView, _ first: Int) -> LinesAboveRows {
        var above = LinesAboveRows()
        var (start, line) = (first, 0)
        while start < view.count {
            let end = lineEnd(view, start)
            if row(view, start, end) != nil {
                above.hasRow = true
                break
            }
            let stop = textEnd(view, start, end)
            if let content = content(view, start, stop), content < stop, !form.shape.isFurniture(view, content, stop) {
                above.first = above.first ?? (start, line)
                above.count += 1
            }
            line += 1
            start = end + 1
        }
        return above
    }

    private mutating func report(_ above: LinesAboveRows, one: String, many: String) {
        guard let first = above.first else { return }
        writer.builder.batch.report(
            ReadingProblem(
                offset: Int64(first.start), line: first.line, column: 0, code: .noTime,
                message: above.count == 1 ? one : many))
    }

    /// A letter wraps what is pasted into it: messages are in pieces then, which nobody knows, and that is said.
    private mutating func reportWrapped(_ view: ByteView, _ first: Int) {
        guard Shape.hasContinuations, !form.shape.spansLines else { return }
        var (rows, wrapped) = (0, 0)
        var (start, line) = (first, 0)
        var rowLine: (start: Int, number: Int, length: Int)?
        var firstWrapped: (start: Int, number: Int)?
        while start < view.count, line < IngestLimits.headLines {
            let end = lineEnd(view, start)
            let stop = textEnd(view, start, end)
            // A line that is longer shows that nobody wrapped any.
            guard stop - start <= LogReader.letterColumns else { return }
            if row(view, start, end) != nil {
                rows += 1
                rowLine = (start, line, stop - start)
            } else if isFurniture(view, start, end) {
                // What the tool wrote, or what ends a quote, continues nothing.
                rowLine = nil
            } else if let above = rowLine {
                rowLine = nil
                var cursor = LogCursor(view, content(view, start, stop) ?? start, stop)
                // Had there been room for the next word, it would stand there.
                if let word = cursor.word(), above.length + 1 + word.count > LogReader.leastLetterColumns {
                    wrapped += 1
                    firstWrapped = firstWrapped ?? (above.start, above.number)
                }
            }
            line += 1
            start = end + 1
        }
        guard let firstWrapped, wrapped > 1, wrapped * 2 >= rows else { return }
        writer.builder.batch.report(
            ReadingProblem(
                offset: Int64(firstWrapped.start), line: firstWrapped.number, column: 0, code: .truncatedLine,
                message: IngestProblem.wrappedLines))
    }

    /// Letters are wrapped at 72 to 80 columns.
    private static var letterColumns: Int { 80 }
    private static var leastLetterColumns: Int { 71 }

    // MARK: Rows that hold a text of some pattern

    // One machine for each of the containers that are read most: the general one asks at run time what it reads.
    @_specialize(where Shape == UnifiedLogSyslogShape)
    @_specialize(where Shape == UnifiedLogCompactShape)
    @_specialize(where Shape == UnifiedLogTextShape)
    @_specialize(where Shape == LogObjectShape)
    private mutating func readKnownRows(_ view: ByteView, _ start: Int, _ offset: Int64) {
        var record = LogRecord.missing
        var counter = LineCounter(view)
        if let messages {
            // Asked once: messages come by the thousand, and in most of them nothing is found.
            let (lines, search) = (lines, lines.search)
            var found: [Int] = []
            messages.forEach(in: view, from: start) { first, end in
                search.forEach(in: view, from: first, to: end) { number, _ in
                    found += lines.candidates(number)
                    return nil
                }
                if found.isEmpty { return }
                swap(&pending, &found)
                found.removeAll(keepingCapacity: true)
                readRow(ofMessageAt: first, view, start, offset, &counter)
            }
        } else {
            lines.search.forEach(in: view, from: start, to: view.count) { number, position in
                meet(number, position, &record, view, start, offset, &counter)
            }
        }
        if !record.isMissing { evaluate(record, view, offset) }
        writer.builder.batch.lineCount = counter.count(to: view.count)
        writer.builder.batch.recordCount = writer.builder.batch.lineCount
    }

    /// Reads the row whose message begins there, where a pattern knows the message: most of a row is nothing else.
    private mutating func readRow(
        ofMessageAt first: Int, _ view: ByteView, _ lower: Int, _ offset: Int64, _ counter: inout LineCounter
    ) {
        let end = lineEnd(view, first)
        let message = LooseJSON(view, plainAt: first, limit: textEnd(view, first, end)).content
        if pending.count > 1 { pending.sort() }
        guard writer.mayKnow(message, view, candidates: pending, lines: lines, escaping: Shape.escaping) else { return }
        counter.advance(to: first)
        // Of several messages in one object one is the row's.
        guard var record = row(view, max(counter.start, lower), end),
            record.row.message.lowerBound == message.lowerBound
        else { return }
        record.line = counter.lines
        evaluate(record, view, offset)
    }

    /// Takes in a text that was found; gives where to go on if no row holds it.
    @inline(__always) private mutating func meet(
        _ number: Int, _ position: Int, _ record: inout LogRecord, _ view: ByteView, _ first: Int, _ offset: Int64,
        _ counter: inout LineCounter
    ) -> Int? {
        if !record.isMissing {
            if position < record.end {
                pending.append(contentsOf: lines.candidates(number))
                return nil
            }
            evaluate(record, view, offset)
        }
        pending.removeAll(keepingCapacity: true)
        guard locate(view, first, position, &counter, &record) else {
            record.end = LogRecord.missing.end
            return lineEnd(view, position) + 1
        }
        pending.append(contentsOf: lines.candidates(number))
        return nil
    }

    /// The message around a position: back to the line that begins it, and on to the one that begins the next.
    ///
    /// False if there is none; what the record says then means nothing.
    private mutating func locate(
        _ view: ByteView, _ first: Int, _ position: Int, _ counter: inout LineCounter, _ record: inout LogRecord
    ) -> Bool {
        if form.shape.spansLines {
            let start = form.shape.rowStart(view, around: position, from: first)
            let end = form.shape.rowEnd(view, around: position, to: view.count) ?? view.count
            guard readRow(view, start, end, into: &record) else { return false }
            record.line = counter.count(to: start)
            return true
        }
        counter.advance(to: position)
        var start = max(counter.start, first)
        var line = counter.lines
        var remaining = Shape.hasContinuations ? IngestLimits.messageLines : 1
        while remaining > 0 {
            let end = lineEnd(view, start)
            if readRow(view, start, end, into: &record) {
                record.line = line
                extend(&record, view)
                return true
            }
            guard !isForeign(view, content(view, start, end) ?? start, textEnd(view, start, end)), start > first,
                !isFurniture(view, start, end)
            else { return false }
            start = view.lineStart(around: start - 1, from: first)
            line -= 1
            remaining -= 1
        }
        return false
    }

    /// ``row(_:_:_:)``, in place of the record that was read before; false, and nothing is changed, if no row begins
    /// there.
    private mutating func readRow(_ view: ByteView, _ start: Int, _ end: Int, into record: inout LogRecord) -> Bool {
        let stop = textEnd(view, start, end)
        guard let row = form.row(view, start, stop: stop, &instants) else { return false }
        record.row = row
        record.start = start
        record.end = end
        if !record.continuations.isEmpty { record.continuations.removeAll(keepingCapacity: true) }
        return true
    }

    /// The row that begins on that line; nil if none does.
    private mutating func row(_ view: ByteView, _ start: Int, _ end: Int) -> LogRecord? {
        let stop = textEnd(view, start, end)
        return form.row(view, start, stop: stop, &instants).map { LogRecord(row: $0, start: start, end: end) }
    }

    /// The row that holds that place of its log; nil where none does.
    func row(around position: Int, in view: ByteView, _ instants: inout InstantParser) -> LogRow? {
        if form.shape.spansLines {
            let start = form.shape.rowStart(view, around: position, from: 0)
            let end = form.shape.rowEnd(view, around: position, to: view.count) ?? view.count
            let stop = textEnd(view, start, end)
            return form.row(view, start, stop: stop, &instants)
        }
        var start = view.lineStart(around: position, from: 0)
        for _ in 0..<(Shape.hasContinuations ? LogReader.rowLines : 1) {
            let stop = textEnd(view, start, lineEnd(view, start))
            if let row = form.row(view, start, stop: stop, &instants) { return row }
            guard start > 0 else { return nil }
            start = view.lineStart(around: start - 1, from: 0)
        }
        return nil
    }

    func timedRow(upTo position: Int, from lower: Int, in view: ByteView, _ instants: inout InstantParser) -> LogRow? {
        // Of those that span lines each has its own.
        guard !form.shape.spansLines else { return nil }
        var end = position
        while true {
            let start = view.lineStart(around: end, from: 0)
            let stop = textEnd(view, start, lineEnd(view, start))
            if let row = form.row(view, start, stop: stop, &instants), row.time != .missing { return row }
            guard start > lower else { return nil }
            end = start - 1
        }
    }

    func firstTime(in view: ByteView, _ instants: inout InstantParser) -> LogTime? {
        form.shape.spansLines ? nil : firstTimes(view, view.hasByteOrderMark ? 3 : 0, &instants)?.time
    }

    /// How many lines are looked at for that: each place is asked of apart.
    private static var rowLines: Int { 16 }

    /// Adds the lines that go on with a message.
    private mutating func extend(_ record: inout LogRecord, _ view: ByteView) {
        guard Shape.hasContinuations else { return }
        while record.end < view.count, record.end - record.start < IngestLimits.messageBytes {
            let start = record.end + 1
            guard start < view.count else { break }
            let end = lineEnd(view, start)
            let stop = textEnd(view, start, end)
            guard let content = content(view, start, stop) else { break }
            if form.shape.beginsRow(view, content, stop, &instants) || isFurniture(view, content, stop: stop)
                || isForeign(view, content, stop)
            {
                break
            }
            record.end = end
            record.continuations.append(content..<stop)
        }
    }

    private mutating func evaluate(_ record: LogRecord, _ view: ByteView, _ offset: Int64) {
        guard let record = completed(record, view), let time = calendar.instant(record.row.time) else { return }
        writer.builder.batch.hear(time)
        write(record, view, offset, time, line: record.line)
    }

    /// The message with what its last line says of it; nil if it is a marker of the log itself.
    private func completed(_ record: LogRecord, _ view: ByteView) -> LogRecord? {
        guard !record.continuations.isEmpty else { return record.row.isMessage ? record : nil }
        var record = record
        form.shape.complete(&record, view)
        return record.row.isMessage ? record : nil
    }

    @discardableResult private mutating func write(
        _ record: LogRecord, _ view: ByteView, _ offset: Int64, _ time: ReadInstant, line: Int
    ) -> CompiledLines.Pattern? {
        if Shape.repeatsRows, repetitions.holds(record, view, at: time, Shape.escaping) { return nil }
        let place = place(of: record, view, offset, line)
        if pending.count > 1 { pending.sort() }
        writer.knowsTime = calendar.knowsTime
        let pattern = writer.write(
            record, view, place, time: time, candidates: pending, lines: lines, escaping: Shape.escaping)
        if pattern != nil, writer.hasPlacedTimeless { calendar.placedTimeless() }
        if pattern != nil || record.continuations.isEmpty { return pattern }
        let isDenied = writer.isDenied
        return writeShortened(record, view, offset, time, line: line, isDenied: isDenied)
    }

    private func place(of record: LogRecord, _ view: ByteView, _ offset: Int64, _ line: Int) -> RecordPlace {
        RecordPlace(
            start: record.start, end: textEnd(view, record.start, record.end), offset: offset + Int64(record.start),
            line: line, column: 0)
    }

    /// What a message says without the lines at its end, where nobody knows all of it: people write below what they
    /// paste.
    ///
    /// They leave an empty line before that, or none; and any tool prints lines between those of the app, which look as
    /// if they went on with the line before where they are indented.
    ///
    /// - Parameter isDenied: what somebody knows says of the whole message that it is not meant.
    private mutating func writeShortened(
        _ record: LogRecord, _ view: ByteView, _ offset: Int64, _ time: ReadInstant, line: Int, isDenied: Bool
    ) -> CompiledLines.Pattern? {
        let gap = record.continuations.firstIndex {
            view.skipWhiteSpace(from: $0.lowerBound, to: $0.upperBound) == $0.upperBound
        }
        if gap == nil, isDenied { return nil }
        let count = gap ?? 0
        var record = record
        record.end = count > 0 ? record.continuations[count - 1].upperBound : lineEnd(view, record.start)
        record.continuations.removeSubrange(count...)
        return write(record, view, offset, time, line: line)
    }

    // MARK: Every row: their times depend on those before, or somebody wants to know of all

    @_specialize(where Shape == DeviceSyslogShape)
    @_specialize(where Shape == XcodeConsoleShape)
    @_specialize(where Shape == ConsolePasteShape)
    @_specialize(where Shape == AppLogShape)
    private mutating func readEveryRow(
        _ view: ByteView, _ first: Int, _ offset: Int64, below headless: LogRecord?
    ) {
        var start = first
        var line = 0
        var record = LogRecord.missing
        var next = LogRecord.missing
        var opened = OpenedLines()
        if calendar.lacksYear, form.wrapper?.stampsDays ?? false { takeYear(view, first) }
        if calendar.last == nil { expectTime(view, first) }
        if let headless {
            evaluateEvery(headless, view, offset)
            line = headless.line + feeds(view, headless.start, min(headless.end, view.count)) + 1
            start = headless.end + 1
        }
        while start < view.count {
            var end = lineEnd(view, start)
            if form.shape.spansLines { end = form.shape.rowEnd(view, around: start, to: view.count) ?? view.count }
            let stop = textEnd(view, start, end)
            if form.shape.endsWithTime, let found = endedRow(view, start, end, offset, line, &opened) {
                writer.builder.batch.recordCount += 1
                evaluateEvery(found, view, offset)
            } else if form.shape.endsWithTime {
                // It waits for the line that ends its row.
            } else if readRow(view, start, end, into: &next) {
                if !record.isMissing { evaluateEvery(record, view, offset) }
                writer.builder.batch.recordCount += 1
                next.line = line
                swap(&record, &next)
            } else if let content = content(view, start, stop) {
                if isFurniture(view, content, stop: stop) {
                    if !record.isMissing { evaluateEvery(record, view, offset) }
                    record.end = LogRecord.missing.end
                    beginDay(view, content, stop, offset, line)
                    if let connected = form.shape.device(view, content, stop) {
                        connect(connected, view, start)
                    } else {
                        _ = isForeign(view, content, stop)
                    }
                } else if isForeign(view, content, stop)
                    || isIndentedForeign(view, content, stop, below: record.isMissing ? nil : record)
                {
                    if !record.isMissing { evaluateEvery(record, view, offset) }
                    record.end = LogRecord.missing.end
                } else if Shape.hasContinuations, !record.isMissing,
                    end - record.start < IngestLimits.messageBytes
                {
                    record.end = end
                    record.continuations.append(content..<stop)
                } else if Shape.isOfOneProcess, record.isMissing, ByteView.isWhiteSpace(view[content]), content < stop {
                    // Indented below nothing: what follows goes on with it.
                    var row = LogRow()
                    row.message = content..<stop
                    record = LogRecord(row: row, start: start, end: end)
                    record.line = line
                }
            }
            line += form.shape.spansLines ? feeds(view, start, end) + 1 : 1
            start = end + 1
        }
        if !record.isMissing { evaluateEvery(record, view, offset) }
        writer.builder.batch.lineCount = line
    }

    /// Tells the calendar the year of the first row that a server stamped with a day which agrees with its own: a clock
    /// that is not set yet does not, nor do rows that are told again.
    private mutating func takeYear(_ view: ByteView, _ first: Int) {
        var instants = instants
        var firstTime: LogTime?
        var start = first
        for _ in 0..<LogReader.zoneLines where start < view.count {
            let end = lineEnd(view, start)
            let stop = textEnd(view, start, end)
            if let content = content(view, start, stop),
                let time = form.shape.row(view, content, stop, &instants)?.time,
                case .yearless = time
            {
                firstTime = firstTime ?? time
                if let day = form.wrapper?.day(view, start, stop),
                    calendar.takeYear(of: day, for: time, behind: firstTime ?? time)
                {
                    return
                }
            }
            start = end + 1
        }
    }

    /// Tells the calendar the time of the first row from there on that has one: a console may show some without before,
    /// and a device that starts some of a clock that is not set.
    private mutating func expectTime(_ view: ByteView, _ first: Int) {
        var instants = instants
        if let (time, unset) = firstTimes(view, first, &instants) { calendar.expect(time, behind: unset) }
    }

    /// The first time that a row has, and where those before it are of a clock that is not set yet, the last of them.
    private func firstTimes(
        _ view: ByteView, _ first: Int, _ instants: inout InstantParser
    ) -> (time: LogTime, unset: LogTime?)? {
        var start = first
        var unset: (first: LogTime, last: LogTime)?
        while start < view.count {
            let end = lineEnd(view, start)
            let stop = textEnd(view, start, end)
            if let row = form.row(view, start, stop: stop, &instants), row.time != .missing {
                guard let early = unset?.first ?? (LogCalendar.mayBeUnset(row.time) ? row.time : nil) else {
                    return (row.time, nil)
                }
                if let wasUnset = LogCalendar.wasUnset(early, before: row.time) {
                    return wasUnset ? (row.time, unset?.last) : (early, nil)
                }
                unset = (early, row.time)
            }
            start = end + 1
        }
        return unset.map { ($0.first, nil) }
    }

    /// The row that ends on that line, of a shape that writes the time behind the message.
    private mutating func endedRow(
        _ view: ByteView, _ start: Int, _ end: Int, _ offset: Int64, _ line: Int, _ opened: inout OpenedLines
    ) -> LogRecord? {
        let stop = textEnd(view, start, end)
        guard let content = content(view, start, stop) else { return nil }
        if isFurniture(view, content, stop: stop) {
            opened.removeAll()
            beginDay(view, content, stop, offset, line)
            return nil
        }
        opened.add(content..<stop, start: start, line: line)
        if opened.count > 1, let (record, first) = form.shape.row(view, ending: opened.contents, &instants) {
            var record = record
            (record.start, record.line) = opened.place(of: first)
            record.end = end
            opened.removeAll()
            return record
        }
        guard var record = row(view, start, end) else { return nil }
        record.line = line
        opened.removeAll()
        return record
    }

    /// A piece of furniture may say the day of the rows behind it; where nobody can read that they may be of a later
    /// day than is told, and that is said.
    private mutating func beginDay(_ view: ByteView, _ content: Int, _ stop: Int, _ offset: Int64, _ line: Int) {
        if let date = form.shape.day(view, content, stop) { return calendar.begin(date) }
        guard calendar.last != nil, form.shape.hidesDay(view, content, stop) else { return }
        writer.builder.batch.report(
            ReadingProblem(
                offset: offset + Int64(content), line: line, column: 0, code: .badTime,
                message: IngestProblem.unreadDay))
    }

    /// The tool says which device it is connected to: several captures in one file need not be of one device.
    private mutating func connect(_ connected: Range<Int>, _ view: ByteView, _ line: Int) {
        let name = view.bytes(connected.lowerBound, connected.upperBound)
        let first = device?.first ?? name
        let wasThis = device?.isThis ?? true
        device = (first, name == first)
        guard name != first, wasThis else { return }
        foreign = foreign ?? (line, ForeignRow(ofDevice: String(decoding: name, as: UTF8.self)))
    }

    private func feeds(_ view: ByteView, _ start: Int, _ end: Int) -> Int {
        var count = 0
        var position = start
        while let feed = view.firstIndex(of: 0x0A, from: position, to: end) {
            count += 1
            position = feed + 1
        }
        return count
    }

    private mutating func evaluateEvery(_ record: LogRecord, _ view: ByteView, _ offset: Int64) {
        if let device, !device.isThis { return }
        guard let record = completed(record, view) else { return }
        if calendar.mayBeUnsetAgain(record.row.time) { expectTime(view, record.start) }
        guard let time = calendar.instant(record.row.time) else { return }
        writer.builder.batch.hear(time)
        if Shape.isOfOneProcess {
            writer.speaker.hear(record.row, view)
            writer.hearTest(record, view)
        }
        pending.removeAll(keepingCapacity: true)
        lines.search.forEach(in: view, from: record.start, to: record.end) { number, _ in
            pending.append(contentsOf: lines.candidates(number))
            return nil
        }
        let pattern = pending.isEmpty ? nil : write(record, view, offset, time, line: record.line)
        if pattern == nil, !pending.isEmpty, record.row.time == .missing,
            let content = content(view, record.start, record.end)
        {
            // A bare line, which may be anything, holds a text that is looked for.
            _ = isForeign(view, content, textEnd(view, content, record.end))
        }
        tally?.add(record, view, pattern, Shape.escaping)
        let isIndentedKnown = writeIndented(record, view, offset, time)
        guard pattern == nil, !isIndentedKnown, tellsSigns, signs.isFirst(record.row, view, at: time) else { return }
        writer.writeSignOfLife(record, view, place(of: record, view, offset, record.line), time: time)
    }

    /// Whether a debugger, or a tool that launches apps, speaks in lines that look as if they went on with a bare
    /// message.
    ///
    /// Who shows what such a tool said below a line of their own indents it. Apps print callbacks and errors in lists,
    /// too, so of nobody else an indented line is taken for a message.
    private mutating func writeIndented(
        _ record: LogRecord, _ view: ByteView, _ offset: Int64, _ time: ReadInstant
    ) -> Bool {
        guard record.row.time == .missing, !record.continuations.isEmpty,
            pending.contains(where: { lines.patterns[$0].isOfDebugger })
        else { return false }
        var isKnown = false
        for text in record.continuations where ByteView.isWhiteSpace(view[text.lowerBound]) {
            pending.removeAll(keepingCapacity: true)
            lines.search.forEach(in: view, from: text.lowerBound, to: text.upperBound) { number, _ in
                pending.append(contentsOf: lines.candidates(number).filter { lines.patterns[$0].isOfDebugger })
                return nil
            }
            if pending.isEmpty { continue }
            let (start, end) = LogMessage.trimmed(view, text.lowerBound, text.upperBound)
            var row = record.row
            row.message = start..<end
            let line = record.line + feeds(view, record.start, start)
            let found = LogRecord(row: row, start: start, end: end)
            if write(found, view, offset, time, line: line) != nil { isKnown = true }
        }
        return isKnown
    }

    // MARK: Lines

    // What is asked of the form of rows, for short.

    private func content(_ view: ByteView, _ start: Int, _ end: Int) -> Int? { form.content(view, start, end) }

    private func isFurniture(_ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        content(view, start, end).map { isFurniture(view, $0, stop: textEnd(view, $0, end)) } ?? true
    }

    private func isFurniture(_ view: ByteView, _ content: Int, stop: Int) -> Bool {
        form.isFurniture(view, content, stop: stop)
    }

    private func lineEnd(_ view: ByteView, _ start: Int) -> Int { LogRowForm<Shape>.lineEnd(view, start) }

    private func textEnd(_ view: ByteView, _ start: Int, _ end: Int) -> Int {
        LogRowForm<Shape>.textEnd(view, start, end)
    }
}
