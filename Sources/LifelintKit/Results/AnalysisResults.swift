// SPDX-License-Identifier: MIT

import LifelintFiles
import LifelintModel

/// What a pass over the inputs gathers.
struct AnalysisResults {
    let store: RunStore
    var problems: ProblemStore
    var summary = ReportHeader.Summary()
    var inputs: [InputSummary] = []
    var spoolError: FileError?

    init(store: RunStore, problems: ProblemStore) {
        self.store = store
        self.problems = problems
    }

    mutating func count(_ run: AppRun) {
        summary.runs += 1
        summary.endings[run.ending.cause, default: 0] += 1
    }
}
