// SPDX-License-Identifier: MIT

import LifelintModel

/// What a job summary says about inputs that were not read, or not wholly, and about problems.
struct MarkdownInputs {
    /// Inputs and problems.
    let header: ReportHeader
    /// Problems shown.
    let maximumProblems: Int

    private static let maximumInputs = 20

    /// Writes the part, if there is anything to say.
    func write(to page: inout MarkdownPage) {
        let partial = header.inputs.filter { $0.status != .read && !$0.isNote }
        if !partial.isEmpty {
            var lines = ["## Not read, or not wholly", ""]
            for input in partial.prefix(MarkdownInputs.maximumInputs) {
                let problems = input.problems > 0 ? ", " + Phrasing.count(input.problems, "problem") : ""
                lines.append(
                    "- " + MarkdownText.code(input.path, limit: 200) + ": \(input.status.rawValue) ("
                        + MarkdownText.prose(input.format) + problems + ")")
            }
            let left = partial.count - MarkdownInputs.maximumInputs
            if left > 0 { lines.append("- … and " + Phrasing.count(left, "more input")) }
            page.add(lines.joined(separator: "\n"))
        }
        let problems = ListedProblems(header)
        let shown = problems.kept.prefix(max(maximumProblems, 0))
        if problems.total == 0 { return }
        var lines = ["## Problems: " + Phrasing.grouped(problems.total), ""]
        for problem in shown {
            lines.append("- " + MarkdownText.prose(TerminalText.cut(Phrasing.problem(problem), to: 400)))
        }
        let left = problems.total - shown.count
        if left > 0 { lines.append("- … and \(Phrasing.grouped(left)) more") }
        page.add(lines.joined(separator: "\n"))
    }
}
