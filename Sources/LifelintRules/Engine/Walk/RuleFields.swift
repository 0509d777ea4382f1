// SPDX-License-Identifier: MIT

import LifelintModel

/// What conditions and messages of a rule can ask for: the event or span it is about, the run, and what was measured.
struct RuleFields: FieldSource {
    let walk: RunWalk
    var event: SeenEvent?
    var span: SpanInstance?
    /// Limits, values, parameters, captures and bindings, by name.
    var extra: [String: Value] = [:]
    /// Events bound by `let`.
    var bound: [String: SeenEvent] = [:]

    init(walk: RunWalk, event: SeenEvent? = nil, span: SpanInstance? = nil) {
        self.walk = walk
        self.event = event
        self.span = span
    }

    func value(of path: String) -> Value? {
        if let value = extra[path] { return value }
        guard let dot = path.firstIndex(of: ".") else { return bare(path) }
        let rest = String(path[path.index(after: dot)...])
        switch path[..<dot] {
        case "run": return walk.facts.value(of: rest)
        case "event": return event?.value(of: rest) ?? span?.beginEvent?.value(of: rest)
        case "span": return span.flatMap { SpanFields(span: $0, now: walk.clocks).value(of: rest) }
        case "rule": return extra[rest]
        case "scene": return walk.sceneValue(rest, of: sceneID)
        case "device": return walk.facts.deviceValue(rest)
        case let name:
            if let bound = bound[String(name)] { return bound.value(of: rest) }
            return bare(path)
        }
    }

    private var sceneID: String? { event?.keyText(of: "scene") ?? span?.beginEvent?.keyText(of: "scene") }

    private func bare(_ path: String) -> Value? {
        if path == "user_visible" { return walk.facts.value(of: "visible") }
        if let span, let value = SpanFields(span: span, now: walk.clocks).value(of: path) { return value }
        return event?.value(of: path)
    }
}
