// SPDX-License-Identifier: MIT

import LifelintModel

/// What else an ending could have been, and what it was not, with the titles of the causes beside their names.
struct CandidateSection {
    /// The ending.
    let ending: Ending
    /// Columns before each line.
    let indent: Int

    private static let maximumRuledOut = 4

    /// Writes the section, if there is anything to say.
    func write(to page: inout TextPage) {
        if !ending.candidates.isEmpty {
            page.line(ending.cause == .unknown ? "Could be:" : "Could also be:", indent: indent)
            for candidate in ending.candidates {
                let note = " (\(candidate.cause.rawValue), \(candidate.likelihood.rawValue))"
                page.paragraph(candidate.cause.page.title + note, indent: indent + 2, lead: "- ")
            }
        }
        if ending.ruledOut.isEmpty { return }
        page.line("Ruled out:", indent: indent)
        for excluded in ending.ruledOut.prefix(CandidateSection.maximumRuledOut) {
            let text = "\(excluded.cause.page.title) (\(excluded.cause.rawValue)): \(excluded.because)"
            page.paragraph(text, indent: indent + 2, lead: "- ")
        }
        let left = ending.ruledOut.count - CandidateSection.maximumRuledOut
        if left > 0 { page.line("… and \(Phrasing.grouped(left)) more", indent: indent + 2) }
    }
}
