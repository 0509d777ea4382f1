// SPDX-License-Identifier: MIT

import LifelintModel

/// `after: A · expect: B · within: T · unless: C`: after A, B must follow in time, unless C comes first.
final class ResponseMachine: CheckMachine {
    private let kept: CompiledCheck<Check.Response>
    private let after: CompiledSelector
    private let expect: CompiledSelector
    private let unless: CompiledSelector
    private var pending: [Int: Trigger] = [:]
    /// Tokens in the order in which they were opened.
    private var order: [Int] = []
    private var nextToken = 0
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
            answer(event)
        }
        if !order.isEmpty, unless.names(event) {
            for token in order {
                guard let trigger = pending[token], answers(event, unless, to: trigger) else { continue }
                close(token)
                satisfy(trigger, by: event)
            }
        }
        if let trigger = trigger(event, after) { open(trigger) }
    }

    private func answer(_ event: SeenEvent) {
        for token in order {
            guard let trigger = pending[token], answers(event, expect, to: trigger) else { continue }
            close(token)
            satisfy(trigger, by: event)
            if check.pairsInOrder { return }
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
        let token = nextToken
        nextToken += 1
        pending[token] = trigger
        order.append(token)
        guard let limit = check.within else { return }
        walk.callAfter(
            limit.nanoseconds, on: limit.clock ?? clock, since: trigger.clocks,
            resolution: trigger.event.moment.resolution, self, token: token)
    }

    private func close(_ token: Int) {
        pending[token] = nil
        order.removeAll { $0 == token }
    }

    override func isPending(_ token: Int) -> Bool { pending[token] != nil }

    override func deadlinePassed(_ token: Int, closer: SeenEvent?) {
        guard let trigger = pending[token] else { return }
        close(token)
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
        for token in order {
            guard let trigger = pending[token] else { continue }
            atEnd(trigger)
        }
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
