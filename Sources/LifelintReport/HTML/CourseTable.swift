// SPDX-License-Identifier: MIT

import LifelintModel

/// What the figure draws, as a table for those who cannot see it: states, scenes and spans with their times.
struct CourseTable {
    /// The run, and which of its events are evidence.
    let plan: RunPlan

    private static let maximumRows = 60

    /// Writes the table, folded; nothing where there is nothing to tell.
    func write(to page: inout HTMLPage) {
        let run = plan.run
        let rows = FigureLane.lanes(of: run, SpanReading(run), proofs: plan.instants).flatMap { lane in
            lane.stretches.map { (lane: lane.name, stretch: $0) }
        }
        if rows.isEmpty { return }
        let clock = ReportClock(first: run.start.time, last: run.end.time)
        let shown = FigureLane.mostTelling(rows.map(\.stretch), limit: CourseTable.maximumRows)
        page.markup("<details class=\"course\"><summary>States and spans as a table</summary><div class=\"scroll\">")
        page.markup("<table><thead><tr><th>lane</th><th>what</th><th>from</th><th>to</th></tr></thead><tbody>\n")
        for (lane, stretch) in shown.map({ rows[$0] }) {
            page.wrap("<tr><td>", lane, limit: 80, "</td><td>")
            page.wrap("", stretch.label, limit: 80, "</td><td>")
            page.wrap("", clock.time(stretch.from), "</td><td>")
            page.wrap("", stretch.to.map(clock.time) ?? "–", "</td></tr>\n")
        }
        page.markup("</tbody></table></div>")
        let left = rows.count - shown.count
        if left > 0 {
            let text = "… and \(Phrasing.grouped(left)) more: listed are what was open or is evidence, and the last"
            page.wrap("<p class=\"note\">", text, "</p>")
        }
        page.markup("</details>\n")
    }
}
