// SPDX-License-Identifier: MIT

import LifelintIngest
import LifelintLanguage
public import LifelintModel
import LifelintRules
import LifelintTimeline

/// A pushed analysis: records in as they come, runs and findings out as they are settled.
///
/// Nothing is read ahead and nothing is sorted: records may be late by ten seconds of their own device's time; what is
/// later is placed at the window's edge, and is a problem. Where records name no device, all share one time. The caller
/// moves the clock: without ``advance(to:)`` time is what records say.
public final class Session {
    private let engine: TimelineEngine
    private let rules: RuleEngine?
    private let formats: InputFormats
    private let options: AnalyzerOptions
    private var text: any FormatReader
    private var lines: any FormatReader
    private var windows: DeviceWindows
    private var finished: [AppRun] = []
    private var findings: [Finding] = []
    private var offset: Int64 = 0
    private var lineBase = 0
    private var isOver = false
    /// What could not be read so far: the first of them.
    public private(set) var problems: [Problem] = []
    /// How many problems there were.
    public private(set) var problemCount = 0
    /// The verdicts of every selected rule, by rule, so far; complete once the session is finished.
    public var verdicts: [String: VerdictCounts] { rules?.verdicts ?? [:] }

    /// A session; `name` stands for its records in locations.
    public init(_ options: AnalyzerOptions = AnalyzerOptions(), name: String = "-") throws(AnalyzerError) {
        let library = try RuleLibrary.forAnalysis(options)
        let words = library.compiledWords
        self.options = options
        formats = InputFormats(words: words)
        var inputs = InputNames()
        var settings = ReadingSettings(input: 0, words: words, options)
        rules = RuleEngine.forAnalysis(options, reports: options.selectsAllRuns ? nil : { options.selects($0) })
        windows = DeviceWindows(assumed: options.device)
        var timeline = TimelineSettings(
            vocabulary: library.vocabulary, apps: options.apps.map { Glob($0) }, isSession: true)
        // Who hands on lines as they are written waits for no file.
        timeline.awaitsReports = false
        timeline.tellsStretches = rules != nil
        guard let text = formats.format(id: "lifecycle-text"), let lines = formats.format(id: "lifecycle-jsonl") else {
            throw AnalyzerError(message: "the native formats are missing")
        }
        self.name = name
        // Both notations come under one name; what they are is known by their numbers.
        settings.input = inputs.add(name, format: text.id, traits: text.traits)
        self.text = text.makeReader(settings)
        settings.input = inputs.add(name, format: lines.id, traits: lines.traits)
        self.lines = lines.makeReader(settings)
        engine = TimelineEngine(settings: timeline, inputs: inputs, assumedDevice: options.device)
        for problem in options.configuration.problems { add(problem) }
    }

    private let name: String
    private var gaps = UnreadableGaps()

    /// Takes records: complete lines of JSON or of the text notation, one or many.
    public func push(_ record: String) { push(bytes: Array(record.utf8)) }

    /// Takes records: complete lines of JSON or of the text notation, one or many, but of one notation each time.
    public func push(bytes: [UInt8]) {
        guard !isOver else { return }
        var chunk = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        guard !chunk.isEmpty else { return }
        if chunk.last != 0x0A { chunk.append(0x0A) }
        let isJSON = chunk.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }.map { $0 == 0x7B } ?? false
        let batch =
            isJSON
            ? lines.read(chunk, offset: offset, isLast: false) : text.read(chunk, offset: offset, isLast: false)
        offset += Int64(chunk.count)
        problemCount += batch.problemCount - batch.problems.count
        for problem in batch.problems {
            add(
                Problem(
                    file: name, line: lineBase + problem.line + 1, column: problem.column + 1,
                    offset: problem.offset, code: problem.code, message: problem.message))
        }
        for late in windows.add(placed(batch)) {
            add(
                Problem(
                    file: name, line: late.line + 1, offset: late.offset, code: .outOfOrder,
                    message: "The record comes too late, and is placed behind later ones that are settled."))
        }
        lineBase += batch.lineCount
        drain()
    }

    /// The batch with its gaps, its lines counted from the first that was pushed.
    private func placed(_ batch: EventBatch) -> EventBatch {
        let placed = gaps.placed(batch)
        if lineBase == 0 { return placed }
        var records = placed.records
        for index in records.indices { records[index].line &+= UInt32(truncatingIfNeeded: lineBase) }
        return placed.with(records)
    }

    /// Says what time it is: nothing earlier will be pushed, and what waited for it is decided.
    ///
    /// A device that was out of reach may hand on earlier records all the same, if they come in their order.
    public func advance(to time: Timestamp) {
        guard !isOver else { return }
        windows.release(upTo: time.nanoseconds)
        drain()
        engine.advance(to: time.nanoseconds, take)
    }

    /// The runs that are over since it was last asked.
    public func takeRuns() -> [AppRun] {
        defer { finished = [] }
        return finished
    }

    /// The findings that nothing can change any more and that were not taken yet.
    ///
    /// What a later run may still stand above, as the third crash at launch stands above those before, comes when the
    /// session ends, with all that was found of its run: with the recommended rules that is what most findings about
    /// ends do. Whoever wants them at once selects rules that nothing stands above; who runs for weeks ends a session
    /// now and then, and begins another.
    public func takeFindings() -> [Finding] {
        defer { findings = [] }
        return findings
    }

    /// Ends the session; gives the runs that were not taken yet, those still running included.
    ///
    /// What ``takeFindings()`` gives afterwards are the last findings.
    public func finish() -> [AppRun] {
        guard !isOver else { return takeRuns() }
        isOver = true
        windows.end()
        drain()
        engine.finish(take)
        rules?.finish { take($0.finding) }
        for problem in rules?.problems ?? [] { add(problem) }
        return takeRuns()
    }

    private func drain() {
        while let ready = windows.pop() { engine.add(ready.record, in: ready.batch, take) }
    }

    private func add(_ problem: Problem) {
        problemCount += 1
        if problems.count < options.keptProblems { problems.append(problem) }
    }

    private func take(_ finding: Finding) {
        var finding = finding
        options.baseline?.mark(&finding)
        findings.append(finding)
    }

    private func take(_ output: TimelineOutput) {
        switch output {
        case .run(let run, _, let stretch):
            if options.selects(run) { finished.append(run) }
            if let stretch { rules?.add(stretch) { take($0.finding) } }
        case .stretch(let stretch): rules?.add(stretch) { take($0.finding) }
        }
    }
}
