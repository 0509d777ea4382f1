// SPDX-License-Identifier: MIT

import LifelintModel

/// Which events are meant, ready to be asked for every event of a run.
final class CompiledSelector {
    let selectors: [EventSelector]
    private let names: NameSet
    /// By selector: what it names, where there is more than one.
    private let parts: [NameSet]

    init(_ selectors: [EventSelector]) {
        self.selectors = selectors
        names = NameSet(selectors.flatMap(\.names))
        parts = selectors.count > 1 ? selectors.map { NameSet($0.names) } : []
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
    func namesAny(of events: [Bool]) -> Bool { names.containsAny(of: events) }

    /// The way of writing that an event matches: its name, its half and its condition; nil if none.
    ///
    /// - Parameters:
    ///   - trigger: what it has to answer, whose captures and bound events conditions may name.
    ///   - bound: the bound events that conditions may name, where it is a trigger itself.
    @inline(__always) func match(
        _ event: SeenEvent, _ walk: RunWalk, for trigger: CheckMachine.Trigger? = nil, bound: [String: SeenEvent] = [:]
    ) -> EventSelector? {
        // Mostly it is not meant: who asks shall not have to call anybody to learn that.
        names.contains(event) ? matchNamed(event, walk, for: trigger, bound: bound) : nil
    }

    private func matchNamed(
        _ event: SeenEvent, _ walk: RunWalk, for trigger: CheckMachine.Trigger?, bound: [String: SeenEvent]
    ) -> EventSelector? {
        for (place, selector) in selectors.enumerated() where event.isHalf(selector.phase) {
            if !parts.isEmpty, !parts[place].contains(event) { continue }
            guard let condition = selector.condition else { return selector }
            var fields = RuleFields(walk: walk, event: event)
            fields.bound = bound
            if let trigger {
                fields.extra = trigger.extra
                fields.bound = trigger.bound
            }
            if condition.evaluate(fields) { return selector }
        }
        return nil
    }
}

/// Which instances of spans are meant.
final class CompiledSpanSelector {
    /// The kinds of instances; a span of the rule's own choosing has a kind of its own.
    let kind: String
    let condition: Condition?
    let text: String

    init(_ selector: SpanSelector, adHocKind: String) {
        condition = selector.condition
        text = selector.text
        switch selector.source {
        case .named(let name): kind = name
        case .between: kind = adHocKind
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
