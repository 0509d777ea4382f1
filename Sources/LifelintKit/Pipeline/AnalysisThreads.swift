// SPDX-License-Identifier: MIT

import LifelintRules
import Synchronization

/// The threads of an analysis, and the rules that one of them reads and compiles while others look at the inputs.
final class AnalysisThreads: Sendable {
    /// More threads than these are not made, whatever the options say.
    private static let maximumJobs = 1_024

    let pool: WorkPool?
    /// Rules that are read meanwhile; nil where the options have all there are.
    let late: LateRules?
    let spare: SpareRules?

    init(_ options: AnalyzerOptions, shelf: PreparedShelf) {
        let jobs = min(options.jobs, AnalysisThreads.maximumJobs)
        pool = jobs > 1 ? WorkPool(count: jobs - 1) : nil
        guard let pool, pool.isRunning else {
            late = nil
            spare = nil
            return
        }
        // Whoever judges waits for the rules, and nobody needs all threads before there is something to read.
        if options.takesRecommendedRules {
            let late = LateRules(pool: pool)
            spare = SpareRules(pool: pool, shelf: shelf) { try? late.asThread().get().effective.ruleSet }
            self.late = late
        } else {
            spare = options.rules.map { rules in SpareRules(pool: pool, shelf: shelf) { rules } }
            late = nil
        }
        spare?.prepare()
    }

    func finish() { pool?.finish() }
}

/// Threads that are at work before the analysis they are for: one thread reads rules while the analyzer is made.
final class EarlyThreads: Sendable {
    private let threads: Mutex<AnalysisThreads?>

    init(_ threads: AnalysisThreads) { self.threads = Mutex(threads) }

    /// The threads, once.
    func take() -> AnalysisThreads? {
        threads.withLock { threads in
            defer { threads = nil }
            return threads
        }
    }

    deinit { take()?.finish() }
}
