// SPDX-License-Identifier: MIT

import Foundation
import LifelintKit
import Testing

/// Every format of every sample, against the digests of what was read and found right.
///
/// `LIFELINT_RECORD=1` writes them anew; the formats that people read are kept whole, too: ``SampleReportTests``.
@Suite struct SampleOutputTests {
    private static let file = "expected/outputs.txt"
    /// Those that leave the machine, and the machine contract.
    private static let redacted: Set = ["json", "html", "markdown", "sarif"]

    @Test(arguments: SampleReportTests.scenarios) func `every format of a sample is what was recorded`(
        scenario: String
    ) throws {
        let table = SampleReportTests.root.appending(path: "samples/\(scenario)/\(Self.file)")
        let expected = (try? String(contentsOf: table, encoding: .utf8)).flatMap { OutputDigests($0) }
        let isRecording = ProcessInfo.processInfo.environment["LIFELINT_RECORD"] == "1"
        guard !isRecording, let expected else {
            let digests = try Self.digests(of: scenario, rules: try Self.rules(for: scenario))
            try digests.text.write(to: table, atomically: true, encoding: .utf8)
            if !isRecording { Issue.record("samples/\(scenario)/\(Self.file) was missing: read what it stands for") }
            return
        }
        let changes = try Self.digests(of: scenario, rules: expected.rules).changes(since: expected)
        let select = expected.rules.joined(separator: ",")
        #expect(
            changes.isEmpty,
            """
            samples/\(scenario): other than recorded: \(changes.joined(separator: ", ")). \
            To see: lifelint analyze samples/\(scenario) --select \(select) --no-redact --report FORMAT. \
            To record: LIFELINT_RECORD=1 swift test --filter SampleOutputTests
            """)
    }

    @Test func `a table tells which output changed, came and went`() throws {
        var old = OutputDigests(rules: ["crashed"])
        old.add("json", Data("{}".utf8))
        old.add("sarif, redacted", Data("a".utf8))
        old.add("sql", Data("b".utf8))
        var new = OutputDigests(rules: ["crashed"])
        new.add("json", Data("[]".utf8))
        new.add("sarif, redacted", Data("a".utf8))
        new.add("html", Data())
        #expect(try #require(OutputDigests(old.text)) == old)
        #expect(
            new.changes(since: old) == ["json (2 -> 2 bytes)", "html (not recorded)", "sql (is gone)"])
        #expect(old.changes(since: old).isEmpty)
        #expect(OutputDigests.digest(Data("a".utf8)) == "af63dc4c8601ec8c")
    }

    private static func digests(of scenario: String, rules: [String]) throws -> OutputDigests {
        let report = SteadyReport(
            try SampleReportTests.analysis(of: scenario, byRules: true, select: rules))
        var digests = OutputDigests(rules: rules)
        for renderer in ReportFormats.all {
            digests.add(renderer.id, try SteadyReport.rendered(report, renderer))
            guard redacted.contains(renderer.id) else { continue }
            digests.add(renderer.id + ", redacted", try SteadyReport.rendered(RedactedReport(report), renderer))
        }
        return digests
    }

    /// Those that find something, suppressed or not, and a few that most samples can be judged by.
    private static func rules(for scenario: String) throws -> [String] {
        let found = try SampleReportTests.analysis(of: scenario, byRules: true).allFindings().map(\.rule)
        return Set(found + SampleReportTests.machineRules).sorted()
    }
}
