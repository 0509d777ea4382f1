// SPDX-License-Identifier: MIT

import LifelintModel
import TestSupport

/// Reports of many runs, each with two hundred events, a few of them with something wrong.
enum ManyRuns {
    static func report(_ count: Int, text: String = "upload draft") -> SampleReport {
        var generator = SeededGenerator(seed: 7)
        let causes: [EndingCause] = [.crashException, .memoryLimit, .watchdogLaunch, .backgroundTask, .unknown]
        var runs: [AppRun] = []
        var findings: [Finding] = []
        for number in 0..<count {
            let isBad = number % 7 == 0
            let cause = isBad ? causes.randomElement(using: &generator) ?? .unknown : .stillRunning
            let run = makeRun(number, cause, text: text, &generator)
            if isBad { findings.append(makeFinding(run, number, text: text)) }
            runs.append(run)
        }
        return SampleReport(runs: runs, findings: findings)
    }

    private static func makeRun(
        _ number: Int, _ cause: EndingCause, text: String, _ generator: inout SeededGenerator
    ) -> AppRun {
        var run = AppRun.killedInBackground
        let start = Int64(number) * 100_000
        run.id = "com.acme.notes/A\(number % 9)/\(number)@" + instant(start).rfc3339
        run.device = "A\(number % 9)"
        run.pid = number
        run.start.time = instant(start)
        run.end.time = instant(start + 90_000)
        run.ending.cause = cause
        run.ending.detail = [.signature: .string("frame \(number)")]
        run.ending.because = [EvidenceLine(text: text, at: place(number * 200 + 199))]
        run.isVisible = number.isMultiple(of: 2)
        run.states = run.states.map {
            StateInterval(
                state: $0.state, from: instant(start + Int64($0.from.nanoseconds % 60_000_000_000) / 1_000_000),
                to: nil,
                isInferred: $0.isInferred)
        }
        run.spans = (0..<12).map { index in
            SpanInterval(
                kind: "backgroundTask", key: "\(index)", name: text, from: instant(start + Int64(index) * 5_000),
                to: instant(start + Int64(index) * 5_000 + 4_000))
        }
        run.events = (0..<200).map { index in
            KeptEvent(
                time: instant(start + Int64(index) * 450), event: index % 3 == 0 ? "network.begin" : "data.save",
                scene: nil, at: place(number * 200 + index),
                text:
                    "2026-03-01 10:00:00.000000+0000  Notes[71:1a2b] [com.acme.notes:sync] a line of \(number) at \(index)"
            )
        }
        run.story = text
        return run
    }

    private static func makeFinding(_ run: AppRun, _ number: Int, text: String) -> Finding {
        var finding = Finding(
            rule: "rule-\(number % 12)", severity: number.isMultiple(of: 3) ? .error : .warning, confidence: .certain,
            time: run.end.time, decided: run.end.time, message: text + " \(number)",
            evidence: (0..<8).map {
                .init(line: EvidenceLine(text: text, at: place(number * 200 + $0 * 20)), note: text)
            },
            fingerprint: "f\(number)")
        finding.run = run.id
        finding.culprit = text
        return finding
    }
}
