// SPDX-License-Identifier: MIT

import LifelintModel

/// A condition as far as it can be told of a run before one walks through it: from the run's own fields, and from
/// events that do not occur in it.
indirect enum ForeknownCondition {
    case or([ForeknownCondition])
    case and([ForeknownCondition])
    case not(ForeknownCondition)
    /// It asks for nothing but fields of the run, and for events of these bindings.
    case leaf(Condition, bindings: [Int])
    /// What a leaf comes to in a run of known fields where none of these bindings has anything to stand for; of a
    /// comparison it is enough if one has nothing.
    case settled(Bool, bindings: [Int], isComparison: Bool)
    /// Only the walk can tell.
    case later

    /// Fields of runs that only the walk fills in.
    fileprivate static let late: Set<String> = [
        "run.duration", "run.mode", "run.unsaved", "run.openTasks", "run.openCalls", "run.lastEvent",
        "run.buffered",
    ]

    init(_ condition: Condition, bindings: [String]) {
        switch condition {
        case .or(let parts): self = .or(parts.map { ForeknownCondition($0, bindings: bindings) })
        case .and(let parts): self = .and(parts.map { ForeknownCondition($0, bindings: bindings) })
        case .not(let part): self = .not(ForeknownCondition(part, bindings: bindings))
        default:
            var bound: [Int] = []
            for path in condition.fieldPaths {
                let root =
                    path.utf8.firstIndex(of: UInt8(ascii: ".")).map { String(Substring(path.utf8[..<$0])) } ?? path
                if let number = bindings.firstIndex(of: root), root.utf8.count < path.utf8.count {
                    bound.append(number)
                } else if root != "run" && root != "device" && path != "user_visible"
                    || ForeknownCondition.late.contains(path)
                {
                    self = .later
                    return
                }
            }
            self = .leaf(condition, bindings: bound)
        }
    }

    /// Whether it holds; nil where only the walk can tell.
    ///
    /// - Parameter isMissing: whether nothing that a binding stands for occurs in the run.
    func value(_ facts: RunFacts, _ isMissing: (Int) -> Bool) -> Bool? {
        switch self {
        case .or(let parts):
            var isKnown = true
            for part in parts {
                let value = part.value(facts, isMissing)
                if value == true { return true }
                if value == nil { isKnown = false }
            }
            return isKnown ? false : nil
        case .and(let parts):
            var isKnown = true
            for part in parts {
                let value = part.value(facts, isMissing)
                if value == false { return false }
                if value == nil { isKnown = false }
            }
            return isKnown ? true : nil
        case .not(let part): return part.value(facts, isMissing).map { !$0 }
        // What is compared with nothing comes to the same, whatever it is.
        case .leaf(.compare(_, let comparison, _), let bindings) where bindings.contains(where: isMissing):
            return comparison == .notEqual
        case .leaf(let condition, let bindings):
            guard bindings.allSatisfy(isMissing) else { return nil }
            return condition.evaluate(FactsFields(facts: facts))
        case .settled(let value, let bindings, let isComparison):
            let isKnown = isComparison ? bindings.contains(where: isMissing) : bindings.allSatisfy(isMissing)
            return isKnown ? value : nil
        case .later: return nil
        }
    }

    /// The same for runs with the fields of this one: all that is left to ask is what occurs in them.
    func settled(by facts: RunFacts) -> ForeknownCondition {
        switch self {
        case .or(let parts): .or(parts.map { $0.settled(by: facts) })
        case .and(let parts): .and(parts.map { $0.settled(by: facts) })
        case .not(let part): .not(part.settled(by: facts))
        // What is compared with nothing comes to the same, whatever it is.
        case .leaf(.compare(_, let comparison, _), let bindings) where !bindings.isEmpty:
            .settled(comparison == .notEqual, bindings: bindings, isComparison: true)
        case .leaf(let condition, let bindings):
            .settled(condition.evaluate(FactsFields(facts: facts)), bindings: bindings, isComparison: false)
        case .settled, .later: self
        }
    }
}

extension ForeknownCondition {
    /// What it asks of the run's own fields.
    var questions: [Condition] {
        switch self {
        case .or(let parts), .and(let parts): parts.flatMap(\.questions)
        case .not(let part): part.questions
        // A comparison with something of an event that did not happen comes to the same whatever it is compared with.
        case .leaf(.compare, let bindings) where !bindings.isEmpty: []
        case .leaf(let condition, _): condition.questions
        case .settled, .later: []
        }
    }

    /// What its parts come to as far as the run's own fields tell.
    func answer(_ facts: RunFacts, into bits: inout [UInt8]) {
        switch self {
        case .or(let parts), .and(let parts):
            for part in parts { part.answer(facts, into: &bits) }
        case .not(let part): part.answer(facts, into: &bits)
        case .leaf(let condition, _): bits.append(condition.evaluate(FactsFields(facts: facts)) ? 1 : 0)
        case .settled, .later: break
        }
    }
}

extension Condition {
    /// Whether it asks for something that only the walk through a run tells.
    var isKnownLate: Bool { fieldPaths.contains { ForeknownCondition.late.contains($0) } }
}
