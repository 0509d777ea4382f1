// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads an input that holds reports: whole, since reports are small and what matters may stand at their ends.
struct IncidentReader: FormatReader {
    private let settings: ReadingSettings
    private let format: any IncidentParser
    private let durability: Durability
    /// The first document, where it is known to be of the format.
    private let recognised: RecognisedDocument?
    private var bytes: [UInt8] = []
    private var isTooLarge = false

    init(
        _ settings: ReadingSettings, format: any IncidentParser, durability: Durability,
        recognised: RecognisedDocument? = nil
    ) {
        self.settings = settings
        self.format = format
        self.durability = durability
        self.recognised = recognised
    }

    mutating func read(_ chunk: [UInt8], offset: Int64, isLast: Bool) -> EventBatch {
        let room = IngestLimits.incidentBytes - bytes.count
        if isLast, bytes.isEmpty, chunk.count <= room { return batch(of: chunk) }
        if chunk.count > room { isTooLarge = true }
        bytes.append(contentsOf: chunk.prefix(max(room, 0)))
        guard isLast else { return EventBatch(bytes: [], records: [], attributes: []) }
        defer { bytes = [] }
        return batch(of: bytes)
    }

    private func batch(of bytes: [UInt8]) -> EventBatch {
        let written = IncidentSource(bytes)
        if let recognised, recognised.isAllPlain(bytes.count) { written.isReadable = true }
        let source = IncidentCutter.readable(written)
        if let recognised {
            source.knownHeader = recognised.header
            source.adopt(recognised.lines)
        }
        // Events are made of the thread at fault and the main one.
        let incidents = IncidentSettings(
            zoneOffset: settings.zoneOffset, wantsAllCalls: false, words: settings.words)
        var readout = IncidentReader.readout(
            of: source, from: written, isTooLarge: isTooLarge, format: format, recognised: recognised?.range,
            incidents)
        var writer = IncidentEventWriter(settings, durability: durability)
        // Handed over one by one: a copy would count references to all that a report tells.
        var reports: [IncidentReport] = []
        swap(&reports, &readout.reports)
        reports.reverse()
        var toldMadeUp: Set<IncidentReport.Kind> = []
        while let last = reports.indices.last {
            tellWhatIsWrong(with: &reports[last], &toldMadeUp, in: &readout)
            writer.write(reports.removeLast(), of: source)
        }
        return writer.finish(readout, lineCount: source.lineCount)
    }

    /// Tells of a report that nothing of it happened, or that it cannot be placed.
    ///
    /// - Parameter toldMadeUp: of which kinds of reports the former was told already.
    private func tellWhatIsWrong(
        with report: inout IncidentReport, _ toldMadeUp: inout Set<IncidentReport.Kind>,
        in readout: inout IncidentReadout
    ) {
        if report.isMadeUp {
            let isCounted = report.kind == .metrics
            if toldMadeUp.insert(isCounted ? .metrics : .crash).inserted {
                readout.report(
                    .badValue, at: report.place, isCounted ? IncidentProblem.madeUpCounts : IncidentProblem.madeUp)
            }
            report.exitCounts = []
        }
        // What cannot be placed tells of no run: not without a word.
        guard IncidentReader.tellsOfRun(report), report.captured == nil, report.written == nil,
            readout.problemCount == 0 || report.termination != nil || report.exception != nil
        else { return }
        let isUnread = readout.problems.contains { $0.code == .badTime }
        let word = settings.words.explainedWord(of: report)
        readout.report(
            .noTime, at: report.place, isUnread ? IncidentProblem.unreadTime(word) : IncidentProblem.noTime(word))
    }

    /// The reports of an input.
    static func readout(
        of bytes: [UInt8], isTooLarge: Bool, format: any IncidentParser, _ settings: IncidentSettings
    ) -> IncidentReadout {
        let written = IncidentSource(bytes)
        return readout(
            of: IncidentCutter.readable(written), from: written, isTooLarge: isTooLarge, format: format,
            recognised: nil, settings)
    }

    /// - Parameters:
    ///   - written: the input as it was written.
    ///   - isTooLarge: more followed, which was not kept.
    ///   - format: the format that the input was given to.
    ///   - recognised: where the first document stands, if it is known to be of that format.
    private static func readout(
        of source: IncidentSource, from written: IncidentSource, isTooLarge: Bool, format: any IncidentParser,
        recognised: Range<Int>?, _ settings: IncidentSettings
    ) -> IncidentReadout {
        var readout = IncidentReadout()
        if isTooLarge {
            let end = source.bytes.count
            readout.report(.tooLarge, at: source.place(end..<end), IngestProblem.incidentTooLarge)
        }
        // Whether the document before is a header that nobody knows more of: objects behind it are its body.
        var isHeaderOnly = false
        for (index, document) in IncidentCutter.documents(of: source, first: recognised).enumerated() {
            // The same bytes were recognised before.
            let isKnown = index == 0 && document.range == recognised
            let count = readout.reports.count
            defer { tellWhereHeaderDiffers(of: document, settings, from: count, in: &readout) }
            if let parser = isKnown ? format : IncidentParsers.parser(of: document) {
                parser.parse(document, settings, into: &readout)
                isHeaderOnly = parser.readsHeaders
            } else if index == 0 {
                // The input was given to this format: what its beginning lacks to be recognised says nothing else.
                format.parse(document, settings, into: &readout)
                isHeaderOnly = format.readsHeaders
            } else if isHeaderOnly, source.bytes[document.range.lowerBound] == 0x7B {
                // The daily analytics are lines of objects, of which nothing is read, as of all reports of their kind.
                continue
            } else {
                readout.report(.unknownReportType, at: document.place, IncidentProblem.unknownReport)
            }
        }
        for index in readout.reports.indices {
            // Where no time was known some write the beginning of their calendar.
            guard let launched = readout.reports[index].launched, launched.time < firstDay else { continue }
            readout.reports[index].launched = nil
            readout.report(.badTime, at: launched.place, IncidentProblem.launchTooEarly)
        }
        for index in readout.reports.indices { readout.reports[index].noteLeastTime() }
        if let processes = settings.words?.processes {
            for index in readout.reports.indices {
                let bundle = readout.reports[index].process.bundle
                if let bundle, processes.isMask(bundle) { readout.reports[index].process.bundle = nil }
                // Whoever asks later need not look at the path again.
                let host = readout.reports[index].process.host
                readout.reports[index].process.statedHost = host
                guard host == .extension else { continue }
                let device = readout.reports[index].device
                let isOnWatch =
                    DeviceFamily(model: device.model) == .watch || DeviceFamily(system: device.system) == .watch
                guard
                    processes.isOfWatch(bundle: bundle, path: readout.reports[index].process.path, isOnWatch: isOnWatch)
                else { continue }
                readout.reports[index].process.statedHost = .watch
            }
        }
        if let words = settings.words {
            // Where each stands: a copy would count references to all that it tells.
            for index in readout.reports.indices { readout.reports[index].noteSystem(words) }
        }
        for index in readout.reports.indices
        where readout.reports[index].kind == .crash && !readout.reports[index].hasNotedCalls {
            readout.reports[index].noteCallback(settings.texts.callbacks)
            readout.reports[index].noteTellingCall(settings.texts.telling)
        }
        // A fence that is taken off leaves every place what it is, and what stands outside of it blank.
        let isPlaced = written.bytes.count == source.bytes.count
        reportRows(of: isPlaced ? written : source, into: &readout)
        return readout
    }

    /// Tells of a report below a header that the two may be of different ones.
    ///
    /// - Parameter count: how many reports were read before it.
    private static func tellWhereHeaderDiffers(
        of document: IncidentDocument, _ settings: IncidentSettings, from count: Int, in readout: inout IncidentReadout
    ) {
        guard readout.reports.count == count + 1, let header = IPSHeader.read(document, settings) else { return }
        let isText = document.source.bytes.withView { view in
            let body = SystemReport.body(document, view, behind: header.length)
            return !body.isEmpty && view[body.lowerBound] != 0x7B
        }
        let doubt = HeaderDoubt(header: header, isText: isText)
        guard let difference = doubt.difference(from: readout.reports[count]) else { return }
        readout.report(.badValue, at: header.place, difference)
    }

    /// Whether a report tells of a run, if only it is known when.
    private static func tellsOfRun(_ report: borrowing IncidentReport) -> Bool {
        switch report.kind {
        case .crash, .fault, .resource, .hang, .launch: true
        case .jetsam: report.jetsam.map { !$0.victims.isEmpty } ?? false
        default: false
        }
    }

    /// 2007-01-01: before, there was no system that runs apps.
    private static let firstDay = Timestamp(nanoseconds: 1_167_609_600_000_000_000, digits: 0)

    /// Rows of logs may stand in front of reports, between them or behind them: they are not read, and that is said,
    /// once of each log.
    private static func reportRows(of source: IncidentSource, into readout: inout IncidentReadout) {
        let words = readout.reports.flatMap { ownWords(of: $0) }
        let lines = source.lines(to: source.bytes.count)
        source.bytes.withView { view in
            let found = ForeignRow.firstOfEach(in: view, lines) { line in
                words.contains {
                    $0.offset < Int64(line.upperBound) && Int64(line.lowerBound) < $0.offset + Int64($0.length)
                }
            }
            for found in found { readout.report(.notALog, at: source.place(found.line), found.row.message) }
        }
    }

    /// Where a report tells what the app said last, and goes on behind that: an app may have said it to its log.
    ///
    /// Why where it goes on: rows of a log behind a report that is cut there read like more of it.
    private static func ownWords(of report: borrowing IncidentReport) -> [IncidentPlace] {
        let goesOn = !report.threads.isEmpty || !report.lastExceptionBacktrace.isEmpty
        return goesOn ? report.applicationInformation.map(\.place) : []
    }
}

extension IncidentReport {
    /// Of a crash that tells no time, as where a report is cut in front of that, what was recorded tells one: the process
    /// went on up to the last of it.
    fileprivate mutating func noteLeastTime() {
        guard kind == .crash, captured == nil, written == nil, period == nil, guess == nil else { return }
        written = events.map(\.time).max { $0.time < $1.time }
    }

    /// Says of its process that it is one of the system, where words tell that.
    fileprivate mutating func noteSystem(_ words: CompiledVocabulary) {
        if words.tellsOfSystem(self) { process.statedHost = .system }
    }
}
