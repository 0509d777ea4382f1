// SPDX-License-Identifier: MIT

import LifelintModel

/// `between: [A, B] · expect: C` or `forbid: C`: from A to B, C must, or must not, happen.
final class BetweenMachine: CheckMachine {
    private struct Pair {
        var opened: Trigger
        var found: SeenEvent?
    }

    private let opens: CompiledSelector
    private let closes: CompiledSelector
    private let events: CompiledSelector
    private let forbids: Bool
    private var pairs: [Pair] = []
    private var isShown = false

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
        if closes.names(event) {
            let closed = pairs.filter { answers(event, closes, to: $0.opened) }
            pairs.removeAll { answers(event, closes, to: $0.opened) }
            for pair in closed { judge(pair, closedBy: event) }
        }
        if events.names(event) {
            isShown = true
            for index in pairs.indices
            where pairs[index].found == nil && answers(event, events, to: pairs[index].opened) {
                pairs[index].found = event
            }
        }
        if let trigger = trigger(event, opens), !pairs.contains(where: { $0.opened.key == trigger.key }),
            pairs.count < CheckMachine.outcomeLimit
        {
            pairs.append(Pair(opened: trigger, found: nil))
        }
    }

    private func judge(_ pair: Pair, closedBy event: SeenEvent) {
        if forbids == (pair.found != nil) {
            return add(violation(pair, closedBy: event))
        }
        let outcome = outcome(.satisfied, pair.opened, note: "")
        if forbids { outcome.absence = absence(of: pair, until: event) }
        add(outcome)
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
        for pair in pairs { add(outcome(.inconclusive(openReason), pair.opened, note: "")) }
        finishAbsences(isShown: isShown)
    }
}
