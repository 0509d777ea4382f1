// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// What judging a run needs beside its events: what its sources cover, and which of them have shown what.
final class RunContext {
    let facts: RunFacts
    let coverage: Coverage
    let app: String
    /// Whether what the run came to is told: of others only what they show to those counts.
    let isReported: Bool
    /// The classes that have events in this run.
    let classes: [SourceClass]
    /// The number of its app, version and classes, and of whether it is reported, among those of all runs: of runs that
    /// share it, the same is required.
    let kind: Int
    /// Their numbers among the classes of all runs.
    let numbers: [Int]
    /// By requirement: which classes of this run, by their places in ``classes``, told it.
    let told: [ClassSet]
    /// Required events that the app declares to log.
    let declared: Set<Int>
    let crossesAssumedZone: Bool
    /// The line the run began with, and when.
    let beginEvidence: EvidenceLine

    init(
        _ walk: RunWalk, coverage: Coverage, app: String, isReported: Bool, declared: Set<Int>, shows: Shows
    ) {
        self.isReported = isReported
        facts = walk.facts
        self.coverage = coverage
        self.app = app
        classes = coverage.classes.map(\.sourceClass)
        numbers = shows.numbers(of: classes)
        kind = shows.kind(app: app, version: walk.facts.run.version, classes: numbers, isReported: isReported)
        told = walk.requirements.told
        self.declared = declared
        crossesAssumedZone = walk.told.stretch.crossesAssumedZone
        beginEvidence = walk.beginEvidence
    }

    /// The app's own classes.
    var appClasses: ClassSet {
        var own = ClassSet()
        for (number, sourceClass) in classes.enumerated() where sourceClass.witness == .app { own.insert(number) }
        return own
    }
}

/// Whether what a branch requires is there.
struct RequirementState {
    /// What makes up for a requirement.
    enum Item {
        /// These classes, by their places in the run, have shown the event and speak of the run; whether the run itself
        /// tells it.
        case classes(ClassSet, isTold: Bool)
        /// The run's own ending: presence, for which nothing has to be covered.
        case ending
    }

    /// What met each list; nil where one is not met.
    var items: [Item]?
    /// The list that `why` names, by its place: the first that no later run can meet, else the first that is not met.
    ///
    /// So it is the same whatever was shown by then.
    var unmetPlace: Int?
    var unmet: SkippedReason?
    /// The lists that are not met, by their place among those of the branch.
    var unmetLists: [Int] = []
    /// A class of this run may show it in a later one.
    var canStillBeMet = false

    /// Asks for every list of a branch.
    ///
    /// - Parameters:
    ///   - shown: by requirement, which classes of the run have shown it in any.
    ///   - assumed: classes of the run that are taken to have shown whatever is not yet known to be shown.
    init(
        _ lists: [RequirementList], in context: RunContext, _ shown: [ClassSet], assuming assumed: ClassSet = ClassSet()
    ) {
        var items: [Item] = []
        var canBeMet = true
        for place in lists.indices {
            if let item = RequirementState.item(lists[place], context, shown, assumed) {
                items.append(item)
                continue
            }
            unmetLists.append(place)
            let canBeMetLater = lists[place].canBeMetLater
            if unmetPlace == nil || (canBeMet && !canBeMetLater) { unmetPlace = place }
            if !canBeMetLater { canBeMet = false }
        }
        unmet = unmetPlace.map { lists[$0].reason }
        if unmet == nil {
            self.items = items
        } else {
            canStillBeMet = canBeMet && !context.classes.isEmpty
        }
    }

    private static func item(
        _ list: RequirementList, _ context: RunContext, _ shown: [ClassSet], _ assumed: ClassSet
    ) -> Item? {
        if list.asksForEnding, isEnded(list, context.facts.run.ending) { return .ending }
        var classes = ClassSet()
        var isTold = false
        for (number, inRun) in list.events {
            classes.formUnion(context.told[number])
            isTold = isTold || !context.told[number].isEmpty
            if inRun { continue }
            classes.formUnion(shown[number])
            if context.declared.contains(number) { classes.formUnion(context.appClasses) }
        }
        if classes.isEmpty, list.canBeMetLater { classes = assumed }
        return classes.isEmpty ? nil : .classes(classes, isTold: isTold)
    }

    /// Whether a run ended in a way that may do.
    private static func isEnded(_ list: RequirementList, _ ending: Ending) -> Bool {
        list.requirements.contains { requirement in
            guard case .endedBy(let causes, _) = requirement else { return false }
            return causes.causes.contains(ending.cause) && ending.confidence >= causes.confidence
        }
    }

    /// The classes of the run that have shown what a list asks for.
    static func showing(_ list: RequirementList, _ context: RunContext, _ shown: [ClassSet]) -> ClassSet {
        guard case .classes(let classes, _) = item(list, context, shown, ClassSet()) else { return ClassSet() }
        return classes
    }
}
