// SPDX-License-Identifier: MIT

public import LifelintModel

/// For the summary of a job: what died and why in one table, the findings, and a chart of the worst run.
public struct MarkdownRenderer: ReportRenderer {
    /// The name after `--report`.
    public let id = "markdown"
    /// What it is for.
    public let title = "for the summary of a job: verdicts, findings with their evidence, a chart of the worst run"
    /// It leaves the machine.
    public let redactsByDefault = true

    /// Bytes of a document: what GitHub takes as a summary of a step.
    package static let maximumBytes = 1_048_576
    private static let closingRoom = 200
    private static let maximumFindings = 30
    private static let maximumEndings = 15

    /// A renderer.
    public init() {}

    /// Writes the document.
    public func render(
        _ report: any ReportContents, options: RenderOptions, into sink: inout any ByteSink
    ) throws {
        var survey = RunSurvey()
        try report.forEachRun { survey.add($0) }
        let findings = try FindingSurvey(report)
        let rules = Dictionary(report.rulePages.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var page = MarkdownPage(limit: Self.maximumBytes - Self.closingRoom)
        MarkdownSummary(header: report.header, survey: survey).write(to: &page)
        try writeChart(report, survey, findings, to: &page)
        let groups = findings.groups.ordered
        if !groups.isEmpty { page.add("## Findings") }
        for group in groups.prefix(Self.maximumFindings) {
            page.add(
                MarkdownFinding(group: group, findings: findings, rule: rules[group.item.rule], survey: survey)
                    .text)
        }
        let left = findings.groups.total - groups.prefix(Self.maximumFindings).reduce(0) { $0 + $1.count }
        if left > 0 { page.add("… and " + Phrasing.count(left, "more finding") + ": `--report json` has all.") }
        MarkdownFixed(header: report.header).write(to: &page)
        writeEndings(survey, findings, to: &page)
        if let exits = ExitSection(exits: report.header.exitCounts).markdown { page.add(exits) }
        MarkdownInputs(header: report.header, maximumProblems: options.maximumProblems).write(to: &page)
        page.close()
        try sink.write(page.output.bytes)
    }

    /// The run of the worst finding, else that of the worst ending.
    private func writeChart(
        _ report: any ReportContents, _ survey: RunSurvey, _ findings: FindingSurvey, to page: inout MarkdownPage
    ) throws {
        let worst = findings.groups.ordered.first { $0.item.severity == .error }?.item
        let ending = survey.notable.ordered.first?.item
        var run = ending
        if let id = worst?.run, id != ending?.id {
            var found: AppRun?
            try report.forEachRun { if found == nil, $0.id == id { found = $0 } }
            run = found ?? ending
        }
        guard let run else { return }
        let times = worst?.run == run.id ? worst.map { [$0.time] } ?? [] : []
        let lines = Set((worst?.run == run.id ? worst?.evidence ?? [] : []).map { LinePlace($0.line.at) })
        let seen = run.events.filter { lines.contains(LinePlace($0.at)) }.map(\.time)
        let chart = GanttChart(
            run: run, evidence: (seen.prefix(1) + times).min(), proofs: Set(seen.map(\.nanoseconds)))
        guard let text = chart.text else { return }
        var part = chart.isCut ? "; only the end of it" : ""
        if chart.left > 0 { part += "; " + Phrasing.count(chart.left, "more bar") + " not drawn" }
        page.add(
            "**" + MarkdownText.prose(Phrasing.app(run)) + "**, times in UTC" + part + "\n\n" + text)
    }

    private func writeEndings(_ survey: RunSurvey, _ findings: FindingSurvey, to page: inout MarkdownPage) {
        let notable = survey.notable.ordered
        let unseen = survey.shownUnseen(beside: notable.count + findings.groups.ordered.count)
        if notable.isEmpty, survey.unseen.total == 0 { return }
        page.add(notable.isEmpty ? "## Endings that the evidence does not explain" : "## Endings worth reading")
        let shown = notable.prefix(Self.maximumEndings)
        for group in shown + unseen { page.add(MarkdownEnding(group: group, clock: survey.clock).text) }
        let left = survey.notable.total - shown.reduce(0) { $0 + $1.count }
        if left > 0 { page.add("… and " + Phrasing.count(left, "more run") + " of other kinds.") }
        if let line = Phrasing.unseen(survey, besides: unseen) { page.add("… and " + MarkdownText.prose(line) + ".") }
    }
}
