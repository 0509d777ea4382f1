// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintRules
import LifelintTimeline

/// Takes what one shard of the timeline gives: counts and encodes runs, judges them as far as each stands alone.
final class RunCollector {
    /// Runs that are encoded together: few enough not to count in memory.
    private static let runsPerBlock = 32

    /// What is handed on in the order of all runs.
    struct Judged {
        var position: Int
        var outcome: Outcome
    }

    /// A run that is over.
    enum Outcome {
        case judged(RuleEngine.JudgedRun)
        /// Whoever takes it judges it.
        case left(RunStretch)
    }

    /// Shares of runs are counted in eighths.
    static let wholeShare = 8

    private let options: AnalyzerOptions
    private let runs: ReportStore<RunEntry>
    private let judges: RuleEngine.Judges?
    private var waiting: [RunEntry.Item] = []
    /// What is to be judged, in its order.
    ///
    /// Why not at once: rules are much code, which the timeline and the encoder push out of the caches, and the other
    /// way round.
    private var unjudged: [(stretch: RunStretch, position: Int, isLeft: Bool)] = []
    /// How many eighths of the runs are left to whoever takes them.
    private var leftShare = 0
    /// What of that is due.
    private var due = 0
    private var judged: [Judged] = []
    /// Every run so far.
    private(set) var runCount = 0
    /// Those of which a bundle id is told.
    private(set) var namedRunCount = 0
    /// What ended them.
    private(set) var endings: [EndingCause: Int] = [:]

    init(options: AnalyzerOptions, runs: ReportStore<RunEntry>, judges: RuleEngine.Judges?) {
        self.options = options
        self.runs = runs
        self.judges = judges
    }

    /// Of the next runs that share is left to whoever takes them.
    func leave(_ share: Int) { leftShare = share }

    /// Takes what the timeline gives at that position.
    func take(_ output: TimelineOutput, at position: Int) {
        switch output {
        case .run(let run, let number, let stretch):
            if let stretch { judge(stretch, at: position) }
            // What others show may decide what those that are reported come to.
            guard options.selects(run) else { return }
            runCount += 1
            if run.app != nil { namedRunCount += 1 }
            endings[run.ending.cause, default: 0] += 1
            waiting.append(RunEntry.Item(run: run, number: number))
            if waiting.count >= min(RunCollector.runsPerBlock, max(options.memoryBudget >> 20, 1)) { encode() }
        case .stretch(let stretch): judge(stretch, at: position)
        }
    }

    /// A block is done: what was judged in it.
    func endBlock() -> [Judged] {
        encode()
        judge()
        defer { judged = [] }
        return judged
    }

    private func judge(_ stretch: RunStretch, at position: Int) {
        if judges == nil { return }
        // What was told in several stretches has one judge.
        var isLeft = false
        if stretch.isComplete && stretch.firstEvent == 0 {
            due += leftShare
            isLeft = due >= RunCollector.wholeShare
            if isLeft { due -= RunCollector.wholeShare }
        }
        unjudged.append((stretch, position, isLeft))
        if unjudged.count >= RunCollector.runsPerBlock { judge() }
    }

    private func judge() {
        guard let judges else { return }
        for (stretch, position, isLeft) in unjudged {
            if isLeft {
                judged.append(Judged(position: position, outcome: .left(stretch)))
            } else if let run = judges.take(stretch) {
                judged.append(Judged(position: position, outcome: .judged(run)))
            }
        }
        unjudged.removeAll(keepingCapacity: true)
    }

    private func encode() {
        runs.encode(waiting)
        waiting.removeAll(keepingCapacity: true)
    }
}
