// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// The events that `let` binds, by the names that the rule gives them.
struct BoundEvents {
    /// Nothing is bound.
    static var none: BoundEvents { BoundEvents(of: nil, events: []) }

    private let branch: CompiledBranch?
    /// In the order of the bindings.
    private let events: [SeenEvent?]

    init(of branch: CompiledBranch?, events: [SeenEvent?]) {
        self.branch = branch
        self.events = events
    }

    /// Whether the rule binds nothing, or nothing of it was seen.
    var isEmpty: Bool { events.isEmpty }

    /// The event of a binding, by its place.
    func event(at place: Int) -> SeenEvent? { events.indices.contains(place) ? events[place] : nil }

    /// The event of that name.
    subscript(name: String) -> SeenEvent? {
        guard let branch else { return nil }
        for place in events.indices where branch.bindingNames[place] == name { return events[place] }
        return nil
    }
}
