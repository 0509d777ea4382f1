// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import Testing

/// What lifelint writes is never evidence, whatever it looks like.
struct OwnReportTests {
    private static let log = """
        # app=com.acme.notes device=A1 date=2026-03-01
        # pid=71
        10:00:00.000 process.launch
        10:00:00.500 app.didBecomeActive
        10:00:05.000 backgroundTask.begin task=7 name=upload
        10:00:07.000 app.didEnterBackground
        10:00:36.000 process.exit namespace=RUNNINGBOARD code=0x2182bad2 status=9

        """

    @Test(arguments: ReportFormats.all.map(\.id)) func `no rendering of a report gives a run`(format: String) throws {
        var options = AnalyzerOptions()
        try options.useRules()
        let analysis = try Analyzer(options).analyze(inputs: [("notes.lifelog", Array(Self.log.utf8))])
        #expect(analysis.header.summary.runs == 1)
        let report = try Analysing.report(analysis, format)
        let again = try Analyzer(options).analyze(inputs: [("report", Array(report.utf8))])
        #expect(again.header.summary.runs == 0)
        #expect(again.header.summary.endings.isEmpty)
    }

    @Test func `telemetry of others is read, and that of lifelint is told to be its own`() throws {
        let analysis = try Analyzer().analyze(inputs: [("notes.lifelog", Array(Self.log.utf8))])
        let report = try Analysing.report(analysis, "otlp")
        let own = try Analyzer().analyze(inputs: [("a.jsonl", Array(report.utf8))])
        #expect(own.header.inputs.map(\.format) == ["lifelint-report"])
        #expect(own.header.problems.map(\.code) == [.ownReport])
        let others = report.replacing(#""name":"lifelint","version""#, with: #""name":"acme","version""#)
        let read = try Analyzer().analyze(inputs: [("a.jsonl", Array(others.utf8))])
        #expect(read.header.inputs.map(\.format) == ["otlp-json"])
    }
}
