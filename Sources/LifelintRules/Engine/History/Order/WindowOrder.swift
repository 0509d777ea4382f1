// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// `after: A · forbid: C · within: T` or `until: B` over the runs of a line.
struct WindowOrder: OrderCheck {
    private static let forbid = 1
    private static let until = 2

    private let within: Int64?
    private var open: OpenOrders

    init(within: TimeLimit?) {
        self.within = within?.nanoseconds
        open = OpenOrders(within: within)
    }

    mutating func take(_ mark: OrderMark, _ run: OrderRun, _ outcomes: inout [OrderOutcome]) {
        for over in open.takeOver(at: mark.moment) { outcomes.append(over.spared(run, end(of: over))) }
        // What closes the window is itself outside.
        for closed in open.take(mark, Self.until) { outcomes.append(closed.spared(run, .at(mark))) }
        for hit in open.takeInTime(mark, Self.forbid) {
            var outcome = hit.violated(
                run, at: mark.moment, decided: mark.moment,
                [mark.line("not so soon"), hit.trigger.line("after this")])
            outcome.bound = mark.captured
            outcome.limit = within.map { .duration($0) }
            outcome.value = .duration(mark.moment.since(hit.trigger.moment))
            outcomes.append(outcome)
        }
        if mark.isTrigger { open.open(mark, run, &outcomes) }
    }

    mutating func end(_ run: OrderRun, _ outcomes: inout [OrderOutcome]) {
        for over in open.takeOver(atEndOf: run) { outcomes.append(over.spared(run, end(of: over))) }
    }

    private func end(of over: OpenOrder) -> OrderStretch.End { within.map { .deadline(over.deadline($0)) } ?? .none }

    mutating func skip(_ run: PastRun) { open.skip() }

    func finish() -> [OrderOutcome] { open.unfinished }
}
