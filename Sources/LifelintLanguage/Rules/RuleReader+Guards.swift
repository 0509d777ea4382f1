// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintYAML

/// What a rule, or a branch of it, says beside its check.
extension RuleReader {
    /// Guards as they are written in one place.
    struct Guards {
        var forEach: ForEach?
        /// Where it asks for a device or an app as a whole.
        var overRuns: SourceLocation?
        var same: [String] = []
        var whileOpen: [[SpanSelector]]?
        var appliesIf: Condition?
        var requires: [[Requirement]] = []
        var clock: RuleClock?
        /// Read by the branch, since its check says what it is about.
        var condition: YAMLNode?
    }

    mutating func guards(_ values: Values, sameIsOfCheck: Bool = false) -> Guards {
        var guards = Guards()
        guards.forEach = forEach(values["for_each"])
        if guards.forEach == .device || guards.forEach == .app { guards.overRuns = values["for_each"]?.at }
        if !sameIsOfCheck {
            guards.same = fields(values["same"], "A field of the key", of: RuleReader.noun(ofCheck: values))
        }
        guards.whileOpen = whileOpen(values["while"])
        guards.condition = values["where"]
        guards.appliesIf = runCondition(values["applies_if"])
        guards.requires = requirements(values["requires"])
        guards.clock = reader.choice(values["clock"], "clock", RuleClock.self)
        return guards
    }

    /// What the check that is written there is about, as far as a key can be a field of that.
    private static func noun(ofCheck values: Values) -> ConditionNoun {
        values["span"] != nil || values["still_open"] != nil || values["count"]?["open"] != nil ? .span : .event
    }

    /// Any of a list; where every item is a list, all of these lists must hold.
    private mutating func whileOpen(_ node: YAMLNode?) -> [[SpanSelector]]? {
        guard let node else { return nil }
        if let lists = node.sequence, !lists.isEmpty, lists.allSatisfy({ $0.sequence != nil }) {
            return lists.map { spans($0, "while") }
        }
        return [spans(node, "while")]
    }

    private mutating func requirements(_ node: YAMLNode?) -> [[Requirement]] {
        var all: [[Requirement]] = []
        for item in reader.items(node) {
            let choices = reader.items(item).compactMap { requirement($0) }
            if !choices.isEmpty { all.append(choices) }
        }
        return all
    }

    private mutating func requirement(_ node: YAMLNode) -> Requirement? {
        if node.mapping != nil, let cause = node["ended_by"] {
            _ = reader.mapping(node, keys: ["ended_by"], "A requirement")
            return causes(cause).map { .endedBy($0, name: "ended_by " + $0.text) }
        }
        guard let selector = event(node, "A requirement", further: ["in"]) else { return nil }
        let scope = reader.choice(node["in"], "in", RequirementScope.self)
        return .event(selector, inRun: scope == .run, name: RuleReader.name(of: selector, node))
    }

    /// What a requirement is called in reports: its event, and what is asked for beside it (a half, its length, what a
    /// condition says), since logs may show the event without.
    private static func name(of selector: EventSelector, _ node: YAMLNode) -> String {
        guard let event = node["event"]?.scalar?.text else { return selector.text }
        if selector.phase == .begin { return RequirementName.event(event, with: .begin) }
        let fields = selector.condition?.fieldPaths ?? []
        if selector.phase == .end || fields.contains(where: { $0 == "phase" || $0 == "duration" }) {
            return RequirementName.event(event, with: .duration)
        }
        return fields.isEmpty ? event : selector.text
    }

    private enum RequirementScope: String, CaseIterable { case run }

    // MARK: What only a rule has

    /// `severity_by:`.
    mutating func severityChoices(_ node: YAMLNode?, about noun: ConditionNoun) -> [Rule.SeverityChoice] {
        var choices: [Rule.SeverityChoice] = []
        for item in reader.list(node, "severity_by") {
            guard
                let values = reader.mapping(
                    item, keys: ["when", "severity"], required: ["when", "severity"], "An entry of severity_by"),
                let when = condition(values["when"], about: noun)
            else { continue }
            if values["severity"]?.scalar?.text == "none" {
                choices.append(Rule.SeverityChoice(when: when, severity: nil))
            } else if let severity = reader.choice(values["severity"], "severity", Finding.Severity.self) {
                choices.append(Rule.SeverityChoice(when: when, severity: severity))
            }
        }
        return choices
    }

    /// `let: { before: last memory.footprint }`.
    mutating func bindings(_ node: YAMLNode?) -> [Rule.Binding] {
        guard let node else { return [] }
        return reader.entries(node, "let").compactMap { binding($0) }
    }

    private mutating func binding(_ entry: YAMLEntry) -> Rule.Binding? {
        let name = entry.key.text
        let what = "“\(name)”"
        if entry.value.mapping != nil {
            guard let values = reader.mapping(entry.value, keys: ["last", "first"], what) else { return nil }
            if let node = values["last"] ?? values["first"] {
                return Rule.Binding(name: name, isFirst: values["last"] == nil, events: events(node, what))
            }
        } else if let text = reader.text(entry.value, what) {
            let words = text.split(separator: " ", maxSplits: 1)
            if words.count == 2, words[0] == "last" || words[0] == "first" {
                return binding(name, isFirst: words[0] == "first", String(words[1]), entry.value)
            }
        }
        reader.report(.badRule, at: entry.value.at, "\(what) is “last” or “first” and an event.")
        return nil
    }

    private mutating func binding(_ name: String, isFirst: Bool, _ text: String, _ node: YAMLNode) -> Rule.Binding? {
        switch resolve(text) {
        case .found(let event):
            return Rule.Binding(name: name, isFirst: isFirst, events: [EventSelector(names: [event], text: text)])
        case .unknown(let error):
            reader.report(
                error.code, at: reader.location(inside: node, byte: isFirst ? 6 : 5), error.message,
                suggestion: error.suggestion)
            return nil
        }
    }

    /// `unless_next: { saw: restoration.restore, same: [document], within: 10s }`.
    mutating func unlessNext(_ node: YAMLNode?) -> Rule.UnlessNext? {
        guard let node, var item = runItem(node, "unless_next", further: ["same", "within"]) else { return nil }
        if let within = limit(node["within"], "within") {
            func limited(_ sight: RunItem.Sight) -> RunItem.Sight {
                RunItem.Sight(events: sight.events, within: sight.within ?? within)
            }
            item.saw = item.saw.map(limited)
            item.missing = item.missing.map(limited)
        }
        return Rule.UnlessNext(item: item, same: fields(node["same"], "A field"))
    }

    /// `usually: { share: A, of: B, at_least: 3 of 4 }`.
    mutating func usually(_ node: YAMLNode?) -> Rule.Usually? {
        let keys = ["share", "of", "at_least"]
        guard let node, let values = reader.mapping(node, keys: keys, required: keys, "usually"),
            let share = runShare(values["share"], "share"), let of = runShare(values["of"], "of"),
            let ratio = ratio(values["at_least"])
        else { return nil }
        return Rule.Usually(share: share, of: of, atLeast: ratio.part, outOf: ratio.whole)
    }

    /// `3 of 4`.
    mutating func ratio(_ node: YAMLNode?) -> (part: Int, whole: Int)? {
        guard let node, let text = reader.text(node, "at_least") else { return nil }
        if let ratio = WrittenValue.ratio(text) { return ratio }
        reader.report(.badRule, at: node.at, "at_least is a share such as 3 of 4.")
        return nil
    }

    /// `once_per: appVersion`, or `once_per: { info: appVersion }`.
    mutating func oncePerVersion(_ node: YAMLNode?) -> Set<Finding.Severity> {
        guard let node else { return [] }
        if node.mapping == nil {
            return reader.choice(node, "once_per", OncePer.self) == nil ? [] : Set(Finding.Severity.allCases)
        }
        let names = Finding.Severity.allCases.map(\.rawValue)
        guard let values = reader.mapping(node, keys: names, "once_per") else { return [] }
        var severities: Set<Finding.Severity> = []
        for severity in Finding.Severity.allCases
        where reader.choice(values[severity.rawValue], "once_per", OncePer.self) != nil {
            severities.insert(severity)
        }
        return severities
    }

    private enum OncePer: String, CaseIterable { case appVersion }
}
