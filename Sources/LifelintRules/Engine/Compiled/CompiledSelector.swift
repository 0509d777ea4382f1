// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// Which events are meant, ready to be asked for every event of a run.
final class CompiledSelector {
    /// One way of writing them.
    ///
    /// Why a class: to be handed on for each event.
    final class Part {
        let selector: EventSelector
        /// Fields of the event that get a name.
        let captures: [(name: String, field: FieldName)]
        fileprivate let names: NameSet
        fileprivate let phase: EventPhase
        fileprivate let condition: Condition?
        fileprivate let isConditional: Bool

        fileprivate init(_ selector: EventSelector, _ names: NameSet) {
            self.selector = selector
            captures = selector.captures.map { ($0.name, FieldName($0.field)) }
            self.names = names
            phase = selector.phase
            condition = selector.condition
            isConditional = condition != nil
        }

        /// The values that get a name.
        func captured(from event: SeenEvent) -> [String: Value] {
            if captures.isEmpty { return [:] }
            var values = [String: Value](minimumCapacity: captures.count)
            for capture in captures { values[capture.name] = event.value(of: capture.field) }
            return values
        }
    }

    let selectors: [EventSelector]
    /// Fields whose values have to be those of the trigger.
    let sameFields: [String]
    /// Those that each way of writing asks for.
    let commonFields: [String]
    /// Whether a condition names what a trigger binds: without one it does not hold.
    let asksForTrigger: Bool
    /// Whether it gives fields of what matches a name.
    let captures: Bool
    /// What the events are called that it means.
    let names: NameSet
    private let parts: [Part]
    /// The only way of writing them, where there is one.
    private let only: Part?
    /// The half that is meant, where it is the same in all ways of writing, and nothing else is asked of an event.
    private let half: EventPhase?

    /// - Parameter bound: the names that triggers bind.
    init(_ selectors: [EventSelector], bound: Set<String> = []) {
        self.selectors = selectors
        var same: [String] = []
        for field in selectors.flatMap(\.same) where !same.contains(field) { same.append(field) }
        sameFields = same
        commonFields = same.filter { field in selectors.allSatisfy { $0.same.contains(field) } }
        captures = selectors.contains { !$0.captures.isEmpty }
        asksForTrigger = !bound.isEmpty && selectors.contains { $0.condition?.names(bound) ?? false }
        let names = NameSet(selectors.count == 1 ? selectors[0].names : selectors.flatMap(\.names))
        parts = selectors.map { Part($0, selectors.count == 1 ? names : NameSet($0.names)) }
        self.names = names
        only = parts.count == 1 ? parts[0] : nil
        let first = parts.first?.phase
        half = parts.allSatisfy { !$0.isConditional && $0.phase == first } ? first : nil
    }

    var isEmpty: Bool { selectors.isEmpty }
    /// The canonical events it names.
    var events: [EventName] { names.events }
    /// Whether custom events can be meant.
    var meansCustom: Bool { names.meansCustom }

    /// Whether an event of that name can be meant at all.
    func names(_ event: SeenEvent) -> Bool { names.contains(event) }

    /// Whether a custom event of that name can be meant.
    func names(_ custom: CustomName) -> Bool { names.contains(custom) }

    /// Whether any canonical event of those can be meant.
    func namesAny(of events: NumberSet) -> Bool { names.containsAny(of: events) }

    /// The way of writing that an event matches: its name, its half and its condition; nil if none.
    ///
    /// - Parameters:
    ///   - trigger: what it has to answer, whose captures and bound events conditions may name.
    ///   - bound: the bound events that conditions may name, where it is a trigger itself.
    @inline(__always) func match(
        _ event: SeenEvent, _ walk: RunWalk, for trigger: CheckMachine.Trigger? = nil, bound: BoundEvents = .none
    ) -> Part? {
        // Mostly it is not meant: who asks shall not have to call anybody to learn that.
        names.contains(event) ? matchNamed(event, walk, for: trigger, bound: bound) : nil
    }

    /// Whether an event matches any way of writing, with nothing that a trigger binds.
    @inline(__always) func matches(_ event: SeenEvent, _ walk: RunWalk) -> Bool {
        guard names.contains(event) else { return false }
        if let half { return event.isHalf(half) }
        return matchNamed(event, walk, for: nil, bound: .none) != nil
    }

    private func matchNamed(
        _ event: SeenEvent, _ walk: RunWalk, for trigger: CheckMachine.Trigger?, bound: BoundEvents
    ) -> Part? {
        if let only {
            guard event.isHalf(only.phase), !only.isConditional || holds(only, event, walk, trigger, bound) else {
                return nil
            }
            return only
        }
        for part in parts where event.isHalf(part.phase) && part.names.contains(event) {
            if !part.isConditional || holds(part, event, walk, trigger, bound) { return part }
        }
        return nil
    }

    private func holds(
        _ part: Part, _ event: SeenEvent, _ walk: RunWalk, _ trigger: CheckMachine.Trigger?, _ bound: BoundEvents
    ) -> Bool {
        guard let condition = part.condition else { return true }
        let fields = RuleFields(walk: walk, event: event, bound: trigger?.bound ?? bound, extra: trigger?.extra ?? [:])
        return condition.evaluate(fields)
    }
}

extension Condition {
    /// Whether it asks for a field of any of these names.
    fileprivate func names(_ bound: Set<String>) -> Bool {
        fieldPaths.contains { bound.contains(FieldPath($0).root) }
    }
}

/// Which instances of spans are meant.
final class CompiledSpanSelector {
    /// The kinds of instances; a span of the rule's own choosing has a kind of its own.
    let kind: String
    let condition: Condition?
    /// What tells whether an instance is open that began before the first line of a log.
    let teller: Teller

    /// What shows how a span stood before.
    enum Teller {
        /// The run itself.
        case run
        /// The state of the app.
        case state
        /// The state of the scene.
        case scene
        /// Its own events: as each has a key, or several may be open, none of them tells of all.
        case nothing
        /// Its own events.
        case own
    }
    /// Nothing is open in a suspended process.
    let endsAsleep: Bool

    init(_ selector: SpanSelector, adHocKind: String, _ traits: SpanTraits) {
        condition = selector.condition
        switch selector.source {
        case .named(let name): kind = name
        case .between: kind = adHocKind
        }
        endsAsleep = traits.keepers.contains(kind)
        if case .between = selector.source {
            teller = .own
        } else if kind == "running" || kind == "launch" {
            teller = .run
        } else if kind.hasPrefix("scene."), KnownEvents.byName[kind] == nil {
            teller = .scene
        } else if RunWalk.stateKinds.contains(kind) || KnownEvents.byName[kind] != nil {
            teller = .state
        } else {
            teller = traits.single.contains(kind) ? .own : .nothing
        }
    }

    func matches(_ span: SpanInstance, _ walk: RunWalk) -> Bool {
        guard span.kind == kind else { return false }
        guard let condition else { return true }
        return condition.evaluate(RuleFields(walk: walk, span: span))
    }

    /// The instances that are open now.
    func open(in walk: RunWalk) -> [SpanInstance] { walk.openSpans.filter { matches($0, walk) } }
}
