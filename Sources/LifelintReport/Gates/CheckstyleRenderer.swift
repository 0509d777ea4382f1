// SPDX-License-Identifier: MIT

public import LifelintModel

/// Checkstyle's XML, which many programs of code review read: findings by file and line.
public struct CheckstyleRenderer: ReportRenderer {
    private struct Entry {
        let place: FindingPlace
        let rule: String
        let severity: Finding.Severity
        let text: String
    }

    /// The name after `--report`.
    public let id = "checkstyle"
    /// What it is for.
    public let title = "Checkstyle XML for programs of code review: one entry per culprit"
    /// It is made to leave the machine.
    public let redactsByDefault = true

    /// Different mistakes that are told: all are gathered, to be ordered by file.
    private static let maximumFindings = 25_000

    /// A renderer.
    public init() {}

    /// Writes the document.
    public func render(
        _ report: any ReportContents, options: RenderOptions, into sink: inout any ByteSink
    ) throws {
        let places = FindingPlaces(report)
        var entries: [Entry] = []
        try CountedFindings(report, capacity: CheckstyleRenderer.maximumFindings).forEach(report) { item in
            entries.append(
                Entry(
                    place: places.place(of: item.finding), rule: item.finding.rule, severity: item.finding.severity,
                    text: item.text))
        }
        let order = entries.indices.sorted { left, right in
            let (a, b) = (entries[left].place, entries[right].place)
            return (a.file, a.line, left) < (b.file, b.line, right)
        }
        var writer = XMLWriter()
        writer.begin("checkstyle", [("version", "4.3")])
        var file: String?
        for index in order {
            let entry = entries[index]
            if file != entry.place.file {
                if file != nil { writer.end() }
                writer.begin("file", [("name", entry.place.file)])
                file = entry.place.file
            }
            writer.element(
                "error",
                [
                    ("line", String(entry.place.line)), ("severity", entry.severity.rawValue),
                    ("message", entry.text), ("source", "lifelint." + entry.rule),
                ])
            try ReportStream.flush(&writer.output, into: &sink)
        }
        if file != nil { writer.end() }
        writer.end()
        try ReportStream.finish(&writer.output, into: &sink)
    }
}
