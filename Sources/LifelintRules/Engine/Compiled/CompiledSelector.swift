// SPDX-License-Identifier: MIT

import LifelintModel

/// Which events are meant, ready to be asked for every event of a run.
final class CompiledSelector {
    let selectors: [EventSelector]
    /// By `EventName.rawValue`.
    private let canonical: [Bool]
    private let custom: Set<String>
    private let globs: [Glob]

    init(_ selectors: [EventSelector]) {
        self.selectors = selectors
        var canonical = [Bool](repeating: false, count: EventName.allCases.count)
        var custom: Set<String> = []
        var globs: [Glob] = []
        for name in selectors.flatMap(\.names) {
            switch name {
            case .event(let event): canonical[Int(event.rawValue)] = true
            case .custom(let text): custom.insert(text)
            case .glob(let glob):
                globs.append(glob)
                for event in EventName.allCases where event != .custom && glob.matches(event.text) {
                    canonical[Int(event.rawValue)] = true
                }
            }
        }
        self.canonical = canonical
        self.custom = custom
        self.globs = globs
    }

    var isEmpty: Bool { selectors.isEmpty }
    /// The canonical events it names.
    var events: [EventName] { EventName.allCases.filter { canonical[Int($0.rawValue)] } }
    /// Whether custom events can be meant.
    var meansCustom: Bool { !custom.isEmpty || !globs.isEmpty }

    /// Whether an event of that name can be meant at all.
    func names(_ event: SeenEvent) -> Bool {
        if event.name != .custom { return canonical[Int(event.name.rawValue)] }
        guard meansCustom else { return false }
        let text = event.text
        return custom.contains(text) || globs.contains { $0.matches(text) }
    }

    /// The way of writing that an event matches: its name, its half and its condition; nil if none.
    ///
    /// - Parameter trigger: what it has to answer, whose captures and bound events conditions may name.
    func match(_ event: SeenEvent, _ walk: RunWalk, for trigger: CheckMachine.Trigger? = nil) -> EventSelector? {
        guard names(event) else { return nil }
        for selector in selectors where event.isHalf(selector.phase) && CompiledSelector.isNamed(event, by: selector) {
            guard let condition = selector.condition else { return selector }
            var fields = RuleFields(walk: walk, event: event)
            if let trigger {
                fields.extra = trigger.extra
                fields.bound = trigger.bound
            }
            if condition.evaluate(fields) { return selector }
        }
        return nil
    }

    private static func isNamed(_ event: SeenEvent, by selector: EventSelector) -> Bool {
        if selector.names.count == 1, case .event(let name) = selector.names[0] { return event.name == name }
        let text = event.text
        return selector.names.contains { name in
            switch name {
            case .event(let named): event.name == named
            case .custom(let named): event.name == .custom && text == named
            case .glob(let glob): glob.matches(text)
            }
        }
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
