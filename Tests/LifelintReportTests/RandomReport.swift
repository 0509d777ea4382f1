// SPDX-License-Identifier: MIT

import LifelintModel
import TestSupport

/// Reports of nonsense that is legal for its types: what renderers must survive and schemas must describe.
struct RandomReport {
    var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    private static let texts = [
        "", "com.acme.notes", "a\"b\\c", "line\nbreak\ttab\r", "\u{1B}[31mred\u{1B}[0m", "\u{202E}gnp.exe", "ü 漢字 👩‍👩‍👧",
        "\u{0}\u{1}\u{7F}\u{9B}2J", "</script>", "-", "7", "\u{2028}", "\u{E0041}",
        String(repeating: "long ", count: 90),
    ]

    mutating func text() -> String { RandomReport.texts.randomElement(using: &generator) ?? "" }
    mutating func maybe<T>(_ value: T) -> T? { Bool.random(using: &generator) ? value : nil }
    mutating func flag() -> Bool { Bool.random(using: &generator) }
    mutating func pick<T: CaseIterable>(_ type: T.Type, _ fallback: T) -> T {
        Array(T.allCases).randomElement(using: &generator) ?? fallback
    }

    mutating func time() -> Timestamp {
        let edge: [Int64] = [.min, .max, 0, -1, 1_772_359_200_123_456_789]
        let nanoseconds =
            flag()
            ? Int64.random(in: 0...4_000_000_000_000_000_000, using: &generator)
            : edge.randomElement(using: &generator) ?? 0
        return Timestamp(nanoseconds: nanoseconds, digits: UInt8.random(in: 0...9, using: &generator))
    }

    mutating func list<T>(_ limit: Int = 3, _ make: (inout RandomReport) -> T) -> [T] {
        (0..<Int.random(in: 0...limit, using: &generator)).map { _ in make(&self) }
    }

    mutating func location() -> SourceLocation {
        SourceLocation(
            file: text(), line: Int.random(in: 0...9, using: &generator),
            column: Int.random(in: 0...9, using: &generator),
            offset: Int64.random(in: 0...Int64.max, using: &generator), length: Int.random(in: 0...9, using: &generator)
        )
    }

    mutating func value() -> Value {
        switch Int.random(in: 0...9, using: &generator) {
        case 0: .string(text())
        case 1: .integer(Int64.random(in: .min ... .max, using: &generator))
        case 2: .number(Double.random(in: -1e30...1e30, using: &generator))
        case 3: .number(.nan)
        case 4: .number(.infinity)
        case 5: .bool(flag())
        case 6: .duration(Int64.random(in: .min ... .max, using: &generator))
        case 7: .bytes(Int64.random(in: 0...Int64.max, using: &generator))
        case 8: .string("0x8BADF00D")
        default: .instant(time())
        }
    }

    mutating func ending() -> Ending {
        var ending = Ending(cause: pick(EndingCause.self, .unknown), confidence: pick(Confidence.self, .likely))
        for key in EndingDetail.allCases where flag() { ending.detail[key] = value() }
        ending.because = list { EvidenceLine(text: $0.text(), at: $0.location()) }
        ending.ruledOut = list { .init(cause: $0.pick(EndingCause.self, .unknown), because: $0.text()) }
        ending.candidates = list {
            .init(cause: $0.pick(EndingCause.self, .unknown), likelihood: $0.flag() ? .likely : .possible)
        }
        return ending
    }

    mutating func run() -> AppRun {
        var run = AppRun(
            id: text(), start: RunEdge(time: time(), isKnown: flag()), end: RunEdge(time: time(), isKnown: flag()),
            ending: ending())
        run.app = maybe(text())
        run.process = maybe(text())
        run.host = pick(ProcessHost.self, .app)
        run.version = maybe(text())
        run.build = maybe(text())
        run.os = maybe(text())
        run.model = maybe(text())
        run.device = maybe(text())
        run.boot = maybe(text())
        run.pid = maybe(Int.random(in: -1...99_999, using: &generator))
        run.isVisible = flag()
        run.launch.kind = pick(Launch.Kind.self, .unknown)
        run.launch.reason = maybe(pick(Launch.Reason.self, .tap))
        run.launch.after = maybe(pick(EndingCause.self, .unknown))
        run.launch.confidence = maybe(pick(Confidence.self, .likely))
        run.stateAtEnd = maybe(pick(AppState.self, .active))
        fillCourse(of: &run)
        run.story = text()
        return run
    }

    private mutating func fillCourse(of run: inout AppRun) {
        run.states = list {
            StateInterval(
                state: $0.pick(AppState.self, .active), from: $0.time(), to: $0.maybe($0.time()), isInferred: $0.flag())
        }
        run.scenes = list { outer in
            SceneTimeline(
                id: outer.text(),
                states: outer.list {
                    .init(
                        state: $0.pick(SceneState.self, .active), from: $0.time(), to: $0.maybe($0.time()),
                        isInferred: $0.flag())
                })
        }
        run.spans = list(40) {
            SpanInterval(
                kind: $0.text(), key: $0.text(), name: $0.maybe($0.text()), from: $0.time(), to: $0.maybe($0.time()),
                isInferred: $0.flag(), isReplaced: $0.flag())
        }
        run.events = list(9) {
            KeptEvent(time: $0.time(), event: $0.text(), scene: $0.maybe($0.text()), at: $0.location(), text: $0.text())
        }
        run.eventsOmitted = Int.random(in: 0...3, using: &generator)
        run.counters = list { outer in
            Counter(name: outer.text(), unit: outer.text(), samples: outer.list { .init(time: $0.time(), value: .min) })
        }
        run.anomalies = list {
            Anomaly(code: $0.pick(Anomaly.Code.self, .gap), message: $0.text(), time: $0.time(), at: $0.location())
        }
    }

    mutating func finding() -> Finding {
        var finding = Finding(
            rule: text(), severity: pick(Finding.Severity.self, .error), confidence: pick(Confidence.self, .certain),
            time: time(), decided: time(), message: text(),
            evidence: list { .init(line: EvidenceLine(text: $0.text(), at: $0.location()), note: $0.text()) },
            fingerprint: ["0123456789abcdef", "ffffffffffffffff"].randomElement(using: &generator) ?? "")
        finding.app = maybe(text())
        finding.run = maybe(text())
        finding.runs = list { $0.text() }
        finding.scene = maybe(text())
        finding.key = maybe(text())
        finding.culprit = maybe(text())
        finding.count = Int.random(in: 1...(.max), using: &generator)
        finding.relatedTo = maybe("0123456789abcdef")
        finding.suppressed = maybe(
            .init(reason: text(), by: text(), until: maybe(CalendarDay(year: 2026, month: 3, day: 9))))
        finding.isInBaseline = flag()
        return finding
    }

    mutating func report() -> SampleReport {
        var report = SampleReport(
            runs: list(12) { $0.run() }, findings: list(6) { $0.finding() },
            inputs: list {
                var input = InputSummary(
                    path: $0.text(), format: $0.text(),
                    status: [.read, .partly, .unread].randomElement(using: &$0.generator) ?? .read,
                    isExpected: $0.flag())
                input.problems = Int.random(in: 0...(.max), using: &$0.generator)
                input.events = Int.random(in: 0...(.max), using: &$0.generator)
                input.wrapper = $0.maybe($0.text())
                input.isCut = $0.flag()
                return input
            },
            problems: list(9) {
                Problem(
                    file: $0.text(), line: Int.random(in: 0...3, using: &$0.generator), column: 1, offset: 0,
                    code: $0.pick(ProblemCode.self, .empty), message: $0.text())
            })
        report.header.exitCounts = list {
            ExitCounts(
                app: $0.maybe($0.text()), version: $0.maybe($0.text()), from: $0.time(), to: $0.time(),
                place: $0.flag() ? "foreground" : "background", counts: [$0.text(): 3, "normal": 0])
        }
        var verdicts = VerdictCounts()
        verdicts.reasons = [text(): 2, "requires data.save": 1]
        report.header.verdicts = [text(): verdicts, "b-rule": VerdictCounts()]
        report.header.appVerdicts = list { AppVerdicts(app: $0.maybe($0.text()), verdicts: [$0.text(): verdicts]) }
        report.header.fixed = list {
            BaselineEntry(
                rule: $0.text(), app: $0.maybe($0.text()), process: $0.maybe($0.text()), culprit: $0.maybe($0.text()),
                count: Int.random(in: 1...(.max), using: &$0.generator), fingerprint: "0123456789abcdef")
        }
        report.header.notSeen = list {
            BaselineEntry(
                rule: $0.text(), app: $0.maybe($0.text()), culprit: $0.maybe($0.text()), count: 1,
                fingerprint: "0123456789abcdef")
        }
        report.header.configuration.today = maybe(CalendarDay(year: 2026, month: 12, day: 1))
        return report
    }
}
