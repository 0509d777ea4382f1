// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel
import LifelintYAML

/// Reads `.lifelint.yml`: its shape; which rules there are is asked later.
struct ConfigurationReader {
    static let keys = ["extends", "rules", "apps", "rule_paths", "events", "spans", "recognisers", "suppress"]
    static let appKeys = ["logs", "durability", "recognisers", "rules"]
    static let suppressionKeys = ["rule", "app", "where", "reason", "until"]

    /// What the file says; what is wrong with it is gathered by the reader.
    static func read(_ reader: inout DeclarationReader, spans known: [String]) -> Configuration {
        var configuration = Configuration()
        // An empty file says nothing, and that is right.
        guard let root = reader.document.root, root.scalar?.isNull != true,
            let all = reader.mapping(root, keys: keys, "The configuration")
        else { return configuration }
        // `rules:` with nothing below it, all lines commented out, says nothing either.
        let values = all.filter { $0.scalar?.isNull != true }
        configuration.events = names(values["events"], "An event", &reader)
        reader.customEvents.formUnion(configuration.events.map(\.text))
        if let spans = values["spans"] {
            configuration.spans = SpanFileReader.read(spans, &reader, known: known)
            configuration.spansAt = spans.at
        }
        configuration.rules = rules(values["rules"], &reader)
        configuration.rulePaths = names(values["rule_paths"], "A path of rules", &reader)
        configuration.recognisers = names(values["recognisers"], "The path of a recogniser", &reader)
        if let apps = values["apps"] {
            configuration.apps = reader.entries(apps, "The list of apps").compactMap { app($0, &reader) }
        }
        for node in reader.list(values["suppress"], "The list of suppressions") {
            if let suppression = suppression(node, &reader) { configuration.suppressions.append(suppression) }
        }
        return configuration
    }

    /// What the file extends: read before the rest, which goes on from it.
    static func extends(_ reader: inout DeclarationReader) -> [Configuration.Name] {
        names(reader.document.root?["extends"], "What is extended", &reader)
    }

    private static func names(
        _ node: YAMLNode?, _ what: String, _ reader: inout DeclarationReader
    ) -> [Configuration.Name] {
        var names: [Configuration.Name] = []
        for item in reader.items(node) {
            if let text = reader.text(item, what) { names.append(.init(text: text, at: item.at)) }
        }
        return names
    }

    // MARK: Rules

    private static func rules(_ node: YAMLNode?, _ reader: inout DeclarationReader) -> [Configuration.RuleEntry] {
        guard let node, node.scalar?.isNull != true else { return [] }
        var found: [Configuration.RuleEntry] = []
        for entry in reader.entries(node, "The list of rules") {
            if let rule = rule(entry, &reader) { found.append(rule) }
        }
        return found
    }

    private static func rule(_ entry: YAMLEntry, _ reader: inout DeclarationReader) -> Configuration.RuleEntry? {
        var rule = Configuration.RuleEntry(rule: .init(text: entry.key.text, at: entry.key.at))
        // Programs of an older YAML write `off` as what it means to them.
        switch entry.value.scalar?.text {
        case "on", "true":
            rule.isOn = true
            return rule
        case "off", "false":
            rule.isOn = false
            return rule
        default: break
        }
        guard let options = entry.value.mapping else {
            reader.report(
                .badRule, at: entry.value.at,
                "“\(entry.key.text)” is “off”, “on”, or a mapping of its parameters and “severity”.")
            return nil
        }
        for option in options {
            if option.key.text == "severity" {
                let severity = reader.choice(option.value, "severity", Finding.Severity.self)
                rule.severity = severity.map { ($0, option.value.at) }
            } else if let setting = setting(option.value, &reader) {
                rule.parameters.append(
                    (.init(text: option.key.text, at: option.key.at), setting, option.value.at))
            }
        }
        return rule
    }

    /// A value as the rule would write it: one, or a list in brackets.
    private static func setting(_ node: YAMLNode, _ reader: inout DeclarationReader) -> ParameterSetting? {
        if let items = node.sequence {
            var texts: [String] = []
            for item in items {
                guard let text = reader.text(item, "A value of a list") else { return nil }
                texts.append(text)
            }
            return .value("[" + texts.joined(separator: ", ") + "]")
        }
        guard let text = reader.text(node, "The value of a parameter") else { return nil }
        return text == "off" ? .off : .value(text)
    }

    // MARK: Apps

    private static func app(_ entry: YAMLEntry, _ reader: inout DeclarationReader) -> Configuration.AppEntry? {
        guard let values = reader.mapping(entry.value, keys: appKeys, "An app") else { return nil }
        var app = Configuration.AppEntry(app: .init(text: entry.key.text, at: entry.key.at))
        for setting in entry.value.mapping ?? [] { app.places[setting.key.text] = setting.key.at }
        app.logs = reader.items(values["logs"]).compactMap { event($0, &reader) }
        app.recognisers = names(values["recognisers"], "The path of a recogniser", &reader)
        app.rules = rules(values["rules"], &reader)
        if let node = values["durability"], let name = reader.text(node, "The durability") {
            let known = Durability.allCases
            app.durability = known.first { $0.name == name }
            if app.durability == nil {
                reader.report(
                    .badRule, at: node.at,
                    "“\(name)” is no durability. It is one of \(known.map(\.name).joined(separator: ", ")).",
                    suggestion: Suggestion.nearest(to: name, among: known.map(\.name)))
            }
        }
        return app
    }

    /// An event that an app declares to log: a name, or a pattern that matches one.
    private static func event(_ node: YAMLNode, _ reader: inout DeclarationReader) -> EventSelector? {
        guard let name = node.scalar?.text, name.contains("*") || name.contains("?") else {
            return reader.event(node).map { EventSelector(declared: $0.name) }
        }
        let glob = Glob(name)
        if KnownEvents.names.contains(where: glob.matches) || reader.customEvents.contains(where: glob.matches) {
            return EventSelector(declared: name)
        }
        reader.report(.unknownEvent, at: node.at, "“\(name)” matches no event.")
        return nil
    }

    // MARK: Suppressions

    private static func suppression(
        _ node: YAMLNode, _ reader: inout DeclarationReader
    ) -> Configuration.SuppressionEntry? {
        let what = "A suppression"
        guard let values = reader.mapping(node, keys: suppressionKeys, required: ["rule"], what),
            let ruleNode = values["rule"], let rule = reader.text(ruleNode, "The rule of a suppression")
        else { return nil }
        let reason = values["reason"]?.scalar?.text ?? ""
        if !reason.contains(where: { !$0.isWhitespace }) {
            reader.report(
                .badRule, at: values["reason"]?.at ?? node.at,
                "A suppression needs a “reason”: whoever reads it next year has to know why.")
        }
        var entry = Configuration.SuppressionEntry(
            rule: .init(text: rule, at: ruleNode.at), reason: reason, at: node.at)
        entry.app = reader.text(values["app"], "The app of a suppression")
        entry.until = day(values["until"], &reader)
        entry.condition = values["where"]
        return entry
    }

    private static func day(_ node: YAMLNode?, _ reader: inout DeclarationReader) -> CalendarDay? {
        guard let node, let text = reader.text(node, "A date") else { return nil }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        if parts.map(\.utf8.count) == [4, 2, 2], parts.allSatisfy({ $0.allSatisfy { ("0"..."9").contains($0) } }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        {
            let whole = CalendarDay(year: year, month: month, day: day)
            if whole.exists { return whole }
        }
        reader.report(.badRule, at: node.at, "“\(text)” is no day: one is written as 2027-01-31.")
        return nil
    }
}
