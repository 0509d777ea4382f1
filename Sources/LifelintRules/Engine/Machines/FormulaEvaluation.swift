// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// Asks whether a formula holds at a position of a run: yes, no, or not known from what was seen.
struct FormulaEvaluation {
    enum Answer: Equatable {
        case yes, no
        case unknown(Outcome.Reason)

        var negated: Answer {
            switch self {
            case .yes: .no
            case .no: .yes
            case .unknown: self
            }
        }

        func and(_ other: () -> Answer) -> Answer {
            if self == .no { return .no }
            let other = other()
            if other == .no || self == .yes { return other }
            return self
        }
    }

    private(set) var positions: [FormulaMachine.Position]
    /// By the clock that counts, where each position is, and how exactly that is known.
    private var times: [(at: Int64, resolution: Int64)]
    let clock: RuleClock
    let walk: RunWalk
    unowned let machine: FormulaMachine
    /// The run's end was seen: nothing comes after the last position.
    let isComplete: Bool
    let startIsKnown: Bool
    /// The stretches in which something was not seen, as they are asked for.
    private(set) var stretches = UnseenStretches()
    private var known = FormulaAnswers()

    init(
        positions: [FormulaMachine.Position], clock: RuleClock, walk: RunWalk, machine: FormulaMachine,
        isComplete: Bool, startIsKnown: Bool
    ) {
        self.positions = positions
        times = FormulaEvaluation.times(of: positions, on: clock)
        self.clock = clock
        self.walk = walk
        self.machine = machine
        self.isComplete = isComplete
        self.startIsKnown = startIsKnown
    }

    private static func times(
        of positions: [FormulaMachine.Position], on clock: RuleClock
    ) -> [(at: Int64, resolution: Int64)] {
        positions.map { ($0.clocks[clock], $0.moment.resolution) }
    }

    /// The same by a clock that shows another time.
    func supposing(_ time: (ClockReading) -> Int64) -> FormulaEvaluation {
        var other = self
        other.stretches = UnseenStretches()
        other.known = FormulaAnswers()
        for place in positions.indices {
            let clocks = positions[place].clocks
            other.positions[place].clocks.running += time(clocks)
            other.positions[place].clocks.background += time(clocks)
        }
        other.times = FormulaEvaluation.times(of: other.positions, on: clock)
        return other
    }

    func value(of node: FormulaNode, at index: Int, _ variables: [String: SpanInstance]) -> Answer {
        guard node.isAskedOften else { return answer(of: node, at: index, variables) }
        if let answer = known.answer(of: node, at: index, stretches) { return answer }
        let noted = stretches.noted
        let answer = answer(of: node, at: index, variables)
        known.keep(answer, notes: stretches.noted != noted, of: node, at: index, positions.count)
        return answer
    }

    private func answer(of node: FormulaNode, at index: Int, _ variables: [String: SpanInstance]) -> Answer {
        let parts = node.parts
        switch node.formula {
        case .not: return value(of: parts[0], at: index, variables).negated
        case .and: return value(of: parts[0], at: index, variables).and { value(of: parts[1], at: index, variables) }
        case .or:
            return value(of: parts[0], at: index, variables).negated
                .and { value(of: parts[1], at: index, variables).negated }.negated
        case .implies:
            return value(of: parts[0], at: index, variables).and { value(of: parts[1], at: index, variables).negated }
                .negated
        case .always: return always(parts[0], from: index, variables)
        case .eventually(let interval, _): return eventually(parts[0], interval, from: index, variables)
        case .until(_, let interval, _): return until(parts[0], parts[1], interval, from: index, variables)
        case .once(let interval, _): return once(parts[0], interval, from: index, variables)
        case .historically(let interval, _):
            return once(parts[0], fails: true, interval, from: index, variables).negated
        case .since(_, let interval, _): return since(parts[0], parts[1], interval, from: index, variables)
        case .forAll(let variable, let span, _):
            var answer = Answer.yes
            for instance in positions.lazy.flatMap(\.begun) where instance.kind == span {
                var inner = variables
                inner[variable] = instance
                answer = answer.and { value(of: parts[0], at: index, inner) }
            }
            return answer
        case .openSpan:
            guard let meant = node.span else { return .no }
            return isOpen(at: index) { meant.matches($0, walk) }
        case .openInstance(let variable):
            guard let span = variables[variable] else { return .no }
            return isOpen(at: index) { $0 === span }
        default: return atom(node, positions[index], variables) ? .yes : .no
        }
    }

    /// Whether any of some instances is open at a position: nobody knows where all that tells it is of the same
    /// instant.
    private func isOpen(at index: Int, _ isMeant: (SpanInstance) -> Bool) -> Answer {
        let position = positions[index]
        guard let event = position.event else { return position.open.contains(where: isMeant) ? .yes : .no }
        var isTied = false
        for span in position.open where isMeant(span) {
            guard span.isBeginTied(with: event) || span.isEndTied(with: event) else { return .yes }
            isTied = true
        }
        return isTied || mayBeOpen(at: index, event, isMeant) ? .unknown(.orderUntold) : .no
    }

    /// Whether any of some instances ended just before an event, or begins just after it, in its instant.
    private func mayBeOpen(at index: Int, _ event: SeenEvent, _ isMeant: (SpanInstance) -> Bool) -> Bool {
        var place = index
        while place >= 0, isOfInstant(positions[place].moment, of: event) {
            if positions[place].ended.contains(where: { isMeant($0) && $0.isEndTied(with: event) }) { return true }
            place -= 1
        }
        place = index + 1
        while place < positions.count, isOfInstant(positions[place].moment, of: event) {
            if positions[place].begun.contains(where: { isMeant($0) && $0.isBeginTied(with: event) }) { return true }
            place += 1
        }
        return false
    }

    private func isOfInstant(_ moment: Moment, of event: SeenEvent) -> Bool {
        moment.order.subtractingClamped(event.moment.order).magnitude < max(event.clockStep, moment.resolution)
    }

    private func atom(
        _ node: FormulaNode, _ position: FormulaMachine.Position, _ variables: [String: SpanInstance]
    ) -> Bool {
        switch node.formula {
        case .event(_, let variable):
            guard let event = position.event, let meant = node.event, meant.matches(event, walk) else { return false }
            guard let variable, let span = variables[variable] else { return true }
            return machine.keys.key(of: span).fits(machine.keys.key(of: event)) && Self.hasKey(event, of: span)
        case .begin(let variable):
            return variables[variable].map { span in position.begun.contains { $0 === span } } ?? false
        case .end(let variable):
            return variables[variable].map { span in position.ended.contains { $0 === span } } ?? false
        case .runStart: return position.isStart
        case .runEnd: return position.isEnd
        case .ended(let causes): return position.isEnd && causes.causes.contains(walk.facts.run.ending.cause)
        default: return false
        }
    }

    /// Whether an event names no other key than that of the instance.
    private static func hasKey(_ event: SeenEvent, of span: SpanInstance) -> Bool {
        guard !span.key.isEmpty, let begin = span.beginEvent else { return true }
        for field in ["task", "scene", "document", "name", "path", "url"] where begin.keyText(of: field) == span.key {
            return event.keyText(of: field).map { $0 == span.key } ?? true
        }
        return true
    }

    /// The last event before a position that is none itself.
    func event(before index: Int) -> SeenEvent? { positions[..<index].last { $0.event != nil }?.event }

    // MARK: Time

    private enum Reach { case before, inside, beyond }

    private func reach(_ from: Int, _ to: Int, _ interval: Formula.Interval?) -> Reach {
        guard let interval else { return .inside }
        let distance = times[to].at.subtractingClamped(times[from].at)
        let length = distance < 0 ? -distance : distance
        let resolution = max(times[from].resolution, times[to].resolution)
        if length < interval.from { return .before }
        return length.subtractingClamped(interval.to) > resolution ? .beyond : .inside
    }

    /// What nobody saw after the last position: the reason for which it is not known.
    private func unseen(_ from: Int, _ interval: Formula.Interval?, _ inner: FormulaNode) -> Answer {
        guard isComplete else { return .unknown(.windowOpen) }
        if let interval, reach(from, positions.count - 1, interval) != .beyond { return .unknown(.runEndedFirst) }
        return missing(inner, after: from, interval)
    }

    /// It did not come after a position: up to another one, or as far as the evidence goes.
    private func missing(
        _ inner: FormulaNode, after from: Int, _ interval: Formula.Interval? = nil, until last: Int? = nil
    ) -> Answer {
        var absence = absence(after: from, until: last)
        absence.limit = interval?.to
        add(absence, inner, at: from)
        return .no
    }

    /// It did not come before a position.
    private func missing(_ inner: FormulaNode, before from: Int, since first: Int, isFromStart: Bool) -> Answer {
        var absence = absence(after: first, until: from)
        absence.isFromStart = isFromStart
        add(absence, inner, at: from)
        return .no
    }

    private func absence(after first: Int, until last: Int?) -> Absence {
        var absence = Absence(from: positions[first].moment, fromClocks: positions[first].clocks)
        absence.clock = clock
        absence.until = last.map { positions[$0].moment }
        absence.untilClocks = last.map { positions[$0].clocks }
        return absence
    }

    private func add(_ absence: Absence, _ inner: FormulaNode, at index: Int) {
        stretches.note()
        guard !stretches.isFull else { return }
        var absence = absence
        absence.isShownInRun = known.isShown(inner) {
            positions.contains { position in
                guard let event = position.event else { return false }
                return inner.names.contains { $0.names(event) }
            }
        }
        absence.triggerClass = positions[index].event.flatMap { walk.sourceClass(of: $0) }
        stretches.add(absence)
    }

    private func always(_ inner: FormulaNode, from: Int, _ variables: [String: SpanInstance]) -> Answer {
        var answer = Answer.yes
        for index in from..<positions.count {
            answer = answer.and { value(of: inner, at: index, variables) }
            if answer == .no { return .no }
        }
        // In a run that goes on it may still fail.
        return isComplete || !inner.formula.mayFailLater ? answer : answer.and { .unknown(.windowOpen) }
    }

    private func eventually(
        _ inner: FormulaNode, _ interval: Formula.Interval?, from: Int, _ variables: [String: SpanInstance]
    ) -> Answer {
        var doubt: Answer?
        for index in from..<positions.count {
            switch reach(from, index, interval) {
            case .before: continue
            case .beyond: return doubt ?? missing(inner, after: from, interval)
            case .inside: break
            }
            switch value(of: inner, at: index, variables) {
            case .yes: return .yes
            case .no: break
            case let unknown: doubt = doubt ?? unknown
            }
        }
        return doubt ?? unseen(from, interval, inner)
    }

    private func until(
        _ left: FormulaNode, _ right: FormulaNode, _ interval: Formula.Interval?, from: Int,
        _ variables: [String: SpanInstance]
    ) -> Answer {
        for index in from..<positions.count {
            let reach = reach(from, index, interval)
            if reach == .beyond { return missing(right, after: from, interval) }
            if reach == .inside {
                let answer = value(of: right, at: index, variables)
                if answer != .no { return answer }
            }
            let holds = value(of: left, at: index, variables)
            if holds == .no, index > from { return missing(right, after: from, until: index) }
            if holds != .yes { return holds }
        }
        return unseen(from, interval, right)
    }

    /// - Parameter fails: whether what is asked for is that it does not hold.
    private func once(
        _ inner: FormulaNode, fails: Bool = false, _ interval: Formula.Interval?, from: Int,
        _ variables: [String: SpanInstance]
    ) -> Answer {
        var doubt: Answer?
        for index in stride(from: from, through: 0, by: -1) {
            switch reach(from, index, interval) {
            case .before: continue
            case .beyond: return doubt ?? missing(inner, before: from, since: index, isFromStart: false)
            case .inside: break
            }
            let answer = value(of: inner, at: index, variables)
            switch fails ? answer.negated : answer {
            case .yes: return .yes
            case .no: break
            case let unknown: doubt = doubt ?? unknown
            }
        }
        if let doubt { return doubt }
        guard startIsKnown else { return .unknown(.startUnseen) }
        return missing(inner, before: from, since: 0, isFromStart: true)
    }

    private func since(
        _ left: FormulaNode, _ right: FormulaNode, _ interval: Formula.Interval?, from: Int,
        _ variables: [String: SpanInstance]
    ) -> Answer {
        for index in stride(from: from, through: 0, by: -1) {
            let reach = reach(from, index, interval)
            if reach == .beyond { return missing(right, before: from, since: index, isFromStart: false) }
            if reach == .inside {
                let answer = value(of: right, at: index, variables)
                if answer != .no { return answer }
            }
            let holds = value(of: left, at: index, variables)
            if holds == .no, index < from { return missing(right, before: from, since: index, isFromStart: false) }
            if holds != .yes { return holds }
        }
        guard startIsKnown else { return .unknown(.startUnseen) }
        return missing(right, before: from, since: 0, isFromStart: true)
    }

    /// The first event where the outermost `always` fails, else the run's start; what was not seen there is noted.
    func failingPosition(of node: FormulaNode, _ variables: [String: SpanInstance]) -> Int {
        stretches.clear()
        switch node.formula {
        case .always:
            return positions.indices.first { index in
                stretches.clear()
                return value(of: node.parts[0], at: index, variables) == .no
            } ?? 0
        case .forAll(let variable, let span, _):
            let body = node.parts[0]
            for instance in positions.lazy.flatMap(\.begun) where instance.kind == span {
                var inner = variables
                inner[variable] = instance
                if value(of: body, at: 0, inner) == .no { return failingPosition(of: body, inner) }
            }
        case .and:
            let (left, right) = (node.parts[0], node.parts[1])
            return failingPosition(of: value(of: left, at: 0, variables) == .no ? left : right, variables)
        default: _ = value(of: node, at: 0, variables)
        }
        return 0
    }
}

/// Stretches of a run in which a formula did not see what it asked for.
final class UnseenStretches {
    /// More are not told apart.
    private static let limit = 64

    private var all: [Absence] = []
    /// How many there would have been, without a limit.
    private(set) var noted = 0

    func note() { noted += 1 }
    var isFull: Bool { all.count >= UnseenStretches.limit }

    func add(_ absence: Absence) { all.append(absence) }
    func clear() { all.removeAll(keepingCapacity: true) }

    /// One stretch that holds them all.
    var whole: Absence? {
        guard var whole = all.first else { return nil }
        if all.count == 1 { return whole }
        for other in all.dropFirst() {
            if other.from < whole.from { (whole.from, whole.fromClocks) = (other.from, other.fromClocks) }
            whole.isFromStart = whole.isFromStart || other.isFromStart
            whole.isShownInRun = whole.isShownInRun && other.isShownInRun
        }
        // Until the last of their ends, or the run's.
        whole.limit = nil
        let ends = all.map(\.until)
        whole.until = ends.contains { $0 == nil } ? nil : ends.compactMap(\.self).max()
        whole.untilClocks = all.first { $0.until == whole.until }?.untilClocks
        return whole
    }
}

extension Formula {
    /// Whether an event to come can make it false: the start of the run never comes again.
    fileprivate var mayFailLater: Bool {
        switch self {
        case .implies(let left, _): left.mayHoldLater
        default: true
        }
    }

    private var mayHoldLater: Bool {
        switch self {
        case .runStart: false
        case .and(let left, let right): left.mayHoldLater && right.mayHoldLater
        default: true
        }
    }
}
