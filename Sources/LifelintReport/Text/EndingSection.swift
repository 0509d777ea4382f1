// SPDX-License-Identifier: MIT

import LifelintModel

/// One ending in the text report: what, who, when, the story, the lines it rests on, and what else it could have been.
struct EndingSection {
    /// The run that ended.
    let run: AppRun
    /// Its number in the list.
    let number: Int
    /// How many more runs ended like it.
    let alike: Int
    /// How its headline is stressed.
    let effect: TextPage.Effect?

    private static let maximumEvidence = 4
    private static let maximumRuledOut = 4

    /// Writes the section.
    func write(to page: inout TextPage) {
        page.line("\(number). " + page.styled(Phrasing.ending(run.ending), effect), indent: 2)
        page.paragraph(circumstances, indent: 5)
        if let detail = Phrasing.detail(run.ending) { page.paragraph("Detail: " + detail, indent: 5) }
        if !run.story.isEmpty { page.paragraph(run.story, indent: 5) }
        writeEvidence(to: &page)
        for excluded in run.ending.ruledOut.prefix(EndingSection.maximumRuledOut) {
            page.paragraph("Not \(excluded.cause.rawValue): \(excluded.because)", indent: 5)
        }
        if let candidates = Phrasing.candidates(run.ending) {
            page.paragraph((run.ending.cause == .unknown ? "Could be: " : "Could also be: ") + candidates, indent: 5)
        }
        if alike > 0 { page.line("… and \(Phrasing.count(alike, "more run")) that ended like this", indent: 5) }
    }

    private var circumstances: String {
        var parts = [Phrasing.app(run), Phrasing.time(run.end.time) + (run.end.isKnown ? "" : " (end not seen)")]
        if let state = Phrasing.stateAtEnd(run) { parts.append(state) }
        parts.append(run.isVisible ? "seen by the user" : "out of the user's sight")
        let place = Phrasing.whereItRan(run)
        if !place.isEmpty { parts.append(place) }
        return parts.joined(separator: "; ")
    }

    private func writeEvidence(to page: inout TextPage) {
        let lines = run.ending.because
        for line in lines.prefix(EndingSection.maximumEvidence) {
            page.cutLine(Phrasing.place(line.at) + "  " + line.text, indent: 5, .dim)
        }
        let left = lines.count - EndingSection.maximumEvidence
        if left > 0 { page.line("… and \(Phrasing.count(left, "more line"))", indent: 5) }
    }
}
