// SPDX-License-Identifier: MIT

import LifelintModel

/// What the text report says about the rules themselves: how many judged, and what the logs lack for the others.
///
/// That nothing was found means something only beside how much was looked at.
struct VerdictSection {
    /// The verdicts of every selected rule.
    let verdicts: [String: VerdictCounts]
    /// The runs that they judged.
    let survey: RunSurvey

    private static let maximumLacking = 5

    /// Writes one line or two; nothing where no rule was selected.
    func write(to page: inout TextPage) {
        if verdicts.isEmpty { return }
        page.endLine()
        page.paragraph(counts, indent: 0)
        if let leftOut { page.paragraph(leftOut, indent: 0) }
        if let lacking { page.paragraph(lacking, indent: 0) }
    }

    /// Each rule counts once, under the strongest verdict that it came to.
    private var counts: String {
        var numbers = [0, 0, 0, 0, 0]
        for counts in verdicts.values {
            if counts.violated > 0 {
                numbers[0] += 1
            } else if counts.satisfied > 0 {
                numbers[1] += 1
            } else if counts.inconclusive > 0 {
                numbers[2] += 1
            } else if counts.notEvaluated > 0 {
                numbers[3] += 1
            } else {
                numbers[4] += 1
            }
        }
        let words = ["violated", "satisfied", "inconclusive", "not evaluated", "without anything to judge"]
        let parts = zip(numbers, words).filter { $0.0 > 0 }.map { Phrasing.grouped($0.0) + " " + $0.1 }
        return "Rules: " + Phrasing.grouped(verdicts.count) + " selected, of which " + parts.joined(separator: ", ")
            + "."
    }

    /// The runs in which the system does not do what it does elsewhere, so that nothing is found of what it did.
    private var leftOut: String? {
        let parts = [
            (survey.debugged, "with a debugger attached"), (survey.harnessed, "in tests"),
            (survey.simulated, "in a simulator"),
        ].filter { $0.0 > 0 }.map { Phrasing.count($0.0, "run") + " " + $0.1 }
        if parts.isEmpty { return nil }
        return "Rules about timing, background work and kills leave out " + parts.joined(separator: ", ") + "."
    }

    /// What logs would have to show for the rules that judged nothing, the most wanted first.
    private var lacking: String? {
        var wanted: [String: Int] = [:]
        for counts in verdicts.values where counts.violated == 0 && counts.satisfied == 0 {
            for name in counts.requirements { wanted[name, default: 0] += 1 }
        }
        if wanted.isEmpty { return nil }
        // Of what is not shown at all nobody needs to hear that it lacks its length, or what else is asked of it.
        for (name, count) in wanted {
            guard let event = RequirementName.event(ofMore: name), wanted[event] != nil else { continue }
            wanted[event, default: 0] += count
            wanted[name] = nil
        }
        let ordered = wanted.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let names = ordered.prefix(VerdictSection.maximumLacking).map { TerminalText.safe($0.key) }
        let left = ordered.count - names.count
        return "The logs do not show " + names.joined(separator: ", ")
            + (left > 0 ? " and \(Phrasing.grouped(left)) more" : "")
            + ", as rules need them: lifelint rules coverage tells all."
    }
}
