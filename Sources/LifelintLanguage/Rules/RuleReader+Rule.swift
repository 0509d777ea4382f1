// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintYAML

/// The whole of a rule file.
extension RuleReader {
    mutating func rule(path: RulePath, source: String) -> (rule: Rule, places: RulePlaces)? {
        let start = SourceLocation(file: path.file, line: 1, column: 1, offset: 0, length: 0)
        guard let root = reader.document.root else {
            reader.report(.badRule, at: start, "The file of a rule is empty.")
            return nil
        }
        guard
            let values = reader.mapping(
                root, keys: RuleKeys.rule, known: RuleKeys.ruleTable, required: ["id", "title", "message"], "A rule")
        else { return nil }
        bindNames(root, values["let"])
        var places = RulePlaces(id: values["id"]?.at ?? root.at)
        places.uses = items(values["uses"], "The id of a rule")
        places.subsumes = items(values["subsumes"], "The id of a rule")
        places.aliases = items(values["aliases"], "A former id")
        uses = places.uses.map(\.text)
        checkIDs(places)

        declareParameters(values)
        checkSettings(at: root.at)
        let choices = parameterChoices(values["params_by"])
        var variants: [Rule.Variant] = []
        for choice in choices {
            apply(choice)
            guard let body = body(substituted(values), at: root.at) else { continue }
            variants.append(
                Rule.Variant(
                    when: choice.when, body: RuleReader.with(settings.severity, body), parameters: printedParameters))
        }
        apply(nil)
        let filled = substituted(values)
        hasGradedLimits = false
        guard let body = body(filled, at: root.at) else { return nil }
        variants.append(
            Rule.Variant(
                when: nil, body: RuleReader.with(settings.severity, body), parameters: printedParameters))

        let message = message(values["message"])
        var rule = Rule(
            id: id(values["id"], path), title: reader.text(values["title"], "The title") ?? "",
            topic: topic(values["topic"], path), message: message ?? MessageTemplate([]), variants: variants,
            at: root.at)
        rule.source = source
        readHeader(values, into: &rule)
        readGuards(filled, body, into: &rule)
        readSeverity(values, body, into: &rule)
        checkPresets(values, of: rule, body)
        rule.parameters = parameters
        rule.tests = tests(values["tests"])
        checkUse()
        return (rule, places)
    }

    private mutating func items(_ node: YAMLNode?, _ what: String) -> [RulePlaces.Item] {
        var items: [RulePlaces.Item] = []
        for item in reader.items(node) {
            if let text = reader.text(item, what) { items.append((text, item.at)) }
        }
        return items
    }

    // MARK: Names

    private mutating func id(_ node: YAMLNode?, _ path: RulePath) -> String {
        guard let node, let id = reader.text(node, "The id") else { return "" }
        if !RuleReader.isKebabCase(id) {
            reader.report(
                .badRule, at: node.at,
                "An id is in kebab-case: small letters and digits, with single hyphens between words.")
        } else if id != path.stem {
            reader.report(
                .badRule, at: node.at, "The id of a rule is the name of its file, which is “\(path.stem)”.",
                suggestion: Suggestion.nearest(to: id, among: [path.stem]))
        }
        return id
    }

    static func isKebabCase(_ id: String) -> Bool {
        // A hyphen stands in front of it in thought, so that the first word is like the others.
        var last = UInt8(ascii: "-")
        for byte in id.utf8 {
            let isDigit = (0x30...0x39).contains(byte)
            guard (0x61...0x7A).contains(byte) || isDigit || (byte == UInt8(ascii: "-") && last != byte) else {
                return false
            }
            last = byte
        }
        return last != UInt8(ascii: "-") && !(id.utf8.first.map { (0x30...0x39).contains($0) } ?? true)
    }

    /// What ships says its topic; the user's rules may leave it to their folder.
    private mutating func topic(_ node: YAMLNode?, _ path: RulePath) -> String {
        guard let node, let topic = reader.text(node, "The topic") else {
            if !path.isUsers { reader.report(.badRule, at: SourceLocation(start: path.file), "A rule needs “topic”.") }
            return path.folder ?? ""
        }
        if let folder = path.folder, folder != topic, !path.isUsers {
            reader.report(
                .badRule, at: node.at, "The topic of a rule is its folder, which is “\(folder)”.",
                suggestion: Suggestion.nearest(to: topic, among: [folder]))
        }
        return topic
    }

    /// Ids are known only where all rules are read together.
    private mutating func checkIDs(_ places: RulePlaces) {
        for (alias, place) in places.aliases where !RuleReader.isKebabCase(alias) {
            reader.report(.badRule, at: place, "“\(alias)” is no id of a rule: ids are in kebab-case.")
        }
        guard let rules = names.rules else { return }
        let ids = rules.sorted()
        for (id, place) in places.uses where !rules.contains(id) {
            reader.report(
                .unknownRule, at: place, "There is no rule “\(id)”.", suggestion: Suggestion.nearest(to: id, among: ids)
            )
        }
        for (id, place) in places.subsumes where !rules.contains(id) {
            warn(
                .unknownRule, at: place, "There is no rule “\(id)”.",
                suggestion: Suggestion.nearest(to: id, among: ids))
        }
    }

    // MARK: What is said about the rule

    private mutating func readHeader(_ values: Values, into rule: inout Rule) {
        if let preset = reader.choice(values["preset"], "preset", Rule.Preset.self) { rule.preset = preset }
        rule.why = reader.text(values["why"], "why") ?? ""
        rule.fix = reader.text(values["fix"], "fix") ?? ""
        rule.blindSpots = reader.text(values["blind_spots"], "blind_spots") ?? ""
        rule.links = reader.texts(values["links"], "A link")
        rule.aliases = reader.texts(values["aliases"], "A former id")
        rule.subsumes = reader.texts(values["subsumes"], "The id of a rule")
        rule.culprits = culprits(values["culprit"])
        rule.uses = uses
        rule.overrides = reader.bool(values["overrides"], "overrides") ?? false
    }

    private mutating func readGuards(_ values: Values, _ body: RuleBody, into rule: inout Rule) {
        refuseIdleGuards(body, values)
        rule.bindings = bindings(values["let"])
        if let evidence = values["evidence"],
            let entries = reader.mapping(evidence, keys: ["min_runs"], required: ["min_runs"], "evidence"),
            let runs = count(entries["min_runs"], "min_runs", atLeast: 1)
        {
            rule.minimumRuns = runs
        }
        rule.unlessNext = unlessNext(values["unless_next"])
        rule.interruptedBy = events(values["interrupted_by"], "interrupted_by")
        rule.usually = usually(values["usually"])
        rule.oncePerVersion = oncePerVersion(values["once_per"])
        // A single check's noun; where several differ, a field's name is taken as an event's.
        let nouns = body.branches.map(\.check.noun)
        let noun = nouns.allSatisfy { $0 == nouns[0] } ? nouns[0] : .event
        rule.severityBy = severityChoices(values["severity_by"], about: noun)
    }

    private mutating func readSeverity(_ values: Values, _ body: RuleBody, into rule: inout Rule) {
        rule.severity = reader.choice(values["severity"], "severity", Finding.Severity.self)
        let isGraded = severityMapAt != nil
        if let severity = values["severity"],
            values["longer_than"].map({ $0.mapping != nil && $0["time"] == nil }) == true
        {
            reader.report(.badRule, at: severity.at, "Limits by severity exclude “severity”.")
        }
        let lacks = body.branches.contains { branch in
            if branch.severity != nil { return false }
            if case .length(let length) = branch.check, isGraded {
                return length.longerThan.contains { $0.severity == nil }
                    || length.longerThan.isEmpty && length.shorterThan != nil
            }
            return true
        }
        if lacks, values["severity"] == nil {
            need("severity", of: "A rule without limits by severity", at: values["id"]?.at ?? rule.at)
        }
        guard let severity = settings.severity else { return }
        rule.severity = severity
        // What is no finding stays none.
        rule.severityBy = rule.severityBy.filter { $0.severity == nil }
    }

    /// A check that a lower preset leaves out must leave something, and must not be what the others mean something by.
    private mutating func checkPresets(_ values: Values, of rule: Rule, _ body: RuleBody) {
        guard let combination = body.combination else { return }
        for node in reader.list(values[combination.rawValue], combination.rawValue) {
            guard let written = node["preset"], let preset = Rule.Preset(rawValue: written.scalar?.text ?? "") else {
                continue
            }
            if combination != .anyOf {
                reader.report(
                    .badRule, at: written.at,
                    "Only a check below “any_of” has a preset: without it the others of “\(combination.rawValue)” would mean "
                        + "something else.")
            } else if rule.preset.includes(preset) {
                reader.report(
                    .badRule, at: written.at,
                    "The preset of a check is higher than that of its rule, which is “\(rule.preset.rawValue)”.")
            }
        }
        if body.branches.allSatisfy({ $0.preset != nil }) {
            reader.report(
                .badRule, at: values[combination.rawValue]?.at ?? rule.at,
                "At least one check has the preset of the rule: say it of the whole rule instead.")
        }
    }

    /// One severity instead of those of branches.
    private static func with(_ severity: Finding.Severity?, _ body: RuleBody) -> RuleBody {
        guard severity != nil else { return body }
        var body = body
        for index in body.branches.indices { body.branches[index].severity = nil }
        return body
    }
}

extension SourceLocation {
    /// The first byte of a file.
    init(start file: String) { self.init(file: file, line: 1, column: 1, offset: 0, length: 0) }
}
