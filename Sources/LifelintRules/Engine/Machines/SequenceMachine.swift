// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// `sequence: [A, {event: B, repeat: 2+}, {not: E}]`: ordered steps, the earliest match; completing it is the
/// violation.
final class SequenceMachine: CheckMachine {
    /// Starts that are kept beside each other: with a limit an earlier one may be given up for a later.
    private static let startLimit = 64

    private let kept: CompiledSequence
    private var open: SequenceMatches
    private var completed = 0
    private var nextToken = 0
    /// What must not lie between steps.
    private var recent = RecentEvents()
    /// What may be the last step of what begins in the same instant.
    private var recentLast = RecentEvents()
    /// What would be complete if the clock told the order so.
    private var untold: Trigger?
    /// What is complete in an instant in which something may still come that must not lie before its last step.
    private var late: [(state: SequenceMatch, outcome: Outcome)] = []

    init(_ kept: CompiledSequence, _ branch: CompiledBranch, _ walk: RunWalk) {
        self.kept = kept
        open = SequenceMatches(kept)
        super.init(branch, walk)
    }

    private var check: Check.Sequence { kept.check }
    private var steps: [CompiledSequence.Step] { kept.steps }
    private var trailing: [CompiledSelector] { kept.trailing }

    override func take(_ event: SeenEvent) {
        var isTaken = false
        var isDone = false
        if !late.isEmpty { tellOrExcuse(event) }
        if !open.isEmpty { (isTaken, isDone) = advance(event) }
        defer {
            if isForbidden(event) { recent.take(event) }
            if completed == 0, steps.count > 1, steps[steps.count - 1].selector.names(event) { recentLast.take(event) }
        }
        guard let first = steps.first, let trigger = trigger(event, first.selector) else { return }
        if isTaken, check.within == nil || isDone || first.repeats > 1 { return }
        let mine = open.count(of: trigger.key)
        guard mine == 0 || check.within != nil && mine < SequenceMachine.startLimit,
            open.count < CheckMachine.outcomeLimit
        else { return }
        begin(trigger)
    }

    private func isForbidden(_ event: SeenEvent) -> Bool {
        steps.contains { step in step.forbidden.contains { $0.names(event) } }
    }

    /// Whether something that must not lie behind an event, and before a step, came in the event's instant, before it.
    private func isUntold(_ event: SeenEvent, before next: Int, _ trigger: Trigger) -> Bool {
        guard next < steps.count, !steps[next].forbidden.isEmpty, !recent.isEmpty else { return false }
        return recent.holdsTie(with: event) { other in
            steps[next].forbidden.contains { answers(other, $0, to: trigger) }
        }
    }

    /// Notes that the last step came in the instant of the one before it, and may have come after that.
    private func noteUntold(_ state: SequenceMatch) {
        guard completed == 0, !recentLast.isEmpty, state.next == steps.count - 1, trailing.isEmpty,
            steps[state.next].repeats <= 1, let last = state.events.last
        else { return }
        let isTied = recentLast.holdsTie(with: last) { other in
            !state.events.contains { $0 === other } && answers(other, steps[state.next].selector, to: state.first)
        }
        if isTied { untold = state.first }
    }

    /// Tells what is complete, unless an event of the same instant may lie before its last step and must not.
    private func tellOrExcuse(_ event: SeenEvent) {
        late.removeAll { row in
            guard let last = row.state.events.last, let step = steps.last, last.isTied(with: event) else {
                add(row.outcome)
                return true
            }
            guard step.forbidden.contains(where: { answers(event, $0, to: row.state.first) }) else { return false }
            add(outcome(.inconclusive(.orderUntold), row.state.first, note: ""))
            return true
        }
    }

    /// Lets an event bring on what has begun: whether any took it, and whether one is complete.
    private func advance(_ event: SeenEvent) -> (isTaken: Bool, isDone: Bool) {
        var isTaken = false
        var done: [SequenceMatch] = []
        var doneKeys: Set<ObligationKey> = []
        for match in open.affected(by: event, of: keys.key(of: event)) {
            // It starts again after the last event.
            if !doneKeys.isEmpty, doneKeys.contains(match.first.key) {
                open.remove(match)
                continue
            }
            switch advance(match, event) {
            case .kept: break
            case .taken:
                isTaken = true
                if match.next >= steps.count, trailing.isEmpty {
                    done.append(match)
                    doneKeys.insert(match.first.key)
                    open.remove(match)
                } else {
                    open.move(match)
                }
            case .broken: open.remove(match)
            }
        }
        for match in done {
            complete(match, absent: false)
            open.removeAll(of: match.first.key)
        }
        return (isTaken, !done.isEmpty)
    }

    private func begin(_ trigger: Trigger) {
        let token = nextToken
        nextToken += 1
        let isDone = steps[0].repeats <= 1
        let match = SequenceMatch(first: trigger, next: isDone ? 1 : 0, repeats: isDone ? 0 : 1, token: token)
        match.isUntold = isUntold(trigger.event, before: match.next, trigger)
        if match.next >= steps.count, trailing.isEmpty { return complete(match, absent: false) }
        noteUntold(match)
        open.add(match)
        guard let within = check.within else { return }
        walk.callAfter(
            within.nanoseconds, on: within.clock ?? clock, since: trigger.clocks,
            resolution: trigger.event.moment.resolution, self, token: token)
    }

    /// Whether it is the same which of the last two events came first: each may stand for the other, and nothing that
    /// is asked later tells them apart.
    private func mayChangePlaces(_ last: SeenEvent, _ event: SeenEvent, in state: SequenceMatch) -> Bool {
        let step = steps[state.next]
        let before = state.repeats > 0 || state.next == 0 ? step : steps[state.next - 1]
        return answers(last, step.selector, to: state.first) && answers(event, before.selector, to: state.first)
            && !kept.tellsApart(last, event, areFirst: state.events.count == 1)
    }

    private enum Advance { case kept, taken, broken }

    private func advance(_ state: SequenceMatch, _ event: SeenEvent) -> Advance {
        if state.next >= steps.count {
            return trailing.contains { answers(event, $0, to: state.first) } ? .broken : .kept
        }
        let step = steps[state.next]
        if answers(event, step.selector, to: state.first) {
            if let last = state.events.last, last.isTied(with: event), !mayChangePlaces(last, event, in: state) {
                state.isUntold = true
            }
            state.take(event, captured(event, step.selector, for: state.first))
            state.repeats += 1
            if state.repeats >= step.repeats {
                state.next += 1
                state.repeats = 0
            }
            if isUntold(event, before: state.next, state.first) { state.isUntold = true }
            noteUntold(state)
            return .taken
        }
        if state.next > 0, steps[state.next - 1].isGreedy,
            answers(event, steps[state.next - 1].selector, to: state.first)
        {
            state.take(event, captured(event, steps[state.next - 1].selector, for: state.first))
            return .taken
        }
        let isBroken = check.isStrict || step.forbidden.contains { answers(event, $0, to: state.first) }
        return isBroken ? .broken : .kept
    }

    private func complete(_ state: SequenceMatch, absent: Bool) {
        completed += 1
        if state.isUntold { return add(outcome(.inconclusive(.orderUntold), state.first, note: "")) }
        let outcome = outcome(.violated, state.first, note: "the first step")
        for event in state.events.dropFirst() { outcome.lines.append(line(event, "the next step")) }
        if let within = check.within {
            let sureness =
                absent
                ? sureness(thatTooLate: within, since: state.first) : sureness(thatInTime: within, since: state.first)
            outcome.confidence = min(outcome.confidence, sureness)
        }
        // What must not lie between rests on absence, as an answer does.
        let hasForbidden = steps.contains { !$0.forbidden.isEmpty }
        if absent || hasForbidden {
            var absence = absence(after: state.first, limit: absent ? check.within : nil, shown: false)
            if !absent, let last = state.events.last {
                absence.until = last.moment
                absence.untilClocks = walk.clocks
            }
            outcome.absence = absence
        }
        let mayBeExcused = !absent && steps.last.map { !$0.forbidden.isEmpty } ?? false
        if mayBeExcused, late.count < SequenceMachine.startLimit { late.append((state, outcome)) } else { add(outcome) }
    }

    override func isPending(_ token: Int) -> Bool { open[token] != nil }

    override func deadlinePassed(_ token: Int, closer: SeenEvent?) {
        guard let state = open[token] else { return }
        open.remove(state)
        guard state.next >= steps.count else { return }
        complete(state, absent: true)
        open.removeAll(of: state.first.key)
    }

    override func runEnded() {
        for row in late { add(row.outcome) }
        late = []
        let waiting = open.inOrder.filter { $0.next >= steps.count }
        for state in waiting {
            if walk.end == .seen, check.within == nil {
                complete(state, absent: true)
            } else {
                add(outcome(.inconclusive(openReason), state.first, note: ""))
            }
        }
        guard completed == 0, waiting.isEmpty else { return }
        if let untold { return add(outcome(.inconclusive(.orderUntold), untold, note: "")) }
        satisfyWhole()
    }
}
