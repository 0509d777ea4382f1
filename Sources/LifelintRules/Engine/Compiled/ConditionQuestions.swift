// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// What the condition of a branch asks of the events that `let` binds.
struct ConditionQuestions {
    /// The places of those of which it asks when they were.
    private(set) var timed: [Int] = []
    /// By place: whether it asks for anything else of them.
    private(set) var asksForValues: [Bool]
    /// Whether it also asks when the event itself was, and when the span began and ended.
    private(set) var asksForTime = false
    private(set) var asksForBegin = false
    private(set) var asksForEnd = false

    /// The numbers of those that one comparison holds against each other.
    private(set) var compared: [[Int]] = []

    /// How many events it may compare by their times.
    var count: Int { timed.isEmpty ? 0 : timed.count + 3 }

    init(_ condition: Condition?, bindings: [String]) {
        asksForValues = bindings.map { _ in false }
        guard let condition else { return }
        for text in condition.fieldPaths {
            let path = FieldPath(text)
            switch path.owner {
            case .other:
                guard let place = bindings.firstIndex(of: path.root) else { continue }
                if path.rest.known == .time {
                    if !timed.contains(place) { timed.append(place) }
                } else {
                    asksForValues[place] = true
                }
            case .none, .event, .span:
                switch path.rest.known {
                case .time: asksForTime = true
                case .begin: asksForBegin = true
                case .end: asksForEnd = true
                default: break
                }
            case .run, .rule, .scene, .device: break
            }
        }
        if timed.isEmpty { return }
        for comparison in condition.comparisons {
            let numbers = Set(comparison.fieldPaths.compactMap { number(of: FieldPath($0), bindings) })
            if numbers.count > 1 { compared.append(numbers.sorted()) }
        }
    }

    /// The number of the event of which a path asks when it was.
    private func number(of path: FieldPath, _ bindings: [String]) -> Int? {
        switch path.owner {
        case .other:
            guard path.rest.known == .time, let place = bindings.firstIndex(of: path.root) else { return nil }
            return timed.firstIndex(of: place)
        case .none, .event, .span:
            switch path.rest.known {
            case .time: return timed.count
            case .begin: return timed.count + 1
            case .end: return timed.count + 2
            default: return nil
            }
        case .run, .rule, .scene, .device: return nil
        }
    }

    /// One of the events that it may compare by their times.
    func event(_ number: Int, _ fields: RuleFields) -> SeenEvent? {
        if number < timed.count { return fields.bound.event(at: timed[number]) }
        let span = fields.span ?? fields.subject
        switch number - timed.count {
        case 0: return asksForTime ? fields.event ?? fields.span?.beginEvent : nil
        // What moves a span may be another moment than that of its line.
        case 1:
            guard asksForBegin, let span, let event = span.beginEvent else { return nil }
            return event.moment.time == span.begin.time ? event : nil
        default:
            guard asksForEnd, let end = span?.end, let event = span?.endEvent else { return nil }
            return event.moment.time == end.time ? event : nil
        }
    }
}

extension Condition {
    /// What it is made of that is no condition of conditions.
    fileprivate var comparisons: [Condition] {
        switch self {
        case .or(let parts), .and(let parts): parts.flatMap(\.comparisons)
        case .not(let part): part.comparisons
        case .compare, .contained, .excluded, .matches, .contains, .exists, .truth: [self]
        }
    }

    /// Whether it may not hold where nobody knows the values of some fields.
    func mayFail(_ fields: RuleFields, _ isUnknown: (String) -> Bool) -> Bool { answers(fields, isUnknown).no }

    private func answers(_ fields: RuleFields, _ isUnknown: (String) -> Bool) -> (yes: Bool, no: Bool) {
        switch self {
        case .or(let parts):
            let answers = parts.map { $0.answers(fields, isUnknown) }
            return (answers.contains { $0.yes }, answers.allSatisfy { $0.no })
        case .and(let parts):
            let answers = parts.map { $0.answers(fields, isUnknown) }
            return (answers.allSatisfy { $0.yes }, answers.contains { $0.no })
        case .not(let part):
            let answers = part.answers(fields, isUnknown)
            return (answers.no, answers.yes)
        case .compare, .contained, .excluded, .matches, .contains, .exists, .truth:
            if fieldPaths.contains(where: isUnknown) { return (true, true) }
            let answer = evaluate(fields)
            return (answer, !answer)
        }
    }
}
