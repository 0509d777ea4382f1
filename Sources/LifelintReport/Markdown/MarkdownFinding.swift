// SPDX-License-Identifier: MIT

import LifelintModel

/// A finding in a job summary: what happened, who is to blame, its lines, how to fix it, and what stands under it.
struct MarkdownFinding {
    /// The finding and how often it was found.
    let group: FindingGroups.Group
    /// All findings, for those that stand under it.
    let findings: FindingSurvey
    /// The rule's page; nil where it is not known.
    let rule: RulePageText?
    /// Whose runs the report is about.
    let survey: RunSurvey

    private var clock: ReportClock { survey.clock }

    private static let maximumEvidence = 4
    private static let maximumText = 200

    private var finding: Finding { group.item }

    /// The whole part.
    var text: String {
        var lines = [heading, "", MarkdownText.prose(TerminalText.cut(finding.message, to: 1_000)), ""]
        for other in group.spread.others(than: finding, limit: 3) {
            lines += ["Also: " + MarkdownText.prose(TerminalText.cut(other, to: 400)), ""]
        }
        if let culprit = Phrasing.culprit(finding) {
            lines += ["**To blame:** " + MarkdownText.prose(TerminalText.cut(culprit, to: 200)), ""]
        }
        let proof = ShownEvidence(finding, limit: MarkdownFinding.maximumEvidence)
        for evidence in proof.shown {
            let place = MarkdownText.code(Phrasing.place(evidence.line.at), limit: 160)
            let note = evidence.note.isEmpty ? "" : " (" + MarkdownText.prose(evidence.note) + ")"
            lines.append(
                "- \(place)\(note): " + MarkdownText.code(evidence.line.text, limit: MarkdownFinding.maximumText))
        }
        if let more = proof.more { lines.append("- … and " + more) }
        if !group.marks.isEmpty {
            lines += ["", "Also at " + Phrasing.list(group.marks.map(clock.time), of: group.count - 1) + "."]
        }
        if let rule {
            lines += ["", "**Fix:** " + MarkdownText.prose(RuleProse(text: rule.fix).opening)]
        } else {
            lines += ["", "**Fix:** " + MarkdownText.code("lifelint explain " + finding.rule, limit: 120)]
        }
        lines += related
        return lines.joined(separator: "\n")
    }

    private var heading: String {
        let sign = RunMarks.sign(finding.severity)
        return "### \(sign) \(finding.severity.rawValue): " + MarkdownText.prose(rule?.title ?? finding.rule)
            + " (" + MarkdownText.code(finding.rule, limit: 80) + ", " + Phrasing.sureness(group) + ")"
            + (Phrasing.apps(group, survey).map { " in " + MarkdownText.prose(TerminalText.cut($0, to: 160)) } ?? "")
    }

    private var related: [String] {
        let beside = findings.related(to: group)
        if beside.count == 0 { return [] }
        var lines = [
            "", "<details><summary>" + Phrasing.count(beside.count, "related finding") + ", not counted</summary>", "",
        ]
        for related in beside.shown {
            let message = TerminalText.cut(related.message, to: 400)
            let unsure = Phrasing.unsure(related).map { " " + $0 } ?? ""
            lines.append(
                "- " + MarkdownText.code(related.rule, limit: 80) + unsure + ": " + MarkdownText.prose(message))
        }
        if beside.left > 0 { lines.append("- … and \(Phrasing.grouped(beside.left)) more") }
        return lines + ["", "</details>"]
    }
}
