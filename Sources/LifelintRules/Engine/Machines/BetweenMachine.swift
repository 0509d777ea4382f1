// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// `between: [A, B] · expect: C` or `forbid: C`: from A to B, C must, or must not, happen.
final class BetweenMachine: CheckMachine {
    private struct Pair {
        var opened: Trigger
        var found: SeenEvent?
        /// The event that closes it may have come after the one that opened it, and not before.
        var mayBeClosed = false
    }

    private let opens: CompiledSelector
    private let closes: CompiledSelector
    private let events: CompiledSelector
    private let forbids: Bool
    private var pairs: [Pair] = []
    private var isShown = false
    /// Of pairs that were closed in an instant in which what is expected may still come.
    private var late = LateOutcomes()
    private var recent = RecentEvents()

    init(
        opens: [EventSelector], closes: [EventSelector], events: [EventSelector], forbids: Bool,
        _ branch: CompiledBranch, _ walk: RunWalk
    ) {
        self.opens = branch.selector(0, opens)
        self.closes = branch.selector(1, closes)
        self.events = branch.selector(2, events)
        self.forbids = forbids
        super.init(branch, walk)
    }

    override func take(_ event: SeenEvent) {
        if late.isPast(event) { tellLate { $0.event.isPast(event) } }
        var isRecent = false
        if closes.names(event) {
            let closed = pairs.filter { answers(event, closes, to: $0.opened) }
            pairs.removeAll { answers(event, closes, to: $0.opened) }
            for pair in closed { judge(pair, closedBy: event) }
            isRecent = closed.isEmpty
        }
        if events.names(event) {
            isShown = true
            isRecent = true
            for index in pairs.indices
            where pairs[index].found == nil && answers(event, events, to: pairs[index].opened) {
                pairs[index].found = event
            }
            if !late.isEmpty { excuse(by: event) }
        }
        if let trigger = trigger(event, opens), !pairs.contains(where: { $0.opened.key == trigger.key }),
            pairs.count < CheckMachine.outcomeLimit
        {
            open(trigger)
        }
        if isRecent { recent.take(event) }
    }

    private func open(_ trigger: Trigger) {
        var pair = Pair(opened: trigger)
        if !recent.isEmpty {
            if !forbids {
                pair.found = recent.first(besides: trigger.event) { answers($0, events, to: trigger) }
            }
            pair.mayBeClosed = recent.holdsTie(with: trigger.event) { answers($0, closes, to: trigger) }
        }
        pairs.append(pair)
    }

    /// What is expected, or forbidden, came in the instant in which pairs were closed: it may have come before.
    private func excuse(by event: SeenEvent) {
        let excused = late.take { row in
            let mayHaveBeen = forbids ? row.event.isTied(with: event) : row.event.mayChangePlaces(with: event)
            return mayHaveBeen && answers(event, events, to: row.trigger)
        }
        for row in excused {
            add(outcome(forbids ? .inconclusive(.orderUntold) : .satisfied, row.trigger, note: ""))
        }
    }

    private func tellLate(_ isMeant: (LateOutcomes.Row) -> Bool) {
        for row in late.take(isMeant) { add(row.outcome) }
    }

    private func judge(_ pair: Pair, closedBy event: SeenEvent) {
        if forbids == (pair.found != nil) {
            let isTied = pair.found.map { $0.isTied(with: pair.opened.event) || $0.isTied(with: event) } ?? false
            if pair.mayBeClosed || isTied { return add(outcome(.inconclusive(.orderUntold), pair.opened, note: "")) }
            let outcome = violation(pair, closedBy: event)
            if forbids || late.isFull { return add(outcome) }
            late.add(outcome, of: pair.opened, at: event)
            return
        }
        let outcome = outcome(.satisfied, pair.opened, note: "")
        guard forbids else { return add(outcome) }
        outcome.absence = absence(of: pair, until: event)
        if late.isFull { add(outcome) } else { late.add(outcome, of: pair.opened, at: event) }
    }

    private func violation(_ pair: Pair, closedBy event: SeenEvent) -> Outcome {
        let outcome = outcome(.violated, pair.opened, note: "from here")
        outcome.bind(captured(event, closes, for: pair.opened))
        if let found = pair.found {
            outcome.bind(captured(found, events, for: pair.opened))
            outcome.time = found.moment
            outcome.lines = [
                line(found, "not between the two"), line(pair.opened.event, "from here"), line(event, "to here"),
            ]
        } else {
            outcome.absence = absence(of: pair, until: event)
            outcome.lines.append(line(event, "to here, and nothing expected came between"))
        }
        return outcome
    }

    private func absence(of pair: Pair, until event: SeenEvent) -> Absence {
        var absence = absence(after: pair.opened, limit: nil, shown: false)
        absence.until = event.moment
        absence.untilClocks = walk.clocks
        return absence
    }

    override func runEnded() {
        tellLate { _ in true }
        for pair in pairs { add(outcome(.inconclusive(openReason), pair.opened, note: "")) }
        finishAbsences(isShown: isShown)
    }
}
