// SPDX-License-Identifier: MIT

import LifelintFiles
import LifelintModel

/// What a pass over the inputs gathers.
struct AnalysisResults {
    let runs: ReportStore<RunEntry>
    let findings: ReportStore<FindingEntry>
    /// Findings that wait for the end of all runs.
    let shelf: SpooledShelf
    var problems: ProblemStore
    var summary = ReportHeader.Summary()
    var verdicts: [String: VerdictCounts] = [:]
    var appVerdicts: [AppVerdicts] = []
    var inputs: [InputSummary] = []
    /// The files that were read, as far as all of them are known.
    var places: Set<FilePlace>?
    var exitCounts: [ExitCounts] = []
    /// Runs of which a bundle id is told.
    var namedRunCount = 0
    var fixed: [BaselineEntry] = []
    /// What the baseline knows and nothing was judged of.
    var notSeen: [BaselineEntry] = []
    var spoolError: FileError?

    init(options: AnalyzerOptions, pool: WorkPool?) {
        // While some are sorted and written, others come; and an allocator keeps about as much as it gives.
        let budget = options.memoryBudget / 8 * 3
        // Findings are few beside runs.
        let share = options.rules == nil ? 0 : budget / 4
        runs = ReportStore(budget: budget - 2 * share, spoolDirectory: options.spoolDirectory, pool: pool)
        findings = ReportStore(budget: share, spoolDirectory: options.spoolDirectory, pool: pool)
        shelf = SpooledShelf(budget: share, spoolDirectory: options.spoolDirectory, pool: pool)
        problems = ProblemStore(limit: options.keptProblems)
    }

    /// Takes the counts of runs that were encoded.
    mutating func add(_ collector: RunCollector) {
        summary.runs += collector.runCount
        namedRunCount += collector.namedRunCount
        summary.endings.merge(collector.endings, uniquingKeysWith: +)
    }

    /// Takes the counts of findings that were stored.
    mutating func count(_ findings: ReportHeader.Summary) {
        summary.errors += findings.errors
        summary.warnings += findings.warnings
        summary.infos += findings.infos
        summary.related += findings.related
        summary.suppressed += findings.suppressed
        summary.baseline += findings.baseline
    }

    /// No more runs and findings come.
    mutating func finish() {
        // The same payload in two files is one.
        exitCounts.sort { $0.precedes($1) }
        exitCounts = exitCounts.enumerated().filter { $0.offset == 0 || exitCounts[$0.offset - 1] != $0.element }
            .map(\.element)
        runs.finish()
        findings.finish()
        spoolError = spoolError ?? runs.spoolError ?? findings.spoolError ?? shelf.spoolError
    }
}

extension ExitCounts {
    /// By app, version, window, place and payload; null first.
    ///
    /// Only what is the same is equal.
    fileprivate func precedes(_ other: ExitCounts) -> Bool {
        let (mine, its) = (sortKey, other.sortKey)
        if mine != its { return mine < its }
        return counts == other.counts ? false : countsText < other.countsText
    }

    private var sortKey: (String, String, Int64, Int64, String, UInt64) {
        (app ?? "", version ?? "", from.nanoseconds, to.nanoseconds, place, origin)
    }

    private var countsText: String {
        counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ",")
    }
}

extension ReportHeader.Summary {
    /// Counts a finding, once: where several reasons keep it from counting, under the first of them.
    mutating func count(_ finding: Finding) {
        if finding.suppressed != nil { return suppressed += 1 }
        if finding.relatedTo != nil { return related += 1 }
        if finding.isInBaseline { return baseline += 1 }
        switch finding.severity {
        case .error: errors += 1
        case .warning: warnings += 1
        case .info: infos += 1
        }
    }
}
