// SPDX-License-Identifier: MIT

import LifelintModel

/// What the text report says about inputs that were not read, or not wholly, and about problems.
struct InputSection {
    /// Inputs and problems.
    let header: ReportHeader
    /// Problems shown.
    let maximumProblems: Int

    private static let maximumInputs = 10

    /// Writes the section, if there is anything to say.
    func write(to page: inout TextPage) {
        writeInputs(to: &page)
        writeProblems(to: &page)
    }

    private func writeInputs(to page: inout TextPage) {
        let partial = header.inputs.filter { $0.status != .read && !$0.isNote }
        // Each is one file; beyond the listed ones, one input stands for many.
        let notes = header.inputs.reduce(0) { sum, input in
            input.isNote ? sum.addingReportingOverflow(max(input.problems, 1)).partialValue : sum
        }
        if partial.isEmpty, notes == 0 { return }
        page.endLine()
        if !partial.isEmpty { page.line("Not read, or not wholly", .bold) }
        for input in partial.prefix(InputSection.maximumInputs) {
            let state = input.status == .unread ? "unread" : "partly"
            var notes = input.format == "unknown" ? [] : [input.format]
            if input.problems > 0 { notes.append(Phrasing.count(input.problems, "problem")) }
            let note = notes.isEmpty ? "" : " (" + notes.joined(separator: ", ") + ")"
            page.line(state + "  " + TerminalText.safe(input.path + note), indent: 2)
        }
        let left = partial.count - InputSection.maximumInputs
        if left > 0 { page.line("… and \(Phrasing.count(left, "more input"))", indent: 2) }
        if notes > 0 {
            let text =
                notes == 1 ? "1 file in a folder is no log" : "\(Phrasing.grouped(notes)) files in folders are no logs"
            page.line(text, indent: partial.isEmpty ? 0 : 2, .dim)
        }
    }

    private func writeProblems(to page: inout TextPage) {
        let problems = ListedProblems(header)
        if problems.total == 0 { return }
        page.endLine()
        page.line("Problems: " + Phrasing.grouped(problems.total), .bold)
        let shown = problems.kept.prefix(max(maximumProblems, 0))
        for problem in shown { page.paragraph(Phrasing.problem(problem), indent: 2) }
        let left = problems.total - shown.count
        if left > 0 { page.line("… and \(Phrasing.grouped(left)) more", indent: 2) }
    }
}
