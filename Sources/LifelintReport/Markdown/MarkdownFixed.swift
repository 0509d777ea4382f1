// SPDX-License-Identifier: MIT

import LifelintModel

/// What a job summary says of mistakes that the baseline knows and nothing shows any more.
struct MarkdownFixed {
    /// Those mistakes, and those of which nothing was judged.
    let header: ReportHeader

    private var entries: [BaselineEntry] { header.mended }

    private static let maximumEntries = 20

    /// Writes the part, if there is anything to say.
    func write(to page: inout MarkdownPage) {
        writeFixed(to: &page)
        if let unseen = FixedSection.notSeen(header.notSeen) {
            page.add(MarkdownText.prose(TerminalText.cut(unseen, to: 1_000)) + ".")
        }
    }

    private func writeFixed(to page: inout MarkdownPage) {
        if entries.isEmpty { return }
        var lines = ["## Fixed since the baseline: " + Phrasing.grouped(entries.count), ""]
        for entry in entries.prefix(MarkdownFixed.maximumEntries) {
            var line = "- ✅ " + MarkdownText.code(entry.rule, limit: 80)
            if let culprit = entry.culprit { line += ": " + MarkdownText.prose(TerminalText.cut(culprit, to: 160)) }
            if let app = entry.appName { line += " (" + MarkdownText.prose(TerminalText.cut(app, to: 120)) + ")" }
            lines.append(line)
        }
        let left = entries.count - MarkdownFixed.maximumEntries
        if left > 0 { lines.append("- … and \(Phrasing.grouped(left)) more: `--report json` has all") }
        lines += ["", FixedSection.advice + "`" + FixedSection.option + "`"]
        page.add(lines.joined(separator: "\n"))
    }
}
