// SPDX-License-Identifier: MIT

import LifelintModel

/// `before: B · expect: A · since: C`: whenever B happens, A must have happened (since C).
final class PrecedenceMachine: CheckMachine {
    /// The last of events that nothing tells apart: earlier ones answer nothing that it does not.
    private struct Last {
        var event: SeenEvent
        var clocks: ClockReading
        /// Its place among all that are looked at.
        var order: Int
    }

    /// What events are told apart by.
    private struct Kind: Hashable {
        var key: ObligationKey
        /// Fields that have to be those of the trigger.
        var same: [String?]
        /// Where conditions ask for more of the trigger, each event is told apart.
        var order: Int
    }

    /// More events are not told apart.
    private static let keptEvents = 4_096

    private let before: CompiledSelector
    private let expect: CompiledSelector
    private let since: CompiledSelector
    private var seen: [Kind: Last] = [:]
    private var resets: [Kind: Last] = [:]
    /// Some that may have been an answer is no longer known.
    private var hasForgotten = false
    private var order = 0
    private var isShown = false
    /// Violations in an instant in which what is expected may still come.
    private var late = LateOutcomes()

    init(
        before: [EventSelector], expect: [EventSelector], since: [EventSelector], _ branch: CompiledBranch,
        _ walk: RunWalk
    ) {
        self.before = branch.selector(0, before)
        self.expect = branch.selector(1, expect)
        self.since = branch.selector(2, since)
        super.init(branch, walk)
    }

    override func take(_ event: SeenEvent) {
        if !late.isEmpty { tellLate { !$0.event.mayChangePlaces(with: event) } }
        // What happens now does not precede itself.
        if let trigger = trigger(event, before) { judge(trigger) }
        if since.names(event), let last = last(event, since) {
            if since.sameFields.isEmpty, !since.asksForTrigger {
                seen = seen.filter { !last.kind.key.fits($0.key.key) }
            }
            keep(last, in: &resets)
        }
        if expect.names(event), let last = last(event, expect) {
            isShown = true
            keep(last, in: &seen)
            if !late.isEmpty { excuse(by: event) }
        }
    }

    /// What is expected came in the instant of triggers: it may have come before.
    private func excuse(by event: SeenEvent) {
        let key = keys.key(of: event)
        let excused = late.take { row in
            row.event.mayChangePlaces(with: event) && row.trigger.key.fits(key)
                && answers(event, expect, to: row.trigger)
        }
        for row in excused { add(outcome(.satisfied, row.trigger, note: "")) }
    }

    private func tellLate(_ isMeant: (LateOutcomes.Row) -> Bool) {
        for row in late.take(isMeant) { add(row.outcome) }
    }

    /// An event as far as it may answer triggers to come; nil where it answers none.
    private func last(_ event: SeenEvent, _ selector: CompiledSelector) -> (kind: Kind, last: Last)? {
        let asks = selector.asksForTrigger
        // What conditions ask of a trigger is not known yet.
        if !asks, selector.match(event, walk) == nil { return nil }
        order += 1
        let kind = Kind(
            key: keys.key(of: event), same: selector.sameFields.map { event.keyText(of: $0) }, order: asks ? order : 0)
        return (kind, Last(event: asks ? event.detached : event, clocks: walk.clocks, order: order))
    }

    private func keep(_ new: (kind: Kind, last: Last), in known: inout [Kind: Last]) {
        if known[new.kind] == nil, known.count >= PrecedenceMachine.keptEvents {
            hasForgotten = true
            return
        }
        known[new.kind] = new.last
    }

    private func judge(_ trigger: Trigger) {
        let reset = resets.filter { trigger.key.fits($0.key.key) && answers($0.value.event, since, to: trigger) }
            .map(\.value).max { $0.order < $1.order }
        let isAnswered = seen.contains { kind, last in
            (last.order > (reset?.order ?? 0) || reset.map { $0.event.isTied(with: last.event) } ?? false)
                && trigger.key.fits(kind.key)
                && answers(last.event, expect, to: trigger)
        }
        if isAnswered { return add(outcome(.satisfied, trigger, note: "")) }
        if hasForgotten { return add(outcome(.inconclusive(.gap), trigger, note: "")) }
        if let reset, reset.event.isTied(with: trigger.event) {
            return add(outcome(.inconclusive(.orderUntold), trigger, note: ""))
        }
        let outcome = outcome(.violated, trigger, note: "nothing expected came before this")
        var absence = Absence(
            from: reset?.event.moment ?? walk.begins.moment, fromClocks: reset?.clocks ?? walk.begins.clocks)
        absence.isFromStart = reset == nil
        absence.until = trigger.event.moment
        absence.untilClocks = trigger.clocks
        absence.triggerClass = walk.sourceClass(of: trigger.event)
        outcome.absence = absence
        if let reset {
            outcome.lines.append(line(reset.event, "since this"))
            outcome.bind(captured(reset.event, since, for: trigger))
        }
        if late.isFull { add(outcome) } else { late.add(outcome, of: trigger, at: trigger.event) }
    }

    override func runEnded() {
        tellLate { _ in true }
        finishAbsences(isShown: isShown)
    }
}
