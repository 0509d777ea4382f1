// SPDX-License-Identifier: MIT

import LifelintFiles
import LifelintModel
import LifelintRules

/// What a pass over the inputs gathers.
struct AnalysisResults {
    let runs: ReportStore<RunEntry>
    let findings: ReportStore<FindingEntry>
    var problems: ProblemStore
    var summary = ReportHeader.Summary()
    var verdicts: [String: VerdictCounts] = [:]
    var inputs: [InputSummary] = []
    var spoolError: FileError?

    init(options: AnalyzerOptions, pool: WorkPool?) {
        let budget = options.memoryBudget / 2
        // Findings are few beside runs.
        let share = options.rules == nil ? 0 : budget / 4
        runs = ReportStore(budget: budget - share, spoolDirectory: options.spoolDirectory, pool: pool)
        findings = ReportStore(budget: share, spoolDirectory: options.spoolDirectory, pool: pool)
        problems = ProblemStore(limit: options.keptProblems)
    }

    mutating func add(_ run: AppRun, number: Int) {
        summary.runs += 1
        summary.endings[run.ending.cause, default: 0] += 1
        runs.append(RunEntry.Item(run: run, number: number))
    }

    mutating func add(_ judged: JudgedFinding) {
        count(judged.finding)
        findings.append(judged)
    }

    /// No more runs and findings come.
    mutating func finish() {
        runs.finish()
        findings.finish()
        spoolError = spoolError ?? runs.spoolError ?? findings.spoolError
    }

    private mutating func count(_ finding: Finding) {
        if finding.relatedTo != nil { summary.related += 1 }
        if finding.suppressed != nil { summary.suppressed += 1 }
        if finding.isInBaseline { summary.baseline += 1 }
        guard finding.relatedTo == nil, finding.suppressed == nil, !finding.isInBaseline else { return }
        switch finding.severity {
        case .error: summary.errors += 1
        case .warning: summary.warnings += 1
        case .info: summary.infos += 1
        }
    }
}
