// SPDX-License-Identifier: MIT

import LifelintModel

/// What conditions and messages of a rule can ask for: the event or span it is about, the run, and what was measured.
struct RuleFields: FieldSource {
    let walk: RunWalk
    var event: SeenEvent?
    var span: SpanInstance?
    /// The instance that `for_each` looks at, where it is about an event of that.
    var subject: SpanInstance?
    /// Limits, values, parameters, captures and bindings, by name.
    var extra: [String: Value]
    /// What an outcome says by name, where a finding is made of it.
    var outcome: OutcomeValues?
    /// Events bound by `let`.
    var bound: BoundEvents
    /// What is supposed of events, beside what is told of them.
    private var supposed: Supposition?

    init(
        walk: RunWalk, event: SeenEvent? = nil, span: SpanInstance? = nil, bound: BoundEvents = .none,
        extra: [String: Value] = [:]
    ) {
        self.walk = walk
        self.event = event
        self.span = span
        self.bound = bound
        self.extra = extra
    }

    /// The same, with something supposed of the events.
    func supposing(_ supposed: Supposition) -> RuleFields {
        var other = self
        other.supposed = supposed
        return other
    }

    func value(of path: FieldPath) -> Value? {
        guard let supposed, named(path.text) == nil else { return toldValue(of: path) }
        if let lost = supposed.lost, path.owner == .other, path.root == lost.name {
            return path.rest.known == .time ? .instant(lost.at.timestamp) : nil
        }
        let told = toldValue(of: path)
        guard case .instant(let instant)? = told, let event = timedEvent(of: path),
            let time = supposed.time(of: event, toldAt: instant.nanoseconds)
        else { return told }
        return .instant(Timestamp(nanoseconds: time))
    }

    /// The event of which a path asks when it was.
    private func timedEvent(of path: FieldPath) -> SeenEvent? {
        switch path.owner {
        case .none, .event, .span:
            let span = path.owner == .span ? span ?? subject : span
            switch path.rest.known {
            case .time: return path.owner == .span ? span?.beginEvent : event ?? span?.beginEvent
            case .begin: return span?.beginEvent
            case .end: return span?.endEvent
            default: return nil
            }
        case .other: return bound[path.root]
        case .run, .rule, .scene, .device: return nil
        }
    }

    private func toldValue(of path: FieldPath) -> Value? {
        if let value = named(path.text) { return value }
        switch path.owner {
        case .none: return bare(path.whole)
        case .run: return walk.facts.value(of: path.rest)
        case .event: return event?.value(of: path.rest) ?? span?.beginEvent?.value(of: path.rest)
        case .span: return (span ?? subject).flatMap { SpanFields(span: $0, now: walk.clocks).value(of: path.rest) }
        case .rule: return named(path.rest.text)
        case .scene: return walk.sceneValue(path.rest.text, of: sceneID)
        case .device: return walk.facts.deviceValue(path.rest)
        case .other:
            if !bound.isEmpty, let bound = bound[path.root] { return bound.value(of: path.rest) }
            return bare(path.whole)
        }
    }

    private func named(_ name: String) -> Value? {
        if let value = outcome?[name] { return value }
        return extra.isEmpty ? nil : extra[name]
    }

    func noteMismatch(_ comparison: Condition) { walk.noteMismatch(comparison) }

    private var sceneID: String? { event?.keyText(of: "scene") ?? span?.beginEvent?.keyText(of: "scene") }

    private func bare(_ name: FieldName) -> Value? {
        if name.known == .userVisible { return .bool(walk.facts.run.isVisible) }
        if let span, let value = SpanFields(span: span, now: walk.clocks).value(of: name) { return value }
        return event?.value(of: name)
    }
}
