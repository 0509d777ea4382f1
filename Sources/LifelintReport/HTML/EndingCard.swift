// SPDX-License-Identifier: MIT

import LifelintModel

/// An ending as a card: what died and how sure that is, the story, the lines it rests on, what else it could have been
/// and what it was not.
struct EndingCard {
    /// The page it stands on.
    let report: ReportPage
    /// The run that ended, and which ended like it.
    let group: RankedGroups<AppRun, RunMark>.Group
    /// Its number in the list.
    let number: Int

    private static let maximumRuledOut = 12
    private static let maximumFindings = 4

    private var run: AppRun { group.item }
    private var cause: EndingCause { run.ending.cause }
    private var plan: RunPlan? { report.plans[run.id] }
    private var severity: Finding.Severity? {
        group.rank > RunSurvey.unseenRank ? run.ending.page.severity(isVisible: run.isVisible) : nil
    }

    /// Writes the card.
    func write(to page: inout HTMLPage) {
        page.markup("<article tabindex=\"-1\" class=\"card item\"")
        page.attribute("id", PageAnchors.ending(number))
        report.writeFilter(severity, rules: report.survey.found[run.id]?.rules ?? [], cause: cause, to: &page)
        page.markup(">\n")
        writeHead(to: &page)
        writeCircumstances(to: &page)
        let isTold = !(report.survey.found[run.id]?.listed.isEmpty ?? true)
        if isTold {
            // One death is one headline: the finding above has told it.
            writeFindings(to: &page)
            page.markup("<details><summary>The story, its evidence, and what was ruled out</summary>\n")
        }
        writeEvidence(to: &page)
        if isTold { page.markup("</details>\n") }
        writeMeaning(to: &page)
        if let alike = Phrasing.alike(group, report.clock) { page.wrap("<p class=\"note\">", alike, "</p>\n") }
        page.markup("</article>\n")
    }

    private func writeEvidence(to page: inout HTMLPage) {
        let story = StoryText(run: run).text
        if !story.isEmpty { page.wrap("<p class=\"message\">", story, limit: 1_600, "</p>\n") }
        if let detail = Phrasing.detail(run.ending) {
            page.wrap("<p class=\"note\">Detail: ", detail, limit: 600, "</p>\n")
        }
        EvidenceList(run.ending, plan: plan).write(to: &page)
        writeCandidates(to: &page)
        writeRuledOut(to: &page)
    }

    private func writeHead(to page: inout HTMLPage) {
        page.markup("<header><span class=\"badge\"")
        page.attribute("data-s", RunMarks.style(severity))
        page.wrap(">", RunMarks.sign(rank: group.rank, cause) + " ending", "</span><h3>")
        page.wrap("", run.ending.page.title, "</h3><code>")
        page.wrap("", cause.rawValue, "</code>")
        if Phrasing.saysHowSure(run.ending) {
            page.wrap("<span class=\"note\">", run.ending.confidence.rawValue, "")
            if run.ending.confidence != .certain { page.markup(", inferred") }
            page.markup("</span>")
        }
        if group.count > 1 { page.wrap("<span class=\"note\">", Phrasing.count(group.count, "run"), "</span>") }
        page.markup("</header>\n")
    }

    private func writeCircumstances(to page: inout HTMLPage) {
        page.markup("<p>")
        report.writeLink(to: run.id, Phrasing.app(run), to: &page)
        var parts = [Phrasing.end(run, report.clock) + " UTC"]
        if let state = Phrasing.stateAtEnd(run) { parts.append(state) }
        if let sight = Phrasing.sight(run, apostrophe: "’") { parts.append(sight) }
        let place = Phrasing.whereItRan(run)
        if !place.isEmpty { parts.append(place) }
        page.text("; " + parts.joined(separator: "; "), limit: 400)
        page.markup("</p>\n")
    }

    /// Findings of the same run: who is to blame stands there.
    private func writeFindings(to page: inout HTMLPage) {
        guard let found = report.survey.found[run.id], !found.listed.isEmpty else { return }
        let findings = found.listed.prefix(EndingCard.maximumFindings)
        page.markup("<p>Found in this run:")
        for finding in findings {
            page.text(" " + RunMarks.sign(finding.severity) + " ")
            report.writeLink(to: finding, to: &page)
        }
        let left = found.count - findings.count
        if left > 0 { page.text(" … and " + Phrasing.count(left, "more finding")) }
        page.markup("</p>\n")
    }

    private func writeCandidates(to page: inout HTMLPage) {
        if run.ending.candidates.isEmpty { return }
        page.markup(cause == .unknown ? "<h4>Could be</h4><ul>" : "<h4>Could also be</h4><ul>")
        for candidate in run.ending.candidates {
            page.wrap("<li>", candidate.cause.page.title, " <span class=\"note\"><code>")
            page.wrap("", candidate.cause.rawValue, "</code>, ")
            page.wrap("", candidate.likelihood.rawValue, "</span></li>")
        }
        page.markup("</ul>\n")
    }

    private func writeRuledOut(to page: inout HTMLPage) {
        let excluded = run.ending.ruledOut
        if excluded.isEmpty { return }
        page.wrap("<details><summary>", "Ruled out: \(excluded.count)", "</summary><ul>")
        for item in excluded.prefix(EndingCard.maximumRuledOut) {
            page.wrap("<li>", item.cause.page.title, ": ")
            page.wrap("", item.because, limit: 300, "</li>")
        }
        let left = excluded.count - EndingCard.maximumRuledOut
        if left > 0 { page.wrap("<li class=\"note\">", "… and \(Phrasing.grouped(left)) more", "</li>") }
        page.markup("</ul></details>\n")
    }

    private func writeMeaning(to page: inout HTMLPage) {
        let content = run.ending.page
        page.markup("<details><summary>What it means and what to do</summary>\n")
        page.wrap("<p>", content.meaning, "</p>\n")
        writeList("<h4>Usually because</h4><ul>", content.usuallyBecause, to: &page)
        writeList("<h4>What to do</h4><ul>", content.whatToDo, to: &page)
        page.markup("</details>\n")
    }

    private func writeList(_ opening: StaticString, _ items: [String], to page: inout HTMLPage) {
        if items.isEmpty { return }
        page.markup(opening)
        for item in items { page.wrap("<li>", item, "</li>") }
        page.markup("</ul>\n")
    }
}
