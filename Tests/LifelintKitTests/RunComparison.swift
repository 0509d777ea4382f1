// SPDX-License-Identifier: MIT

import LifelintKit
import Testing

/// Runs without the places where their evidence stands: what must not depend on how it is spread over files.
enum RunComparison {
    static func withoutPlaces(_ runs: [AppRun]) -> [AppRun] {
        let nowhere = SourceLocation(file: "", line: 0, column: 0, offset: 0, length: 0)
        return runs.map { run in
            var run = run
            for index in run.events.indices { run.events[index].at = nowhere }
            for index in run.anomalies.indices {
                run.anomalies[index].at = nowhere
                // A report orders anomalies by time and does not repeat it.
                run.anomalies[index].time = run.start.time
            }
            for index in run.ending.because.indices { run.ending.because[index].at = nowhere }
            return run
        }
    }

    /// The first difference, for people.
    static func difference(_ left: [AppRun], _ right: [AppRun]) -> String? {
        if left.count != right.count { return "\(left.count) runs, \(right.count) runs" }
        for (first, second) in zip(left, right) where first != second {
            if first.id != second.id { return "\(first.id)\n\(second.id)" }
            if first.states != second.states { return "\(first.id) states\n\(first.states)\n\(second.states)" }
            if first.ending != second.ending { return "\(first.id) ending\n\(first.ending)\n\(second.ending)" }
            if first.spans != second.spans { return "\(first.id) spans\n\(first.spans)\n\(second.spans)" }
            if first.events != second.events { return "\(first.id) events\n\(first.events)\n\(second.events)" }
            if first.anomalies != second.anomalies {
                return "\(first.id) anomalies\n\(first.anomalies)\n\(second.anomalies)"
            }
            return "\(first)\n\(second)"
        }
        return nil
    }
}

/// Analyses of named byte strings.
enum Analysing {
    static func analysis(
        _ inputs: [(name: String, bytes: [UInt8])], _ adjust: (inout AnalyzerOptions) -> Void = { _ in }
    ) throws -> Analysis {
        var options = AnalyzerOptions()
        adjust(&options)
        return try Analyzer(options).analyze(inputs: inputs)
    }

    static func runs(
        _ inputs: [(name: String, bytes: [UInt8])], _ adjust: (inout AnalyzerOptions) -> Void = { _ in }
    ) throws -> [AppRun] {
        try analysis(inputs, adjust).runs()
    }

    static func report(_ analysis: Analysis, _ format: String = "json") throws -> String {
        var sink: any ByteSink = MemorySink()
        let renderer = try #require(ReportFormats.format(named: format))
        try renderer.render(analysis, options: RenderOptions(), into: &sink)
        return String(decoding: (sink as? MemorySink)?.bytes ?? [], as: UTF8.self)
    }
}
