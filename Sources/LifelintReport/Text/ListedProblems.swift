// SPDX-License-Identifier: MIT

import LifelintModel

/// The problems that reports for people list, and how many there are.
struct ListedProblems {
    /// Those of inputs that are more than notes; of very many a report keeps only the first.
    let kept: [Problem]
    /// How many there are, with those that were not kept.
    let total: Int

    /// The problems of a report: a README or a picture that lies in a folder is a note, which the inputs tell.
    init(_ header: ReportHeader) {
        let notes = Set(header.inputs.lazy.filter(\.isNote).map(\.path))
        kept = header.problems.filter { !notes.contains($0.file) }
        let counted = header.inputs.reduce(0) { sum, input in
            notes.contains(input.path) ? sum : sum.addingReportingOverflow(input.problems).partialValue
        }
        total = max(kept.count, counted)
    }
}
