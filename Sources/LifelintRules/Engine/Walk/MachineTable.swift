// SPDX-License-Identifier: MIT

import LifelintModel

/// Who listens to what, over all branches of all rules: made once, asked for every event of every run.
final class Listeners {
    /// Branch numbers by `EventName.rawValue`.
    private(set) var byEvent = [[Int]](repeating: [], count: EventName.allCases.count)
    /// Those that mean custom events, whatever their names.
    private(set) var custom: [Int] = []
    /// The numbers of the kinds of spans that anybody asks for.
    private(set) var kinds = SpanKinds()
    /// Branch numbers by the number of the kind.
    private(set) var byKind: [[Int]] = []
    private(set) var suspension: [Int] = []

    /// Enters a branch.
    func add(_ branch: Int, interests: Interests) {
        for event in interests.events where byEvent[Int(event.rawValue)].last != branch {
            byEvent[Int(event.rawValue)].append(branch)
        }
        if interests.meansCustom { custom.append(branch) }
        for kind in interests.kinds.sorted() {
            let number = kinds.add(kind)
            while byKind.count <= number { byKind.append([]) }
            byKind[number].append(branch)
        }
        if interests.watchesSuspension { suspension.append(branch) }
    }

}

/// What a machine wants to be told.
struct Interests {
    var events: Set<EventName> = []
    var meansCustom = false
    var kinds: Set<String> = []
    var watchesSuspension = false

    mutating func add(_ selector: CompiledSelector) {
        events.formUnion(selector.events)
        if selector.meansCustom { meansCustom = true }
    }
}

/// The kinds of spans anybody asks for, numbered.
struct SpanKinds {
    /// Kinds that facts of every run rest on.
    private static let always = ["unsaved", "backgroundTask", "mode"]

    private var numbers: [String: Int] = [:]
    /// By `EventName.rawValue`, for callbacks.
    private var byEvent = [Int?](repeating: nil, count: EventName.allCases.count)

    init() { for kind in SpanKinds.always { _ = add(kind) } }

    /// Numbers a kind.
    mutating func add(_ kind: String) -> Int {
        if let known = numbers[kind] { return known }
        let number = numbers.count
        numbers[kind] = number
        for event in EventName.allCases where event.text == kind { byEvent[Int(event.rawValue)] = number }
        return number
    }

    /// How many there are.
    var count: Int { numbers.count }

    /// The number of a kind; nil where nobody asks for it.
    func number(of kind: String) -> Int? { numbers[kind] }

    /// The number of the kind that is called like an event.
    func number(of event: EventName) -> Int? { byEvent[Int(event.rawValue)] }
}

/// The machines that are at work on one run, by the number of their branch.
final class MachineTable {
    private let listeners: Listeners
    private(set) var slots: [CheckMachine?]

    init(listeners: Listeners, slots: [CheckMachine?]) {
        self.listeners = listeners
        self.slots = slots
    }

    func forEach(_ body: (CheckMachine) -> Void) {
        for machine in slots { if let machine { body(machine) } }
    }

    func notify(_ event: SeenEvent) {
        let branches = event.name == .custom ? listeners.custom : listeners.byEvent[Int(event.name.rawValue)]
        for branch in branches { slots[branch]?.see(event) }
    }

    func notify(kind: Int, _ body: (CheckMachine) -> Void) {
        guard kind < listeners.byKind.count else { return }
        for branch in listeners.byKind[kind] { if let machine = slots[branch] { body(machine) } }
    }

    func notifySuspended(_ confidence: Confidence) {
        for branch in listeners.suspension { slots[branch]?.suspended(confidence: confidence) }
    }
}
