// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintYAML

/// How a rule names spans.
extension RuleReader {
    /// Any of these spans.
    mutating func spans(_ node: YAMLNode?, _ what: String) -> [SpanSelector] {
        guard let node else { return [] }
        if node.sequence?.isEmpty == true {
            reader.report(.badRule, at: node.at, "\(what) names at least one span.")
        }
        var selectors: [SpanSelector] = []
        for item in reader.items(node) {
            for single in RuleReader.single(item) {
                if let selector = span(single, what) { selectors.append(selector) }
            }
        }
        return selectors
    }

    /// `{ span: [S, T], where: … }` as one of each span.
    private static func single(_ node: YAMLNode) -> [YAMLNode] {
        guard let names = node["span"]?.sequence, !names.isEmpty, let entries = node.mapping else { return [node] }
        return names.map { name in
            let own = entries.map { $0.key.text == "span" ? YAMLEntry(key: $0.key, value: name) : $0 }
            return YAMLNode(content: .mapping(own), at: node.at)
        }
    }

    /// One span: a name, `{ span: …, where: … }` or `{ from: …, to: … }`.
    mutating func span(_ node: YAMLNode, _ what: String) -> SpanSelector? {
        if let items = node.sequence {
            let advice = items.count == 1 ? "" : " Checks of several spans stand under any_of."
            reader.report(.badRule, at: node.at, "\(what) is one span, not a list.\(advice)")
            return nil
        }
        if node.scalar != nil { return spanName(node).map { SpanSelector(source: .named($0), text: $0) } }
        guard let values = reader.mapping(node, keys: ["span", "from", "to", "where"], what) else { return nil }
        var selector: SpanSelector
        if let name = values["span"] {
            for key in ["from", "to"] where values[key] != nil {
                reader.report(.badRule, at: name.at, "\(what) is a declared span, or goes from an event to another.")
            }
            guard let text = spanName(name) else { return nil }
            selector = SpanSelector(source: .named(text), text: text)
        } else {
            let from = events(values["from"], "The beginning of a span")
            let to = events(values["to"], "The end of a span")
            for key in ["from", "to"] where values[key] == nil { need(key, of: what, at: node.at) }
            guard !from.isEmpty, !to.isEmpty else { return nil }
            let text = "\(RuleReader.text(of: from)) to \(RuleReader.text(of: to))"
            selector = SpanSelector(source: .between(from: from, to: to), text: text)
        }
        if let condition = condition(values["where"], about: .span) {
            selector.condition = condition
            selector.text += " where " + condition.description
        }
        return selector
    }

    static func text(of selectors: [EventSelector]) -> String {
        selectors.map(\.text).joined(separator: " or ")
    }

    private mutating func spanName(_ node: YAMLNode) -> String? {
        guard let text = reader.text(node, "A span") else { return nil }
        if names.hasSpan(text) { return text }
        let isEvent = KnownEvents.byName[text] != nil
        let hint =
            isEvent
            ? " “\(text)” is an event and no callback; write { from: …, to: … }, or declare a span of it." : ""
        reader.report(
            .unknownSpan, at: node.at, "There is no span “\(text)”.\(hint)",
            suggestion: isEvent ? nil : Suggestion.nearest(to: text, among: names.spanNames))
        return nil
    }

    /// What is judged one by one where the rule does not say: the span that the check is about, else the run.
    func standardForEach(of span: SpanSelector?) -> ForEach {
        guard case .named(let name)? = span?.source else { return .run }
        if let key = names.spans[name] ?? nil { return .span(name, key: key) }
        return name.hasPrefix("scene.") ? .scene : .run
    }

    /// `for_each:`.
    mutating func forEach(_ node: YAMLNode?) -> ForEach? {
        guard let node, let text = reader.text(node, "for_each") else { return nil }
        switch text {
        case "run": return .run
        case "scene": return .scene
        case "device": return .device
        case "app": return .app
        default: break
        }
        if let key = names.spans[text] {
            if let key { return .span(text, key: key) }
            reader.report(.badRule, at: node.at, "The span “\(text)” has no key that tells its instances apart.")
            return nil
        }
        let keyed = names.spans.filter { $0.value != nil }.map(\.key).sorted()
        reader.report(
            .unknownSpan, at: node.at, "“\(text)” is nothing that rules look at one by one.",
            suggestion: Suggestion.nearest(to: text, among: ["run", "scene", "device", "app"] + keyed))
        return nil
    }
}
