// SPDX-License-Identifier: MIT

import LifelintModel

/// Lines of evidence with their places; each leads to its row in the run's table of events where there is one.
struct EvidenceList {
    /// The lines, and what each shows.
    let lines: [(line: EvidenceLine, note: String)]
    /// How many lines are left out.
    let omitted: Int
    /// The drawing of the run they stand in.
    let plan: RunPlan?

    private static let maximumText = 300
    private static let maximumLines = 8

    /// The evidence of a finding.
    init(_ finding: Finding, plan: RunPlan?) {
        let evidence = ShownEvidence(finding, limit: EvidenceList.maximumLines)
        lines = evidence.shown.map { ($0.line, $0.note) }
        omitted = evidence.left
        self.plan = plan
    }

    /// The lines an ending rests on.
    init(_ ending: Ending, plan: RunPlan?) {
        lines = ending.because.map { ($0, "") }
        omitted = 0
        self.plan = plan
    }

    /// Writes the list.
    func write(to page: inout HTMLPage) {
        if lines.isEmpty { return }
        page.markup("<ol class=\"evidence\">\n")
        for (line, note) in lines.prefix(EvidenceList.maximumLines) {
            page.markup("<li>")
            writePlace(line.at, to: &page)
            if !note.isEmpty { page.wrap(" <span class=\"note\">", note, limit: 80, "</span>") }
            page.wrap("<code class=\"line\">", line.text, limit: EvidenceList.maximumText, "</code></li>\n")
        }
        page.markup("</ol>\n")
        let left = omitted.addingReportingOverflow(max(lines.count - EvidenceList.maximumLines, 0)).partialValue
        if left > 0 { page.wrap("<p class=\"note\">", "… and " + Phrasing.count(left, "more line"), "</p>\n") }
    }

    /// Writes a place, as a link to its row where there is one.
    func writePlace(_ place: SourceLocation, to page: inout HTMLPage) {
        let name = TerminalText.cut(TerminalText.safe(Phrasing.place(place)), to: 160)
        guard let proof = plan?.proof(place) else {
            page.wrap("<span class=\"place\">", name, "</span>")
            return
        }
        page.markup("<a class=\"proof\"")
        page.attribute("href", "#" + proof.anchor)
        page.wrap("><b class=\"pin\">", String(proof.number), "</b>")
        page.wrap("", name, "</a>")
    }
}
