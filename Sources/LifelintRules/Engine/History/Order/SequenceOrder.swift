// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// `sequence: [A, {event: B, repeat: 2+}, {not: E}] · within` over the runs of a line.
struct SequenceOrder: OrderCheck {
    private struct Partial {
        var open: OpenOrder
        /// The step that is awaited, among those that are no `not`.
        var next: Int
        var repeats: Int
        /// The events of its steps so far, as far as a finding shows them.
        var lines: [Outcome.Line]
        /// What the events of its steps bind.
        var bound: [String: Value] = [:]

        mutating func keep(_ mark: OrderMark) {
            for (name, value) in mark.captured { bound[name] = value }
            let line = mark.line("the next step")
            if lines.count < SequenceOrder.keptLines {
                lines.append(line)
            } else {
                lines[lines.count - 1] = line
            }
        }
    }

    private enum Advance { case kept, taken, broken }

    /// Starts that are kept beside each other: with a limit an earlier one may be given up for a later.
    private static let startLimit = 64
    private static let keptLines = 16

    private let within: Int64?
    private let steps: [StepOrder.Step]
    private let trailing: [Int]
    /// In the order of their beginnings.
    private var partials: [Partial] = []
    private var completed = 0

    init(_ check: Check.Sequence) {
        within = check.within?.nanoseconds
        let order = StepOrder(check)
        steps = order.steps
        trailing = order.trailing
    }

    mutating func take(_ mark: OrderMark, _ run: OrderRun, _ outcomes: inout [OrderOutcome]) {
        takeOver(run, closer: mark.line("none had come by now").tellingTime, mark.moment, &outcomes) {
            $0.isOver($1, at: mark.moment)
        }
        var isTaken = false
        var done: Partial?
        partials = partials.compactMap { partial in
            if let done, done.open.trigger.key == partial.open.trigger.key { return nil }
            var partial = partial
            switch advance(&partial, mark) {
            case .kept: return partial
            case .taken:
                isTaken = true
                guard partial.next >= steps.count, trailing.isEmpty else { return partial }
                done = partial
                return nil
            case .broken: return nil
            }
        }
        if let done {
            complete(done, run, mark, &outcomes)
            // It starts again after the last event.
            partials.removeAll { $0.open.trigger.key == done.open.trigger.key }
        }
        guard mark.isTrigger, let first = steps.first else { return }
        if isTaken, within == nil || done != nil || first.repeats > 1 { return }
        begin(mark, run, first, &outcomes)
    }

    private mutating func begin(
        _ mark: OrderMark, _ run: OrderRun, _ first: StepOrder.Step, _ outcomes: inout [OrderOutcome]
    ) {
        let others = partials.count { $0.open.trigger.key == mark.key }
        guard others == 0 || within != nil && others < SequenceOrder.startLimit,
            partials.count < CheckMachine.outcomeLimit
        else { return }
        let isDone = first.repeats <= 1
        let partial = Partial(
            open: OpenOrder(mark, run), next: isDone ? 1 : 0, repeats: isDone ? 0 : 1,
            lines: [mark.line("the first step")])
        if partial.next >= steps.count, trailing.isEmpty { return complete(partial, run, mark, &outcomes) }
        partials.append(partial)
    }

    private func advance(_ partial: inout Partial, _ mark: OrderMark) -> Advance {
        let trigger = partial.open.trigger
        if partial.next >= steps.count {
            return trailing.contains { mark.answers($0, to: trigger) } ? .broken : .kept
        }
        let step = steps[partial.next]
        if mark.answers(step.place, to: trigger) {
            partial.keep(mark)
            partial.repeats += 1
            if partial.repeats >= step.repeats {
                partial.next += 1
                partial.repeats = 0
            }
            return .taken
        }
        if partial.next > 0, steps[partial.next - 1].isGreedy,
            mark.answers(steps[partial.next - 1].place, to: trigger)
        {
            partial.keep(mark)
            return .taken
        }
        return step.forbidden.contains { mark.answers($0, to: trigger) } ? .broken : .kept
    }

    /// The last step was seen.
    private mutating func complete(
        _ partial: Partial, _ run: OrderRun, _ mark: OrderMark, _ outcomes: inout [OrderOutcome]
    ) {
        completed += 1
        // What must not lie between rests on absence, as an answer does.
        let restsOnAbsence = steps.contains { !$0.forbidden.isEmpty }
        var outcome =
            restsOnAbsence
            ? partial.open.missed(run, .at(mark), isShown: false, decided: mark.moment, partial.lines)
            : partial.open.violated(
                run, at: partial.open.trigger.moment, decided: mark.moment, partial.lines)
        outcome.bound = partial.bound
        outcomes.append(outcome)
    }

    /// Judges those whose time is over: complete is what waited for nothing but that something does not come.
    private mutating func takeOver(
        _ run: OrderRun, closer: Outcome.Line, _ decided: Moment, _ outcomes: inout [OrderOutcome],
        _ isOver: (OpenOrder, Int64?) -> Bool
    ) {
        guard let within else { return }
        while let index = partials.firstIndex(where: { isOver($0.open, within) }) {
            let partial = partials.remove(at: index)
            guard partial.next >= steps.count else { continue }
            completed += 1
            var outcome = partial.open.missed(
                run, .deadline(partial.open.deadline(within)), isShown: false, decided: decided,
                partial.lines + [closer])
            outcome.bound = partial.bound
            outcomes.append(outcome)
            partials.removeAll { $0.open.trigger.key == partial.open.trigger.key }
        }
    }

    mutating func end(_ run: OrderRun, _ outcomes: inout [OrderOutcome]) {
        takeOver(run, closer: run.run.endingLine, run.run.end, &outcomes) {
            $0.isOver($1, at: run.run.end) || $0.isHeard($1, in: run)
        }
        for index in partials.indices { partials[index].open.pass(run) }
    }

    mutating func skip(_ run: PastRun) { for index in partials.indices { partials[index].open.stretch.skip() } }

    func finish() -> [OrderOutcome] {
        let waiting = partials.filter { $0.next >= steps.count }
        if completed == 0, waiting.isEmpty { return [OrderOutcome(.satisfied)] }
        return waiting.map { _ in OrderOutcome(.inconclusive(.windowOpen)) }
    }
}
