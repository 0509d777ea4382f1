// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import Testing

@testable import LifelintCLI

@Suite struct CoverageTableTests {
    @Test("Coverage tells each rule's verdicts, and what logs would have to show for the others")
    func table() {
        var header = ReportHeader(
            tool: .init(name: "lifelint", version: "0", rulesDigest: ""),
            configuration: .init(file: nil, preset: "all", digest: "", today: nil, isRedacted: false),
            summary: .init(), inputs: [], problems: [])
        var judged = VerdictCounts()
        judged.violated = 2
        judged.satisfied = 12
        judged.inconclusive = 1
        judged.reasons = ["window-open": 1]
        var lacking = VerdictCounts()
        lacking.notEvaluated = 3
        lacking.reasons = ["requires data.save": 3, "requires data.change": 1]
        var unmeasured = VerdictCounts()
        unmeasured.notEvaluated = 2
        unmeasured.reasons = ["value-missing": 1, "min_runs": 1]
        header.verdicts = ["late-answer": judged, "slow-callback": unmeasured, "unsaved-at-kill": lacking]
        let expected = """
            rule             violated  satisfied  inconclusive  not evaluated
            late-answer      2         12         1             0
            quiet-rule       0         0          0             0
            slow-callback    0         0          0             2
            unsaved-at-kill  0         0          0             3

            Not evaluated where no log shows
              unsaved-at-kill  data.change, data.save

            What to log, the event that most rules wait for first
              data.change  1 rule  lifecycle("data.change", ["document": id])
              data.save    1 rule  lifecycle("data.save", ["document": id, "phase": "begin"])
                                   lifecycle("data.save", ["document": id, "phase": "end", "ok": true])

            Swift for it:
            """
        let text = CoverageTable.text(["late-answer", "quiet-rule", "slow-callback", "unsaved-at-kill"], header)
        #expect(text.hasPrefix(expected), "\(text)")
        let other = """

            Not evaluated for another reason
              slow-callback  more runs or cases: a habit is not told from so few; a value, such as how long a callback took: duration, or phase=begin and phase=end

            4 rules: 1 judged something, 1 met nothing to judge

            """
        #expect(text.hasSuffix(other), "\(text)")
        #expect(CoverageTable.text([], header) == "no rule is selected\n")
    }

    @Test(
        "What is asked of an event is in the lines for it",
        arguments: [
            (
                "app.willResignActive with its duration or ended_by watchdog.*",
                [
                    "(\"app.willResignActive\", [\"phase\": \"begin\"])",
                    "(\"app.willResignActive\", [\"phase\": \"end\"])",
                ]
            ),
            (
                "app.didBecomeActive where via == \"delegate\"",
                ["(\"app.didBecomeActive\", [\"via\": \"delegate\"])"]
            ),
            (
                "data.load with its duration",
                [
                    "(\"data.load\", [\"phase\": \"begin\", \"document\": id, \"ok\": true])",
                    "(\"data.load\", [\"phase\": \"end\", \"document\": id, \"ok\": true])",
                ]
            ),
            ("audio.play where exists silent or exists bytes", ["(\"audio.play\", [\"silent\": isSilent])"]),
            ("audio.play", ["(\"audio.play\")"]),
            ("process.suspend", []),
        ])
    func asked(_ need: String, _ calls: [String]) {
        let lines = LoggingAdvice.text([("a-rule", [need])]).split(separator: "\n").filter {
            $0.contains("lifecycle(\"")
        }
        #expect(lines.map { $0.drop { $0 != "(" } }.map(String.init) == calls)
    }

    @Test("What the log may show without what is asked of it is not proposed as an event that does not happen")
    func missing() {
        var counts = VerdictCounts()
        counts.reasons = [
            "requires data.save with its duration": 1, "requires network.end where main": 1, "requires cache.purge": 1,
            "requires app.* or scene.* where exists main": 1, "requires process.suspend": 1, "min_runs": 1,
        ]
        #expect(LoggingAdvice.missing(in: ["a": counts]) == ["cache.purge"])
    }

    @Test("What only the system tells is not asked of the app, and the rest in the order of those who wait")
    func advice() {
        let text = LoggingAdvice.text([
            ("a", ["cache.purge or memory.footprint", "process.suspend"]), ("b", ["cache.purge"]),
            ("c", ["data.* where exists main", "no.such"]),
        ])
        let lines = text.split(separator: "\n").map(String.init)
        #expect(lines[1].hasPrefix("  cache.purge      2 rules  lifecycle(\"cache.purge\", [\"name\": name"))
        #expect(lines[2].hasPrefix("  process.suspend  1 rule   // the system tells it"))
        #expect(lines[3].hasPrefix("  data.change      1 rule   lifecycle(\"data.change\""))
        #expect(LoggingAdvice.text([("a", ["process.suspend"])]).contains("import UIKit") == false)
        #expect(LoggingAdvice.text([]).isEmpty)
    }
}
