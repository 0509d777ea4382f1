// SPDX-License-Identifier: MIT

import LifelintModel

/// A finding as a card: what happened, who is to blame, the lines that prove it, why it matters and how to fix it;
/// what stands under it is folded.
struct FindingCard {
    /// The page it stands on.
    let report: ReportPage
    /// The finding and how often it was found.
    let group: FindingGroups.Group
    /// Whether why and fix stand open.
    let isOpen: Bool

    private var finding: Finding { group.item }
    private var plan: RunPlan? { finding.run.flatMap { report.plans[$0] } }
    private var run: AppRun? { finding.run.flatMap { report.survey.drawn[$0] } }

    /// Writes the card.
    func write(to page: inout HTMLPage) {
        page.markup("<article tabindex=\"-1\" class=\"card item\"")
        page.attribute("id", PageAnchors.finding(finding.fingerprint))
        report.writeFilter(finding.severity, rules: [finding.rule], cause: run?.ending.cause, to: &page)
        page.markup(">\n")
        writeHead(to: &page)
        page.wrap("<p class=\"message\">", finding.message, limit: 1_000, "</p>\n")
        for other in group.spread.others(than: finding, limit: 3) {
            page.wrap("<p class=\"note\">Also: ", other, limit: 400, "</p>\n")
        }
        writeFacts(to: &page)
        EvidenceList(finding, plan: plan).write(to: &page)
        if !group.marks.isEmpty {
            let times = Phrasing.list(group.marks.map(report.clock.time), of: group.count - 1)
            page.wrap("<p class=\"note\">Also at ", times, "</p>\n")
        }
        writeExplanation(to: &page)
        writeRelated(to: &page)
        page.markup("</article>\n")
    }

    private func writeHead(to page: inout HTMLPage) {
        let severity = finding.severity
        page.markup("<header><span class=\"badge\"")
        page.attribute("data-s", severity.rawValue)
        page.wrap(">", RunMarks.sign(severity) + " " + severity.rawValue, "</span><h3>")
        page.text(report.rules[finding.rule]?.title ?? finding.rule, limit: 160)
        page.wrap("</h3><code>", finding.rule, limit: 80, "</code><span class=\"note\">")
        page.text(Phrasing.sureness(group))
        page.markup("</span><a class=\"self\" aria-label=\"Link to this finding\"")
        page.attribute("href", "#" + PageAnchors.finding(finding.fingerprint))
        page.markup(">#</a></header>\n")
    }

    private func writeFacts(to page: inout HTMLPage) {
        page.markup("<dl class=\"facts\">")
        if let culprit = Phrasing.culprit(finding) {
            page.wrap("<dt>To blame</dt><dd><strong>", culprit, limit: 200, "</strong></dd>")
        }
        page.wrap("<dt>When</dt><dd>", report.clock.time(finding.time), " UTC</dd><dt>Run</dt><dd>")
        if let run {
            report.writeLink(to: run.id, Phrasing.app(run), to: &page)
            page.wrap(": ", Phrasing.ending(run.ending), "")
        } else {
            report.writeLink(to: finding.run, finding.run ?? finding.app ?? "not known", to: &page)
        }
        page.markup("</dd></dl>\n")
    }

    private func writeExplanation(to page: inout HTMLPage) {
        guard let rule = report.rules[finding.rule] else {
            page.wrap("<p class=\"note\">Why it matters and how to fix it: <code>lifelint explain ", finding.rule, "")
            page.markup("</code></p>\n")
            return
        }
        page.markup(isOpen ? "<details class=\"fix\" open>" : "<details class=\"fix\">")
        page.markup("<summary>How to fix it</summary>\n")
        RuleProse(text: rule.fix).write(to: &page)
        page.markup("</details>\n<details><summary>Why it matters</summary>\n")
        RuleProse(text: rule.why).write(to: &page)
        if !rule.blindSpots.isEmpty {
            page.markup("<h4>What it cannot see</h4>\n")
            RuleProse(text: rule.blindSpots).write(to: &page)
        }
        writeLinks(rule.links, to: &page)
        page.markup("</details>\n")
    }

    /// Nothing is fetched: a link is followed when somebody clicks on it, and only to the web.
    private func writeLinks(_ links: [String], to page: inout HTMLPage) {
        let links = links.filter { $0.hasPrefix("https://") }.prefix(8)
        if links.isEmpty { return }
        page.markup("<ul class=\"links\">")
        for link in links {
            page.markup("<li><a rel=\"noopener noreferrer\"")
            page.attribute("href", link)
            page.wrap(">", link, limit: 120, "</a></li>")
        }
        page.markup("</ul>\n")
    }

    private func writeRelated(to page: inout HTMLPage) {
        let beside = report.survey.findings.related(to: group)
        if beside.count == 0 { return }
        page.markup("<details class=\"related\"><summary>")
        page.text(Phrasing.count(beside.count, "related finding"))
        page.markup(", not counted: the same mistake seen from other sides</summary><ul>\n")
        for finding in beside.shown {
            page.wrap("<li><code>", finding.rule, limit: 80, "</code>")
            if let unsure = Phrasing.unsure(finding) { page.wrap(" <span class=\"note\">", unsure, "</span>") }
            page.wrap(" ", finding.message, limit: 600, "")
            let drawing = finding.run.flatMap { report.plans[$0] } ?? plan
            EvidenceList(finding, plan: drawing).write(to: &page)
            page.markup("</li>\n")
        }
        page.markup("</ul>")
        if beside.left > 0 {
            page.wrap("<p class=\"note\">", "… and \(Phrasing.grouped(beside.left)) more", "</p>")
        }
        page.markup("</details>\n")
    }
}
