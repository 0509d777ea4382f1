// SPDX-License-Identifier: MIT

import LifelintModel

/// `between: [A, B] · expect: C` or `forbid: C` over the runs of a line.
struct BetweenOrder: OrderCheck {
    private static let closes = 1
    private static let events = 2

    private struct Pair {
        var open: OpenOrder
        var found: OrderMark?
    }

    private let forbids: Bool
    private var pairs: [Pair] = []

    init(forbids: Bool) { self.forbids = forbids }

    mutating func take(_ mark: OrderMark, _ run: OrderRun, _ outcomes: inout [OrderOutcome]) {
        if mark.places[Self.closes] != nil {
            let closed = pairs.filter { mark.answers(Self.closes, to: $0.open.trigger) }
            pairs.removeAll { mark.answers(Self.closes, to: $0.open.trigger) }
            for pair in closed { outcomes.append(judge(pair, run, closedBy: mark)) }
        }
        if mark.places[Self.events] != nil {
            for index in pairs.indices
            where pairs[index].found == nil && mark.answers(Self.events, to: pairs[index].open.trigger) {
                pairs[index].found = mark
            }
        }
        guard mark.isTrigger, !pairs.contains(where: { $0.open.trigger.key == mark.key }),
            pairs.count < CheckMachine.outcomeLimit
        else { return }
        pairs.append(Pair(open: OpenOrder(mark, run)))
    }

    private func judge(_ pair: Pair, _ run: OrderRun, closedBy mark: OrderMark) -> OrderOutcome {
        let begin = pair.open.trigger.line("from here")
        switch (pair.found, forbids) {
        case (let found?, true):
            var outcome = pair.open.violated(
                run, at: found.moment, decided: mark.moment,
                [found.line("not between the two"), begin, mark.line("to here")])
            outcome.bound = mark.captured.merging(found.captured) { $1 }
            return outcome
        case (nil, true): return pair.open.spared(run, .at(mark))
        case (_?, false): return OrderOutcome(.satisfied)
        case (nil, false):
            var outcome = pair.open.missed(
                run, .at(mark), isShown: run.shows(Self.events), decided: mark.moment,
                [begin, mark.line("to here, and nothing expected came between")])
            outcome.bound = mark.captured
            return outcome
        }
    }

    mutating func end(_ run: OrderRun, _ outcomes: inout [OrderOutcome]) {
        for index in pairs.indices { pairs[index].open.pass(run) }
    }

    mutating func skip(_ run: PastRun) { for index in pairs.indices { pairs[index].open.stretch.skip() } }

    func finish() -> [OrderOutcome] { pairs.map { _ in OrderOutcome(.inconclusive(.windowOpen)) } }
}
