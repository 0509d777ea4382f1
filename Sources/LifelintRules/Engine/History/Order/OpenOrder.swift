// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// A trigger of which it is open what follows, with the runs that went by since.
struct OpenOrder {
    /// As many runs as a finding names.
    private static let keptRuns = 8

    let trigger: OrderMark
    private(set) var runs: [PastRun]
    var stretch: OrderStretch

    init(_ trigger: OrderMark, _ run: OrderRun) {
        self.trigger = trigger
        runs = [run.run]
        stretch = OrderStretch(from: trigger)
    }

    /// The run is over, and it is still open.
    mutating func pass(_ run: OrderRun) {
        note(run.run)
        stretch.pass(run)
    }

    private mutating func note(_ run: PastRun) {
        guard runs.last !== run else { return }
        // The first is where it began.
        if runs.count >= OpenOrder.keptRuns { runs.remove(at: 1) }
        runs.append(run)
    }

    /// Whether so much time has passed since the trigger, and more.
    func isOver(_ limit: Int64?, at moment: Moment) -> Bool {
        guard let limit else { return false }
        return moment.since(trigger.moment).subtractingClamped(limit)
            > max(moment.resolution, trigger.moment.resolution)
    }

    /// Whether so much time had passed when the device was last heard of, though nothing more was told of a run that
    /// goes on.
    func isHeard(_ limit: Int64?, in run: OrderRun) -> Bool {
        let coverage = run.run.context.coverage
        guard let limit, let heard = coverage.heardClocks else { return false }
        let passed = heard.wall.subtractingClamped(coverage.begins.clocks.wall)
        return deadline(limit) <= coverage.begins.moment.order.addingClamped(passed)
    }

    /// Where the time ends that is given.
    func deadline(_ limit: Int64) -> Int64 { trigger.moment.order.addingClamped(limit) }

    // MARK: What it comes to

    /// Something that was seen makes it wrong.
    func violated(_ run: OrderRun, at time: Moment, decided: Moment, _ lines: [Outcome.Line]) -> OrderOutcome {
        var all = self
        all.note(run.run)
        let isAssumed = all.runs.contains { $0.context.crossesAssumedZone }
        return OrderOutcome(
            .violated, isAssumed ? .likely : .certain, trigger: trigger, runs: all.runs, time: time, decided: decided,
            lines: lines)
    }

    /// What was looked for was not seen.
    func missed(
        _ run: OrderRun, _ end: OrderStretch.End, isShown: Bool, decided: Moment, _ lines: [Outcome.Line]
    ) -> OrderOutcome {
        switch stretch.answer(in: run, end, isShown: isShown) {
        case .unseen(let reason): return OrderOutcome(.inconclusive(reason))
        case .seen(let confidence):
            var outcome = violated(run, at: trigger.moment, decided: decided, lines)
            outcome.confidence = confidence
            return outcome
        }
    }

    /// What must not come did not come.
    func spared(_ run: OrderRun, _ end: OrderStretch.End) -> OrderOutcome {
        switch stretch.answer(in: run, end, isShown: true) {
        case .unseen(let reason): OrderOutcome(.inconclusive(reason))
        case .seen: OrderOutcome(.satisfied)
        }
    }

    /// What was looked for came.
    func answered(_ run: OrderRun, by mark: OrderMark) -> OrderOutcome {
        OrderOutcome(stretch.isInterrupted(in: run, until: mark) ? .inconclusive(.interrupted) : .satisfied)
    }
}

/// What a check over all runs of a device says of one trigger.
struct OrderOutcome {
    var verdict: Outcome.Verdict
    var confidence = Confidence.certain
    /// Of a violation.
    var trigger: OrderMark?
    var runs: [PastRun] = []
    var time: Moment?
    var decided: Moment?
    var lines: [Outcome.Line] = []
    var value: Value?
    var limit: Value?
    /// What other events than the trigger bind.
    var bound: [String: Value] = [:]

    init(_ verdict: Outcome.Verdict) { self.verdict = verdict }

    init(
        _ verdict: Outcome.Verdict, _ confidence: Confidence, trigger: OrderMark, runs: [PastRun], time: Moment,
        decided: Moment, lines: [Outcome.Line]
    ) {
        self.verdict = verdict
        self.confidence = confidence
        self.trigger = trigger
        self.runs = runs
        self.time = time
        self.decided = decided
        self.lines = lines
    }
}

/// One of the checks of what follows what, over the runs of one line.
protocol OrderCheck {
    /// An event of the run at hand.
    mutating func take(_ mark: OrderMark, _ run: OrderRun, _ outcomes: inout [OrderOutcome])
    /// The run is over.
    mutating func end(_ run: OrderRun, _ outcomes: inout [OrderOutcome])
    /// A run of which nobody knows what it did.
    mutating func skip(_ run: PastRun)
    /// No more runs come.
    func finish() -> [OrderOutcome]
}

/// Triggers that wait for what follows, each with the same time.
struct OpenOrders {
    /// More of them do not wait beside each other.
    private static let limit = 1_000

    let within: Int64?
    private(set) var all: [OpenOrder] = []

    init(within: TimeLimit?) { self.within = within?.nanoseconds }

    mutating func open(_ trigger: OrderMark, _ run: OrderRun, _ outcomes: inout [OrderOutcome]) {
        guard all.count < OpenOrders.limit else { return outcomes.append(OrderOutcome(.inconclusive(.windowOpen))) }
        all.append(OpenOrder(trigger, run))
    }

    /// Takes those which an event answers, or only the oldest of them.
    mutating func take(_ mark: OrderMark, _ place: Int, onlyOldest: Bool = false) -> [OpenOrder] {
        guard mark.places[place] != nil else { return [] }
        if onlyOldest {
            return all.firstIndex { mark.answers(place, to: $0.trigger) }.map { [all.remove(at: $0)] } ?? []
        }
        let taken = all.filter { mark.answers(place, to: $0.trigger) }
        if !taken.isEmpty { all.removeAll { mark.answers(place, to: $0.trigger) } }
        return taken
    }

    /// Takes those which an event answers within the time: one that waits a little longer does so since clocks are
    /// coarse.
    mutating func takeInTime(_ mark: OrderMark, _ place: Int) -> [OpenOrder] {
        guard mark.places[place] != nil else { return [] }
        func isMeant(_ open: OpenOrder) -> Bool {
            mark.answers(place, to: open.trigger) && mark.moment.since(open.trigger.moment) <= within ?? .max
        }
        let taken = all.filter(isMeant)
        if !taken.isEmpty { all.removeAll(where: isMeant) }
        return taken
    }

    /// Takes those whose time is over at an event.
    mutating func takeOver(at moment: Moment) -> [OpenOrder] {
        guard within != nil, !all.isEmpty else { return [] }
        let over = all.filter { $0.isOver(within, at: moment) }
        if !over.isEmpty { all.removeAll { $0.isOver(within, at: moment) } }
        return over
    }

    /// Takes those whose time is over when a run is; the others wait on.
    mutating func takeOver(atEndOf run: OrderRun) -> [OpenOrder] {
        var over = takeOver(at: run.run.end)
        over += all.filter { $0.isHeard(within, in: run) }
        all.removeAll { $0.isHeard(within, in: run) }
        for index in all.indices { all[index].pass(run) }
        return over
    }

    mutating func skip() { for index in all.indices { all[index].stretch.skip() } }

    var unfinished: [OrderOutcome] { all.map { _ in OrderOutcome(.inconclusive(.windowOpen)) } }
}
