// SPDX-License-Identifier: MIT

public import LifelintModel

/// For people at a terminal: short and ranked; what died and why comes first.
///
/// It walks the runs once and keeps a bounded number of them, so that it works for any number.
public struct TextRenderer: ReportRenderer {
    /// The name after `--report`.
    public let id = "text"
    /// What it is for.
    public let title = "for people at a terminal: what died and why, ranked, with the evidence"

    private static let maximumEndings = 10
    private static let maximumFindings = 20
    private static let maximumEvidence = 4
    private static let maximumCulprit = 200
    /// Messages cut what they name: its beginning is enough to know it again.
    private static let maximumNamed = 60

    /// A renderer.
    public init() {}

    /// Writes the page.
    public func render(
        _ report: any ReportContents, options: RenderOptions, into sink: inout any ByteSink
    ) throws {
        var survey = RunSurvey()
        try report.forEachRun { survey.add($0) }
        let findings = try FindingSurvey(report)
        var page = TextPage(width: options.width, usesColor: options.usesColor)
        writeHead(report.header, survey, to: &page)
        writeFindings(findings, report, survey, to: &page)
        FixedSection(report.header).write(to: &page)
        writeEndings(survey, findings, to: &page)
        ExitSection(exits: report.header.exitCounts).write(to: &page)
        VerdictSection(verdicts: report.header.verdicts, survey: survey).write(to: &page)
        InputSection(header: report.header, maximumProblems: options.maximumProblems).write(to: &page)
        writeClose(report.header, survey, findings, to: &page)
        try sink.write(page.output.bytes)
    }

    // MARK: Head

    private func writeHead(_ header: ReportHeader, _ survey: RunSurvey, to page: inout TextPage) {
        let tool = TerminalText.safe(header.tool.name + " " + header.tool.version)
        page.line(tool + ": " + Phrasing.scope(survey, header), .bold)
        guard survey.runs > 0 else { return }
        if let range = survey.clock.range {
            page.line(range + (Phrasing.assumed(header).map { " (\($0))" } ?? ""))
        }
        page.endLine()
        page.line("How the runs ended", .bold)
        let rows = survey.ways
        let numbers = rows.map { Phrasing.grouped($0.tally.count) }
        let numberWidth = numbers.map(\.count).max() ?? 0
        for (row, number) in zip(rows, numbers) {
            let pad = String(repeating: " ", count: numberWidth - number.count)
            let rank = row.tally.rank
            let note = Phrasing.remark(row.way, row.tally).map { " (" + $0 + ")" } ?? ""
            page.line(pad + number + "  " + row.way.title + note, indent: 2, effect(ofRank: rank))
            if let doubts = Phrasing.doubts(row.tally) { page.paragraph(doubts, indent: numberWidth + 4) }
        }
    }

    // MARK: Findings

    private func writeFindings(
        _ findings: FindingSurvey, _ report: any ReportContents, _ survey: RunSurvey, to page: inout TextPage
    ) {
        let summary = report.header.summary
        let groups = findings.groups.ordered
        let notCounted = Phrasing.notCounted(summary)
        if groups.isEmpty, notCounted == nil { return }
        page.endLine()
        page.line("Findings: " + Phrasing.findings(summary), .bold)
        // What is to be done about a rule is said once; what is only worth knowing has a page of its own.
        var fixes = Dictionary(report.rulePages.map { ($0.id, $0.fix) }, uniquingKeysWith: { first, _ in first })
        for group in groups.prefix(TextRenderer.maximumFindings) {
            let fix = group.item.severity == .info ? nil : fixes.removeValue(forKey: group.item.rule)
            write(group, findings, survey, fix: fix, to: &page)
        }
        let left = findings.groups.total - groups.prefix(TextRenderer.maximumFindings).reduce(0) { $0 + $1.count }
        if left > 0 { page.line("… and \(Phrasing.grouped(left)) more: --report json has all", indent: 2) }
        if let notCounted { page.line(notCounted, indent: 2) }
    }

    private func write(
        _ group: FindingGroups.Group, _ findings: FindingSurvey, _ survey: RunSurvey, fix: String?,
        to page: inout TextPage
    ) {
        let finding = group.item
        var head = page.styled(finding.severity.rawValue, effect(of: finding.severity)) + ": "
        head += page.styled(TerminalText.safe(finding.rule), .bold) + " (" + Phrasing.sureness(group) + ")"
        if let apps = Phrasing.apps(group, survey) { head += " in " + TerminalText.safe(apps) }
        page.line(head, indent: 2)
        page.paragraph(finding.message, indent: 4)
        for other in group.spread.others(than: finding, limit: 3) { page.paragraph("also: " + other, indent: 4) }
        if let culprit = Phrasing.culprit(finding), !finding.message.contains(culprit.prefix(Self.maximumNamed)) {
            let name = TerminalText.cut(TerminalText.safe(culprit), to: Self.maximumCulprit)
            page.paragraph("to blame: " + name, indent: 4)
        }
        let proof = ShownEvidence(finding, limit: Self.maximumEvidence)
        for evidence in proof.shown {
            let note = evidence.note.isEmpty ? "" : evidence.note + ": "
            page.evidence(evidence.line.at, note + evidence.line.text, indent: 4)
        }
        if let more = proof.more { page.line("… and " + more, indent: 4) }
        if !group.marks.isEmpty {
            let times = Phrasing.list(group.marks.map(survey.clock.time), of: group.count - 1)
            page.paragraph("also at " + times, indent: 4)
        }
        if let fix, !fix.isEmpty { page.paragraph("fix: " + RuleProse(text: fix).opening, indent: 4) }
        let beside = findings.related(to: group)
        for related in beside.shown {
            let head = [related.rule, Phrasing.unsure(related)].compactMap(\.self).joined(separator: " ")
            page.paragraph(head + ": " + related.message, indent: 4, lead: "+ ")
        }
        if beside.left > 0 { page.line("… and \(Phrasing.grouped(beside.left)) more beside it", indent: 4) }
    }

    // MARK: Endings

    private func writeEndings(_ survey: RunSurvey, _ findings: FindingSurvey, to page: inout TextPage) {
        let notable = survey.notable.ordered
        let unseen = survey.shownUnseen(beside: notable.count + findings.groups.ordered.count)
        if notable.isEmpty, survey.unseen.total == 0 { return }
        page.endLine()
        page.line(notable.isEmpty ? "Endings that the evidence does not explain" : "Endings worth reading", .bold)
        let clock = survey.clock
        let shown = Array(notable.prefix(TextRenderer.maximumEndings))
        for (index, group) in (shown + unseen).enumerated() {
            EndingSection(group: group, number: index + 1, effect: effect(ofRank: group.rank), clock: clock)
                .write(to: &page)
        }
        let left = survey.notable.total - shown.reduce(0) { $0 + $1.count }
        if left > 0 {
            page.line("… and \(Phrasing.count(left, "more run")) of other kinds: --report json has all", indent: 2)
        }
        if let line = Phrasing.unseen(survey, besides: unseen) { page.paragraph("and " + line, indent: 2, lead: "… ") }
    }

    // MARK: Close

    private func writeClose(
        _ header: ReportHeader, _ survey: RunSurvey, _ findings: FindingSurvey, to page: inout TextPage
    ) {
        page.endLine()
        if let nothing = Phrasing.nothingLeft(header) {
            page.line("No " + nothing + ": nothing was checked.")
        } else if survey.runs == 0 {
            let isCounted = !ExitSection(exits: header.exitCounts).rows.isEmpty
            page.line((isCounted ? "No" : "Nothing to report: no") + " run of an app was found in what was read.")
            // What tells of a device alone, such as a panic, makes no run.
            if let told = header.inputs.first(where: { $0.events > 0 }) {
                page.line("What it tells all the same: lifelint recognise " + TerminalText.safe(told.path))
            }
        } else if let worst = survey.notable.ordered.first ?? survey.unseen.ordered.first {
            page.line("What an ending means: lifelint explain " + worst.item.ending.cause.rawValue)
        } else if findings.groups.total == 0 {
            page.line(Phrasing.quiet(survey) + ".")
        }
        if let rule = findings.groups.ordered.first?.item.rule {
            page.line("What a finding means: lifelint explain " + TerminalText.safe(rule))
        }
    }

    private func effect(ofRank rank: Int) -> TextPage.Effect? {
        switch rank {
        case 10...: .red
        case (RunSurvey.unseenRank + 1)...: .yellow
        default: nil
        }
    }

    private func effect(of severity: Finding.Severity) -> TextPage.Effect {
        switch severity {
        case .error: .red
        case .warning: .yellow
        case .info: .cyan
        }
    }
}
