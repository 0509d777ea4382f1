// SPDX-License-Identifier: MIT

import LifelintLanguage

/// The events that a rule binds, and those that interrupt it: the same for all of its branches, and made once for them.
struct RuleBindings {
    let interruptedBy: CompiledSelector
    let bindings: [(binding: Rule.Binding, selector: CompiledSelector)]
    /// By the place of the binding: the events that it means, whether it means the first of them, and its name.
    let bound: [CompiledSelector]
    let bindsFirst: [Bool]
    let names: [String]

    init(_ rule: Rule) {
        interruptedBy = CompiledSelector(rule.interruptedBy)
        bindings = rule.bindings.map { ($0, CompiledSelector($0.events)) }
        bound = bindings.map(\.selector)
        bindsFirst = bindings.map(\.binding.isFirst)
        names = bindings.map(\.binding.name)
    }
}
