// SPDX-License-Identifier: MIT

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

    let positions: [FormulaMachine.Position]
    let clock: RuleClock
    let walk: RunWalk
    unowned let machine: FormulaMachine
    /// The run's end was seen: nothing comes after the last position.
    let isComplete: Bool
    let startIsKnown: Bool

    func value(of formula: Formula, at index: Int, _ variables: [String: SpanInstance]) -> Answer {
        switch formula {
        case .not(let inner): return value(of: inner, at: index, variables).negated
        case .and(let left, let right):
            return value(of: left, at: index, variables).and { value(of: right, at: index, variables) }
        case .or(let left, let right):
            return value(of: left, at: index, variables).negated
                .and { value(of: right, at: index, variables).negated }.negated
        case .implies(let left, let right):
            return value(of: left, at: index, variables).and { value(of: right, at: index, variables).negated }.negated
        case .always(let inner): return always(inner, from: index, variables)
        case .eventually(let interval, let inner): return eventually(inner, interval, from: index, variables)
        case .until(let left, let interval, let right): return until(left, right, interval, from: index, variables)
        case .once(let interval, let inner): return once(inner, interval, from: index, variables)
        case .historically(let interval, let inner):
            return once(.not(inner), interval, from: index, variables).negated
        case .since(let left, let interval, let right): return since(left, right, interval, from: index, variables)
        case .forAll(let variable, let span, let body):
            var answer = Answer.yes
            for instance in positions.lazy.flatMap(\.begun) where instance.kind == span {
                var inner = variables
                inner[variable] = instance
                answer = answer.and { value(of: body, at: index, inner) }
            }
            return answer
        default: return atom(formula, positions[index], variables) ? .yes : .no
        }
    }

    private func atom(
        _ formula: Formula, _ position: FormulaMachine.Position, _ variables: [String: SpanInstance]
    ) -> Bool {
        switch formula {
        case .event(let selector, let variable):
            guard let event = position.event, CompiledSelector([selector]).match(event, walk) != nil else {
                return false
            }
            guard let variable, let span = variables[variable] else { return true }
            return machine.keys.key(of: span).fits(machine.keys.key(of: event)) && Self.hasKey(event, of: span)
        case .begin(let variable):
            return variables[variable].map { span in position.begun.contains { $0 === span } } ?? false
        case .end(let variable):
            return variables[variable].map { span in position.ended.contains { $0 === span } } ?? false
        case .openInstance(let variable):
            return variables[variable].map { span in position.open.contains { $0 === span } } ?? false
        case .openSpan(let selector):
            let compiled = machine.branch.compile(selector)
            return position.open.contains { compiled.matches($0, walk) }
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

    // MARK: Time

    private enum Reach { case before, inside, beyond }

    private func reach(_ from: Int, _ to: Int, _ interval: Formula.Interval?) -> Reach {
        guard let interval else { return .inside }
        let distance = positions[to].clocks[clock].subtractingClamped(positions[from].clocks[clock])
        let length = distance < 0 ? -distance : distance
        let resolution = max(positions[from].moment.resolution, positions[to].moment.resolution)
        if length < interval.from { return .before }
        return length.subtractingClamped(interval.to) > resolution ? .beyond : .inside
    }

    /// What nobody saw after the last position: the reason for which it is not known.
    private func unseen(_ from: Int, _ interval: Formula.Interval?) -> Answer {
        guard isComplete else { return .unknown(.windowOpen) }
        guard let interval else { return .no }
        let last = positions.count - 1
        return reach(from, last, interval) == .beyond ? .no : .unknown(.runEndedFirst)
    }

    private func always(_ inner: Formula, from: Int, _ variables: [String: SpanInstance]) -> Answer {
        var answer = Answer.yes
        for index in from..<positions.count {
            answer = answer.and { value(of: inner, at: index, variables) }
            if answer == .no { return .no }
        }
        return answer
    }

    private func eventually(
        _ inner: Formula, _ interval: Formula.Interval?, from: Int, _ variables: [String: SpanInstance]
    ) -> Answer {
        var doubt: Answer?
        for index in from..<positions.count {
            switch reach(from, index, interval) {
            case .before: continue
            case .beyond: return doubt ?? .no
            case .inside: break
            }
            switch value(of: inner, at: index, variables) {
            case .yes: return .yes
            case .no: break
            case let unknown: doubt = doubt ?? unknown
            }
        }
        return doubt ?? unseen(from, interval)
    }

    private func until(
        _ left: Formula, _ right: Formula, _ interval: Formula.Interval?, from: Int,
        _ variables: [String: SpanInstance]
    ) -> Answer {
        for index in from..<positions.count {
            let reach = reach(from, index, interval)
            if reach == .beyond { return .no }
            if reach == .inside {
                let answer = value(of: right, at: index, variables)
                if answer != .no { return answer }
            }
            let holds = value(of: left, at: index, variables)
            if holds != .yes { return holds }
        }
        return unseen(from, interval)
    }

    private func once(
        _ inner: Formula, _ interval: Formula.Interval?, from: Int, _ variables: [String: SpanInstance]
    ) -> Answer {
        var doubt: Answer?
        for index in stride(from: from, through: 0, by: -1) {
            switch reach(from, index, interval) {
            case .before: continue
            case .beyond: return doubt ?? .no
            case .inside: break
            }
            switch value(of: inner, at: index, variables) {
            case .yes: return .yes
            case .no: break
            case let unknown: doubt = doubt ?? unknown
            }
        }
        return doubt ?? (startIsKnown ? .no : .unknown(.startUnseen))
    }

    private func since(
        _ left: Formula, _ right: Formula, _ interval: Formula.Interval?, from: Int,
        _ variables: [String: SpanInstance]
    ) -> Answer {
        for index in stride(from: from, through: 0, by: -1) {
            let reach = reach(from, index, interval)
            if reach == .beyond { return .no }
            if reach == .inside {
                let answer = value(of: right, at: index, variables)
                if answer != .no { return answer }
            }
            let holds = value(of: left, at: index, variables)
            if holds != .yes { return holds }
        }
        return startIsKnown ? .no : .unknown(.startUnseen)
    }

    /// The first event where the outermost `always` fails, else the run's start.
    func failingPosition(of formula: Formula, _ variables: [String: SpanInstance]) -> Int {
        guard case .always(let inner) = formula else { return 0 }
        return positions.indices.first { value(of: inner, at: $0, variables) == .no } ?? 0
    }
}
