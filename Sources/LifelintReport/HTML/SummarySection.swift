// SPDX-License-Identifier: MIT

import LifelintModel

/// The parts that count: how much was looked at, how many findings there are, and how the runs ended.
struct SummarySection {
    /// The page it stands on.
    let report: ReportPage

    private var summary: ReportHeader.Summary { report.header.summary }

    /// Writes how much was looked at, and what counts.
    func writeCounts(to page: inout HTMLPage) {
        let runs = report.survey.runs
        page.wrap(
            "<section class=\"summary\"><p class=\"scope\"><strong>", Phrasing.scope(runs, report.header), "</strong>")
        if let range = report.clock.range {
            page.text(" " + range + (Phrasing.assumed(report.header).map { " (\($0))" } ?? ""))
        }
        page.markup("</p>\n<div class=\"tiles\">")
        writeTile(.error, summary.errors, "error", to: &page)
        writeTile(.warning, summary.warnings, "warning", to: &page)
        writeTile(.info, summary.infos, "info", to: &page)
        page.markup("</div>\n")
        if let notCounted = Phrasing.notCounted(summary) { page.wrap("<p class=\"note\">", notCounted, "</p>\n") }
        let unread = UnreadInputs(report.header)
        if let count = unread.count {
            let text = RunMarks.sign(unread.isNoneMissing ? .warning : .error) + " " + count + ": " + unread.names
            page.wrap("<p class=\"note\">", text, limit: 1_000, "</p>\n")
        }
        page.markup("</section>\n")
    }

    private func writeTile(_ severity: Finding.Severity, _ count: Int, _ noun: String, to page: inout HTMLPage) {
        page.markup("<div class=\"tile\"")
        page.attribute("data-s", count > 0 ? severity.rawValue : "none")
        page.wrap("><b>", Phrasing.grouped(count), "</b> ")
        let plural = severity == .info || count == 1 ? noun : noun + "s"
        page.wrap("", RunMarks.sign(severity) + " " + plural, "</div>")
    }

    /// Writes how the runs ended, the worst first.
    func writeEndings(to page: inout HTMLPage) {
        let rows = report.survey.runs.ways
        if rows.isEmpty { return }
        page.markup("<table class=\"endings\"><caption>How the runs ended</caption><tbody>\n")
        for (way, tally) in rows {
            let note = Phrasing.remark(way, tally) ?? ""
            page.markup("<tr")
            let isBad = tally.rank > RunSurvey.unseenRank
            page.attribute("class", isBad ? "bad" : "")
            page.wrap("><td>", RunMarks.sign(rank: tally.rank, way.cause), "</td><td>")
            page.wrap("", Phrasing.grouped(tally.count), "</td><td>")
            page.wrap("", way.title, " ")
            if !note.isEmpty { page.wrap("<span class=\"note\">(", note, ")</span>") }
            if let doubts = Phrasing.doubts(tally) { page.wrap("<br><span class=\"note\">", doubts, "</span>") }
            page.markup("</td><td><svg class=\"share\" aria-hidden=\"true\"><rect height=\"10\"")
            page.percent("width", Double(tally.count) / Double(max(report.survey.runs.runs, 1)))
            page.markup("/></svg></td></tr>\n")
        }
        page.markup("</tbody></table>\n")
    }
}
