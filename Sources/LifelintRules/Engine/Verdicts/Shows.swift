// SPDX-License-Identifier: MIT

import LifelintModel

/// Which source classes have shown which events, by app and version: what makes absence mean something.
struct Shows {
    private struct Entry {
        var version: String?
        var told: [Int: Set<SourceClass>]
    }

    private var apps: [String: [Entry]] = [:]
    /// How often something was shown for the first time.
    private(set) var revision = 0

    /// Takes what was told in a run.
    mutating func note(_ told: [Int: Set<SourceClass>], app: String, version: String?) {
        guard !told.isEmpty else { return }
        var entries = apps[app] ?? []
        if let index = entries.firstIndex(where: { $0.version == version }) {
            for (requirement, classes) in told {
                if !classes.isSubset(of: entries[index].told[requirement] ?? []) { revision += 1 }
                entries[index].told[requirement, default: []].formUnion(classes)
            }
        } else {
            revision += 1
            entries.append(Entry(version: version, told: told))
        }
        apps[app] = entries
    }

    /// The classes that have shown an event in runs of that version, or where either version is unknown.
    func classes(showing requirement: Int, app: String, version: String?) -> Set<SourceClass> {
        var classes: Set<SourceClass> = []
        for entry in apps[app] ?? [] where entry.version == version || entry.version == nil || version == nil {
            if let told = entry.told[requirement] { classes.formUnion(told) }
        }
        return classes
    }
}

/// Notes which of the required events a run tells, and by which classes.
final class RequirementListener {
    private let requirements: [CompiledSelector]
    /// Numbers of requirements by `EventName.rawValue`.
    private let byEvent: [[Int]]
    private let custom: [Int]
    private(set) var told: [Int: Set<SourceClass>] = [:]

    init(_ table: RequirementTable) {
        requirements = table.requirements
        byEvent = table.byEvent
        custom = table.custom
    }

    func see(_ event: SeenEvent, _ walk: RunWalk) {
        let numbers = event.name == .custom ? custom : byEvent[Int(event.name.rawValue)]
        guard !numbers.isEmpty else { return }
        let sourceClass = walk.sourceClass(of: event)
        for number in numbers where told[number]?.contains(sourceClass) != true {
            let selector = requirements[number]
            guard selector.names(event) else { continue }
            let holds = selector.selectors.contains { pattern in
                pattern.condition?.evaluate(RuleFields(walk: walk, event: event)) ?? true
            }
            if holds { told[number, default: []].insert(sourceClass) }
        }
    }
}

/// All required events of all rules.
struct RequirementTable {
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
