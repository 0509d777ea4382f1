// SPDX-License-Identifier: MIT

import LifelintModel

/// `after: A · forbid: C · within: T` or `until: B`: after A, C must not happen.
final class WindowMachine: CheckMachine {
    private let after: CompiledSelector
    private let forbid: CompiledSelector
    private let until: CompiledSelector
    private let within: TimeLimit?
    private var pending: [Int: Trigger] = [:]
    private var order: [Int] = []
    private var nextToken = 0

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
        if !order.isEmpty {
            // What closes the window is itself outside.
            if until.names(event) { close(by: event) }
            if forbid.names(event) { violate(by: event) }
        }
        guard let trigger = trigger(event, after) else { return }
        let token = nextToken
        nextToken += 1
        pending[token] = trigger
        order.append(token)
        guard let within else { return }
        walk.callAfter(
            within.nanoseconds, on: within.clock ?? clock, since: trigger.clocks,
            resolution: trigger.event.moment.resolution, self, token: token)
    }

    private func close(by event: SeenEvent) {
        for token in order {
            guard let trigger = pending[token], answers(event, until, to: trigger) else { continue }
            remove(token)
            satisfy(trigger, until: event)
        }
    }

    private func violate(by event: SeenEvent) {
        for token in order {
            guard let trigger = pending[token], answers(event, forbid, to: trigger) else { continue }
            remove(token)
            // That the window was still open rests on what was not seen.
            if !until.isEmpty, let last = walk.gaps.last, last.moment >= trigger.event.moment {
                add(outcome(.inconclusive(.gap), trigger, note: ""))
                continue
            }
            let outcome = outcome(.violated, trigger, note: "after this")
            outcome.bind(captured(event, forbid, for: trigger))
            outcome.time = event.moment
            outcome.lines = [line(event, "not so soon"), line(trigger.event, "after this")]
            outcome.limit = within.map { .duration($0.nanoseconds) }
            outcome.value = .duration(
                walk.clocks[within?.clock ?? clock].subtractingClamped(trigger.clocks[within?.clock ?? clock]))
            outcome.extra["after"] = .string(trigger.event.text)
            add(outcome)
        }
    }

    private func satisfy(_ trigger: Trigger, until event: SeenEvent?) {
        let outcome = outcome(.satisfied, trigger, note: "")
        var absence = absence(after: trigger, limit: event == nil ? within : nil, shown: true)
        absence.until = event?.moment
        absence.untilClocks = event == nil ? nil : walk.clocks
        outcome.absence = absence
        add(outcome)
    }

    private func remove(_ token: Int) {
        pending[token] = nil
        order.removeAll { $0 == token }
    }

    override func isPending(_ token: Int) -> Bool { pending[token] != nil }

    override func deadlinePassed(_ token: Int, closer: SeenEvent?) {
        guard let trigger = pending[token] else { return }
        remove(token)
        satisfy(trigger, until: nil)
    }

    override func runEnded() {
        for token in order {
            guard let trigger = pending[token] else { continue }
            if walk.end == .seen {
                let outcome = outcome(.satisfied, trigger, note: "")
                outcome.absence = absence(after: trigger, limit: nil, shown: true)
                add(outcome)
            } else {
                add(outcome(.inconclusive(.windowOpen), trigger, note: ""))
            }
        }
    }
}
