// SPDX-License-Identifier: MIT

import LifelintModel

/// What reports for people say of MetricKit's exit counters: how often an app ended in which way, never which run.
struct ExitSection {
    /// What is told of one app in one window.
    struct Row {
        /// Whose ends, when and where: `com.acme.notes 4.3, 2026-04-19 00:00:00 to 2026-04-20 00:00:00 UTC,
        /// background`.
        let head: String
        /// How often, the most frequent first: `6 × backgroundTask, 5 × fileLock`.
        let counts: String
    }

    /// Those counters.
    let exits: [ExitCounts]

    /// What is said of all of them.
    static let title = "Exits that MetricKit counted"
    /// What they are not.
    static let note = "Counts over a time: they do not say when an app ended, nor which run."

    private static let maximumRows = 10

    /// The counters that counted something.
    var rows: [Row] {
        exits.compactMap { exits in
            let counts = exits.counts.filter { $0.value > 0 }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            if counts.isEmpty { return nil }
            let app = [exits.app ?? "an unnamed app", exits.version ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
            return Row(
                head: "\(app), \(ReportClock.dated(exits.from)) to \(ReportClock.dated(exits.to)) UTC, \(exits.place)",
                counts: counts.map { "\(Phrasing.grouped($0.value)) × \($0.key)" }.joined(separator: ", "))
        }
    }

    /// Writes the section, if there is anything to say.
    func write(to page: inout TextPage) {
        let rows = rows
        guard !rows.isEmpty else { return }
        page.endLine()
        page.line(ExitSection.title, .bold)
        for row in rows.prefix(ExitSection.maximumRows) {
            page.paragraph(row.head, indent: 2)
            page.paragraph(row.counts, indent: 4)
        }
        let left = rows.count - ExitSection.maximumRows
        if left > 0 { page.line("… and \(Phrasing.grouped(left)) more: --report json has all", indent: 2) }
        page.paragraph(ExitSection.note, indent: 2)
    }

    /// The section in lines of their own.
    var lines: [String] {
        let rows = rows
        var lines = rows.prefix(ExitSection.maximumRows).map { "exits: \($0.head): \($0.counts)" }
        let left = rows.count - ExitSection.maximumRows
        if left > 0 { lines.append("… and \(Phrasing.count(left, "more count")): --report json has all") }
        return lines
    }

    /// The section as a part of a job summary; nil if there is nothing to say.
    var markdown: String? {
        let rows = rows
        if rows.isEmpty { return nil }
        var lines = ["## " + ExitSection.title, ""]
        for row in rows.prefix(ExitSection.maximumRows) {
            lines.append(
                "- " + MarkdownText.prose(TerminalText.cut(row.head, to: 200)) + ": "
                    + MarkdownText.prose(TerminalText.cut(row.counts, to: 400)))
        }
        let left = rows.count - ExitSection.maximumRows
        if left > 0 { lines.append("- … and \(Phrasing.grouped(left)) more: `--report json` has all") }
        lines += ["", ExitSection.note]
        return lines.joined(separator: "\n")
    }
}
