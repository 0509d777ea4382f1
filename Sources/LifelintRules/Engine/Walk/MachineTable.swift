// SPDX-License-Identifier: MIT

import LifelintModel

/// Who listens to what, over all branches of all rules: made once, asked for every event of every run.
final class Listeners {
    /// Branch numbers by `EventName.rawValue`.
    private(set) var byEvent = [[Int]](repeating: [], count: EventName.allCases.count)
    /// Those that mean custom events, whatever their names.
    private(set) var custom: [Int] = []
    private(set) var byKind: [String: [Int]] = [:]
    private(set) var suspension: [Int] = []

    /// Enters a branch.
    func add(_ branch: Int, interests: Interests) {
        for event in interests.events where byEvent[Int(event.rawValue)].last != branch {
            byEvent[Int(event.rawValue)].append(branch)
        }
        if interests.meansCustom { custom.append(branch) }
        for kind in interests.kinds.sorted() { byKind[kind, default: []].append(branch) }
        if interests.watchesSuspension { suspension.append(branch) }
    }

    var kinds: SpanKinds { SpanKinds(names: Set(byKind.keys)) }
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

/// The kinds of spans anybody asks for.
struct SpanKinds {
    var names: Set<String>
    /// Kinds that facts of every run rest on.
    private static let always: Set<String> = ["unsaved", "backgroundTask", "mode"]

    func wants(_ kind: String) -> Bool { names.contains(kind) || SpanKinds.always.contains(kind) }
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

    func notify(kind: String, _ body: (CheckMachine) -> Void) {
        guard let branches = listeners.byKind[kind] else { return }
        for branch in branches { if let machine = slots[branch] { body(machine) } }
    }

    func notifySuspended(_ confidence: Confidence) {
        for branch in listeners.suspension { slots[branch]?.suspended(confidence: confidence) }
    }
}
