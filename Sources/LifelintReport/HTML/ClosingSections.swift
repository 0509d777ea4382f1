// SPDX-License-Identifier: MIT

import LifelintModel

/// The last parts of the page: what each rule came to, which inputs were read, and what was wrong with them.
struct ClosingSections {
    /// Everything that is small.
    let header: ReportHeader

    private static let maximumRules = 200
    private static let maximumInputs = 200
    private static let maximumProblems = 100
    private static let maximumExits = 100

    /// Writes them, folded.
    func write(to page: inout HTMLPage) {
        writeExits(to: &page)
        writeRules(to: &page)
        writeInputs(to: &page)
        writeProblems(to: &page)
    }

    /// MetricKit's counters: how often an app ended in some way over a day, without saying when.
    private func writeExits(to page: inout HTMLPage) {
        if header.exitCounts.isEmpty { return }
        // Where there is no run, they are all that the page has to say.
        page.markup(header.summary.runs == 0 ? "<details id=\"exits\" open>" : "<details id=\"exits\">")
        page.wrap("<summary><span class=\"title\">", ExitSection.title, "</span></summary>")
        page.markup("<div class=\"scroll\"><table><thead><tr><th>app</th><th>from</th><th>to</th><th>where</th>")
        page.markup("<th>how often</th></tr></thead><tbody>\n")
        for exits in header.exitCounts.prefix(ClosingSections.maximumExits) {
            let app = [exits.app ?? "not known", exits.version ?? ""].filter { !$0.isEmpty }
            page.wrap("<tr><td>", app.joined(separator: " "), limit: 80, "</td><td>")
            page.wrap("", ReportClock.dated(exits.from), "</td><td>")
            page.wrap("", ReportClock.dated(exits.to), "</td><td>")
            page.wrap("", exits.place, limit: 20, "</td><td>")
            let counts = exits.counts.sorted { $0.key < $1.key }.filter { $0.value > 0 }
            page.text(counts.map { "\($0.value) × \($0.key)" }.joined(separator: ", "), limit: 300)
            page.markup("</td></tr>\n")
        }
        close(header.exitCounts.count - ClosingSections.maximumExits, "count", to: &page)
    }

    private func writeRules(to page: inout HTMLPage) {
        if header.verdicts.isEmpty { return }
        page.wrap(
            "<details id=\"rules\"><summary><span class=\"title\">",
            "Rules: " + Phrasing.grouped(header.verdicts.count), "</span>")
        page.markup(
            "</summary><div class=\"scroll\"><table><thead><tr><th>rule</th><th>violated</th><th>satisfied</th>")
        page.markup("<th>inconclusive</th><th>not evaluated</th><th>why not</th></tr></thead><tbody>\n")
        let ordered = header.verdicts.sorted { left, right in
            (right.value.violated, left.key) < (left.value.violated, right.key)
        }
        for (rule, counts) in ordered.prefix(ClosingSections.maximumRules) {
            page.wrap("<tr><td><code>", rule, limit: 80, "</code></td><td>")
            page.wrap("", Phrasing.grouped(counts.violated), "</td><td>")
            page.wrap("", Phrasing.grouped(counts.satisfied), "</td><td>")
            page.wrap("", Phrasing.grouped(counts.inconclusive), "</td><td>")
            page.wrap("", Phrasing.grouped(counts.notEvaluated), "</td><td>")
            let reasons = counts.reasons.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(3)
            page.text(reasons.map { Phrasing.reason($0.key) }.joined(separator: "; "), limit: 240)
            page.markup("</td></tr>\n")
        }
        close(ordered.count - ClosingSections.maximumRules, "rule", to: &page)
    }

    private func writeInputs(to page: inout HTMLPage) {
        if header.inputs.isEmpty { return }
        let unread = header.inputs.filter { $0.status != .read && !$0.isNote }
        page.markup(
            unread.isEmpty
                ? "<details id=\"inputs\"><summary><span class=\"title\">"
                : "<details id=\"inputs\" open><summary><span class=\"title\">")
        page.text("Inputs: " + Phrasing.grouped(header.inputs.count))
        if !unread.isEmpty { page.text(", \(unread.count) not read, or not wholly") }
        page.markup("</span></summary><div class=\"scroll\"><table><thead><tr><th>input</th><th>format</th>")
        page.markup("<th>status</th><th>events</th><th>problems</th></tr></thead><tbody>\n")
        let ordered = unread + header.inputs.filter { $0.status == .read || $0.isNote }
        for input in ordered.prefix(ClosingSections.maximumInputs) {
            page.wrap("<tr><td>", input.path, limit: 160, "</td><td>")
            page.wrap("", input.format, limit: 40, "</td><td>")
            page.wrap("", input.isNote ? "no log" : input.status.rawValue, "</td><td>")
            page.wrap("", Phrasing.grouped(input.events), "</td><td>")
            page.wrap("", Phrasing.grouped(input.problems), "</td></tr>\n")
        }
        close(ordered.count - ClosingSections.maximumInputs, "input", to: &page)
    }

    private func writeProblems(to page: inout HTMLPage) {
        let problems = ListedProblems(header)
        if problems.total == 0 { return }
        page.wrap(
            "<details id=\"problems\"><summary><span class=\"title\">", "Problems: \(Phrasing.grouped(problems.total))",
            "</span></summary>")
        page.markup("<div class=\"scroll\"><table><thead><tr><th>place</th><th>code</th><th>what is wrong</th>")
        page.markup("</tr></thead><tbody>\n")
        let shown = problems.kept.prefix(ClosingSections.maximumProblems)
        for problem in shown {
            let place = problem.line > 0 ? "\(problem.file):\(problem.line):\(problem.column)" : problem.file
            page.wrap("<tr><td>", place, limit: 160, "</td><td><code>")
            page.wrap("", problem.code.rawValue, "</code></td><td>")
            page.wrap("", problem.message, limit: 400, "</td></tr>\n")
        }
        close(problems.total - shown.count, "problem", to: &page)
    }

    private func close(_ left: Int, _ noun: String, to page: inout HTMLPage) {
        page.markup("</tbody></table></div>")
        if left > 0 { page.wrap("<p class=\"note\">", "… and " + Phrasing.count(left, "more " + noun), "</p>") }
        page.markup("</details>\n")
    }
}
