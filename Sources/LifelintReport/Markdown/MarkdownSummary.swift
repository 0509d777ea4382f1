// SPDX-License-Identifier: MIT

import LifelintModel

/// The first part of a job summary: how much was looked at, what counts, and a table of how the runs ended.
struct MarkdownSummary {
    /// Counts, and who made the report.
    let header: ReportHeader
    /// How the runs ended.
    let survey: RunSurvey

    /// Writes the part.
    func write(to page: inout MarkdownPage) {
        // What was not read may hold anything.
        let unread = UnreadInputs(header).count
        let sign = header.summary.errors > 0 ? "❌" : header.summary.warnings > 0 || unread != nil ? "⚠️" : "✅"
        page.add(
            "# \(sign) lifelint: "
                + [Phrasing.findings(header.summary), unread].compactMap(\.self).joined(separator: ", "))
        var scope = MarkdownText.prose(Phrasing.scope(survey, header))
        if let range = survey.clock.range {
            scope += ", " + range + (Phrasing.assumed(header).map { " (\($0))" } ?? "")
        }
        page.add(scope + ".")
        if let notCounted = Phrasing.notCounted(header.summary) { page.add(notCounted + ".") }
        if !survey.endings.isEmpty { page.add(endings) }
    }

    /// How many of them are worth reading; nil where none is.
    private func worth(_ tally: RunSurvey.Tally) -> String? {
        if tally.notable == 0 { return nil }
        return tally.notable == tally.count
            ? "worth reading" : "\(Phrasing.grouped(tally.notable)) of them worth reading"
    }

    private var endings: String {
        let rows = survey.endings.sorted { left, right in
            if left.value.rank != right.value.rank { return left.value.rank > right.value.rank }
            if left.value.count != right.value.count { return left.value.count > right.value.count }
            return left.key.sortKey < right.key.sortKey
        }
        var lines = ["| | Runs | How they ended | |", "|---|---:|---|---|"]
        for (way, tally) in rows {
            let rank = tally.rank
            let notes = [worth(tally), Phrasing.remark(way, tally)]
            let note = notes.compactMap(\.self).joined(separator: ", ")
            lines.append(
                "| \(RunMarks.sign(rank: rank, way.cause)) | \(Phrasing.grouped(tally.count)) | "
                    + MarkdownText.prose(way.title) + " | \(note) |")
        }
        return lines.joined(separator: "\n")
    }
}
