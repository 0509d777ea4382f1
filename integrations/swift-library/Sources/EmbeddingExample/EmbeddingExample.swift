// SPDX-License-Identifier: MIT

import LifelintKit

/// The three ways to use the library: files, bytes, and records pushed one by one.
@main struct EmbeddingExample {
    static func main() throws {
        try analyseFiles(Array(CommandLine.arguments.dropFirst()))
        try analyseBytes()
        try pushRecords()
    }

    /// Files, folders and standard input, as on the command line.
    private static func analyseFiles(_ paths: [String]) throws {
        guard !paths.isEmpty else { return }
        let analysis = try Analyzer().analyze(paths: paths)
        print("files: \(analysis.header.summary.runs) runs from \(analysis.header.inputs.count) inputs")
        try analysis.forEachRun { run in print("  \(run.id): \(run.ending.cause.rawValue)") }
    }

    /// Bytes that the program holds already.
    private static func analyseBytes() throws {
        let analysis = try Analyzer().analyze(bytes: Array(log.utf8), named: "in memory")
        for run in try analysis.runs() { print("bytes: \(run.story)") }
    }

    /// Records as they come: runs are given as they end, and the program moves the clock.
    private static func pushRecords() throws {
        var options = AnalyzerOptions()
        try options.useRules()
        let session = try Session(options, name: "pushed")
        for line in log.split(separator: "\n") {
            session.push(String(line))
            for run in session.takeRuns() { print("pushed: \(run.ending.cause.rawValue)") }
            for finding in session.takeFindings() { print("found: \(finding.rule): \(finding.message)") }
        }
        // 2026-03-02 12:00 UTC: nothing earlier will be pushed.
        session.advance(to: Timestamp(nanoseconds: 1_772_452_800 * 1_000_000_000))
        for run in session.takeRuns() + session.finish() {
            print("pushed: \(run.pid ?? 0) \(run.ending.cause.rawValue) (\(run.ending.confidence.rawValue))")
        }
        for finding in session.takeFindings() { print("found: \(finding.rule): \(finding.message)") }
    }

    private static let log = """
        # app=com.example.notes device=D1 date=2026-03-02
        10:00:00.000 process.launch pid=71 intent=foreground
        10:00:00.412 app.didBecomeActive
        10:04:00.000 app.willResignActive
        10:04:00.600 app.didEnterBackground
        10:04:00.610 backgroundTask.begin task=7 name="upload draft"
        10:04:27.000 backgroundTask.expire task=7
        10:04:31.000 process.exit namespace=RUNNINGBOARD code=0x2182bad2
        10:30:00.000 process.launch pid=88 intent=foreground
        10:30:00.380 app.didBecomeActive

        """
}
