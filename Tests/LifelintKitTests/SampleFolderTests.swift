// SPDX-License-Identifier: MIT

import Foundation
import LifelintKit
import Testing

/// The scenarios together, as a newcomer analyses them first: each of them is what it is alone.
@Suite struct SampleFolderTests {
    private static let recommended = Result {
        var options = AnalyzerOptions()
        try RulesInForce.load(select: nil, isBrief: true).apply(to: &options)
        return try Analyzer(options)
    }

    /// What an analysis tells of runs and findings.
    ///
    /// Not related findings: what the log of one scenario shows of an app is known of that app in all of them. Nor
    /// devices: a name that people gave one is needed only beside others.
    private static func told(_ path: String) throws -> [String] {
        let analysis = try recommended.get().analyze(paths: [SampleReportTests.root.appending(path: path).path])
        let runs = try analysis.runs().map { run in
            "\(run.app ?? "-") \(run.pid ?? 0) \(run.start.time.nanoseconds): \(run.ending.cause.rawValue) "
                + "\(run.ending.confidence.rawValue), \(run.spans.count) spans, \(run.anomalies.count) anomalies"
        }
        let findings = try analysis.allFindings().filter { $0.relatedTo == nil }.map { finding in
            "\(finding.rule) \(finding.severity.rawValue) \(finding.app ?? "-") \(finding.time.nanoseconds): "
                + finding.message
        }
        return runs + findings
    }

    private static func analysis(_ folders: [String], of app: String) throws -> Analysis {
        var options = AnalyzerOptions()
        options.apps = [app]
        return try Analyzer(options).analyze(
            paths: folders.map { SampleReportTests.root.appending(path: "samples/\($0)").path })
    }

    @Test func `the death of another process is not told of the app that was asked for`() throws {
        let notes = try Self.analysis(["jetsam-frontmost", "healthy-day"], of: "com.acme.notes").runs()
        #expect(Set(notes.map { "\($0.app ?? "-") \($0.process ?? "-")" }) == ["com.acme.notes Notes", "- Notes"])
        let none = try Self.analysis(["jetsam-frontmost", "healthy-day"], of: "com.acme.zzz")
        #expect(try none.runs().isEmpty)
    }

    @Test func `exits that were counted are those of the app that was asked for`() throws {
        let scenarios = SampleReportTests.scenarios
        #expect(try !Self.analysis(scenarios, of: "com.acme.talk").header.exitCounts.isEmpty)
        #expect(try Self.analysis(scenarios, of: "com.acme.zzz").header.exitCounts.isEmpty)
    }

    @Test func `all scenarios together tell what each of them tells alone`() throws {
        var alone = try SampleReportTests.scenarios.flatMap { try Self.told("samples/\($0)") }
        var together = try Self.told("samples")
        alone.sort()
        together.sort()
        let difference = together.difference(from: alone)
        #expect(difference.isEmpty, "\(difference.map { "\($0)" }.joined(separator: "\n"))")
    }
}
