// SPDX-License-Identifier: MIT

import LifelintModel

/// What a rule makes of the runs of one app on one device that count, one after the other.
struct LineSequence {
    private var streak = StreakState()
    private var count: DeviceCount?
    private var order: DeviceOrder?
    /// It has taken no run.
    private(set) var isEmpty: Bool

    init(_ rule: HistoryRule, isEmpty: Bool) {
        self.isEmpty = isEmpty
        switch rule.kind {
        case .deviceCount(let check): count = DeviceCount(check)
        case .deviceOrder(let check): order = DeviceOrder(check)
        default: break
        }
    }

    /// Takes the next run; gives what is known by then.
    ///
    /// - Parameter items: what met the requirements of the rule; nil where that is only assumed.
    mutating func take(
        _ run: PastRun, _ machine: CheckMachine?, _ items: [RequirementState.Item]?, _ rule: HistoryRule
    ) -> [HistoryJudgement] {
        isEmpty = false
        if let judgements = count?.take(run, machine as? RunCountMachine, rule) { return judgements }
        if let judgements = order?.take(run, machine as? DeviceOrderMachine, items, rule) { return judgements }
        return streak.take(run, items, rule).map { [$0] } ?? []
    }

    /// A run that does not count lies between others.
    mutating func skip(_ run: PastRun) { order?.skip(run) }

    /// No more runs come.
    mutating func finish(_ rule: HistoryRule, facts: RunFacts) -> [HistoryJudgement] {
        if let count { return count.finish(rule, facts: facts) }
        if let order { return order.finish(rule, facts: facts) }
        return streak.finish(rule, facts: facts).map { [$0] } ?? []
    }
}
