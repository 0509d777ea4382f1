// SPDX-License-Identifier: MIT

package import LifelintFiles
public import LifelintModel

/// A finished analysis: a header, and runs and findings to walk through in report order.
public final class Analysis: ReportContents {
    /// Everything that is small: inputs, counts, problems.
    public let header: ReportHeader
    /// The pages of the rules that were in force, by id.
    public let rulePages: [RulePageText]
    /// The files that were read, as they were when they were opened; nil where one is not known by more than its path.
    package let places: Set<FilePlace>?
    private let store: RunStore
    /// Runs of which a bundle id is told.
    package let namedRunCount: Int
    private let findings: FindingStore

    init(
        results: AnalysisResults, tool: ReportHeader.Tool, configuration: ReportHeader.Configuration,
        rulePages: [RulePageText] = []
    ) {
        store = RunStore(results.runs)
        findings = FindingStore(entries: results.findings, runs: store)
        var header = ReportHeader(
            tool: tool, configuration: configuration, summary: results.summary, inputs: results.inputs,
            problems: results.problems.listed)
        header.verdicts = results.verdicts
        header.appVerdicts = results.appVerdicts
        header.exitCounts = results.exitCounts
        header.fixed = results.fixed
        header.notSeen = results.notSeen
        self.header = header
        self.rulePages = rulePages
        places = results.places
        namedRunCount = results.namedRunCount
    }

    /// Calls `body` with each run, in report order.
    public func forEachRun(_ body: (AppRun) throws -> Void) throws {
        try store.forEach { bytes in
            guard let run = RunDecoder.decode(bytes) else { return }
            try body(run)
        }
    }

    /// Calls `body` with each run as the JSON object that stands in the report, in report order.
    public func forEachEncodedRun(_ body: (ArraySlice<UInt8>) throws -> Void) throws { try store.forEach(body) }

    /// Calls `body` with each finding, in report order.
    public func forEachFinding(_ body: (Finding) throws -> Void) throws {
        try findings.forEach { bytes in
            guard let finding = FindingDecoder.decode(bytes) else { return }
            try body(finding)
        }
    }

    /// Calls `body` with each finding as the JSON object that stands in the report, in report order.
    public func forEachEncodedFinding(_ body: (ArraySlice<UInt8>) throws -> Void) throws {
        try findings.forEach(body)
    }

    /// All runs at once, for analyses that are known to be small.
    public func runs() throws -> [AppRun] {
        var runs: [AppRun] = []
        try forEachRun { runs.append($0) }
        return runs
    }

    /// All findings at once, for analyses that are known to be small.
    public func allFindings() throws -> [Finding] {
        var findings: [Finding] = []
        try forEachFinding { findings.append($0) }
        return findings
    }
}
