// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// Who listens to what, over all branches of all rules: made once, asked for every event of every run.
final class Listeners {
    /// Branch numbers by `EventName.rawValue`.
    private(set) var byEvent = [[Int]](repeating: [], count: EventName.allCases.count)
    let customNames = CustomNames()
    /// Those that may mean custom events, with the names they mean; without any, they mean all.
    private var custom: [(branch: Int, names: [NameSet])] = []
    /// By the number of the name: who means it.
    private var byCustomName: [[Int]?] = []
    /// The numbers of the kinds of spans that anybody asks for.
    private(set) var kinds = SpanKinds()
    /// Branch numbers by the number of the kind.
    private(set) var byKind: [[Int]] = []
    private(set) var suspension: [Int] = []
    /// What anomalies are called as events.
    private var anomalies: [Anomaly.Code: CustomName] = [:]
    /// The places of machines where there are none.
    let nobody = MachinePlaces()
    /// How many events were told, over all runs.
    fileprivate(set) var tellings = 0

    /// What an anomaly is called as an event.
    func name(of anomaly: Anomaly.Code) -> CustomName {
        if let known = anomalies[anomaly] { return known }
        let name = customNames.name("anomaly.\(anomaly.rawValue)")
        anomalies[anomaly] = name
        return name
    }

    /// Enters a branch.
    func add(_ branch: Int, interests: Interests) {
        for event in interests.events where byEvent[Int(event.rawValue)].last != branch {
            byEvent[Int(event.rawValue)].append(branch)
        }
        if interests.meansCustom { custom.append((branch, interests.customNames)) }
        for kind in interests.kinds.sorted() {
            let number = kinds.add(kind)
            while byKind.count <= number { byKind.append([]) }
            byKind[number].append(branch)
        }
        if interests.watchesSuspension { suspension.append(branch) }
    }

    /// By branch, the events and the kinds of spans that it asks for; asked once everybody is entered.
    private lazy var byBranch: [(events: [Int], kinds: [Int])] = {
        let count = 1 + max(byEvent.joined().max() ?? -1, byKind.joined().max() ?? -1)
        var rows = [(events: [Int], kinds: [Int])](repeating: ([], []), count: count)
        for (event, branches) in byEvent.enumerated() { for branch in branches { rows[branch].events.append(event) } }
        for (kind, branches) in byKind.enumerated() { for branch in branches { rows[branch].kinds.append(kind) } }
        return rows
    }()

    /// The events that a branch asks for, by `EventName.rawValue`.
    func events(of branch: Int) -> [Int] { branch < byBranch.count ? byBranch[branch].events : [] }

    /// The numbers of the kinds of spans that a branch asks for.
    func kinds(of branch: Int) -> [Int] { branch < byBranch.count ? byBranch[branch].kinds : [] }

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
        custom.filter { row in row.names.isEmpty || row.names.contains { $0.contains(name) } }.map(\.branch)
    }
}

/// What a machine wants to be told.
struct Interests {
    /// In no order, and some more than once.
    var events: [EventName] = []
    var meansCustom = false
    /// What names the custom events that are meant; empty where all are.
    private(set) var customNames: [NameSet] = []
    var kinds: Set<String> = []
    var watchesSuspension = false

    mutating func add(_ selector: CompiledSelector) { add(selector.names) }

    mutating func add(_ names: NameSet) {
        events += names.events
        guard names.meansCustom else { return }
        meansCustom = true
        customNames.append(names)
    }

    /// Every event is meant.
    mutating func addAll() {
        events = EventName.allCases
        meansCustom = true
        customNames = []
    }
}

/// The kinds of spans anybody asks for, numbered.
struct SpanKinds {
    /// Kinds that facts of every run rest on, by their numbers.
    private static let always = ["unsaved", "backgroundTask", "mode", "call"]
    static let unsaved = 0
    static let backgroundTask = 1
    static let mode = 2
    static let call = 3

    /// The numbers of the kinds on which facts of every run rest.
    static var alwaysKept: Range<Int> { 0..<always.count }

    private var numbers: [String: Int] = [:]
    /// By `EventName.rawValue`, for callbacks.
    private var byEvent = [Int?](repeating: nil, count: EventName.allCases.count)
    /// For the states of the app, in the order of their declaration.
    private var byState = [Int?](repeating: nil, count: AppState.allCases.count)
    /// The callbacks that anybody asks for as spans, with the numbers of their kinds.
    private(set) var callbacks: [(event: Int, kind: Int)] = []
    /// The number of the kind that the app is in while any of its scenes is in front; nil where nobody asks for it.
    private(set) var foreground: Int?
    /// The number of the kind that the app is in unless it is suspended; nil where nobody asks for it.
    private(set) var running: Int?
    /// The number of the launch; nil where nobody asks for it.
    private(set) var launch: Int?

    init() { for kind in SpanKinds.always { _ = add(kind) } }

    /// Numbers a kind.
    mutating func add(_ kind: String) -> Int {
        if let known = numbers[kind] { return known }
        let number = numbers.count
        numbers[kind] = number
        if kind == "foreground" { foreground = number }
        if kind == "running" { running = number }
        if kind == "launch" { launch = number }
        if let event = KnownEvents.byName[kind] {
            byEvent[Int(event.rawValue)] = number
            if event.isRuleCallback { callbacks.append((Int(event.rawValue), number)) }
        }
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
    private var machines: [CheckMachine?] = []
    /// Where those of the branches stand.
    private var places: MachinePlaces

    /// A table without machines.
    init(listeners: Listeners) {
        self.listeners = listeners
        places = listeners.nobody
    }

    /// From now on these are told.
    func tell(_ machines: [CheckMachine?], at places: MachinePlaces) {
        self.machines = machines
        self.places = places
    }

    /// Nobody is told any more.
    func letGo() { tell([], at: listeners.nobody) }

    /// Whether anybody is told of canonical events of that name.
    func hears(_ event: EventName) -> Bool { places.events.contains(Int(event.rawValue)) }

    /// Whether anybody is told of custom events of that name.
    func hears(_ name: CustomName) -> Bool { listeners.branches(for: name).contains { places[$0] != nil } }

    /// Whether anybody is told of spans of the kind with that number, or asks whether one is open.
    func hears(kind: Int) -> Bool { places.kinds.contains(kind) }

    /// What an anomaly is called as an event.
    func name(of anomaly: Anomaly.Code) -> CustomName { listeners.name(of: anomaly) }

    /// A name, numbered for those who listen.
    func name(_ text: String) -> CustomName { listeners.customNames.name(text) }

    func forEach(_ body: (CheckMachine) -> Void) {
        for machine in machines { if let machine { body(machine) } }
    }

    /// Tells one from another event that is told, over all runs.
    var telling: Int { listeners.tellings }

    func notify(_ event: SeenEvent) {
        listeners.tellings += 1
        guard event.name == .custom else {
            let (machines, places) = (machines, places)
            let told = places.listeners(toEvent: Int(event.name.rawValue))
            for index in told { machines[places.listening(index)]?.see(event) }
            return
        }
        let name = event.customName ?? self.name(event.text)
        event.customName = name
        let (machines, places) = (machines, places)
        for branch in listeners.branches(for: name) { if let place = places[branch] { machines[place]?.see(event) } }
    }

    func notify(kind: Int, _ body: (CheckMachine) -> Void) {
        let (machines, places) = (machines, places)
        let told = places.listeners(toKind: kind)
        for index in told { if let machine = machines[places.listening(index)] { body(machine) } }
    }

    func notifySuspended(_ confidence: Confidence) {
        for branch in listeners.suspension { machine(of: branch)?.suspended(confidence: confidence) }
    }

    private func machine(of branch: Int) -> CheckMachine? { places[branch].flatMap { machines[$0] } }
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
