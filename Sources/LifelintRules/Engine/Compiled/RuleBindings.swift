// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// The events that a rule binds, and those that interrupt it: the same for all of its branches, and made once for them.
final class RuleBindings {
    let interruptedBy: CompiledSelector
    let bindings: [(binding: Rule.Binding, selector: CompiledSelector)]
    /// By the place of the binding: the events that it means, whether it means the first of them, and its name.
    let bound: [CompiledSelector]
    let bindsFirst: [Bool]
    let names: [String]
    /// What is known of the conditions of branches before a run is walked through: many have the same.
    private var foreknown: [(condition: Condition, known: ForeknownCondition)] = []

    init(_ rule: Rule) {
        interruptedBy = CompiledSelector(rule.interruptedBy)
        bindings = rule.bindings.map { ($0, CompiledSelector($0.events)) }
        bound = bindings.map(\.selector)
        bindsFirst = bindings.map(\.binding.isFirst)
        names = bindings.map(\.binding.name)
    }

    /// What is known of the condition of a branch before a run is walked through.
    func foreknown(_ condition: Condition) -> ForeknownCondition {
        if let row = foreknown.first(where: { $0.condition == condition }) { return row.known }
        let known = ForeknownCondition(condition, bindings: names)
        foreknown.append((condition, known))
        return known
    }
}
