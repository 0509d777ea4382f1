// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintReport

/// A report held in memory.
struct SampleReport: ReportContents {
    var header: ReportHeader
    var runs: [AppRun] = []
    var findings: [Finding] = []
    var rulePages: [RulePageText] = []

    init(runs: [AppRun] = [], findings: [Finding] = [], inputs: [InputSummary] = [], problems: [Problem] = []) {
        var summary = ReportHeader.Summary()
        summary.runs = runs.count
        for run in runs { summary.endings[run.ending.cause, default: 0] += 1 }
        for finding in findings {
            if finding.suppressed != nil {
                summary.suppressed += 1
            } else if finding.relatedTo != nil {
                summary.related += 1
            } else if finding.isInBaseline {
                summary.baseline += 1
            } else {
                switch finding.severity {
                case .error: summary.errors += 1
                case .warning: summary.warnings += 1
                case .info: summary.infos += 1
                }
            }
        }
        header = ReportHeader(
            tool: .init(name: "lifelint", version: "0.1.0", rulesDigest: "00ff"),
            configuration: .init(file: nil, preset: "recommended", digest: "11aa", today: nil, isRedacted: false),
            summary: summary, inputs: inputs, problems: problems)
        self.runs = runs
        self.findings = findings
    }

    func forEachRun(_ body: (AppRun) throws -> Void) throws {
        for run in runs { try body(run) }
    }

    func forEachEncodedRun(_ body: (ArraySlice<UInt8>) throws -> Void) throws {
        var encoder = RunEncoder()
        for run in runs {
            var output = OutputBuffer()
            encoder.encode(run, into: &output)
            try body(output.bytes[...])
        }
    }

    func forEachFinding(_ body: (Finding) throws -> Void) throws {
        for finding in findings { try body(finding) }
    }

    func forEachEncodedFinding(_ body: (ArraySlice<UInt8>) throws -> Void) throws {
        for finding in findings {
            var output = OutputBuffer()
            FindingEncoding.encode(finding, into: &output)
            try body(output.bytes[...])
        }
    }

    /// The report as one of the formats writes it.
    func rendered(as renderer: some ReportRenderer, options: RenderOptions = RenderOptions()) throws -> String {
        var sink: any ByteSink = MemorySink()
        try renderer.render(self, options: options, into: &sink)
        return String(decoding: (sink as? MemorySink)?.bytes ?? [], as: UTF8.self)
    }
}

/// 2026-03-01 10:00:00 UTC and so many milliseconds.
func instant(_ milliseconds: Int64) -> Timestamp {
    Timestamp(nanoseconds: 1_772_359_200_000_000_000 + milliseconds * 1_000_000, digits: 3)
}

func place(_ line: Int, file: String = "notes.lifelog") -> SourceLocation {
    SourceLocation(file: file, line: line, column: 1, offset: Int64(line * 60), length: 59)
}

extension AppRun {
    /// A run of which next to nothing is known.
    static func bare(_ cause: EndingCause = .stillRunning, confidence: Confidence = .certain) -> AppRun {
        AppRun(
            id: "-/-/-@2026-03-01T10:00:00.000Z", start: RunEdge(time: instant(0), isKnown: false),
            end: RunEdge(time: instant(0), isKnown: false), ending: Ending(cause: cause, confidence: confidence))
    }

    /// A run that was killed for a background task.
    static var killedInBackground: AppRun {
        var run = AppRun(
            id: "com.acme.notes/A1/71@2026-03-01T10:00:00.000Z", start: RunEdge(time: instant(0), isKnown: true),
            end: RunEdge(time: instant(36_000), isKnown: true),
            ending: Ending(cause: .backgroundTask, confidence: .certain))
        run.app = "com.acme.notes"
        run.version = "1.2"
        run.build = "34"
        run.device = "A1"
        run.pid = 71
        run.launch.kind = .foreground
        run.launch.reason = .tap
        run.launch.confidence = .certain
        run.stateAtEnd = .background
        run.ending.detail = [
            .kind: .string("expired"), .code: .integer(0x2182_bad2), .namespace: .string("RUNNINGBOARD"),
            .signal: .integer(9),
        ]
        run.ending.because = [
            EvidenceLine(
                text: "10:00:36.000 process.exit namespace=RUNNINGBOARD code=0x2182bad2 signal=9", at: place(9))
        ]
        run.ending.ruledOut = [.init(cause: .userQuit, because: "the termination names another reason")]
        run.states = [
            StateInterval(state: .launching, from: instant(0), to: instant(500), isInferred: false),
            StateInterval(state: .active, from: instant(500), to: instant(6_900), isInferred: false),
            StateInterval(state: .inactive, from: instant(6_900), to: instant(7_000), isInferred: false),
            StateInterval(state: .background, from: instant(7_000), to: instant(36_000), isInferred: false),
        ]
        run.scenes = [
            SceneTimeline(
                id: "S1",
                states: [.init(state: .active, from: instant(500), to: instant(7_000), isInferred: true)])
        ]
        run.spans = [
            SpanInterval(kind: "backgroundTask", key: "7", name: "upload draft", from: instant(5_000), to: nil)
        ]
        run.events = [
            KeptEvent(time: instant(0), event: "process.launch", scene: nil, at: place(2)),
            KeptEvent(time: instant(500), event: "app.didBecomeActive", scene: nil, at: place(3)),
            KeptEvent(time: instant(5_000), event: "backgroundTask.begin", scene: nil, at: place(4)),
            KeptEvent(time: instant(7_000), event: "app.didEnterBackground", scene: nil, at: place(6)),
            KeptEvent(time: instant(36_000), event: "process.exit", scene: nil, at: place(9)),
        ]
        run.counters = [Counter(name: "memory.footprint", unit: "bytes", samples: [.init(time: instant(1), value: 5)])]
        run.anomalies = [
            Anomaly(
                code: .backgroundWithoutResign, message: "background without inactive", time: instant(7_000),
                at: place(6))
        ]
        run.story =
            "The app (pid 71) went to the background at 10:00:07 with background task 7 \"upload draft\" open since"
            + " 10:00:05; it was not ended, and RunningBoard killed the app at 10:00:36 (0x2182bad2)."
        return run
    }

    /// A run that the user saw crash.
    static var crashed: AppRun {
        var run = killedInBackground
        run.id = "com.acme.notes/A1/99@2026-03-01T10:01:00.000Z"
        run.pid = 99
        run.start.time = instant(60_000)
        run.end.time = instant(61_000)
        run.ending = Ending(cause: .crashException, confidence: .likely)
        run.ending.detail = [.exception: .string("NSRangeException")]
        run.ending.candidates = [.init(cause: .crashSignal, likelihood: .possible)]
        run.stateAtEnd = .active
        run.isVisible = true
        run.story = ""
        return run
    }
}

extension Finding {
    static func sample(_ fingerprint: String = "0123456789abcdef", severity: Severity = .error) -> Finding {
        var finding = Finding(
            rule: "background-task-never-ended", severity: severity, confidence: .certain, time: instant(5_000),
            decided: instant(36_000), message: "Background task 7 was begun and never ended.",
            evidence: [
                .init(
                    line: EvidenceLine(text: "10:00:05.000 backgroundTask.begin task=7", at: place(4)),
                    note: "begun here")
            ], fingerprint: fingerprint)
        finding.app = "com.acme.notes"
        finding.run = AppRun.killedInBackground.id
        finding.runs = [AppRun.killedInBackground.id]
        finding.key = "7"
        finding.culprit = "upload draft"
        return finding
    }
}
