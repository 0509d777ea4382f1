// SPDX-License-Identifier: MIT

public import LifelintModel

/// OpenTelemetry's protocol as JSON, one message a line, as collectors read files: each run a trace, its ending and the
/// findings log records.
///
/// Identifiers follow from the runs' ids, so that records and spans find each other, and the same run of two analyses
/// is one.
public struct OTLPRenderer: ReportRenderer {
    /// The name after `--report`.
    public let id = "otlp"
    /// What it is for.
    public let title = "OTLP/JSON lines for OpenTelemetry: runs as traces, endings and findings as log records"

    /// A renderer.
    public init() {}

    /// Writes the lines: two for each run, one for each finding.
    public func render(
        _ report: any ReportContents, options: RenderOptions, into sink: inout any ByteSink
    ) throws {
        let tool = report.header.tool
        var writer = OTLPWriter()
        try report.forEachRun { run in
            writer.line(.spans, of: tool, resource: { $0.writeResource(of: run) }) { $0.writeSpans(of: run) }
            writer.line(.logs, of: tool, resource: { $0.writeResource(of: run) }) { $0.writeEnding(of: run) }
            try ReportStream.flush(&writer.json.output, into: &sink)
        }
        try report.forEachFinding { finding in
            writer.line(.logs, of: tool, resource: { $0.writeResource(app: finding.appName, process: nil) }) {
                $0.write(finding)
            }
            try ReportStream.flush(&writer.json.output, into: &sink)
        }
        try ReportStream.finish(&writer.json.output, into: &sink)
    }
}

extension OTLPWriter {
    /// Writes what is known of the app and the device.
    fileprivate mutating func writeResource(of run: AppRun) {
        writeResource(app: run.app, process: run.process)
        attribute("service.version", run.version)
        attribute("app.build_id", run.build)
        attribute("process.pid", run.pid)
        attribute("process.executable.name", run.process)
        attribute("device.id", run.device)
        attribute("device.manufacturer", "Apple")
        attribute("device.model.identifier", run.model)
        attribute("os.type", "darwin")
        if let os = run.os { writeSystem(os) }
    }

    /// Writes a system such as `iPhone OS 18.4 (22E240)`: its name, version and build, as far as they can be told
    /// apart.
    private mutating func writeSystem(_ os: String) {
        attribute("os.description", os)
        let words = os.split(separator: " ")
        guard let place = words.firstIndex(where: { (0x30...0x39).contains($0.utf8.first ?? 0) }) else {
            attribute("os.name", os)
            return
        }
        if place > 0 { attribute("os.name", words[..<place].joined(separator: " ")) }
        attribute("os.version", String(words[place]))
        guard let build = words[place...].dropFirst().first, build.hasPrefix("("), build.hasSuffix(")") else { return }
        attribute("os.build_id", String(build.dropFirst().dropLast()))
    }

    /// Writes the name of a service; there is none without.
    fileprivate mutating func writeResource(app: String?, process: String?) {
        attribute("service.name", app ?? process ?? "unknown_service")
    }
}
