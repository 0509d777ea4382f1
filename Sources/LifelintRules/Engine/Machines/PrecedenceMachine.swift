// SPDX-License-Identifier: MIT

import LifelintModel

/// `before: B · expect: A · since: C`: whenever B happens, A must have happened (since C).
final class PrecedenceMachine: CheckMachine {
    private let before: CompiledSelector
    private let expect: CompiledSelector
    private let since: CompiledSelector
    /// The first A of each key since the last C.
    private var seen: [ObligationKey: SeenEvent] = [:]
    private var resets: [ObligationKey: (event: SeenEvent, clocks: ClockReading)] = [:]
    private var isShown = false

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
        // What happens now does not precede itself.
        if let trigger = trigger(event, before) { judge(trigger) }
        if since.match(event, walk) != nil {
            let key = keys.key(of: event)
            seen = seen.filter { !key.fits($0.key) }
            resets[key] = (event, walk.clocks)
        }
        if expect.match(event, walk) != nil {
            isShown = true
            seen[keys.key(of: event)] = event
        }
    }

    private func judge(_ trigger: Trigger) {
        if seen.contains(where: { trigger.key.fits($0.key) && answers($0.value, expect, to: trigger) }) {
            return add(outcome(.satisfied, trigger, note: ""))
        }
        let reset = resets.filter { trigger.key.fits($0.key) }.map(\.value).max { $0.event.moment < $1.event.moment }
        let outcome = outcome(.violated, trigger, note: "nothing expected came before this")
        var absence = Absence(
            from: reset?.event.moment ?? walk.begins.moment, fromClocks: reset?.clocks ?? walk.begins.clocks)
        absence.isFromStart = reset == nil
        absence.until = trigger.event.moment
        absence.untilClocks = trigger.clocks
        absence.triggerClass = walk.sourceClass(of: trigger.event)
        outcome.absence = absence
        if let reset { outcome.lines.append(line(reset.event, "since this")) }
        add(outcome)
    }

    override func runEnded() { finishAbsences(isShown: isShown) }
}
