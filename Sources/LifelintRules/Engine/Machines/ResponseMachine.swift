// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// `after: A · expect: B · within: T · unless: C · told_by: D`: after A, B must follow in time, unless C comes first; a
/// window that closed without B is decided by the next D.
final class ResponseMachine: CheckMachine {
    private let kept: CompiledCheck<Check.Response>
    private let after: CompiledSelector
    private let expect: CompiledSelector
    private let unless: CompiledSelector
    private let toldBy: CompiledSelector
    /// The last event that could have told of B.
    private var lastTold: SeenEvent?
    /// Windows that closed without B, in their order, and what showed that they did.
    private var undecided: [(trigger: Trigger, closer: SeenEvent?, wasTold: Bool)] = []
    private var waiting = WaitingTriggers<Trigger>()
    private var isShown = false
    /// What would have answered, or excused, at the instant at hand, and did nothing.
    private var unused = RecentEvents()

    init(_ kept: CompiledCheck<Check.Response>, _ branch: CompiledBranch, _ walk: RunWalk) {
        self.kept = kept
        let check = kept.content
        after = branch.selector(0, check.after)
        expect = branch.selector(1, check.expect)
        unless = branch.selector(2, check.unless)
        toldBy = branch.selector(3, check.toldBy)
        super.init(branch, walk)
    }

    private var check: Check.Response { kept.content }

    override func take(_ event: SeenEvent) {
        if expect.names(event) {
            isShown = true
            if !answer(event, expect, onlyOldest: check.pairsInOrder) { unused.take(event) }
        }
        if unless.names(event), !answer(event, unless, onlyOldest: false) { unused.take(event) }
        if !toldBy.isEmpty, toldBy.matches(event, walk) { decide(by: event) }
        for trigger in triggers(event, after) where !isAnsweredAtOnce(trigger) { open(trigger) }
    }

    /// Whether the answer is of the same instant: which of the two came first is not told then, and an answer without a
    /// question is none.
    private func isAnsweredAtOnce(_ trigger: Trigger) -> Bool {
        // What asks itself, as the question does, answers what was asked before.
        let answer = unused.first(besides: trigger.event) { event in
            after.match(event, walk, bound: trigger.bound) == nil
                && (answers(event, expect, to: trigger) || answers(event, unless, to: trigger))
        }
        guard let answer else { return false }
        unused.remove(answer)
        satisfy(trigger, by: answer)
        return true
    }

    /// Decides the windows that closed without B, and of which nothing has told since.
    private func decide(by event: SeenEvent) {
        lastTold = event
        if undecided.isEmpty { return }
        let key = keys.key(of: event)
        undecided.removeAll { row in
            guard row.trigger.key.fits(key) else { return false }
            if answers(event, expect, to: row.trigger) {
                satisfy(row.trigger, by: event)
            } else {
                violate(row.trigger, closer: event, atMost: row.wasTold ? .certain : .likely)
            }
            return true
        }
    }

    /// Says whether it answered anything.
    @discardableResult
    private func answer(_ event: SeenEvent, _ selector: CompiledSelector, onlyOldest: Bool) -> Bool {
        if waiting.isEmpty { return false }
        let key = keys.key(of: event)
        var last = -1
        var isUsed = false
        while let token = waiting.next(after: last, fitting: key) {
            last = token
            guard let trigger = waiting[token], answers(event, selector, to: trigger) else { continue }
            waiting.remove(token)
            satisfy(trigger, by: event)
            isUsed = true
            if onlyOldest { return true }
        }
        return isUsed
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
        if !toldBy.isEmpty {
            let wasTold = lastTold.map { isAfter(trigger, $0) } ?? false
            return undecided.append((trigger, closer, wasTold))
        }
        violate(trigger, closer: closer)
    }

    /// Whether an event that tells of B came since the trigger.
    private func isAfter(_ trigger: Trigger, _ event: SeenEvent) -> Bool {
        event.moment > trigger.event.moment && trigger.key.fits(keys.key(of: event))
    }

    private func violate(
        _ trigger: Trigger, closer: SeenEvent?, isCut: Bool = false, atMost confidence: Confidence = .certain
    ) {
        let outcome = outcome(.violated, trigger, note: "this needs an answer")
        outcome.confidence = min(outcome.confidence, confidence)
        if !isCut, let within = check.within {
            outcome.confidence = min(outcome.confidence, sureness(thatTooLate: within, since: trigger))
        }
        outcome.absence = absence(after: trigger, limit: isCut ? nil : check.within, shown: false)
        outcome.limit = check.within.map { .duration($0.nanoseconds) }
        if let closer {
            let isLate = answers(closer, expect, to: trigger)
            outcome.lines.append(line(closer, LateNote.text(isLate: isLate)).tellingTime)
        } else if let endLine {
            outcome.lines.append(endLine)
        }
        add(outcome)
    }

    override func runEnded() {
        for row in undecided {
            switch check.onSilence {
            case .violated: violate(row.trigger, closer: row.closer, atMost: .likely)
            case _ where row.wasTold: violate(row.trigger, closer: row.closer, atMost: .likely)
            case .possible: violate(row.trigger, closer: row.closer, atMost: .possible)
            case .inconclusive, nil: add(outcome(.inconclusive(openReason), row.trigger, note: ""))
            }
        }
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

/// What is said of the event at which a time was over.
enum LateNote {
    static func text(isLate: Bool) -> String { isLate ? "it came here, too late" : "none had come by now" }
}
