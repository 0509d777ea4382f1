// SPDX-License-Identifier: MIT

import LifelintModel

/// Who listens to what, over all branches of all rules: made once, asked for every event of every run.
final class Listeners {
    /// Branch numbers by `EventName.rawValue`.
    private(set) var byEvent = [[Int]](repeating: [], count: EventName.allCases.count)
    let customNames = CustomNames()
    /// Those that may mean custom events, with the names they mean; without any, they mean all.
    private var custom: [(branch: Int, names: [CompiledSelector])] = []
    /// By the number of the name: who means it.
    private var byCustomName: [[Int]?] = []
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
        if interests.meansCustom { custom.append((branch, interests.customSelectors)) }
        for kind in interests.kinds.sorted() {
            let number = kinds.add(kind)
            while byKind.count <= number { byKind.append([]) }
            byKind[number].append(branch)
        }
        if interests.watchesSuspension { suspension.append(branch) }
    }

    /// The branches that mean a custom event.
    func branches(for name: CustomName) -> [Int] {
        guard let number = name.number else { return meaning(name) }
        while byCustomName.count <= number { byCustomName.append(nil) }
        if let known = byCustomName[number] { return known }
        let found = meaning(name)
        byCustomName[number] = found
        return found
    }

    private func meaning(_ name: CustomName) -> [Int] {
        custom.filter { row in row.names.isEmpty || row.names.contains { $0.names(name) } }.map(\.branch)
    }
}

/// What a machine wants to be told.
struct Interests {
    /// In no order, and some more than once.
    var events: [EventName] = []
    var meansCustom = false
    /// What names the custom events that are meant; empty where all are.
    private(set) var customSelectors: [CompiledSelector] = []
    var kinds: Set<String> = []
    var watchesSuspension = false

    mutating func add(_ selector: CompiledSelector) {
        events += selector.events
        guard selector.meansCustom else { return }
        meansCustom = true
        customSelectors.append(selector)
    }

    /// Every event is meant.
    mutating func addAll() {
        events = EventName.allCases
        meansCustom = true
        customSelectors = []
    }
}

/// The kinds of spans anybody asks for, numbered.
struct SpanKinds {
    /// Kinds that facts of every run rest on, by their numbers.
    private static let always = ["unsaved", "backgroundTask", "mode"]
    static let unsaved = 0
    static let backgroundTask = 1
    static let mode = 2

    private var numbers: [String: Int] = [:]
    /// By `EventName.rawValue`, for callbacks.
    private var byEvent = [Int?](repeating: nil, count: EventName.allCases.count)
    /// For the states of the app, in the order of their declaration.
    private var byState = [Int?](repeating: nil, count: AppState.allCases.count)
    /// The number of the kind that the app is in while any of its scenes is in front; nil where nobody asks for it.
    private(set) var foreground: Int?
    /// The number of the kind that the app is in unless it is suspended; nil where nobody asks for it.
    private(set) var running: Int?

    init() { for kind in SpanKinds.always { _ = add(kind) } }

    /// Numbers a kind.
    mutating func add(_ kind: String) -> Int {
        if let known = numbers[kind] { return known }
        let number = numbers.count
        numbers[kind] = number
        if kind == "foreground" { foreground = number }
        if kind == "running" { running = number }
        if let event = KnownEvents.byName[kind] { byEvent[Int(event.rawValue)] = number }
        for state in AppState.allCases where state.rawValue == kind { byState[state.place] = number }
        return number
    }

    /// How many there are.
    var count: Int { numbers.count }

    /// The number of a kind; nil where nobody asks for it.
    func number(of kind: String) -> Int? { numbers[kind] }

    /// The number of the kind that is called like a state of the app.
    func number(of state: AppState) -> Int? { byState[state.place] }

    /// The number of the kind that is called like an event.
    func number(of event: EventName) -> Int? { byEvent[Int(event.rawValue)] }
}

/// The machines that are at work on one run, by the number of their branch.
final class MachineTable {
    private let listeners: Listeners
    let slots: [CheckMachine?]

    init(listeners: Listeners, slots: [CheckMachine?]) {
        self.listeners = listeners
        self.slots = slots
    }

    /// A name, numbered for those who listen.
    func name(_ text: String) -> CustomName { listeners.customNames.name(text) }

    func forEach(_ body: (CheckMachine) -> Void) {
        for machine in slots { if let machine { body(machine) } }
    }

    func notify(_ event: SeenEvent) {
        guard event.name == .custom else {
            for branch in listeners.byEvent[Int(event.name.rawValue)] { slots[branch]?.see(event) }
            return
        }
        let name = event.customName ?? self.name(event.text)
        event.customName = name
        for branch in listeners.branches(for: name) { slots[branch]?.see(event) }
    }

    func notify(kind: Int, _ body: (CheckMachine) -> Void) {
        guard kind < listeners.byKind.count else { return }
        for branch in listeners.byKind[kind] { if let machine = slots[branch] { body(machine) } }
    }

    func notifySuspended(_ confidence: Confidence) {
        for branch in listeners.suspension { slots[branch]?.suspended(confidence: confidence) }
    }
}

extension AppState {
    /// Its place among all states, in the order of their declaration.
    fileprivate var place: Int {
        switch self {
        case .notRunning: 0
        case .launching: 1
        case .inactive: 2
        case .active: 3
        case .background: 4
        case .suspended: 5
        }
    }
}
