// SPDX-License-Identifier: MIT

import LifelintModel

/// `before: B · expect: A · since: C` over the runs of a line.
struct PrecedenceOrder: OrderCheck {
    private static let expect = 1
    private static let since = 2
    /// More of what came before is not told apart.
    private static let seenLimit = 4_096

    /// What events are told apart by.
    private struct Kind: Hashable {
        var key: ObligationKey
        var texts: [String: String]
    }

    /// The last A of each kind, with its place among all events.
    private var seen: [Kind: (mark: OrderMark, place: Int)] = [:]
    private var hasForgotten = false
    /// The last C of each kind, with what happened since.
    private var resets: [Kind: (open: OpenOrder, place: Int)] = [:]
    private var places = 0
    /// Since the first run that is known.
    private var start: OrderStretch?

    mutating func take(_ mark: OrderMark, _ run: OrderRun, _ outcomes: inout [OrderOutcome]) {
        begin(run.run)
        // What happens now does not precede itself.
        if mark.isTrigger { outcomes.append(judge(mark, run)) }
        let kind = Kind(key: mark.key, texts: mark.texts)
        if let same = mark.places[Self.since] {
            if same.isEmpty { seen = seen.filter { !mark.key.fits($0.key.key) } }
            places += 1
            if resets[kind] != nil || resets.count < Self.seenLimit {
                resets[kind] = (OpenOrder(mark, run), places)
            } else {
                hasForgotten = true
            }
        }
        if mark.places[Self.expect] != nil {
            places += 1
            if seen[kind] != nil || seen.count < Self.seenLimit {
                seen[kind] = (mark, places)
            } else {
                hasForgotten = true
            }
        }
    }

    /// Before the first of all launches nothing can have been.
    private mutating func begin(_ run: PastRun) {
        guard start == nil else { return }
        start = OrderStretch(doubt: run.facts.run.launch.isFirstEver ? nil : .startUnseen)
    }

    private func judge(_ mark: OrderMark, _ run: OrderRun) -> OrderOutcome {
        let last = resets.values.filter { $0.open.trigger.answers(Self.since, to: mark) }.max { $0.place < $1.place }
        let isAnswered = seen.values.contains {
            $0.place > (last?.place ?? 0) && $0.mark.answers(Self.expect, to: mark)
        }
        if isAnswered { return OrderOutcome(.satisfied) }
        if hasForgotten { return OrderOutcome(.inconclusive(.gap)) }
        let line = mark.line("nothing expected came before this")
        let reset = last?.open
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
        for key in resets.keys { resets[key]?.open.pass(run) }
    }

    mutating func skip(_ run: PastRun) {
        begin(run)
        start?.skip()
        for key in resets.keys { resets[key]?.open.stretch.skip() }
    }

    func finish() -> [OrderOutcome] { [] }
}
