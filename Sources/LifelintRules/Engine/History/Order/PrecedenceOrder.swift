// SPDX-License-Identifier: MIT

import LifelintModel

/// `before: B · expect: A · since: C` over the runs of a line.
struct PrecedenceOrder: OrderCheck {
    private static let expect = 1
    private static let since = 2
    /// More of what came before is not told apart.
    private static let seenLimit = 4_096

    /// What A and the events that ask for it are told apart by.
    private struct Kind: Hashable {
        var key: ObligationKey
        var texts: [String: String]
    }

    /// The last A of each kind since the last C.
    private var seen: [Kind: OrderMark] = [:]
    private var hasForgotten = false
    /// The last C of each key, with what happened since.
    private var resets: [ObligationKey: OpenOrder] = [:]
    /// Since the first run that is known.
    private var start: OrderStretch?

    mutating func take(_ mark: OrderMark, _ run: OrderRun, _ outcomes: inout [OrderOutcome]) {
        begin(run.run)
        // What happens now does not precede itself.
        if mark.isTrigger { outcomes.append(judge(mark, run)) }
        if mark.places[Self.since] != nil {
            seen = seen.filter { !mark.key.fits($0.key.key) }
            if resets[mark.key] != nil || resets.count < Self.seenLimit { resets[mark.key] = OpenOrder(mark, run) }
        }
        if mark.places[Self.expect] != nil {
            let kind = Kind(key: mark.key, texts: mark.texts)
            if seen[kind] != nil || seen.count < Self.seenLimit { seen[kind] = mark } else { hasForgotten = true }
        }
    }

    /// Before the first of all launches nothing can have been.
    private mutating func begin(_ run: PastRun) {
        guard start == nil else { return }
        start = OrderStretch(doubt: run.facts.run.launch.isFirstEver ? nil : .startUnseen)
    }

    private func judge(_ mark: OrderMark, _ run: OrderRun) -> OrderOutcome {
        if seen.values.contains(where: { $0.answers(Self.expect, to: mark) }) { return OrderOutcome(.satisfied) }
        if hasForgotten { return OrderOutcome(.inconclusive(.gap)) }
        let line = mark.line("nothing expected came before this")
        let reset = resets.values.filter { mark.key.fits($0.trigger.key) }.max { $0.trigger.moment < $1.trigger.moment }
        let stretch = reset?.stretch ?? start ?? OrderStretch(doubt: .startUnseen)
        switch stretch.answer(in: run, .at(mark), isShown: run.shows(Self.expect)) {
        case .unseen(let reason): return OrderOutcome(.inconclusive(reason))
        case .seen(let confidence):
            let lines = [line] + (reset.map { [$0.trigger.line("since this")] } ?? [])
            var outcome = OpenOrder(mark, run).violated(run, at: mark.moment, decided: mark.moment, lines)
            outcome.confidence = confidence
            outcome.bound = reset?.trigger.captured ?? [:]
            if let reset { outcome.runs = reset.runs.filter { $0 !== run.run } + [run.run] }
            return outcome
        }
    }

    mutating func end(_ run: OrderRun, _ outcomes: inout [OrderOutcome]) {
        begin(run.run)
        start?.pass(run)
        for key in resets.keys { resets[key]?.pass(run) }
    }

    mutating func skip(_ run: PastRun) {
        begin(run)
        start?.skip()
        for key in resets.keys { resets[key]?.stretch.skip() }
    }

    func finish() -> [OrderOutcome] { [] }
}
