// SPDX-License-Identifier: MIT

import LifelintModel

/// Which source classes have shown which events, by app and version: what makes absence mean something.
///
/// Why a class: what is judged late asks for what has been shown by then.
final class Shows {
    /// What the runs of one app have shown.
    private struct App {
        var numbers: [String?: Int] = [:]
        /// By version: for each requirement, the classes that have shown it.
        var told: [[ClassSet]] = []
        /// How often something was shown for the first time: in any version, in each, and where none is known.
        var revision = 0
        var revisions: [Int] = []
        var unknownRevision = 0
    }

    /// What runs have in common that are judged together.
    private struct Kind: Hashable {
        var app: String
        var version: String?
        /// By their numbers.
        var classes: [Int]
    }

    private var apps: [String: App] = [:]
    private var numbers: [SourceClass: Int] = [:]
    private var kinds: [Kind: Int] = [:]
    /// Mostly the next run has the same classes.
    private var latest: (classes: [SourceClass], numbers: [Int]) = ([], [])
    private let requirementCount: Int
    init(requirementCount: Int) { self.requirementCount = requirementCount }

    /// The numbers of these classes among all.
    func numbers(of classes: [SourceClass]) -> [Int] {
        if classes == latest.classes { return latest.numbers }
        let found = classes.map { sourceClass in
            if let number = numbers[sourceClass] { return number }
            let number = numbers.count
            numbers[sourceClass] = number
            return number
        }
        latest = (classes, found)
        return found
    }

    /// The number of an app in one version, as classes of these numbers tell of it, in their order.
    func kind(app: String, version: String?, classes: [Int]) -> Int {
        let kind = Kind(app: app, version: version, classes: classes)
        if let known = kinds[kind] { return known }
        let number = kinds.count
        kinds[kind] = number
        return number
    }

    /// Takes what was told in a run.
    func note(_ context: RunContext) {
        guard context.told.contains(where: { !$0.isEmpty }) else { return }
        let version = context.facts.run.version
        var index = apps[context.app]?.numbers[version]
        if index == nil {
            index = apps[context.app]?.told.count ?? 0
            apps[context.app, default: App()].numbers[version] = index
            apps[context.app]?.told.append(Array(repeating: ClassSet(), count: requirementCount))
            apps[context.app]?.revisions.append(0)
        }
        guard let index, var told = apps[context.app]?.told[index] else { return }
        var isNew = false
        for (requirement, classes) in context.told.enumerated() where !classes.isEmpty {
            for (own, number) in context.numbers.enumerated() where classes.contains(own) {
                if told[requirement].contains(number) { continue }
                told[requirement].insert(number)
                isNew = true
            }
        }
        guard isNew else { return }
        apps[context.app]?.told[index] = told
        apps[context.app]?.revision += 1
        apps[context.app]?.revisions[index] += 1
        if version == nil { apps[context.app]?.unknownRevision += 1 }
    }

    /// Changes whenever what is shown to a run of that kind does.
    func revision(for context: RunContext) -> Int {
        guard let app = apps[context.app] else { return 0 }
        guard let version = context.facts.run.version else { return app.revision }
        return app.unknownRevision + (app.numbers[version].map { app.revisions[$0] } ?? 0)
    }

    /// For each requirement, which classes of a run have shown it in runs of that version, or where either version is
    /// unknown.
    func shown(to context: RunContext) -> [ClassSet] {
        var shown = [ClassSet](repeating: ClassSet(), count: requirementCount)
        guard let app = apps[context.app] else { return shown }
        func add(_ told: [ClassSet]) {
            for (requirement, classes) in told.enumerated() where !classes.isEmpty {
                for (own, number) in context.numbers.enumerated() where classes.contains(number) {
                    shown[requirement].insert(own)
                }
            }
        }
        if let version = context.facts.run.version {
            if let index = app.numbers[version] { add(app.told[index]) }
            if let index = app.numbers[nil] { add(app.told[index]) }
        } else {
            for told in app.told { add(told) }
        }
        return shown
    }
}

/// Notes which of the required events a run tells, and by which classes.
final class RequirementListener {
    private let table: RequirementTable
    /// By requirement: the classes, by their numbers in the run.
    private(set) var told: [ClassSet]

    init(_ table: RequirementTable) {
        self.table = table
        told = Array(repeating: ClassSet(), count: table.requirements.count)
    }

    /// Whether events of that name, told by the class that has that number in the run, may tell anything new.
    func asks(_ event: EventName, by number: Int) -> Bool {
        table.byEvent[Int(event.rawValue)].contains { !told[$0].contains(number) }
    }

    /// Takes an event of the class that has that number in the run.
    func see(_ event: SeenEvent, by number: Int, _ walk: RunWalk) {
        let requirements = event.name == .custom ? table.custom : table.byEvent[Int(event.name.rawValue)]
        for requirement in requirements where !told[requirement].contains(number) {
            let selector = table.requirements[requirement]
            guard selector.names(event) else { continue }
            let holds = selector.selectors.contains { pattern in
                guard pattern.phase == .missing || event.tells(pattern.phase) else { return false }
                return pattern.condition?.evaluate(RuleFields(walk: walk, event: event)) ?? true
            }
            if holds { told[requirement].insert(number) }
        }
    }
}

/// All required events of all rules.
final class RequirementTable {
    let requirements: [CompiledSelector]
    let byEvent: [[Int]]
    let custom: [Int]

    init(_ requirements: [CompiledSelector]) {
        self.requirements = requirements
        var byEvent = [[Int]](repeating: [], count: EventName.allCases.count)
        var custom: [Int] = []
        for (number, selector) in requirements.enumerated() {
            for event in selector.events { byEvent[Int(event.rawValue)].append(number) }
            if selector.meansCustom { custom.append(number) }
        }
        self.byEvent = byEvent
        self.custom = custom
    }
}

extension RequirementTable {
    /// The requirements whose events an app declares to log.
    func numbers(namedBy selectors: [EventSelector]) -> Set<Int> {
        let declared = CompiledSelector(selectors)
        let events = Set(declared.events)
        let custom = Set(selectors.flatMap(\.names).compactMap { if case .custom(let text) = $0 { text } else { nil } })
        var numbers: Set<Int> = []
        for (number, requirement) in requirements.enumerated() {
            if requirement.events.contains(where: events.contains) { numbers.insert(number) }
            for name in requirement.selectors.flatMap(\.names) {
                if case .custom(let text) = name, custom.contains(text) { numbers.insert(number) }
            }
        }
        return numbers
    }
}
