// SPDX-License-Identifier: MIT

import LifelintModel

/// An ending in a job summary: what died, its story, the lines it rests on, and what else it could have been.
struct MarkdownEnding {
    /// The run that ended, and which ended like it.
    let group: RankedGroups<AppRun, RunMark>.Group
    /// How times are written.
    let clock: ReportClock

    private static let maximumEvidence = 3
    private static let maximumText = 200

    private var run: AppRun { group.item }

    /// The whole part.
    var text: String {
        let sign = RunMarks.sign(rank: group.rank, run.ending.cause)
        var lines = ["### \(sign) " + MarkdownText.prose(Phrasing.ending(run.ending)), "", circumstances, ""]
        if let detail = Phrasing.detail(run.ending) {
            lines += ["Detail: " + MarkdownText.prose(TerminalText.cut(detail, to: 600)), ""]
        }
        let story = StoryText(run: run).text
        if !story.isEmpty { lines += [MarkdownText.prose(TerminalText.cut(story, to: 1_600)), ""] }
        for line in run.ending.because.prefix(MarkdownEnding.maximumEvidence) {
            lines.append(
                "- " + MarkdownText.code(Phrasing.place(line.at), limit: 160) + ": "
                    + MarkdownText.code(line.text, limit: MarkdownEnding.maximumText))
        }
        let left = run.ending.because.count - MarkdownEnding.maximumEvidence
        if left > 0 { lines.append("- … and " + Phrasing.count(left, "more line")) }
        if let others = Phrasing.others(run.ending) { lines += ["", MarkdownText.prose(others)] }
        if let alike = Phrasing.alike(group, clock) { lines += ["", MarkdownText.prose(alike)] }
        return lines.joined(separator: "\n")
    }

    private var circumstances: String {
        var parts = [Phrasing.app(run), Phrasing.end(run, clock) + " UTC"]
        if let state = Phrasing.stateAtEnd(run) { parts.append(state) }
        if let sight = Phrasing.sight(run) { parts.append(sight) }
        let place = Phrasing.whereItRan(run)
        if !place.isEmpty { parts.append(place) }
        return MarkdownText.prose(TerminalText.cut(parts.joined(separator: "; "), to: 400))
    }
}
