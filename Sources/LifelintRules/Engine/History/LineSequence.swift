// SPDX-License-Identifier: MIT

import LifelintModel

/// What a rule makes of the runs of one app on one device that count, one after the other.
struct LineSequence {
    private var streak = StreakState()
    private var count: DeviceCount?
    /// It has taken no run.
    private(set) var isEmpty = true

    init(_ rule: HistoryRule) { if case .deviceCount(let check) = rule.kind { count = DeviceCount(check) } }

    /// Takes the next run; gives what is known by then.
    mutating func take(_ run: PastRun, _ machine: CheckMachine?, _ rule: HistoryRule) -> [HistoryJudgement] {
        isEmpty = false
        if let judgements = count?.take(run, machine as? RunCountMachine, rule) { return judgements }
        return streak.take(run, rule).map { [$0] } ?? []
    }

    /// No more runs come.
    mutating func finish(_ rule: HistoryRule, facts: RunFacts) -> [HistoryJudgement] {
        if let count { return count.finish(rule, facts: facts) }
        return streak.finish(rule, facts: facts).map { [$0] } ?? []
    }
}
