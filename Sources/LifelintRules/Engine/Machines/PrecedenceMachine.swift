// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// `before: B · expect: A · since: C`: whenever B happens, A must have happened (since C).
final class PrecedenceMachine: CheckMachine {
    /// More events are not told apart.
    private static let keptEvents = 4_096

    private let before: CompiledSelector
    private let expect: CompiledSelector
    private let since: CompiledSelector
    private var seen = LastEvents()
    private var resets = LastEvents()
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
                seen.removeAll(of: last.kind.key)
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
    private func last(_ event: SeenEvent, _ selector: CompiledSelector) -> (
        kind: LastEvents.Kind, last: LastEvents.Last
    )? {
        let asks = selector.asksForTrigger
        // What conditions ask of a trigger is not known yet.
        if !asks, selector.match(event, walk) == nil { return nil }
        order += 1
        let kind = LastEvents.Kind(
            key: keys.key(of: event), same: selector.sameFields.map { event.keyText(of: $0) }, order: asks ? order : 0)
        return (kind, LastEvents.Last(event: asks ? event.detached : event, clocks: walk.clocks, order: order))
    }

    private func keep(_ new: (kind: LastEvents.Kind, last: LastEvents.Last), in known: inout LastEvents) {
        if !known.keep(new.last, of: new.kind, limit: PrecedenceMachine.keptEvents) { hasForgotten = true }
    }

    /// What an answer to a trigger has in common with it.
    private func key(of trigger: Trigger, asking selector: CompiledSelector) -> ObligationKey {
        if selector.sameFields.isEmpty { return trigger.key }
        let same = selector.sameFields.map { field in
            selector.commonFields.contains(field) ? trigger.event.keyText(of: field) : nil
        }
        return ObligationKey(values: trigger.key.values + same)
    }

    private func judge(_ trigger: Trigger) {
        var reset: LastEvents.Last?
        if !resets.isEmpty {
            resets.forEach(fitting: key(of: trigger, asking: since)) { kind, last in
                let isLater = reset.map { $0.order < last.order } ?? true
                if isLater, trigger.key.fits(kind.key), answers(last.event, since, to: trigger) { reset = last }
                return true
            }
        }
        var isAnswered = false
        seen.forEach(fitting: key(of: trigger, asking: expect)) { kind, last in
            let isSince =
                last.order > (reset?.order ?? 0) || reset.map { $0.event.isTied(with: last.event) } ?? false
            isAnswered = isSince && trigger.key.fits(kind.key) && answers(last.event, expect, to: trigger)
            return !isAnswered
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
