// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// What a check asks for, made once for all its machines.
///
/// Why a class: what a check asks for is big to copy, and most runs have a machine of it.
final class CompiledCheck<Content> {
    let content: Content

    init(_ content: Content) { self.content = content }
}

/// A share, or a count over several runs, for which the same is counted.
final class CompiledShare {
    let check: Check.Share
    /// The count for which it counts, if it does.
    let counting: Check.Count?

    init(_ check: Check.Share, counting: Check.Count? = nil) {
        self.check = check
        self.counting = counting
    }
}

/// The steps of a sequence, taken apart.
final class CompiledSequence {
    struct Step {
        var selector: CompiledSelector
        var repeats: Int
        var isGreedy: Bool
        /// What must not come before this step, and after the one before it.
        var forbidden: [CompiledSelector]
    }

    let check: Check.Sequence
    let steps: [Step]
    /// What must not come after the last step, within the limit.
    let trailing: [CompiledSelector]
    /// By the step that a match awaits, behind the last one for what trails: what may bring it on or break it.
    let asked: [[CompiledSelector]]
    /// Fields that any of them asks to be those of the first step.
    let sameFields: [String]
    /// The same, whatever else an event may match; and fields of steps that conditions of later ones compare with.
    private let sharedFields: [FieldName]
    private let comparedFields: [FieldName]

    init(_ check: Check.Sequence, _ branch: CompiledBranch) {
        self.check = check
        let order = StepOrder(check)
        func selector(_ place: Int) -> CompiledSelector { branch.selector(place, check.steps[place].events) }
        let steps = order.steps.map { step in
            Step(
                selector: selector(step.place), repeats: step.repeats, isGreedy: step.isGreedy,
                forbidden: step.forbidden.map(selector))
        }
        let trailing = order.trailing.map(selector)
        let asked =
            steps.enumerated().map { place, step in
                [step.selector] + step.forbidden
                    + (place > 0 && steps[place - 1].isGreedy ? [steps[place - 1].selector] : [])
            } + [trailing]
        (self.steps, self.trailing, self.asked) = (steps, trailing, asked)
        var same: [String] = []
        for field in asked.joined().flatMap(\.commonFields) where !same.contains(field) { same.append(field) }
        sameFields = same
        sharedFields = Set(asked.joined().flatMap(\.sameFields)).sorted().map { FieldName($0) }
        let compares = asked.joined().contains { $0.asksForTrigger }
        comparedFields =
            compares ? steps.flatMap { $0.selector.selectors }.flatMap(\.captures).map { FieldName($0.field) } : []
    }

    /// Whether something that comes later may tell two events of its steps apart.
    ///
    /// - Parameter areFirst: whether one of them is the first of all, with which later ones share fields.
    func tellsApart(_ one: SeenEvent, _ other: SeenEvent, areFirst: Bool) -> Bool {
        areFirst && sharedFields.contains { one.value(of: $0) != other.value(of: $0) }
            || comparedFields.contains { one.value(of: $0) != other.value(of: $0) }
    }
}

/// The steps of a sequence by their places, each with what must not come before it.
struct StepOrder {
    struct Step {
        /// Its place among the events of the check.
        var place: Int
        var repeats: Int
        var isGreedy: Bool
        /// The places of what must not come before this step, and after the one before it.
        var forbidden: [Int]
    }

    private(set) var steps: [Step] = []
    /// What must not come after the last step.
    private(set) var trailing: [Int] = []

    init(_ check: Check.Sequence) {
        for (place, step) in check.steps.enumerated() {
            if step.isNot {
                trailing.append(place)
                continue
            }
            steps.append(
                Step(place: place, repeats: step.repeats, isGreedy: step.isGreedy, forbidden: trailing))
            trailing = []
        }
    }
}

/// A check of which many machines are made, ready for them.
enum CompiledForm {
    case response(CompiledCheck<Check.Response>)
    case length(CompiledCheck<Check.Length>)
    case openEnd(CompiledCheck<Check.OpenEnd>)
    case count(CompiledCheck<Check.Count>)
    case sequence(CompiledSequence)
    case overlap(CompiledCheck<Check.Overlap>)
    case ending(CompiledEnding)
    case share(CompiledShare)
    case onDevice(CompiledOrder)
    case other

    init(_ branch: CompiledBranch) {
        switch branch.branch.check {
        case .response(let check): self = .response(CompiledCheck(check))
        case .length(let check): self = .length(CompiledCheck(check))
        case .openEnd(let check): self = .openEnd(CompiledCheck(check))
        case .count(let check) where check.group == nil && !check.isOverDevice: self = .count(CompiledCheck(check))
        case .count(let check) where check.group != nil: self = .share(CompiledShare(check.asShare, counting: check))
        case .share(let check): self = .share(CompiledShare(check))
        case .sequence(let check): self = .sequence(CompiledSequence(check, branch))
        case .overlap(let check): self = .overlap(CompiledCheck(check))
        case .ending: if let ending = branch.ending { self = .ending(ending) } else { self = .other }
        case .onDevice(let check): self = .onDevice(CompiledOrder(check, branch))
        default: self = .other
        }
    }
}
