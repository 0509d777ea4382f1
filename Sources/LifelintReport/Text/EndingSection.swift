// SPDX-License-Identifier: MIT

import LifelintModel

/// One ending in the text report: what, who, when, the story, the lines it rests on, and what else it could have been.
struct EndingSection {
    /// The run that ended, and which ended like it.
    let group: RankedGroups<AppRun, RunMark>.Group
    /// Its number in the list.
    let number: Int
    /// How its headline is stressed.
    let effect: TextPage.Effect?
    /// How times are written.
    let clock: ReportClock

    private static let maximumEvidence = 4

    private var run: AppRun { group.item }

    /// Writes the section.
    func write(to page: inout TextPage) {
        page.line("\(number). " + page.styled(Phrasing.ending(run.ending), effect), indent: 2)
        page.paragraph(circumstances, indent: 5)
        if let detail = Phrasing.detail(run.ending) { page.paragraph("Detail: " + detail, indent: 5) }
        let story = StoryText(run: run).text
        if !story.isEmpty { page.paragraph(story, indent: 5) }
        writeEvidence(to: &page)
        CandidateSection(ending: run.ending, indent: 5).write(to: &page)
        if let alike = Phrasing.alike(group, clock) { page.paragraph(alike, indent: 5) }
    }

    private var circumstances: String {
        var parts = [Phrasing.app(run), Phrasing.end(run, clock)]
        if let state = Phrasing.stateAtEnd(run) { parts.append(state) }
        if let sight = Phrasing.sight(run) { parts.append(sight) }
        let place = Phrasing.whereItRan(run)
        if !place.isEmpty { parts.append(place) }
        return parts.joined(separator: "; ")
    }

    private func writeEvidence(to page: inout TextPage) {
        let lines = run.ending.because
        for line in lines.prefix(EndingSection.maximumEvidence) { page.evidence(line.at, line.text, indent: 5) }
        let left = lines.count - EndingSection.maximumEvidence
        if left > 0 { page.line("… and \(Phrasing.count(left, "more line"))", indent: 5) }
    }
}
