// SPDX-License-Identifier: MIT

public import LifelintModel

/// The same contract as ``JSONRenderer`` for programs that read line by line: one object a line, each with its `type`.
public struct NDJSONRenderer: ReportRenderer {
    /// The name after `--report`.
    public let id = "ndjson"
    /// What it is for.
    public let title =
        "one JSON object a line, for pipes: header, inputs, runs, exitCounts, findings, fixed, notSeen, verdicts, appVerdicts, problems"

    /// A renderer.
    public init() {}

    /// Writes the lines; runs and findings are copied as they were encoded.
    public func render(
        _ report: any ReportContents, options: RenderOptions, into sink: inout any ByteSink
    ) throws {
        let header = report.header
        var output = OutputBuffer(capacity: 131_072)
        try line("header", to: &output, sink: &sink) { writer in
            writer.key("schema")
            writer.value(reportSchemaName)
            writer.key("tool")
            writer.write(header.tool)
            writer.key("config")
            writer.write(header.configuration)
            writer.key("summary")
            writer.write(header.summary)
        }
        for input in header.inputs { try line("input", to: &output, sink: &sink) { $0.writeFields(of: input) } }
        try report.forEachEncodedRun { try copy($0, as: "run", to: &output, sink: &sink) }
        for exits in header.exitCounts {
            try line("exitCounts", to: &output, sink: &sink) { $0.writeFields(of: exits) }
        }
        try report.forEachEncodedFinding { try copy($0, as: "finding", to: &output, sink: &sink) }
        for entry in header.fixed { try line("fixed", to: &output, sink: &sink) { $0.writeFields(of: entry) } }
        for entry in header.notSeen { try line("notSeen", to: &output, sink: &sink) { $0.writeFields(of: entry) } }
        for (rule, counts) in header.verdicts.sorted(by: { $0.key < $1.key }) {
            try line("verdict", to: &output, sink: &sink) { writer in
                writer.key("rule")
                writer.value(rule)
                writer.writeFields(of: counts)
            }
        }
        for app in header.appVerdicts {
            try line("appVerdicts", to: &output, sink: &sink) { $0.writeFields(of: app) }
        }
        for problem in header.problems {
            try line("problem", to: &output, sink: &sink) { $0.writeFields(of: problem) }
        }
        try ReportStream.finish(&output, into: &sink)
    }

    private func copy(
        _ object: ArraySlice<UInt8>, as type: StaticString, to output: inout OutputBuffer, sink: inout any ByteSink
    ) throws {
        // The object's own brace makes room for the type.
        output.append("{\"type\":\"")
        output.append(type)
        output.append("\",")
        output.append(contentsOf: object.dropFirst())
        output.append(byte: 0x0A)
        try ReportStream.flush(&output, into: &sink)
    }

    private func line(
        _ type: String, to output: inout OutputBuffer, sink: inout any ByteSink, _ fields: (inout JSONWriter) -> Void
    ) throws {
        var writer = JSONWriter()
        swap(&writer.output, &output)
        writer.beginObject()
        writer.key("type")
        writer.value(plain: type)
        fields(&writer)
        writer.endObject()
        writer.output.append(byte: 0x0A)
        swap(&writer.output, &output)
        try ReportStream.flush(&output, into: &sink)
    }
}
