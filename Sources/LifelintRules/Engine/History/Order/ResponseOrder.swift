// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// `after: A · expect: B · within: T · unless: C` over the runs of a line.
struct ResponseOrder: OrderCheck {
    private static let expect = 1
    private static let unless = 2

    private let check: Check.Response
    private var open: OpenOrders

    init(_ check: Check.Response) {
        self.check = check
        open = OpenOrders(within: check.within)
    }

    mutating func take(_ mark: OrderMark, _ run: OrderRun, _ outcomes: inout [OrderOutcome]) {
        for over in open.takeOver(at: mark.moment) {
            let note = LateNote.text(isLate: mark.answers(Self.expect, to: over.trigger))
            outcomes.append(missed(over, run, mark.line(note).tellingTime, mark.moment))
        }
        let answered = open.take(mark, Self.expect, onlyOldest: check.pairsInOrder) + open.take(mark, Self.unless)
        for done in answered { outcomes.append(done.answered(run, by: mark)) }
        if mark.isTrigger { open.open(mark, run, &outcomes) }
    }

    mutating func end(_ run: OrderRun, _ outcomes: inout [OrderOutcome]) {
        for over in open.takeOver(atEndOf: run) {
            outcomes.append(missed(over, run, run.run.endingLine, run.run.end))
        }
    }

    private func missed(
        _ over: OpenOrder, _ run: OrderRun, _ closer: Outcome.Line, _ decided: Moment
    ) -> OrderOutcome {
        guard let within = check.within?.nanoseconds else { return OrderOutcome(.inconclusive(.windowOpen)) }
        var outcome = over.missed(
            run, .deadline(over.deadline(within)), isShown: run.shows(Self.expect), decided: decided,
            [over.trigger.line("this needs an answer"), closer])
        outcome.limit = .duration(within)
        return outcome
    }

    mutating func skip(_ run: PastRun) { open.skip() }

    func finish() -> [OrderOutcome] { open.unfinished }
}
