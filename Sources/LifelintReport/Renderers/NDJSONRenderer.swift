// SPDX-License-Identifier: MIT

public import LifelintModel

/// The same contract as ``JSONRenderer`` for programs that read line by line: one object a line, each with its `type`.
public struct NDJSONRenderer: ReportRenderer {
    /// The name after `--report`.
    public let id = "ndjson"
    /// What it is for.
    public let title = "one JSON object a line, for pipes: header, inputs, runs, findings, verdicts, problems"

    /// A renderer.
    public init() {}

    /// Writes the lines; runs are copied as they were encoded.
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
        try report.forEachEncodedRun { run in
            // The object's own brace makes room for the type.
            output.append("{\"type\":\"run\",")
            output.append(contentsOf: run.dropFirst())
            output.append(byte: 0x0A)
            try ReportStream.flush(&output, into: &sink)
        }
        for exits in header.exitCounts {
            try line("exitCounts", to: &output, sink: &sink) { $0.writeFields(of: exits) }
        }
        try report.forEachFinding { finding in
            try line("finding", to: &output, sink: &sink) { $0.writeFields(of: finding) }
        }
        for (rule, counts) in header.verdicts.sorted(by: { $0.key < $1.key }) {
            try line("verdict", to: &output, sink: &sink) { writer in
                writer.key("rule")
                writer.value(rule)
                writer.writeFields(of: counts)
            }
        }
        for problem in header.problems {
            try line("problem", to: &output, sink: &sink) { $0.writeFields(of: problem) }
        }
        try ReportStream.finish(&output, into: &sink)
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
