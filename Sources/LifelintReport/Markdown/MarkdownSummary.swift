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
        // What was not read may hold anything, and an app that the user saw die is no success, whoever is to blame.
        let unread = UnreadInputs(header).count
        let worth =
            survey.notable.total > 0 ? Phrasing.count(survey.notable.total, "ending") + " worth reading" : nil
        let isCalm =
            header.summary.warnings == 0 && unread == nil && worth == nil && !survey.isAnyDoubted
            && !header.leavesNothing
        let sign = header.summary.errors > 0 ? "❌" : isCalm ? "✅" : "⚠️"
        page.add(
            "# \(sign) lifelint: "
                + [Phrasing.findings(header.summary), worth, unread].compactMap(\.self).joined(separator: ", "))
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
        var lines = ["| | Runs | How they ended | |", "|---|---:|---|---|"]
        for (way, tally) in survey.ways {
            let rank = tally.rank
            let notes = [worth(tally), Phrasing.remark(way, tally)]
            let note = [notes.compactMap(\.self).joined(separator: ", "), Phrasing.doubts(tally)]
                .compactMap(\.self).joined(separator: ". ")
            lines.append(
                "| \(RunMarks.sign(rank: rank, way.cause)) | \(Phrasing.grouped(tally.count)) | "
                    + MarkdownText.prose(way.title) + " | " + MarkdownText.prose(note) + " |")
        }
        return lines.joined(separator: "\n")
    }
}
