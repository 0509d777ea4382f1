// SPDX-License-Identifier: MIT

import LifelintModel

/// For programs: one JSON document, a mistake a line.
public struct JSONDifferenceRenderer: DifferenceRenderer {
    /// The name after `--report`.
    public let id = "json"
    /// What it is for.
    public let title = "for programs: one JSON document, every list complete"
    /// It stays on the machine.
    public let redactsByDefault = false

    /// A renderer.
    public init() {}

    /// The document.
    public func render(_ difference: ReportDifference, options: RenderOptions) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.breakLine()
        writer.key("schema")
        writer.value(plain: "lifelint.diff/1")
        write("base", difference.base, to: &writer)
        write("head", difference.head, to: &writer)
        writer.breakLine()
        writer.key("summary")
        writer.beginObject()
        for section in difference.sections {
            writer.key(named: section.name)
            writer.beginObject()
            for severity in Finding.Severity.allCases {
                writer.key(named: severity.rawValue)
                writer.value(section.entries.count { $0.finding.severity == severity })
            }
            writer.endObject()
        }
        writer.endObject()
        for section in difference.sections { write(section.name, section.entries, to: &writer) }
        writeEndings(difference, to: &writer)
        writer.output.append("\n}\n")
        return writer.output.bytes
    }

    private func write(_ name: String, _ side: ReportDifference.Side, to writer: inout JSONWriter) {
        writer.breakLine()
        writer.key(named: name)
        writer.beginObject()
        writer.key("report")
        writer.value(side.name)
        writer.key("tool")
        writer.write(side.header.tool)
        writer.key("runs")
        writer.value(side.header.summary.runs)
        writer.endObject()
    }

    /// The findings as reports have them, with how often each counts on either side.
    private func write(_ name: String, _ entries: [ReportDifference.Entry], to writer: inout JSONWriter) {
        writer.breakLine()
        writer.key(named: name)
        writer.beginArray()
        for entry in entries {
            writer.breakLine()
            writer.beginObject()
            writer.key("base")
            writer.value(entry.base)
            writer.key("head")
            writer.value(entry.head)
            writer.key("finding")
            var object = OutputBuffer()
            FindingEncoding.encode(entry.finding, into: &object)
            writer.raw(object.bytes)
            writer.endObject()
        }
        if !entries.isEmpty { writer.output.append(byte: 0x0A) }
        writer.endArray()
    }

    private func writeEndings(_ difference: ReportDifference, to writer: inout JSONWriter) {
        writer.breakLine()
        writer.key("endings")
        writer.beginObject()
        for row in difference.endings.sorted(by: { $0.cause.rawValue < $1.cause.rawValue }) {
            writer.key(named: row.cause.rawValue)
            writer.beginObject()
            writer.key("base")
            writer.value(row.base)
            writer.key("head")
            writer.value(row.head)
            writer.endObject()
        }
        writer.endObject()
    }
}
