// SPDX-License-Identifier: MIT

import LifelintModel

/// A run in the list of runs: one row, which unfolds to its timeline and its events where there is room for them.
struct RunSection {
    /// The page it stands on.
    let report: ReportPage
    /// The row.
    let line: RunLine
    /// Its id; nil where a run of the same name has it already.
    let anchor: String?

    private static let maximumAnomalies = 12

    private var found: RunFindings? { report.survey.found[line.id] }
    private var severity: Finding.Severity? {
        RunFindings.weight(found?.worst) > RunFindings.weight(line.severity) ? found?.worst : line.severity
    }

    /// Writes the row, and the drawing if there is a plan for it.
    func write(_ plan: RunPlan?, to page: inout HTMLPage) {
        page.markup(plan == nil ? "<div tabindex=\"-1\" class=\"run item\"" : "<details class=\"run item\"")
        if plan == nil, let anchor { page.attribute("id", anchor) }
        report.writeFilter(severity, rules: found?.rules ?? [], cause: line.cause, to: &page)
        page.markup(plan == nil ? ">" : "><summary>")
        writeRow(to: &page)
        guard let plan else {
            page.markup("</div>\n")
            return
        }
        page.markup("</summary><div class=\"body\" tabindex=\"-1\"")
        if let anchor { page.attribute("id", anchor) }
        page.markup(">\n")
        writeBody(plan, to: &page)
        page.markup("</div></details>\n")
    }

    private func writeRow(to page: inout HTMLPage) {
        page.markup("<span class=\"mark\"")
        page.attribute("data-s", RunMarks.style(severity))
        page.wrap(">", RunMarks.sign(rank: line.rank, line.cause), "</span><span>")
        page.wrap("", line.app, limit: 64, "</span><span>")
        if !line.start.isKnown { page.markup("<small>first told of</small> ") }
        page.wrap(
            "", report.clock.time(Timestamp(nanoseconds: line.start.time.nanoseconds, digits: 0)), "</span><span>")
        page.wrap("", Phrasing.length(from: line.start, to: line.end) ?? "", "</span><span>")
        page.text(line.title)
        if line.confidence != .certain, line.cause != .unknown {
            page.wrap(" <small>", line.confidence.rawValue, "</small>")
        }
        page.markup("</span><span>")
        if let found {
            page.text(RunMarks.sign(found.worst) + " " + Phrasing.count(found.count, "finding"))
        }
        page.markup("</span>")
    }

    // MARK: Body

    private func writeBody(_ plan: RunPlan, to page: inout HTMLPage) {
        let run = plan.run
        page.wrap("<p class=\"note\"><code>", run.id, limit: 200, "</code> ")
        page.wrap("", Phrasing.whereItRan(run), limit: 200, "")
        page.wrap("; ", Phrasing.launch(run), "")
        if let anchor {
            page.markup(" <a class=\"self\" aria-label=\"Link to this run\"")
            page.attribute("href", "#" + anchor)
            page.markup(">#</a>")
        }
        page.markup("</p>\n")
        writeFindings(to: &page)
        let story = StoryText(run: run).text
        if !story.isEmpty { page.wrap("<p>", story, limit: 1_600, "</p>\n") }
        if let others = Phrasing.others(run.ending) { page.wrap("<p class=\"note\">", others, limit: 1_000, "</p>\n") }
        RunFigure(plan: plan).write(to: &page)
        EventTable(plan: plan).write(to: &page)
        CourseTable(plan: plan).write(to: &page)
        writeAnomalies(run, to: &page)
    }

    private func writeFindings(to page: inout HTMLPage) {
        guard let found, !found.listed.isEmpty else { return }
        page.markup("<ul class=\"found\">")
        for finding in found.listed {
            page.wrap("<li>", RunMarks.sign(finding.severity) + " " + finding.severity.rawValue + " ", "")
            report.writeLink(to: finding, to: &page)
            if let unsure = Phrasing.unsure(finding) { page.wrap(" <span class=\"note\">", unsure, "</span>") }
            page.wrap(": ", finding.message, limit: 400, "</li>")
        }
        writeMore(found.count - found.listed.count, "finding", to: &page)
        page.markup("</ul>\n")
    }

    private func writeAnomalies(_ run: AppRun, to page: inout HTMLPage) {
        if run.anomalies.isEmpty { return }
        page.wrap("<details><summary>", Phrasing.count(run.anomalies.count, "anomaly", "anomalies"), "</summary><ul>")
        for anomaly in run.anomalies.prefix(RunSection.maximumAnomalies) {
            page.wrap("<li><code>", anomaly.code.rawValue, "</code> ")
            page.wrap("", anomaly.message, limit: 300, " <span class=\"place\">")
            page.wrap("", Phrasing.place(anomaly.at), limit: 120, "</span></li>")
        }
        writeMore(run.anomalies.count - RunSection.maximumAnomalies, "anomaly", "anomalies", to: &page)
        page.markup("</ul></details>\n")
    }

    private func writeMore(_ left: Int, _ noun: String, _ plural: String? = nil, to page: inout HTMLPage) {
        if left <= 0 { return }
        let text = "… and " + Phrasing.count(left, "more " + noun, plural.map { "more " + $0 })
        page.wrap("<li class=\"note\">", text + ": --report json has all", "</li>")
    }
}
