// SPDX-License-Identifier: MIT

import LifelintModel

/// What judging a run needs beside its events: what its sources cover, and which of them have shown what.
struct RunContext {
    let facts: RunFacts
    let coverage: Coverage
    let app: String
    /// Which required events this run told, and by whom.
    let told: [Int: Set<SourceClass>]
    /// Required events that the app declares to log.
    let declared: Set<Int>
    let crossesAssumedZone: Bool
    /// The line the run began with, and when.
    let beginEvidence: EvidenceLine

    /// The classes that have events in this run.
    var classes: [SourceClass] { coverage.classes.map(\.sourceClass) }
}

/// Whether what a branch requires is there.
struct RequirementState {
    /// What makes up for a requirement.
    enum Item {
        /// These classes have shown the event and speak of the run.
        case classes(Set<SourceClass>)
        /// The run's own ending: presence, for which nothing has to be covered.
        case ending
    }

    /// What met each list; nil where one is not met.
    var items: [Item]?
    /// The first list that is not met, as `why` names it.
    var unmet: String?
    /// The lists that are not met, by their place among those of the branch.
    var unmetLists: [Int] = []
    /// A class of this run may show it in a later one.
    var canStillBeMet = false

    /// Asks for every list of a branch.
    ///
    /// - Parameter assumed: classes that are taken to have shown whatever is not yet known to be shown.
    init(
        _ lists: [[CompiledRequirement]], in context: RunContext, _ shows: Shows,
        assuming assumed: Set<SourceClass> = []
    ) {
        var items: [Item] = []
        var canBeMet = true
        for (place, list) in lists.enumerated() {
            if let item = RequirementState.item(list, context, shows, assumed) {
                items.append(item)
                continue
            }
            unmetLists.append(place)
            if unmet == nil { unmet = RequirementState.name(of: list) }
            let canList = list.contains { if case .event(_, false, _) = $0 { true } else { false } }
            if !canList { canBeMet = false }
        }
        if unmet == nil {
            self.items = items
        } else {
            canStillBeMet = canBeMet && !context.classes.isEmpty
        }
    }

    private static func item(
        _ list: [CompiledRequirement], _ context: RunContext, _ shows: Shows, _ assumed: Set<SourceClass>
    ) -> Item? {
        var classes: Set<SourceClass> = []
        for requirement in list {
            switch requirement {
            case .endedBy(let causes, _):
                let ending = context.facts.run.ending
                if causes.causes.contains(ending.cause), ending.confidence >= causes.confidence { return .ending }
            case .event(let number, true, _):
                classes.formUnion(context.told[number] ?? [])
            case .event(let number, false, _):
                let present = Set(context.classes)
                classes.formUnion(context.told[number] ?? [])
                classes.formUnion(
                    shows.classes(showing: number, app: context.app, version: context.facts.run.version)
                        .intersection(present))
                if context.declared.contains(number) {
                    classes.formUnion(present.filter { $0.witness == .app })
                }
            }
        }
        let canBeShown = list.contains { if case .event(_, false, _) = $0 { true } else { false } }
        if classes.isEmpty, canBeShown { classes = assumed.intersection(context.classes) }
        return classes.isEmpty ? nil : .classes(classes)
    }

    /// How `why` names a list that is not met.
    static func name(of list: [CompiledRequirement]) -> String {
        "requires " + list.map(\.name).joined(separator: " or ")
    }

    /// The classes that have shown what a list asks for and speak of the run.
    static func showing(_ list: [CompiledRequirement], _ context: RunContext, _ shows: Shows) -> Set<SourceClass> {
        guard case .classes(let classes) = item(list, context, shows, []) else { return [] }
        return classes
    }
}
