// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// `rising: E · field: bytes · at: [A] · times: N · by: 30%`: step by step upwards within a run.
final class TrendMachine: CheckMachine {
    private struct Step {
        var value: Value
        var amount: Double
        var event: SeenEvent
    }

    private let check: Check.Trend
    private let rising: CompiledSelector
    private let at: CompiledSelector
    private var latest: SeenEvent?
    private var rise: [Step] = []
    private var isViolated = false

    init(_ check: Check.Trend, _ branch: CompiledBranch, _ walk: RunWalk) {
        self.check = check
        rising = branch.selector(0, check.rising)
        at = branch.selector(1, check.at)
        super.init(branch, walk)
    }

    override func take(_ event: SeenEvent) {
        if rising.matches(event, walk), isMeasured(event) { latest = event }
        guard let trigger = trigger(event, at), let latest, let value = latest.value(of: FieldName(check.field)),
            let amount = value.amount
        else { return }
        if let last = rise.last {
            let isAlike = last.value.unit == value.unit
            if !isAlike { walk.noteMismatch(check.comparison) }
            if !isAlike || amount <= last.amount { rise = [] }
        }
        rise.append(Step(value: value, amount: amount, event: latest))
        if rise.count > CheckMachine.outcomeLimit { rise.remove(at: 1) }
        guard !isViolated, rise.count > check.times, let first = rise.first, isEnough(first, rise[rise.count - 1])
        else { return }
        isViolated = true
        violate(trigger)
    }

    /// Whether an event has a value of the kind that rises.
    private func isMeasured(_ event: SeenEvent) -> Bool {
        guard let value = event.value(of: FieldName(check.field)) else { return false }
        if let unit = value.unit, check.byAmount.map({ $0.unit == unit }) ?? true { return true }
        walk.noteMismatch(check.comparison)
        return false
    }

    private func isEnough(_ first: Step, _ last: Step) -> Bool {
        let difference = last.amount - first.amount
        if let share = check.byShare, difference < share * abs(first.amount) { return false }
        if let amount = check.byAmount?.amount, difference < amount { return false }
        return true
    }

    private func violate(_ trigger: Trigger) {
        guard let first = rise.first, let last = rise.last else { return }
        let outcome = outcome(.violated, trigger, note: "")
        outcome.event = first.event
        outcome.time = first.event.moment
        outcome.count = rise.count - 1
        outcome.value = last.value
        outcome.bind(captured(last.event, rising, for: trigger))
        outcome.extra["first"] = first.value
        outcome.lines = [line(first.event, "the first"), line(last.event, "the last")]
        for step in rise.dropFirst().dropLast() { outcome.lines.append(line(step.event, "between")) }
        add(outcome)
    }

    override func runEnded() {
        guard !isViolated else { return }
        if walk.end != .running { satisfyWhole() } else { add(Outcome(.inconclusive(.runEndUnseen))) }
    }
}
