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
    var extra: [String: Value] = [:]
    /// What an outcome says by name, where a finding is made of it.
    var outcome: OutcomeValues?
    /// Events bound by `let`.
    var bound = BoundEvents.none
    /// What is supposed of an event that `let` binds: that it came then, and nothing more.
    var supposed: (name: String, at: Moment)?

    init(walk: RunWalk, event: SeenEvent? = nil, span: SpanInstance? = nil) {
        self.walk = walk
        self.event = event
        self.span = span
    }

    func value(of path: FieldPath) -> Value? {
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
            if let supposed, path.root == supposed.name {
                return path.rest.known == .time ? .instant(supposed.at.timestamp) : nil
            }
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
