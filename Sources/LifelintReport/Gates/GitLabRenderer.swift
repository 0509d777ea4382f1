// SPDX-License-Identifier: MIT

public import LifelintModel

/// GitLab's code quality report: one entry per culprit, each with its own fingerprint.
public struct GitLabRenderer: ReportRenderer {
    /// The name after `--report`.
    public let id = "gitlab"
    /// What it is for.
    public let title = "GitLab code quality: one entry per culprit, shown in merge requests"
    /// It is made to leave the machine.
    public let redactsByDefault = true

    /// Different mistakes that are told: GitLab shows far fewer.
    private static let maximumFindings = 25_000

    /// A renderer.
    public init() {}

    /// Writes the array, one entry a line.
    public func render(
        _ report: any ReportContents, options: RenderOptions, into sink: inout any ByteSink
    ) throws {
        let places = FindingPlaces(report)
        var writer = JSONWriter(OutputBuffer(capacity: 131_072))
        writer.beginArray()
        try CountedFindings(report, capacity: GitLabRenderer.maximumFindings).forEach(report) { item in
            writer.breakLine()
            write(item, at: places.place(of: item.finding), to: &writer)
            try ReportStream.flush(&writer.output, into: &sink)
        }
        writer.output.append("\n]\n")
        try ReportStream.finish(&writer.output, into: &sink)
    }

    private func write(_ item: CountedFindings.Item, at place: FindingPlace, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("description")
        writer.value(TerminalText.upright(item.text))
        writer.key("check_name")
        writer.value(item.finding.rule)
        writer.key("fingerprint")
        writer.value(item.finding.fingerprint)
        writer.key("severity")
        writer.value(plain: severity(item.finding.severity))
        writer.key("location")
        writer.beginObject()
        writer.key("path")
        writer.value(place.file)
        writer.key("lines")
        writer.beginObject()
        writer.key("begin")
        writer.value(place.line)
        writer.endObject()
        writer.endObject()
        writer.endObject()
    }

    private func severity(_ severity: Finding.Severity) -> String {
        switch severity {
        case .error: "critical"
        case .warning: "minor"
        case .info: "info"
        }
    }
}
