// SPDX-License-Identifier: MIT

public import LifelintModel

/// Chrome's trace format, which Perfetto and Firefox Profiler open: a run is a process, a lane a thread, states and
/// spans are slices, events and findings instants, memory a counter.
///
/// Times are microseconds since 1970, so that the traces of several reports, or of other tools, can be laid together.
public struct TraceRenderer: ReportRenderer {
    /// The name after `--report`.
    public let id = "trace"
    /// What it is for.
    public let title = "for Perfetto or Firefox Profiler: Chrome trace JSON with lanes, slices and counters"

    /// Findings are placed in the run they stand in: so many runs are told apart.
    private static let maximumFindingRuns = 100_000

    /// A renderer.
    public init() {}

    /// Writes the trace, run by run.
    public func render(
        _ report: any ReportContents, options: RenderOptions, into sink: inout any ByteSink
    ) throws {
        var writer = JSONWriter(OutputBuffer(capacity: 131_072))
        writer.beginObject()
        writer.key("displayTimeUnit")
        writer.value(plain: "ms")
        writer.key("otherData")
        writer.write(report.header.tool)
        writer.key("traceEvents")
        writer.beginArray()
        var numbers = try Self.runsWithFindings(report)
        var number = 0
        try report.forEachRun { run in
            number += 1
            if numbers[run.id] == 0 { numbers[run.id] = number }
            TraceRun(run: run, number: number).write(to: &writer)
            try ReportStream.flush(&writer.output, into: &sink)
        }
        try report.forEachFinding { finding in
            guard finding.suppressed == nil, let number = finding.run.flatMap({ numbers[$0] }), number > 0 else {
                return
            }
            TraceRun.write(finding, process: number, to: &writer)
            try ReportStream.flush(&writer.output, into: &sink)
        }
        writer.output.append(byte: 0x0A)
        writer.endArray()
        writer.endObject()
        writer.output.append(byte: 0x0A)
        try ReportStream.finish(&writer.output, into: &sink)
    }

    /// The runs that findings stand in, without their numbers yet.
    private static func runsWithFindings(_ report: any ReportContents) throws -> [String: Int] {
        var numbers: [String: Int] = [:]
        try report.forEachFinding { finding in
            guard let run = finding.run, numbers.count < maximumFindingRuns else { return }
            numbers[run] = 0
        }
        return numbers
    }
}
