// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// Which source classes have shown which events, by app and version: what makes absence mean something.
///
/// Why a class: what is judged late asks for what has been shown by then.
final class Shows {
    /// What the runs of one app have shown.
    private struct App {
        /// By version: where it stands below.
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
        var isReported: Bool
    }

    /// What is known of all runs of a kind.
    private struct KindFacts {
        /// The places of the app, and of the version among those of the app.
        var app: Int
        var version: Int
        /// By requirement: the classes that have shown it in runs of the kind, by their places in those.
        ///
        /// Most runs show nothing else.
        var noted: [ClassSet]
    }

    private var appNumbers: [String: Int] = [:]
    private var apps: [App] = []
    private var numbers: [SourceClass: Int] = [:]
    private var kinds: [Kind: Int] = [:]
    /// By the number of the kind.
    private var facts: [KindFacts] = []
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
    func kind(app: String, version: String?, classes: [Int], isReported: Bool) -> Int {
        let kind = Kind(app: app, version: version, classes: classes, isReported: isReported)
        if let known = kinds[kind] { return known }
        let number = kinds.count
        kinds[kind] = number
        let app = place(ofApp: app)
        facts.append(
            KindFacts(
                app: app, version: place(ofVersion: version, app),
                noted: Array(repeating: ClassSet(), count: requirementCount)))
        return number
    }

    private func place(ofApp app: String) -> Int {
        if let known = appNumbers[app] { return known }
        appNumbers[app] = apps.count
        apps.append(App())
        return apps.count - 1
    }

    private func place(ofVersion version: String?, _ app: Int) -> Int {
        if let known = apps[app].numbers[version] { return known }
        let place = apps[app].told.count
        apps[app].numbers[version] = place
        apps[app].told.append(Array(repeating: ClassSet(), count: requirementCount))
        apps[app].revisions.append(0)
        return place
    }

    /// Takes what was told in a run.
    func note(_ context: RunContext) {
        let kind = context.kind
        var isNoted = true
        for requirement in context.told.indices
        where !context.told[requirement].isSubset(of: facts[kind].noted[requirement]) {
            facts[kind].noted[requirement].formUnion(context.told[requirement])
            isNoted = false
        }
        if !isNoted { noteNew(context, facts[kind].app, facts[kind].version) }
    }

    private func noteNew(_ context: RunContext, _ app: Int, _ version: Int) {
        var isNew = false
        for (requirement, classes) in context.told.enumerated() where !classes.isEmpty {
            for (own, number) in context.numbers.enumerated() where classes.contains(own) {
                if apps[app].told[version][requirement].contains(number) { continue }
                apps[app].told[version][requirement].insert(number)
                isNew = true
            }
        }
        guard isNew else { return }
        apps[app].revision += 1
        apps[app].revisions[version] += 1
        if context.facts.run.version == nil { apps[app].unknownRevision += 1 }
    }

    /// Changes whenever what is shown to a run of that kind does.
    func revision(for context: RunContext) -> Int {
        let (app, version) = (facts[context.kind].app, facts[context.kind].version)
        if context.facts.run.version == nil { return apps[app].revision }
        return apps[app].unknownRevision + apps[app].revisions[version]
    }

    /// For each requirement, which classes of a run have shown it in runs of that version, or where either version is
    /// unknown.
    func shown(to context: RunContext) -> [ClassSet] {
        var shown = [ClassSet](repeating: ClassSet(), count: requirementCount)
        let app = apps[facts[context.kind].app]
        func add(_ told: [ClassSet]) {
            for (requirement, classes) in told.enumerated() where !classes.isEmpty {
                for (own, number) in context.numbers.enumerated() where classes.contains(number) {
                    shown[requirement].insert(own)
                }
            }
        }
        if context.facts.run.version != nil {
            add(app.told[facts[context.kind].version])
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
            if table.asksForName[requirement] || RequirementListener.holds(selector, event, walk) {
                told[requirement].insert(number)
            }
        }
    }

    private static func holds(_ selector: CompiledSelector, _ event: SeenEvent, _ walk: RunWalk) -> Bool {
        selector.selectors.contains { pattern in
            guard pattern.phase == .missing || event.tells(pattern.phase) else { return false }
            return pattern.condition?.evaluate(RuleFields(walk: walk, event: event)) ?? true
        }
    }
}

/// All required events of all rules.
final class RequirementTable {
    let requirements: [CompiledSelector]
    let byEvent: [[Int]]
    let custom: [Int]
    /// By requirement: whether it asks for nothing but the name of an event, in some way of writing it.
    let asksForName: [Bool]

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
        asksForName = requirements.map { selector in
            selector.selectors.contains { $0.phase == .missing && $0.condition == nil }
        }
    }
}

extension CompiledSelector {
    /// Whether one of them asks for the event, or for its length and for who tells it at most.
    fileprivate var asksForEventAlone: Bool {
        selectors.contains { selector in
            (selector.condition?.fieldPaths ?? []).allSatisfy { ["phase", "duration", "class"].contains($0) }
        }
    }
}

extension RequirementTable {
    /// The requirements whose events an app declares to log.
    ///
    /// Who logs an event logs when it begins and ends. What else its lines would tell nothing says where none does: a
    /// requirement that asks for more is met by lines alone.
    func numbers(namedBy selectors: [EventSelector]) -> Set<Int> {
        let declared = CompiledSelector(selectors)
        let events = Set(declared.events)
        let custom = Set(selectors.flatMap(\.names).compactMap { if case .custom(let text) = $0 { text } else { nil } })
        var numbers: Set<Int> = []
        for (number, requirement) in requirements.enumerated() where requirement.asksForEventAlone {
            if requirement.events.contains(where: events.contains) { numbers.insert(number) }
            for name in requirement.selectors.flatMap(\.names) {
                if case .custom(let text) = name, custom.contains(text) { numbers.insert(number) }
            }
        }
        return numbers
    }
}
