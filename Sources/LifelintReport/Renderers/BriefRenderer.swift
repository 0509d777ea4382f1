// SPDX-License-Identifier: MIT

public import LifelintModel

/// For a chat or an agent: three to five plain lines for each finding and each ending worth reading.
public struct BriefRenderer: ReportRenderer {
    /// The name after `--report`.
    public let id = "brief"
    /// What it is for.
    public let title = "for a chat or an agent: a few plain lines per finding and per ending worth reading"

    private static let maximumItems = 20
    private static let maximumText = 400

    /// A renderer.
    public init() {}

    /// Writes the lines: never coloured, never wrapped.
    public func render(
        _ report: any ReportContents, options: RenderOptions, into sink: inout any ByteSink
    ) throws {
        var survey = RunSurvey()
        try report.forEachRun { survey.add($0) }
        let findings = try FindingSurvey(report)
        let summary = report.header.summary
        var page = TextPage(width: nil, usesColor: false)
        let unread = UnreadInputs(report.header)
        let tool = TerminalText.safe(report.header.tool.name + " " + report.header.tool.version)
        page.line(
            "\(tool): "
                + [
                    Phrasing.scope(survey, report.header), Phrasing.findings(summary), Phrasing.notCounted(summary),
                    notable(survey, report.header, unread), unread.count,
                    survey.runs > 0 ? Phrasing.assumed(report.header) : nil,
                ].compactMap(\.self).joined(separator: "; "))
        if !unread.isEmpty { plain((unread.isNoneMissing ? "" : "unread: ") + unread.names, to: &page) }
        for (way, tally) in survey.ways {
            guard let doubts = Phrasing.doubts(tally) else { continue }
            let note = Phrasing.remark(way, tally).map { " (" + $0 + ")" } ?? ""
            plain(Phrasing.count(tally.count, "run") + ": " + way.title + note + ". " + doubts, to: &page)
        }
        var shownFindings = 0
        for group in findings.groups.ordered.prefix(BriefRenderer.maximumItems) {
            write(group, findings, to: &page)
            shownFindings += group.count
        }
        var shownRuns = 0
        let notable = survey.notable.ordered
        for group in notable.prefix(BriefRenderer.maximumItems) {
            write(group, to: &page)
            shownRuns += group.count
        }
        let unseen = survey.shownUnseen(beside: notable.count + findings.groups.ordered.count)
        for group in unseen { write(group, to: &page) }
        writeLeft(findings.groups.total - shownFindings, "finding", to: &page)
        writeLeft(survey.notable.total - shownRuns, "ending", to: &page)
        if let line = Phrasing.unseen(survey, besides: unseen) {
            page.endLine()
            plain("… and " + line, to: &page)
        }
        for line in FixedSection(report.header).lines {
            page.endLine()
            plain(line, to: &page)
        }
        let suppressions = SuppressionNotes(report.header).lines
        if !suppressions.isEmpty { page.endLine() }
        for line in suppressions { plain(line, to: &page) }
        let exits = ExitSection(exits: report.header.exitCounts).lines
        if !exits.isEmpty { page.endLine() }
        for line in exits { plain(line, to: &page) }
        try sink.write(page.output.bytes)
    }

    /// What is worth reading; nil where there is nothing, and not all was read.
    private func notable(_ survey: RunSurvey, _ header: ReportHeader, _ unread: UnreadInputs) -> String? {
        if survey.runs == 0 {
            if !ExitSection(exits: header.exitCounts).rows.isEmpty { return "exits were counted" }
            if header.leavesNothing { return "nothing was checked" }
            return unread.isEmpty ? "nothing to report" : nil
        }
        var parts: [String] = []
        if survey.notable.total > 0 { parts.append(Phrasing.count(survey.notable.total, "ending") + " worth reading") }
        if survey.unseen.total > 0 {
            parts.append(
                Phrasing.grouped(survey.unseen.total) + " unexplained" + (survey.isUnseenTold ? ", not seen" : ""))
        }
        return parts.isEmpty
            ? "no ending" + (survey.isAnyUnsure ? " known to be" : "") + " out of the ordinary"
            : parts.joined(separator: ", ")
    }

    private func write(
        _ group: FindingGroups.Group, _ findings: FindingSurvey, to page: inout TextPage
    ) {
        let finding = group.item
        page.endLine()
        let sureness = group.spread.sureness ?? finding.confidence.rawValue
        plain(
            "[\(finding.severity.rawValue)] \(finding.rule) (\(sureness)), " + Phrasing.count(group.cases, "time")
                + (group.spread.badness.map { ": " + $0 } ?? ""), to: &page)
        let others = group.spread.others(than: finding, limit: 3)
        plain(finding.message + (others.isEmpty ? "" : " Also: " + others.joined(separator: "; ")), to: &page)
        if let run = finding.run { plain("run: " + run, to: &page) }
        if let line = finding.evidence.first?.line {
            plain("at: " + Phrasing.place(line.at) + "  " + line.text, to: &page)
        }
        plain("more: lifelint explain " + finding.rule + related(to: group, findings), to: &page)
    }

    /// The rules whose findings stand under a finding.
    private func related(to group: FindingGroups.Group, _ findings: FindingSurvey) -> String {
        // Those of the shown run first; of many findings of one rule the others are told all the same.
        let related = findings.related(to: group)
        var rules: [String] = []
        for rule in related.shown.map(\.rule) + related.rules where !rules.contains(rule) { rules.append(rule) }
        return rules.isEmpty ? "" : "; related: " + rules.joined(separator: ", ")
    }

    private func write(_ group: RankedGroups<AppRun, RunMark>.Group, to page: inout TextPage) {
        let run = group.item
        page.endLine()
        var head = "[ending] \(run.ending.cause.rawValue): \(Phrasing.ending(run.ending)), "
        head += Phrasing.count(group.count, "run")
        if let sight = Phrasing.sight(run) { head += ", " + sight }
        plain(head, to: &page)
        plain("run: " + run.id, to: &page)
        if group.count > 1 {
            plain("also: " + Phrasing.list(group.marks.map(\.id), of: group.count - 1), to: &page)
        }
        let story = StoryText(run: run).text
        plain(story.isEmpty ? "The app " + run.ending.page.phrase + "." : story, to: &page)
        if let line = run.ending.because.first { plain("at: " + Phrasing.place(line.at) + "  " + line.text, to: &page) }
        if let candidates = Phrasing.candidates(run.ending) {
            plain("could be: " + candidates, to: &page)
        } else {
            plain("more: lifelint explain " + run.ending.cause.rawValue, to: &page)
        }
    }

    private func writeLeft(_ count: Int, _ noun: String, to page: inout TextPage) {
        guard count > 0 else { return }
        page.endLine()
        page.line("… and \(Phrasing.count(count, "more " + noun)): --report json has all")
    }

    private func plain(_ text: String, to page: inout TextPage) {
        page.line(TerminalText.cut(TerminalText.safe(text), to: BriefRenderer.maximumText))
    }
}
