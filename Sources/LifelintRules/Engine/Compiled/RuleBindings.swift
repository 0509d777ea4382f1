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
    /// By `EventName.rawValue`: the places of the bindings that may mean an event of that name; empty where nothing is
    /// bound.
    private let placesByName: [[Int]]
    /// The places of those that may mean custom events.
    private let customPlaces: [Int]
    /// The event that was told last, and the places of the bindings that mean it.
    private var latest = (telling: 0, places: [Int]())
    /// What is known of the conditions of branches before a run is walked through: many have the same.
    private var foreknown: [(condition: Condition, known: ForeknownCondition)] = []

    init(_ rule: Rule) {
        interruptedBy = CompiledSelector(rule.interruptedBy)
        bindings = rule.bindings.map { ($0, CompiledSelector($0.events)) }
        bound = bindings.map(\.selector)
        bindsFirst = bindings.map(\.binding.isFirst)
        names = bindings.map(\.binding.name)
        customPlaces = bound.indices.filter { [bound] in bound[$0].meansCustom }
        var places = bound.isEmpty ? [] : [[Int]](repeating: [], count: EventName.allCases.count)
        for (place, selector) in bound.enumerated() {
            for event in selector.events where event != .custom { places[Int(event.rawValue)].append(place) }
        }
        placesByName = places
    }

    /// The places of the bindings that mean an event that is being told, in their order.
    ///
    /// All branches of a rule ask that of the same event, one after the other.
    func places(of event: SeenEvent, _ walk: RunWalk) -> [Int] {
        let telling = walk.machines.telling
        if latest.telling == telling { return latest.places }
        latest.telling = telling
        latest.places.removeAll(keepingCapacity: true)
        let named = event.name == .custom ? customPlaces : placesByName[Int(event.name.rawValue)]
        for place in named where bound[place].matches(event, walk) { latest.places.append(place) }
        return latest.places
    }

    /// What is known of the condition of a branch before a run is walked through.
    func foreknown(_ condition: Condition) -> ForeknownCondition {
        if let row = foreknown.first(where: { $0.condition == condition }) { return row.known }
        let known = ForeknownCondition(condition, bindings: names)
        foreknown.append((condition, known))
        return known
    }
}
