// SPDX-License-Identifier: MIT

import LifelintModel

/// What the figure draws, as a table for those who cannot see it: states, scenes and spans with their times.
struct CourseTable {
    /// The run.
    let run: AppRun

    private static let maximumRows = 60

    /// Writes the table, folded; nothing where there is nothing to tell.
    func write(to page: inout HTMLPage) {
        let lanes = FigureLane.lanes(of: run, SpanReading(run))
        let total = lanes.reduce(0) { $0 + $1.stretches.count }
        if total == 0 { return }
        page.markup("<details class=\"course\"><summary>States and spans as a table</summary><div class=\"scroll\">")
        page.markup("<table><thead><tr><th>lane</th><th>what</th><th>from</th><th>to</th></tr></thead><tbody>\n")
        var left = CourseTable.maximumRows
        for lane in lanes {
            for stretch in lane.stretches.prefix(left) {
                page.wrap("<tr><td>", lane.name, limit: 80, "</td><td>")
                page.wrap("", stretch.label, limit: 80, "</td><td>")
                page.wrap("", ReportClock.clock(stretch.from), "</td><td>")
                page.wrap("", stretch.to.map(ReportClock.clock) ?? "–", "</td></tr>\n")
            }
            left = max(left - lane.stretches.count, 0)
        }
        page.markup("</tbody></table></div>")
        if total > CourseTable.maximumRows {
            page.wrap("<p class=\"note\">", "… and \(Phrasing.grouped(total - CourseTable.maximumRows)) more", "</p>")
        }
        page.markup("</details>\n")
    }
}
