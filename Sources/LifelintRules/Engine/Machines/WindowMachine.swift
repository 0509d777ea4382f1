// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// `after: A · forbid: C · within: T` or `until: B`: after A, C must not happen.
final class WindowMachine: CheckMachine {
    private let after: CompiledSelector
    private let forbid: CompiledSelector
    private let until: CompiledSelector
    private let within: TimeLimit?
    private var waiting = WaitingTriggers<Trigger>()
    /// What closes windows, and what must not come in them.
    private var recent = RecentEvents()
    /// Violations in an instant in which the window may still be closed.
    private var late = LateOutcomes()
    /// Windows that were closed in an instant in which what must not come may still come, and may have come before.
    private var closed = LateOutcomes()

    init(
        after: [EventSelector], forbid: [EventSelector], within: TimeLimit?, until: [EventSelector],
        _ branch: CompiledBranch, _ walk: RunWalk
    ) {
        self.after = branch.selector(0, after)
        self.forbid = branch.selector(1, forbid)
        self.until = branch.selector(2, until)
        self.within = within
        super.init(branch, walk)
    }

    override func take(_ event: SeenEvent) {
        if !late.isEmpty { tellLate { !$0.event.isTied(with: event) } }
        if closed.isPast(event) { for row in closed.take({ $0.event.isPast(event) }) { add(row.outcome) } }
        if until.names(event) {
            // What closes the window is itself outside.
            if !waiting.isEmpty { close(by: event) }
            if !late.isEmpty { excuse(by: event) }
            recent.take(event)
        }
        if forbid.names(event) {
            if !closed.isEmpty { doubtClosed(by: event) }
            if !waiting.isEmpty { violate(by: event) }
            recent.take(event)
        }
        for trigger in triggers(event, after) {
            let token = waiting.add(trigger, key: trigger.key)
            if recent.holdsTie(with: event, { answers($0, until, to: trigger) || answers($0, forbid, to: trigger) }) {
                trigger.isOrderUntold = true
            }
            guard let within else { continue }
            walk.callAfter(
                within.nanoseconds, on: within.clock ?? clock, since: trigger.clocks,
                resolution: trigger.event.moment.resolution, self, token: token)
        }
    }

    /// The window was closed in the instant in which something came that must not: it may have been closed before.
    private func excuse(by event: SeenEvent) {
        let excused = late.take { row in row.event.isTied(with: event) && answers(event, until, to: row.trigger) }
        for row in excused { add(outcome(.inconclusive(.orderUntold), row.trigger, note: "")) }
    }

    /// What must not come came in the instant in which the window was closed: it may have come before that.
    private func doubtClosed(by event: SeenEvent) {
        let doubtful = closed.take { row in
            row.event.isTied(with: event) && passed(since: row.trigger) <= within?.nanoseconds ?? .max
                && answers(event, forbid, to: row.trigger)
        }
        for row in doubtful { add(outcome(.inconclusive(.orderUntold), row.trigger, note: "")) }
    }

    private func tellLate(_ isMeant: (LateOutcomes.Row) -> Bool) {
        for row in late.take(isMeant) { add(row.outcome) }
    }

    private func close(by event: SeenEvent) {
        for trigger in take(event, until) { satisfy(trigger, until: event) }
    }

    /// Takes those to which an event belongs.
    private func take(
        _ event: SeenEvent, _ selector: CompiledSelector, where isMeant: (Trigger) -> Bool = { _ in true }
    ) -> [Trigger] {
        let key = keys.key(of: event)
        var taken: [Trigger] = []
        var last = -1
        while let token = waiting.next(after: last, fitting: key) {
            last = token
            guard let trigger = waiting[token], isMeant(trigger), answers(event, selector, to: trigger) else {
                continue
            }
            waiting.remove(token)
            taken.append(trigger)
        }
        return taken
    }

    private func violate(by event: SeenEvent) {
        // The window stays open a little longer, since clocks are coarse; what comes then need not have come in it.
        for trigger in take(event, forbid, where: { mayFollow(event, $0) }) {
            if trigger.isOrderUntold {
                add(outcome(.inconclusive(.orderUntold), trigger, note: ""))
                continue
            }
            // That the window was still open rests on what was not seen.
            if !until.isEmpty, let last = walk.lostUntil, last >= trigger.event.moment {
                add(outcome(.inconclusive(.gap), trigger, note: ""))
                continue
            }
            let outcome = outcome(.violated, trigger, note: "after this")
            outcome.bind(captured(event, forbid, for: trigger))
            outcome.time = event.moment
            outcome.lines = [line(event, "not so soon"), line(trigger.event, "after this")]
            outcome.limit = within.map { .duration($0.nanoseconds) }
            let passed = passed(since: trigger)
            outcome.value = .duration(passed)
            let step = max(trigger.event.clockStep, event.clockStep)
            if let within {
                if passed.addingClamped(step) > within.nanoseconds { outcome.confidence = .likely }
                let sureness = sureness(thatInTime: within, since: trigger)
                outcome.confidence = min(outcome.confidence, sureness)
            }
            outcome.extra["after"] = .string(trigger.event.text)
            if until.isEmpty || late.isFull { add(outcome) } else { late.add(outcome, of: trigger, at: event) }
        }
    }

    /// Whether an event came in time, as far as the clock tells; what came in the instant of the trigger need not have
    /// followed.
    private func mayFollow(_ event: SeenEvent, _ trigger: Trigger) -> Bool {
        guard passed(since: trigger) <= within?.nanoseconds ?? .max else { return false }
        if !event.isTied(with: trigger.event) { return true }
        if answers(event, forbid, to: trigger) { trigger.isOrderUntold = true }
        return false
    }

    private func passed(since trigger: Trigger) -> Int64 {
        let clock = within?.clock ?? clock
        return walk.clocks[clock].subtractingClamped(trigger.clocks[clock])
    }

    private func satisfy(_ trigger: Trigger, until event: SeenEvent?) {
        if trigger.isOrderUntold { return add(outcome(.inconclusive(.orderUntold), trigger, note: "")) }
        let outcome = outcome(.satisfied, trigger, note: "")
        var absence = absence(after: trigger, limit: event == nil ? within : nil, shown: true)
        absence.until = event?.moment
        absence.untilClocks = event == nil ? nil : walk.clocks
        outcome.absence = absence
        if let event, !closed.isFull { closed.add(outcome, of: trigger, at: event) } else { add(outcome) }
    }

    override func isPending(_ token: Int) -> Bool { waiting[token] != nil }

    override func deadlinePassed(_ token: Int, closer: SeenEvent?) {
        guard let trigger = waiting[token] else { return }
        waiting.remove(token)
        satisfy(trigger, until: nil)
    }

    override func runEnded() {
        tellLate { _ in true }
        for row in closed.take({ _ in true }) { add(row.outcome) }
        for trigger in waiting.inOrder {
            if trigger.isOrderUntold {
                add(outcome(.inconclusive(.orderUntold), trigger, note: ""))
            } else if walk.end == .seen {
                let outcome = outcome(.satisfied, trigger, note: "")
                outcome.absence = absence(after: trigger, limit: nil, shown: true)
                add(outcome)
            } else {
                add(outcome(.inconclusive(.windowOpen), trigger, note: ""))
            }
        }
    }
}
