// SPDX-License-Identifier: MIT

import LifelintKit

/// What `lifelint recognise` prints of each input: what it is, and what it says if it holds reports.
struct ReportPages {
    /// How many reports are shown, and how many calls of each thread.
    let limit: Int
    private var shownCount = 0
    private var leftCount = 0

    init(limit: Int) { self.limit = limit }

    /// The lines about one input.
    mutating func page(path: String, format: String, _ input: ReportInput?) -> String {
        var page = "\(TerminalText.safe(path)): \(format)\n"
        guard let input else { return page }
        for report in input.reports {
            guard shownCount < limit else {
                leftCount += 1
                continue
            }
            shownCount += 1
            page += IncidentSheet(report, limit: limit).text
        }
        for problem in input.problems.prefix(limit) {
            page += "  line \(problem.line): \(problem.code.rawValue): \(TerminalText.safe(problem.message))\n"
        }
        let left = input.problemCount - min(input.problems.count, limit)
        if left > 0 { page += "  and \(left) more \(left == 1 ? "problem" : "problems")\n" }
        return page
    }

    /// How many reports were not shown.
    var rest: String {
        switch leftCount {
        case 0: ""
        case 1: "\n1 more report; '--limit' shows it\n"
        default: "\n\(leftCount) more reports; '--limit' shows them\n"
        }
    }
}
