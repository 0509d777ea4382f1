// SPDX-License-Identifier: MIT

public import LifelintModel

/// The machine contract: one document; one run, finding, input, rule or problem a line, so that differences are small.
public struct JSONRenderer: ReportRenderer {
    /// The name after `--report`.
    public let id = "json"
    /// What it is for.
    public let title = "the machine contract: one JSON document, described by a JSON Schema"

    /// A renderer.
    public init() {}

    /// Writes the document; runs and findings are copied as they were encoded.
    public func render(
        _ report: any ReportContents, options: RenderOptions, into sink: inout any ByteSink
    ) throws {
        let header = report.header
        var writer = JSONWriter(OutputBuffer(capacity: 131_072))
        writer.beginObject()
        writeHead(header, to: &writer)
        try list("inputs", to: &writer, sink: &sink) { line in
            for input in header.inputs { try line { $0.writeFields(of: input) } }
        }
        try copyList("runs", to: &writer, sink: &sink, report.forEachEncodedRun)
        try list("exitCounts", to: &writer, sink: &sink) { line in
            for exits in header.exitCounts { try line { $0.writeFields(of: exits) } }
        }
        try copyList("findings", to: &writer, sink: &sink, report.forEachEncodedFinding)
        try list("fixed", to: &writer, sink: &sink) { line in
            for entry in header.fixed { try line { $0.writeFields(of: entry) } }
        }
        try list("notSeen", to: &writer, sink: &sink) { line in
            for entry in header.notSeen { try line { $0.writeFields(of: entry) } }
        }
        writeVerdicts(header.verdicts, to: &writer)
        try list("appVerdicts", to: &writer, sink: &sink) { line in
            for app in header.appVerdicts { try line { $0.writeFields(of: app) } }
        }
        try list("problems", to: &writer, sink: &sink) { line in
            for problem in header.problems { try line { $0.writeFields(of: problem) } }
        }
        writer.output.append("\n}\n")
        try ReportStream.finish(&writer.output, into: &sink)
    }

    private func writeHead(_ header: ReportHeader, to writer: inout JSONWriter) {
        writer.breakLine()
        writer.key("schema")
        writer.value(reportSchemaName)
        writer.breakLine()
        writer.key("tool")
        writer.write(header.tool)
        writer.breakLine()
        writer.key("config")
        writer.write(header.configuration)
        writer.breakLine()
        writer.key("summary")
        writer.write(header.summary)
    }

    /// Writes a list with one object a line; an empty one stays on its line.
    private func list(
        _ name: StaticString, to writer: inout JSONWriter, sink: inout any ByteSink,
        _ body: (_ line: ((inout JSONWriter) -> Void) throws -> Void) throws -> Void
    ) throws {
        var isEmpty = true
        writer.breakLine()
        writer.key(name)
        writer.beginArray()
        try body { fields in
            writer.breakLine()
            writer.beginObject()
            fields(&writer)
            writer.endObject()
            isEmpty = false
            try ReportStream.flush(&writer.output, into: &sink)
        }
        if !isEmpty { writer.output.append(byte: 0x0A) }
        writer.endArray()
    }

    /// Writes a list whose objects are encoded already, one a line.
    private func copyList(
        _ name: StaticString, to writer: inout JSONWriter, sink: inout any ByteSink,
        _ walk: (_ body: (ArraySlice<UInt8>) throws -> Void) throws -> Void
    ) throws {
        var isEmpty = true
        writer.breakLine()
        writer.key(name)
        writer.beginArray()
        try walk { object in
            writer.breakLine()
            writer.raw(object)
            isEmpty = false
            try ReportStream.flush(&writer.output, into: &sink)
        }
        if !isEmpty { writer.output.append(byte: 0x0A) }
        writer.endArray()
    }

    private func writeVerdicts(_ verdicts: [String: VerdictCounts], to writer: inout JSONWriter) {
        writer.breakLine()
        writer.key("verdicts")
        writer.beginObject()
        for (rule, counts) in verdicts.sorted(by: { $0.key < $1.key }) {
            writer.breakLine()
            writer.key(named: rule)
            writer.beginObject()
            writer.writeFields(of: counts)
            writer.endObject()
        }
        if !verdicts.isEmpty { writer.output.append(byte: 0x0A) }
        writer.endObject()
    }
}
