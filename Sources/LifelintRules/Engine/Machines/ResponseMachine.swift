// SPDX-License-Identifier: MIT

import LifelintModel

/// `after: A · expect: B · within: T · unless: C`: after A, B must follow in time, unless C comes first.
final class ResponseMachine: CheckMachine {
    private let kept: CompiledCheck<Check.Response>
    private let after: CompiledSelector
    private let expect: CompiledSelector
    private let unless: CompiledSelector
    private var waiting = WaitingTriggers<Trigger>()
    private var isShown = false

    init(_ kept: CompiledCheck<Check.Response>, _ branch: CompiledBranch, _ walk: RunWalk) {
        self.kept = kept
        let check = kept.content
        after = branch.selector(0, check.after)
        expect = branch.selector(1, check.expect)
        unless = branch.selector(2, check.unless)
        super.init(branch, walk)
    }

    private var check: Check.Response { kept.content }

    override func take(_ event: SeenEvent) {
        if expect.names(event) {
            isShown = true
            answer(event, expect, onlyOldest: check.pairsInOrder)
        }
        if !waiting.isEmpty, unless.names(event) { answer(event, unless, onlyOldest: false) }
        if let trigger = trigger(event, after) { open(trigger) }
    }

    private func answer(_ event: SeenEvent, _ selector: CompiledSelector, onlyOldest: Bool) {
        if waiting.isEmpty { return }
        let key = keys.key(of: event)
        var last = -1
        while let token = waiting.next(after: last, fitting: key) {
            last = token
            guard let trigger = waiting[token], answers(event, selector, to: trigger) else { continue }
            waiting.remove(token)
            satisfy(trigger, by: event)
            if onlyOldest { return }
        }
    }

    private func satisfy(_ trigger: Trigger, by event: SeenEvent) {
        if branch.interruptedBy.isEmpty, !branch.needsKeys { return satisfyPlainly() }
        let outcome = outcome(.satisfied, trigger, note: "")
        if !branch.interruptedBy.isEmpty {
            var absence = absence(after: trigger, limit: nil, shown: true)
            absence.isAnswered = true
            absence.until = event.moment
            outcome.absence = absence
        }
        add(outcome)
    }

    private func open(_ trigger: Trigger) {
        let token = waiting.add(trigger, key: trigger.key)
        guard let limit = check.within else { return }
        walk.callAfter(
            limit.nanoseconds, on: limit.clock ?? clock, since: trigger.clocks,
            resolution: trigger.event.moment.resolution, self, token: token)
    }

    override func isPending(_ token: Int) -> Bool { waiting[token] != nil }

    override func deadlinePassed(_ token: Int, closer: SeenEvent?) {
        guard let trigger = waiting[token] else { return }
        waiting.remove(token)
        violate(trigger, closer: closer)
    }

    private func violate(_ trigger: Trigger, closer: SeenEvent?, isCut: Bool = false) {
        let outcome = outcome(.violated, trigger, note: "this needs an answer")
        outcome.absence = absence(after: trigger, limit: isCut ? nil : check.within, shown: false)
        outcome.limit = check.within.map { .duration($0.nanoseconds) }
        if let closer {
            outcome.lines.append(line(closer, "none had come by now").tellingTime)
        } else if let endLine {
            outcome.lines.append(endLine)
        }
        add(outcome)
    }

    override func runEnded() {
        for trigger in waiting.inOrder { atEnd(trigger) }
        finishAbsences(isShown: isShown)
    }

    private func atEnd(_ trigger: Trigger) {
        if walk.end == .seen {
            if check.onRunEnd == .satisfied { return add(outcome(.satisfied, trigger, note: "")) }
            if check.within == nil || check.onRunEnd == .violated { return violate(trigger, closer: nil, isCut: true) }
        }
        add(outcome(.inconclusive(openReason), trigger, note: ""))
    }
}
