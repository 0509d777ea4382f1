// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// `formula:`: metric temporal logic over the events of one run, interpreted when the run is over.
final class FormulaMachine: CheckMachine {
    /// Where a formula is asked: an event of the run, its start or its end.
    struct Position {
        var event: SeenEvent?
        var moment: Moment
        var clocks: ClockReading
        /// What was open once the position was over.
        var open: [SpanInstance]
        var begun: [SpanInstance] = []
        var ended: [SpanInstance] = []
        var isStart = false
        var isEnd = false
    }

    /// A run with more positions is not judged by formulas: their meaning needs all of them at once.
    static let positionLimit = 4_096

    private let formula: FormulaNode
    private var positions: [Position] = []
    private var isTooLong = false
    private var instances: [SpanInstance] = []
    /// The last event, where the formula passes over it: what follows it at once may be shown behind it.
    private var passed: Position?
    /// Where the marks begin that stand behind all other positions, of time that passed and nothing else.
    private var marksBegin: Int?
    private let reach: FormulaReach?

    init(_ formula: FormulaNode, _ branch: CompiledBranch, _ walk: RunWalk) {
        self.formula = formula
        reach = branch.formulaReach
        super.init(branch, walk)
    }

    override func take(_ event: SeenEvent) {
        if positions.isEmpty { addStart() }
        let position = Position(event: event, moment: event.moment, clocks: walk.clocks, open: walk.openSpans)
        guard let reach, !reach.names.names(event) else {
            passed = nil
            return add(position)
        }
        pass(position, reach)
    }

    /// Passes over an event: most runs hold few of those that a formula speaks of.
    private func pass(_ position: Position, _ reach: FormulaReach) {
        passed = position
        guard let step = reach.step, let last = positions.last,
            position.clocks[clock].subtractingClamped(last.clocks[clock]) >= step
        else { return }
        // That so much time has passed is all that is kept of it.
        var mark = position
        mark.event = nil
        let first = marksBegin ?? positions.count
        add(mark)
        marksBegin = first
        // Nobody looks further back than to the last mark before the longest look.
        while first + 1 < positions.count,
            position.clocks[clock].subtractingClamped(positions[first + 1].clocks[clock]) > reach.longest
        {
            positions.remove(at: first)
        }
    }

    private func add(_ position: Position) {
        marksBegin = nil
        guard positions.count < FormulaMachine.positionLimit else {
            isTooLong = true
            return
        }
        positions.append(position)
    }

    /// An edge stands at the last event, or behind it.
    private func addPassed() {
        guard let position = passed else { return }
        passed = nil
        add(position)
    }

    private func addStart() {
        positions.append(
            Position(
                moment: walk.begins.moment, clocks: walk.begins.clocks, open: [], isStart: true))
    }

    /// An edge that comes later than the last event has a position of its own: a suspension that silence alone tells,
    /// and the end of what states its length.
    private func standAtEdge(of span: SpanInstance) {
        if positions.isEmpty { addStart() }
        addPassed()
        guard walk.now > positions[positions.count - 1].moment else { return }
        let isEnd = span.end != nil
        add(
            Position(
                moment: walk.now, clocks: walk.clocks,
                open: isEnd ? walk.openSpans : walk.openSpans.filter { $0 !== span }))
    }

    override func spanBegan(_ span: SpanInstance) {
        guard instances.count < FormulaMachine.positionLimit else {
            isTooLong = true
            return
        }
        standAtEdge(of: span)
        instances.append(span)
        positions[positions.count - 1].begun.append(span)
        positions[positions.count - 1].open.append(span)
    }

    override func spanEnded(_ span: SpanInstance) {
        guard !positions.isEmpty else { return }
        standAtEdge(of: span)
        positions[positions.count - 1].ended.append(span)
        positions[positions.count - 1].open.removeAll { $0 === span }
    }

    override func spanDropped(_ span: SpanInstance) { instances.removeAll { $0 === span } }

    override func runEnded() {
        if positions.isEmpty { addStart() }
        addPassed()
        guard !isTooLong else { return add(Outcome(.notEvaluated(.valueMissing))) }
        if walk.end == .seen {
            positions.append(
                Position(moment: walk.told.stretch.end, clocks: walk.clocks, open: walk.openSpans, isEnd: true))
        }
        let evaluation = FormulaEvaluation(
            positions: positions, clock: clock, walk: walk, machine: self, isComplete: walk.end == .seen,
            startIsKnown: walk.facts.run.start.isKnown)
        if case .forAll(let variable, let span, _) = formula.formula {
            for instance in instances where instance.kind == span {
                judge(formula.parts[0], evaluation, [variable: instance], about: instance)
            }
        } else {
            judge(formula, evaluation, [:], about: nil)
        }
    }

    /// How sure it is that a formula fails, where silence tells that the process was suspended meanwhile.
    private func sureness(
        thatFails formula: FormulaNode, _ evaluation: FormulaEvaluation, _ variables: [String: SpanInstance]
    ) -> Confidence {
        let suspensions = walk.suspensions
        if suspensions.isEmpty { return .certain }
        func fails(_ time: (ClockReading) -> Int64) -> Bool {
            evaluation.supposing(time).value(of: formula, at: 0, variables) == .no
        }
        let sureness = suspensions.sureness { confidence in
            fails { suspensions.leftOut(from: 0, to: $0.wall, below: confidence, on: clock) }
        }
        return min(sureness, fails { -suspensions.overcounted(from: 0, to: $0.wall, on: clock) } ? .certain : .likely)
    }

    private func judge(
        _ formula: FormulaNode, _ evaluation: FormulaEvaluation, _ variables: [String: SpanInstance],
        about span: SpanInstance?
    ) {
        evaluation.stretches.clear()
        switch evaluation.value(of: formula, at: 0, variables) {
        case .yes:
            let satisfied = span.map { outcome(.satisfied, $0, note: "") } ?? Outcome(.satisfied)
            satisfied.absence = evaluation.stretches.whole
            add(satisfied)
        case .unknown(let reason):
            add(span.map { outcome(.inconclusive(reason), $0, note: "") } ?? Outcome(.inconclusive(reason)))
        case .no:
            let failing = evaluation.failingPosition(of: formula, variables)
            var failure = Outcome(.violated)
            if let span { failure = outcome(.violated, span, note: "of this") }
            let position = positions[failing]
            failure.absence = evaluation.stretches.whole
            failure.event = position.event ?? failure.event
            failure.time = position.moment
            failure.decided = walk.now
            failure.confidence = min(failure.confidence, sureness(thatFails: formula, evaluation, variables))
            for open in position.open where formula.formula.names(open.kind) {
                failure.confidence = min(failure.confidence, open.confidence)
            }
            if let event = position.event {
                failure.lines = [line(event, "it does not hold here")] + failure.lines
            } else if !position.isEnd, let before = evaluation.event(before: failing) {
                failure.lines = [line(before, "it does not hold after this")] + failure.lines
            } else if position.isEnd, let endLine {
                failure.lines = [endLine]
            } else {
                failure.lines = [
                    Outcome.Line(evidence: walk.beginEvidence, moment: position.moment, note: "the run began here")
                ]
            }
            add(failure)
        }
    }
}
