// SPDX-License-Identifier: MIT

import LifelintModel

/// What every section of the page needs to know of the whole: the surveys, the drawings, the ids and the rules' pages.
struct ReportPage {
    /// Everything that is small.
    let header: ReportHeader
    /// What the walks left.
    let survey: HTMLSurvey
    /// The ids.
    let anchors: PageAnchors
    /// The rules' pages, by rule.
    let rules: [String: RulePageText]
    /// The drawings that have room, by run.
    var plans: [String: RunPlan] = [:]
    /// The findings whose cards have room, by fingerprint.
    var cards: Set<String> = []

    /// The page of a report.
    init(_ report: any ReportContents) throws {
        header = report.header
        survey = try HTMLSurvey(report)
        anchors = PageAnchors(rows: survey.rows)
        rules = Dictionary(report.rulePages.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// How times are written.
    var clock: ReportClock { survey.runs.clock }

    /// The groups of findings that have a card.
    var findings: [FindingGroups.Group] { survey.findings.groups.ordered }

    /// The groups of endings that have a card: those worth reading, and a few that nothing explains.
    var endings: [RankedGroups<AppRun, RunMark>.Group] {
        survey.runs.notable.ordered + survey.runs.shownUnseen(beside: survey.runs.notable.ordered.count)
    }

    /// The lines of evidence of a run: of its ending, and of its findings.
    func evidence(of run: AppRun) -> [LinePlace: String] {
        var texts: [LinePlace: String] = [:]
        for line in run.ending.because { texts[LinePlace(line.at)] = line.text }
        for finding in survey.found[run.id]?.listed ?? [] {
            for evidence in finding.evidence { texts[LinePlace(evidence.line.at)] = evidence.line.text }
        }
        return texts
    }

    /// Writes a link to a run's row; its name alone where it has none.
    func writeLink(to run: String?, _ text: String, to page: inout HTMLPage) {
        guard let anchor = anchors.run(run) else {
            page.text(text, limit: 160)
            return
        }
        page.markup("<a")
        page.attribute("href", "#" + anchor)
        page.wrap(">", text, limit: 160, "</a>")
    }

    /// Writes a link to a finding's card; its rule alone where it has none.
    func writeLink(to finding: Finding, to page: inout HTMLPage) {
        guard cards.contains(finding.fingerprint) else {
            page.wrap("<code>", finding.rule, limit: 80, "</code>")
            return
        }
        page.markup("<a")
        page.attribute("href", "#" + PageAnchors.finding(finding.fingerprint))
        page.wrap(">", finding.rule, limit: 80, "</a>")
    }

    /// Writes the data by which a script filters.
    func writeFilter(_ severity: Finding.Severity?, rules: [String], cause: EndingCause?, to page: inout HTMLPage) {
        page.attribute("data-s", RunMarks.style(severity))
        if !rules.isEmpty { page.attribute("data-r", rules.joined(separator: " ")) }
        if let cause { page.attribute("data-c", cause.rawValue) }
    }
}
