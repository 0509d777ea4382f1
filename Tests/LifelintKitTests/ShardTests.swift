// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import LifelintRules
import Testing

@testable import LifelintLanguage

/// Devices are worked on side by side, and their lines come in batches: nothing may show it.
@Suite struct ShardTests {
    private static let start: Int64 = 1_772_445_605_000_000_000

    /// Slow launches on nine devices, more of them than one batch holds; every fifth exit names no device.
    private static let lines: [String] = (0..<1_500).flatMap { number -> [String] in
        let device = #""device":"d\#(number % 9)","#
        let steps = [
            ("process.launch", 0, #","intent":"foreground""#),
            ("app.didFinishLaunching", 3_000, #","duration_ms":2900"#),
            ("app.didBecomeActive", 6_000, ""), ("process.exit", 9_000, #","code":0,"status":0"#),
        ]
        return steps.map { name, offset, rest in
            let at = Timestamp(nanoseconds: start + (Int64(number) * 20_000 + Int64(offset)) * 1_000_000, digits: 3)
            let named = number % 5 == 0 && name == "process.exit" ? "" : device
            return #"{"ts":"\#(at.rfc3339)",\#(named)"app":"a","pid":\#(number),"event":"\#(name)"\#(rest)}"#
        }
    }

    private static func analysis(jobs: Int) throws -> Analysis {
        let rules = try RuleCase.library.get().rules.filter { $0.id.contains("launch") }
        var evidence = try Evidence(lines, rules: rules)
        evidence.options.jobs = jobs
        return try Analyzer(evidence.options).analyze(inputs: [(name: "a.jsonl", bytes: RandomTrace.bytes(lines))])
    }

    @Test(arguments: [1, 2, 5]) func `evidence stands at the line that it quotes`(jobs: Int) throws {
        let findings = try Self.analysis(jobs: jobs).allFindings()
        #expect(!findings.isEmpty)
        for evidence in findings.flatMap(\.evidence) {
            #expect(Self.lines[evidence.line.at.line - 1] == evidence.line.text)
        }
    }

    @Test func `a line without a device finds the run that it fits, however many threads there are`() throws {
        let analysis = try Self.analysis(jobs: 1)
        let expected = try Analysing.report(analysis)
        for jobs in [2, 3, 8] {
            let isEqual = try Analysing.report(Self.analysis(jobs: jobs)) == expected
            #expect(isEqual)
        }
        let runs = try analysis.runs()
        #expect(runs.count == 1_500)
        #expect(runs.allSatisfy { $0.end.isKnown && $0.device != nil })
    }

    @Test(arguments: [1, 2])
    func `A report joins the run that a log without a device told, among several devices`(jobs: Int) throws {
        let log = """
            # app=com.example.notes date=2026-03-01 pid=71
            10:00:00 process.launch intent=foreground
            10:00:01 app.didBecomeActive
            10:05:00 process.exit class=runningboard namespace=SIGNAL code=11

            """
        let report = """
            # app=com.example.notes date=2026-03-01 pid=71 device=K1
            10:00:00.5 process.launch class=report
            10:05:00.2 report.crash namespace=SIGNAL code=11

            """
        let other = """
            # app=com.example.radio date=2026-03-01 pid=71 device=K2
            10:05:01 report.crash namespace=SIGNAL code=6

            """
        var options = AnalyzerOptions()
        options.jobs = jobs
        let inputs = [("a.lifelog", log), ("b.lifelog", report), ("c.lifelog", other)]
        let runs = try Analyzer(options).analyze(inputs: inputs.map { (name: $0.0, bytes: Array($0.1.utf8)) }).runs()
        #expect(runs.map(\.app) == ["com.example.notes", "com.example.radio"])
        #expect(runs.first?.ending.because.count == 2)
    }
}
