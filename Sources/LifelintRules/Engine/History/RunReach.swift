// SPDX-License-Identifier: MIT

import LifelintModel

/// Which classes cover what a run did not show of what a share asks for: only what they could have shown is missing.
struct RunReach: Hashable {
    /// Their numbers among the classes of all runs.
    private let covering: Set<Int>
    /// Why the others do not.
    let reason: Outcome.Reason

    /// nil where a share asks nothing of what a run did not show.
    init?(_ run: PastRun, _ rule: HistoryRule) {
        guard rule.asksForMissing, let share = rule.shareOfRuns.share, run.answers.isYes(share.number),
            let absences = run.answers[share.number]?.absences, !absences.isEmpty
        else { return nil }
        var covering: Set<Int> = []
        var reason: Outcome.Reason?
        for (number, sourceClass) in zip(run.context.numbers, run.context.classes) {
            guard let why = RunReach.reason(absences, run, sourceClass) else {
                covering.insert(number)
                continue
            }
            // The app's own class tells best why.
            if reason == nil || sourceClass.witness == .app { reason = why }
        }
        self.covering = covering
        self.reason = reason ?? .windowOpen
    }

    private static func reason(_ absences: [Absence], _ run: PastRun, _ sourceClass: SourceClass) -> Outcome.Reason? {
        for absence in absences {
            if case .outside(let reason) = run.context.coverage.answer(absence, for: sourceClass) { return reason }
        }
        return nil
    }

    /// Whether it was covered by what met the requirements, or else by the app itself.
    func isCovered(_ items: [RequirementState.Item], _ context: RunContext) -> Bool {
        var lists = items.compactMap { if case .classes(let classes, _) = $0 { classes } else { nil } }
        if lists.isEmpty { lists = [context.appClasses] }
        return lists.allSatisfy { classes in
            context.numbers.enumerated().contains { classes.contains($0.offset) && covering.contains($0.element) }
        }
    }
}

/// How many of what a share counts are less than certain.
struct UnsureCounts {
    private var likely = 0
    private var possible = 0

    mutating func add(_ confidence: Confidence) {
        switch confidence {
        case .certain: break
        case .likely: likely += 1
        case .possible: possible += 1
        }
    }

    mutating func add(_ other: UnsureCounts) {
        likely += other.likely
        possible += other.possible
    }

    /// How many are less sure than that.
    func count(below confidence: Confidence) -> Int {
        switch confidence {
        case .certain: likely + possible
        case .likely: possible
        case .possible: 0
        }
    }
}
