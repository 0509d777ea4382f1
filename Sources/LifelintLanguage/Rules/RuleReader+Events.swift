// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintYAML

/// How a rule names events.
extension RuleReader {
    /// Any of these events: a name, a glob, `{ event: …, where: … }`, or a list of them.
    mutating func events(_ node: YAMLNode?, _ what: String) -> [EventSelector] {
        guard let node else { return [] }
        if node.sequence?.isEmpty == true {
            reader.report(.badRule, at: node.at, "\(what) names at least one event.")
        }
        var selectors: [EventSelector] = []
        for item in reader.items(node) {
            if let selector = event(item, what) { selectors.append(selector) }
        }
        return selectors
    }

    /// What says where an event has its place among others, which only runs are asked for.
    private static let placing = ["during", "near"]

    /// One way of writing an event; further keys of the mapping are the caller's to read.
    mutating func event(_ node: YAMLNode, _ what: String, further: [String] = []) -> EventSelector? {
        if node.scalar != nil {
            guard let name = eventName(node) else { return nil }
            return EventSelector(names: [name.name], text: name.text)
        }
        let keys = further.isEmpty ? RuleKeys.eventNames : RuleKeys.eventNames + further
        guard node.mapping != nil else {
            reader.report(.badRule, at: node.at, "\(what) is an event’s name or { event: … }, not \(node.kind).")
            return nil
        }
        if further.isEmpty, let place = node.mapping?.first(where: { RuleReader.placing.contains($0.key.text) }) {
            reader.report(
                .unknownKey, at: place.key.at,
                "“\(place.key.text)” stands beside an event of “saw” and “missing” of a run; elsewhere “while” says which span "
                    + "is open.")
            return nil
        }
        guard let values = reader.mapping(node, keys: keys, required: ["event"], what) else { return nil }
        return event(values)
    }

    /// The selector that such a mapping writes.
    mutating func event(_ values: Values) -> EventSelector? {
        var names: [EventSelector.Name] = []
        var texts: [String] = []
        for item in reader.items(values["event"]) {
            guard let name = eventName(item) else { continue }
            names.append(name.name)
            texts.append(name.text)
        }
        var selector = EventSelector(names: names, text: texts.joined(separator: " or "))
        if let condition = condition(values["where"], about: .event) {
            selector.condition = condition
            selector.text += " where " + condition.description
        }
        switch reader.choice(values["phase"], "phase", Phase.self) {
        case .begin: selector.phase = .begin
        case .end: selector.phase = .end
        case nil: break
        }
        selector.same = fields(values["same"], "A field")
        if let captures = values["capture"] {
            for entry in reader.entries(captures, "What is captured") {
                guard let field = reader.field(entry.value, "A field", bound: bound) else { continue }
                selector.captures.append((entry.key.text, field))
            }
        }
        return names.isEmpty ? nil : selector
    }

    private enum Phase: String, CaseIterable { case begin, end }

    /// A name as a rule writes it.
    mutating func eventName(_ node: YAMLNode) -> (name: EventSelector.Name, text: String)? {
        guard let text = reader.text(node, "An event") else { return nil }
        switch resolve(text) {
        case .found(let name): return (name, text)
        case .unknown(let error):
            reader.report(error.code, at: node.at, error.message, suggestion: error.suggestion)
            return nil
        }
    }

    enum ResolvedName {
        case found(EventSelector.Name)
        case unknown(ConditionError)
    }

    /// What a name means.
    func resolve(_ text: String) -> ResolvedName {
        if let event = KnownEvents.byName[text] { return .found(.event(event)) }
        if names.events.contains(text) { return .found(.custom(text)) }
        if text.hasPrefix("rule."), !text.contains("*") { return resolve(rule: text) }
        if KnownEvents.anomalies.contains(text) { return .found(.custom(text)) }
        if text.utf8.contains(0x2A) || text.utf8.contains(0x3F) {
            let glob = Glob(text)
            let isMet =
                KnownEvents.names.contains { glob.matches($0) } || names.events.contains { glob.matches($0) }
                || KnownEvents.anomalies.contains { glob.matches($0) } || uses.contains { glob.matches("rule." + $0) }
            if isMet { return .found(.glob(glob)) }
            return .unknown(ConditionError(.unknownEvent, at: 0, "“\(text)” matches no event."))
        }
        let known = KnownEvents.names + names.events.sorted() + KnownEvents.anomalies + uses.map { "rule." + $0 }
        let suggestion = Suggestion.nearest(to: text, among: known)
        let hint =
            suggestion != nil
            ? ""
            : names.hasSpan(text)
                ? " “\(text)” is a span; name the event that begins or ends it."
                : " Events of your own are declared under “events” in .lifelint.yml."
        return .unknown(
            ConditionError(.unknownEvent, at: 0, "There is no event “\(text)”.\(hint)", suggestion: suggestion))
    }

    private func resolve(rule text: String) -> ResolvedName {
        let id = String(text.dropFirst(5))
        if uses.contains(id) { return .found(.custom(text)) }
        return .unknown(
            ConditionError(
                .unknownRule, at: 0, "“\(id)” is not among the rules that this one uses: name it under “uses”.",
                suggestion: Suggestion.nearest(to: text, among: uses.map { "rule." + $0 })))
    }
}
