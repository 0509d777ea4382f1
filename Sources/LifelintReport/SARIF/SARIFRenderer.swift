// SPDX-License-Identifier: MIT

public import LifelintModel

/// SARIF 2.1.0, as GitHub's code scanning takes it: one result per culprit, with its evidence as a thread flow.
public struct SARIFRenderer: ReportRenderer {
    /// The name after `--report`.
    public let id = "sarif"
    /// What it is for.
    public let title = "SARIF 2.1.0 for code scanning: one result per culprit, with the evidence as a thread flow"
    /// It is made to leave the machine.
    public let redactsByDefault = true

    /// Relative paths start here: where the program ran, as a rule the top of the repository.
    static let base = "%SRCROOT%"

    /// A renderer.
    public init() {}

    /// Writes the document, or refuses to where it would be rejected.
    public func render(
        _ report: any ReportContents, options: RenderOptions, into sink: inout any ByteSink
    ) throws {
        let places = FindingPlaces(report)
        var check = SARIFCheck(places: places)
        let findings = try CountedFindings(report, capacity: SARIFLimits.results) { try check.add($0) }
        let rules = SARIFRules(found: check.rules, places: places)
        var writer = JSONWriter(OutputBuffer(capacity: 131_072))
        writeHead(report.header, to: &writer)
        rules.write(to: &writer)
        writer.endObject()
        writer.endObject()
        writeSurroundings(report.header, options, omitted: findings.omitted, to: &writer)
        try writeResults(findings, report, rules, places, to: &writer, sink: &sink)
        writer.breakLine()
        writer.key("properties")
        writer.beginObject()
        writer.key("rulesDigest")
        writer.value(report.header.tool.rulesDigest)
        writer.key("preset")
        writer.value(report.header.configuration.preset)
        writer.endObject()
        writer.endObject()
        writer.endArray()
        writer.endObject()
        writer.output.append("\n")
        try ReportStream.finish(&writer.output, into: &sink)
    }

    private func writeHead(_ header: ReportHeader, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("$schema")
        writer.value(plain: "https://json.schemastore.org/sarif-2.1.0.json")
        writer.key("version")
        writer.value(plain: "2.1.0")
        writer.key("runs")
        writer.beginArray()
        writer.beginObject()
        writer.breakLine()
        writer.key("tool")
        writer.beginObject()
        writer.key("driver")
        writer.beginObject()
        writer.key("name")
        writer.value(header.tool.name)
        writer.key("version")
        writer.value(header.tool.version)
    }

    /// What is said once, beside the tool.
    private func writeSurroundings(
        _ header: ReportHeader, _ options: RenderOptions, omitted: Int, to writer: inout JSONWriter
    ) {
        writer.breakLine()
        writer.key("automationDetails")
        writer.beginObject()
        writer.key("id")
        writer.value(plain: "lifelint/")
        writer.endObject()
        writer.breakLine()
        writer.key("columnKind")
        writer.value(plain: "utf16CodeUnits")
        writer.breakLine()
        writer.key("originalUriBaseIds")
        writer.beginObject()
        writer.key(named: SARIFRenderer.base)
        writer.beginObject()
        writer.key("description")
        writer.writeMessage("The folder in which lifelint ran; as a rule the top of the repository.")
        writer.endObject()
        writer.endObject()
        writer.breakLine()
        writer.key("invocations")
        writer.beginArray()
        writer.beginObject()
        let unread = UnreadInputs(header)
        writer.key("executionSuccessful")
        writer.value(unread.isEmpty)
        writer.key("toolExecutionNotifications")
        writer.beginArray()
        if omitted > 0 {
            let number = Phrasing.grouped(SARIFLimits.results)
            writer.writeNotification(
                "More than \(number) different mistakes were found; the \(number) worst are results. "
                    + "\(Phrasing.count(omitted, "finding")) are left out.", code: nil, at: nil)
        }
        if let failure = FixedSection.failure(header, options) {
            writer.writeNotification(failure, code: nil, at: nil, isError: true)
        }
        writeProblems(header, unread, to: &writer)
        writer.endArray()
        writer.endObject()
        writer.endArray()
    }

    /// What could not be read: errors first, those of which no problem was kept among them, and how much is left out.
    private func writeProblems(_ header: ReportHeader, _ unread: UnreadInputs, to writer: inout JSONWriter) {
        var room = SARIFLimits.notifications
        for input in unread.untold.prefix(room) {
            room -= 1
            writer.breakLine()
            writer.writeNotification(
                input.isMissing ? "The input was not read." : "A part of the input was not read.", code: nil,
                at: FindingPlace(file: input.path, line: 0), isError: true)
        }
        let errors = header.problems.filter { unread.contains($0) }
        let shown = (errors + header.problems.filter { !unread.contains($0) }).prefix(room)
        for (index, problem) in shown.enumerated() {
            writer.breakLine()
            writer.writeNotification(
                problem.message, code: problem.code, at: FindingPlace(file: problem.file, line: problem.line),
                isError: index < errors.count)
        }
        let files = Set(header.inputs.lazy.map(\.path))
        let counted = header.inputs.reduce(header.problems.count { !files.contains($0.file) }) {
            $0.addingReportingOverflow($1.problems).partialValue
        }
        let left = max(counted, header.problems.count) - shown.count
        if left > 0 {
            writer.breakLine()
            writer.writeNotification("\(Phrasing.count(left, "more problem")) not listed.", code: nil, at: nil)
        }
    }

    private func writeResults(
        _ findings: CountedFindings, _ report: any ReportContents, _ rules: SARIFRules, _ places: FindingPlaces,
        to writer: inout JSONWriter, sink: inout any ByteSink
    ) throws {
        let header = report.header
        let hasBaseline = header.summary.baseline > 0 || !header.fixed.isEmpty || !header.notSeen.isEmpty
        writer.breakLine()
        writer.key("results")
        writer.beginArray()
        try findings.forEach(report) { item in
            writer.breakLine()
            let result = SARIFResult(
                item: item, rule: rules.index(of: item.finding.rule), place: places.place(of: item.finding),
                hasBaseline: hasBaseline)
            result.write(to: &writer)
            try ReportStream.flush(&writer.output, into: &sink)
        }
        writer.endArray()
    }
}
