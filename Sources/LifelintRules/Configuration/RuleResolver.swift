// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel
import LifelintYAML

/// Applies the layers of a configuration to the rules, one after the other.
struct RuleResolver {
    private let library: RuleLibrary
    private let rules: [Rule]
    private let request: ConfigurationRequest
    private let layers: [ConfigurationBuilder.Layer]
    private var readers: [DeclarationReader]
    private var preset: ConfigurationBuilder.Preset
    private let namedRules: Set<String>
    private let matcher: RuleNameMatcher
    /// What `--select` means, with the preset by which each rule is judged; nil where it was not given.
    private var selected: [String: Rule.Preset]?

    init(_ builder: ConfigurationBuilder) {
        library = builder.library
        rules = library.rules
        request = builder.request
        layers = builder.layers
        readers = builder.readers
        preset = builder.preset
        namedRules = builder.namedRules
        matcher = RuleNameMatcher(rules)
    }

    /// What is in force.
    mutating func resolve() throws(ConfigurationError) -> EffectiveConfiguration {
        try select()
        checkEntries()
        let base = baseChoices()
        let patterns = appPatterns()
        var rows: [EffectiveConfiguration.RuleRow] = []
        var chosen: [RuleSet.Selected] = []
        for rule in rules {
            guard let choice = base[rule.id] else { continue }
            let general = read(rule, choice).narrowed(to: reach(of: rule))
            rows.append(choice.row(general, app: nil))
            var selected = RuleSet.Selected(rule: general)
            var isOnSomewhere = choice.isOn
            for pattern in patterns {
                guard let own = self.choice(of: rule.id, for: pattern, from: choice) else { continue }
                let special = read(rule, own).narrowed(to: reach(of: rule))
                rows.append(own.row(special, app: pattern))
                selected.apps.append((Glob(pattern), own.isOn ? special : nil))
                isOnSomewhere = isOnSomewhere || own.isOn
            }
            if !isOnSomewhere { continue }
            // On for some apps only: every other one has it off.
            if !choice.isOn { selected.apps.append((Glob("*"), nil)) }
            chosen.append(selected)
        }
        var ruleSet = RuleSet(rules: withUsed(chosen), spans: library.vocabulary.spans)
        ruleSet.headlines = library.headlines
        ruleSet.declarations = declarations(patterns)
        ruleSet.suppressions = suppressions()
        let problems = readers.flatMap(\.problems)
        if !problems.isEmpty { throw ConfigurationError(problems: problems) }
        return effective(rows, ruleSet)
    }

    /// The rules with those that they use and that are off: these are judged and say nothing.
    private func withUsed(_ chosen: [RuleSet.Selected]) -> [RuleSet.Selected] {
        var rules = chosen
        var wanted = chosen.flatMap(\.rule.uses)
        while let id = wanted.popLast() {
            guard let rule = library.rule(id), !rules.contains(where: { $0.rule.id == rule.id }) else { continue }
            var used = RuleSet.Selected(rule: rule.narrowed(to: reach(of: rule)))
            used.isSilent = true
            rules.append(used)
            wanted += rule.uses
        }
        return rules.sorted { $0.rule.id.utf8.lexicographicallyPrecedes($1.rule.id.utf8) }
    }

    // MARK: Selection

    private mutating func select() throws(ConfigurationError) {
        guard let words = request.select else { return }
        let presets = Rule.Preset.allCases.map(\.rawValue) + ["none"]
        var found: [String: Rule.Preset] = [:]
        func take(_ ids: [String], by preset: Rule.Preset) {
            for id in ids { found[id] = found[id]?.union(preset) ?? preset }
        }
        for word in words {
            if let preset = Rule.Preset(rawValue: word) {
                take(rules.filter { preset.includes($0.preset) }.map(\.id), by: preset)
            } else if word != "none" {
                let ids = matcher.ids(word, topics: true)
                if ids.isEmpty {
                    let meant = matcher.suggestion(for: word, besides: matcher.topics + presets)
                    throw ConfigurationError(
                        message: "--select '\(word)': no rule, topic or preset is called so"
                            + Suggestion.question(meant))
                }
                // Who names a rule wants all of it.
                take(Array(ids), by: .all)
            }
        }
        selected = found
        preset = .init(preset: nil, name: words.joined(separator: ","), origin: .option("--select"))
    }

    /// The preset by which a rule is judged: one that is on though no preset selects it is judged as its own does.
    private func reach(of rule: Rule) -> Rule.Preset {
        if let selected { return selected[rule.id] ?? rule.preset }
        return preset.preset?.union(rule.preset) ?? rule.preset
    }

    private func isInPreset(_ rule: Rule) -> Bool { preset.preset?.includes(rule.preset) ?? false }

    private func baseChoices() -> [String: RuleChoice] {
        var choices: [String: RuleChoice] = [:]
        for rule in rules {
            choices[rule.id] = RuleChoice(isOn: isInPreset(rule), origin: preset.origin)
        }
        for (index, layer) in layers.enumerated() {
            for entry in layer.configuration.rules {
                for id in matcher.ids(entry.rule.text) { choices[id]?.apply(entry, in: index) }
            }
        }
        for id in choices.keys { finish(id, &choices[id]) }
        return choices
    }

    /// The command line comes last, whatever files say.
    private func finish(_ id: String, _ choice: inout RuleChoice?) {
        if let selected {
            choice?.isOn = selected[id] != nil
            choice?.origin = .option("--select")
        } else if namedRules.contains(id), choice?.isOn == false {
            choice?.isOn = true
            choice?.origin = .option("--rules")
        }
    }

    // MARK: Apps

    /// The patterns of apps, in the order in which they are asked: the file's own before those that it extends.
    private func appPatterns() -> [String] {
        var patterns: [String] = []
        for layer in layers.reversed() {
            for app in layer.configuration.apps where !patterns.contains(app.app.text) { patterns.append(app.app.text) }
        }
        // An app by its id is meant more than all whose ids fit a pattern.
        let isPattern = { (text: String) in text.contains("*") || text.contains("?") }
        return patterns.filter { !isPattern($0) } + patterns.filter(isPattern)
    }

    /// What the apps of a pattern have of their own; nil where nothing is said.
    private func choice(of id: String, for pattern: String, from base: RuleChoice) -> RuleChoice? {
        var own: RuleChoice? = base
        var isTouched = false
        for (index, layer) in layers.enumerated() {
            for app in layer.configuration.apps where app.app.text == pattern {
                for entry in app.rules where matcher.ids(entry.rule.text).contains(id) {
                    own?.apply(entry, in: index)
                    isTouched = true
                }
            }
        }
        guard isTouched else { return nil }
        finish(id, &own)
        return own
    }

    private func declarations(_ patterns: [String]) -> [RuleSet.AppDeclaration] {
        patterns.compactMap { pattern in
            var declaration = RuleSet.AppDeclaration(app: Glob(pattern))
            for layer in layers {
                for app in layer.configuration.apps where app.app.text == pattern {
                    declaration.logs += app.logs
                    declaration.durability = app.durability ?? declaration.durability
                }
            }
            return declaration.logs.isEmpty && declaration.durability == nil ? nil : declaration
        }
    }

    // MARK: Checks

    private mutating func checkEntries() {
        for (index, layer) in layers.enumerated() {
            for entry in layer.configuration.rules + layer.configuration.apps.flatMap(\.rules) {
                check(entry, in: index)
            }
        }
    }

    private mutating func check(_ entry: Configuration.RuleEntry, in file: Int) {
        let ids = matcher.ids(entry.rule.text)
        if ids.isEmpty { reportUnknown(entry.rule, in: file) }
        for id in ids {
            guard let rule = matcher.rule(id) else { continue }
            for parameter in entry.parameters {
                let names = rule.parameters.map(\.name)
                guard let known = rule.parameters.first(where: { $0.name == parameter.name.text }) else {
                    let list = names.isEmpty ? "It has none" : "It has \(names.joined(separator: ", "))"
                    readers[file].report(
                        .unknownKey, at: parameter.name.at,
                        "The rule “\(id)” has no parameter “\(parameter.name.text)”. \(list), and “severity”.",
                        suggestion: Suggestion.nearest(to: parameter.name.text, among: names + ["severity"]))
                    continue
                }
                if case .value(let text) = parameter.setting,
                    let fault = SettingText.fault(of: text, inPlaceOf: known.standard)
                {
                    readers[file].report(
                        .typeError, at: parameter.at,
                        "“\(text)” does not fit: the parameter “\(known.name)” of “\(id)” \(fault).")
                }
            }
        }
    }

    private mutating func reportUnknown(_ name: Configuration.Name, in file: Int) {
        let what = RuleNameMatcher.isPattern(name.text) ? "No rule matches “\(name.text)”." : nil
        readers[file].report(
            .unknownRule, at: name.at, what ?? "There is no rule “\(name.text)”.",
            suggestion: matcher.suggestion(for: name.text))
    }

    /// The rule with those settings; the rule as it stands where they do not fit, which is told.
    private mutating func read(_ rule: Rule, _ choice: RuleChoice) -> Rule {
        guard let settings = choice.settings, let last = choice.lastSet else { return rule }
        do throws(LoadingError) {
            return try library.read(rule: rule.id, with: settings) ?? rule
        } catch {
            // What is already known to be wrong is told where it is wrong, and once.
            if readers.allSatisfy(\.problems.isEmpty), let first = error.problems.first {
                readers[last.file].report(
                    first.code, at: last.place,
                    "With this, the rule “\(rule.id)” cannot be used: \(first.message) (\(first.file):\(first.line))")
            }
            return rule
        }
    }

    // MARK: Suppressions

    private mutating func suppressions() -> [RuleSet.Suppression] {
        var found: [RuleSet.Suppression] = []
        for (index, layer) in layers.enumerated() {
            for entry in layer.configuration.suppressions {
                guard let rule = matcher.rule(entry.rule.text) else {
                    if RuleNameMatcher.isPattern(entry.rule.text) {
                        readers[index].report(
                            .badRule, at: entry.rule.at,
                            "A suppression is about one rule, named by its id: “\(entry.rule.text)” is a pattern.")
                    } else {
                        reportUnknown(entry.rule, in: index)
                    }
                    continue
                }
                var suppression = RuleSet.Suppression(rule: rule.id, reason: entry.reason, at: entry.at)
                suppression.app = entry.app.map { Glob($0) }
                suppression.until = entry.until
                suppression.condition = condition(of: entry, about: rule, in: index)
                found.append(suppression)
            }
        }
        return found
    }

    /// The findings that it is about; it may name what they say before what they are about.
    private mutating func condition(
        of entry: Configuration.SuppressionEntry, about rule: Rule, in index: Int
    ) -> Condition? {
        guard let node = entry.condition,
            let condition = readers[index].condition(node, about: rule.noun, fields: ConditionField.ofFindings)
        else { return nil }
        // A suppression that holds of more than it should hides what nobody has accepted.
        for doubt in RuleDiagnostics.doubts(about: condition, ofFindingsOf: rule, noun: rule.noun) {
            readers[index].report(.unknownField, at: node.at, doubt.message, suggestion: doubt.suggestion)
        }
        return condition
    }

    // MARK: What is in force

    private func effective(
        _ rows: [EffectiveConfiguration.RuleRow], _ ruleSet: RuleSet
    ) -> EffectiveConfiguration {
        let others = OtherSettings.list(layers, ruleSet)
        var digest = FileDigest()
        digest.add(path: library.digest, bytes: Array(preset.name.utf8))
        for row in rows where row.isOn || row.app != nil {
            let settings = row.settings.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
            digest.add(path: row.id + " " + (row.app ?? ""), bytes: Array("\(row.isOn) \(settings)".utf8))
        }
        for setting in others { digest.add(path: setting.name, bytes: Array(setting.value.utf8)) }
        return EffectiveConfiguration(
            file: request.file?.path,
            preset: .init(name: "preset", value: preset.name, origin: preset.origin), rules: rows, others: others,
            ruleSet: ruleSet, digest: digest.text)
    }
}

extension Rule {
    /// What bare names in a condition about its findings are fields of: the span that it is about, else the trigger.
    var noun: ConditionNoun {
        guard let branch = variants.first?.body.branches.first else { return .event }
        if case .span = branch.forEach { return .span }
        switch branch.check {
        case .length, .openEnd, .overlap: return .span
        default: return .event
        }
    }
}
