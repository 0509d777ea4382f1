// SPDX-License-Identifier: MIT

import LifelintModel

/// A stretch of time, over one or more runs of a device, in which something is looked for.
///
/// Between two runs there is no process that could do anything. Each run in it has to be covered whole. A run that
/// nobody logged may lie between two, so what rests on a stretch over several runs is at most likely.
struct OrderStretch {
    /// How sure it is that nothing was overlooked, or why that is not known.
    enum Answer {
        case seen(Confidence)
        case unseen(Outcome.Reason)
    }

    /// Where it ends in a run.
    enum End {
        case at(OrderMark)
        /// So much wall time after the trigger.
        case deadline(Int64)
        /// It goes on after the run.
        case none
    }

    /// Where it began in the run at hand; nil is where that run did.
    private var start: (moment: Moment, clocks: ClockReading)?
    /// Who told that it began.
    private let teller: SourceClass?
    private var doubt: Outcome.Reason?
    private(set) var isInterrupted = false
    private var crossesRuns = false
    private var isBeyondLast = false
    private var crossesAssumedZone = false

    /// It begins at an event.
    init(from mark: OrderMark) {
        start = (mark.moment, mark.clocks)
        teller = mark.sourceClass
    }

    /// It begins where a run did.
    init(doubt: Outcome.Reason?) {
        self.doubt = doubt
        teller = nil
    }

    /// The run is over, and the stretch goes on.
    mutating func pass(_ run: OrderRun) {
        note(run, .none)
        start = nil
        crossesRuns = true
    }

    /// A run of which nobody knows what it did.
    mutating func skip() {
        doubt = doubt ?? .windowOpen
        start = nil
        crossesRuns = true
    }

    /// Whether something that came instead of what was looked for came undisturbed.
    func isInterrupted(in run: OrderRun, until mark: OrderMark) -> Bool {
        var stretch = self
        stretch.note(run, .at(mark))
        return stretch.isInterrupted
    }

    /// What the stretch comes to where it ends in a run.
    ///
    /// - Parameter isShown: whether what was looked for occurs in that run.
    func answer(in run: OrderRun, _ end: End, isShown: Bool) -> Answer {
        var stretch = self
        stretch.note(run, end)
        if let doubt = stretch.doubt { return .unseen(doubt) }
        let isSure = isShown && !stretch.crossesRuns && !stretch.isBeyondLast && !stretch.crossesAssumedZone
        return .seen(isSure ? .certain : .likely)
    }

    private mutating func note(_ run: OrderRun, _ end: End) {
        let coverage = run.run.context.coverage
        crossesAssumedZone = crossesAssumedZone || run.run.context.crossesAssumedZone
        if start == nil, !coverage.startIsKnown { doubt = doubt ?? .startUnseen }
        var absence = Absence(
            from: start?.moment ?? coverage.begins.moment, fromClocks: start?.clocks ?? coverage.begins.clocks)
        absence.isFromStart = start == nil
        switch end {
        case .none: break
        case .at(let mark):
            absence.until = mark.moment
            absence.untilClocks = mark.clocks
        case .deadline(let order):
            let rest = order.subtractingClamped(absence.from.order)
            // It was over before the run began.
            if rest < 0 { return }
            absence.limit = rest
        }
        let covering = run.covering(teller)
        for classes in covering {
            switch coverage.best(absence, of: classes) {
            case .inside(let isBeyond): isBeyondLast = isBeyondLast || isBeyond
            case .outside(let reason): doubt = doubt ?? reason
            }
        }
        if run.interruptions.contains(where: { coverage.isInside($0, absence) }) {
            isInterrupted = true
            doubt = doubt ?? .interrupted
        }
        // What is not told is the end of what the run did.
        if run.isCut, run.marks.last.map({ coverage.reaches(absence, beyond: $0) }) ?? true { doubt = doubt ?? .gap }
        doubt = doubt ?? coverage.disturbance(of: absence, for: covering)
    }
}

extension Coverage {
    /// Whether a stretch goes on after an event.
    fileprivate func reaches(_ absence: Absence, beyond mark: OrderMark) -> Bool {
        if let until = absence.until { return until > mark.moment }
        guard let limit = absence.limit else { return true }
        return absence.from.order.addingClamped(limit) > mark.moment.order
    }
}
