// SPDX-License-Identifier: MIT

public import LifelintModel

/// JUnit's XML: each selected rule is a test case, so that any CI shows what was violated and what could not be judged.
///
/// Each app has a suite with every rule: failed, passed or skipped in that app.
public struct JUnitRenderer: ReportRenderer {
    /// The name after `--report`.
    public let id = "junit"
    /// What it is for.
    public let title = "JUnit XML for CI: each rule a test case; what could not be judged is skipped, with the reason"
    /// It is made to leave the machine.
    public let redactsByDefault = true

    /// Different mistakes that are told.
    private static let maximumFindings = 5_000

    /// A renderer.
    public init() {}

    /// Writes the document.
    public func render(
        _ report: any ReportContents, options: RenderOptions, into sink: inout any ByteSink
    ) throws {
        var survey = JUnitSurvey()
        try report.forEachRun { survey.add($0) }
        let findings = try CountedFindings(report, capacity: JUnitRenderer.maximumFindings) { survey.count($0) }
        try findings.forEach(report) { survey.add($0) }
        try survey.addUncounted(report)
        var writer = XMLWriter()
        writer.begin("testsuites")
        for (index, suite) in survey.suites(report, options, omitted: findings.omitted).enumerated() {
            write(suite, index, report.header, to: &writer)
            try ReportStream.flush(&writer.output, into: &sink)
        }
        writer.end()
        try ReportStream.finish(&writer.output, into: &sink)
    }

    private func write(_ suite: JUnitSuite, _ index: Int, _ header: ReportHeader, to writer: inout XMLWriter) {
        writer.begin(
            "testsuite",
            [
                ("name", suite.name), ("package", "lifelint"), ("id", String(index)), ("timestamp", suite.timestamp),
                ("hostname", "localhost"), ("tests", String(suite.cases.count)),
                ("failures", String(suite.failures)), ("errors", "0"), ("skipped", String(suite.skipped)),
                ("time", "0"),
            ])
        writer.begin("properties")
        writer.element("property", [("name", "lifelint.version"), ("value", header.tool.version)])
        writer.element("property", [("name", "lifelint.rulesDigest"), ("value", header.tool.rulesDigest)])
        writer.element("property", [("name", "lifelint.preset"), ("value", header.configuration.preset)])
        writer.end()
        for testCase in suite.cases { write(testCase, of: suite, to: &writer) }
        writer.element("system-out", text: suite.notes.joined(separator: "\n"))
        writer.element("system-err")
        writer.end()
    }

    private func write(_ testCase: JUnitCase, of suite: JUnitSuite, to writer: inout XMLWriter) {
        let name = [("name", testCase.rule), ("classname", suite.name), ("time", "0")]
        switch testCase.outcome {
        case .passed: writer.element("testcase", name)
        case .skipped(let reason):
            writer.begin("testcase", name)
            writer.element("skipped", [("message", reason)])
            writer.end()
        case .failed(let type, let message, let text):
            writer.begin("testcase", name)
            writer.element("failure", [("message", message), ("type", type)], text: text)
            writer.end()
        }
    }
}
