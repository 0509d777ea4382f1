// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintYAML

/// A parameter as a rule declares it.
struct DeclaredParameter {
    var name: String
    var text: String
    var standard: Value
    /// A severity of a map of limits.
    var isLimit: Bool
    /// It is written as a list, and stands between brackets of the rule's own.
    var isList = false
    var at: SourceLocation

    /// What a setting means in its place: a list may be written as the rule writes it.
    func text(of setting: String) -> String {
        isList && setting.hasPrefix("[") && setting.hasSuffix("]") ? String(setting.dropFirst().dropLast()) : setting
    }
}

/// A parameter as it is in force: what it is, and how that is written.
struct EffectiveParameter {
    var text: String
    var value: Value
}

/// An entry of `params_by`.
struct ParameterChoice {
    var when: Condition
    var values: [String: String] = [:]
    var times: Value?
}

/// How parameters are declared, set and put in place.
extension RuleReader {
    /// Entries of `params_by`: the checks of a rule are read once for each.
    private static let choiceLimit = 32

    /// Reads `params:` and the map of limits.
    mutating func declareParameters(_ values: Values) {
        if let node = values["params"] {
            let graded = branchLimits(values)
            for entry in reader.entries(node, "params") { declare(entry, isLimit: graded.contains(entry.key.text)) }
        }
        guard let map = severityMap(values) else { return }
        severityMapAt = map.at.offset
        for entry in map.mapping ?? [] {
            let name = entry.key.text
            guard Finding.Severity(rawValue: name) != nil, let text = entry.value.scalar?.text else { continue }
            if declared.contains(where: { $0.name == name }) {
                reader.report(
                    .duplicateID, at: entry.key.at, "The limit “\(name)” is a parameter itself; “params” has it, too.")
                continue
            }
            // A limit that names another parameter is set by that one.
            if text.utf8.contains(0x7B) { continue }
            declared.append(
                DeclaredParameter(
                    name: name, text: text, standard: WrittenValue.parameter(text), isLimit: true, at: entry.key.at))
            used.insert(name)
        }
    }

    /// Severities that are the limits of branches of their own.
    private func branchLimits(_ values: Values) -> Set<String> {
        let branches = values[RuleBody.Combination.anyOf.rawValue]?.sequence ?? []
        return Set(branches.compactMap { RuleReader.limitName($0) }.filter { Finding.Severity(rawValue: $0) != nil })
    }

    /// The parameter that alone is the limit of a branch.
    private static func limitName(_ branch: YAMLNode) -> String? {
        guard let limit = branch["longer_than"], let text = (limit["time"] ?? limit).scalar?.text,
            text.utf8.first == 0x7B, text.utf8.last == 0x7D
        else { return nil }
        return String(text.dropFirst().dropLast())
    }

    /// Whether the limit of a branch is off: then nothing is too long for it.
    func isOff(_ branch: YAMLNode) -> Bool {
        guard let name = RuleReader.limitName(branch), let setting = effective[name] else { return false }
        return setting == nil
    }

    private mutating func declare(_ entry: YAMLEntry, isLimit: Bool) {
        // A list is what stands between the brackets of `in [{kinds}]`.
        let written = RuleReader.listText(entry.value, &reader) ?? reader.text(entry.value, "A parameter")
        guard let text = written else { return }
        let isName = entry.key.text.utf8.allSatisfy {
            (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == 0x5F
        }
        if !isName {
            reader.report(.badRule, at: entry.key.at, "The name of a parameter has letters, digits and _ only.")
            return
        }
        if entry.key.text == "severity" {
            reader.report(
                .badRule, at: entry.key.at, "“severity” is what configuration calls that of the rule; choose another.")
        }
        do {
            // One number in a list is a list, too.
            let isList = entry.value.sequence != nil
            let value = isList ? .string(text) : try WrittenValue.number(text) ?? WrittenValue.parameter(text)
            declared.append(
                DeclaredParameter(
                    name: entry.key.text, text: text, standard: value, isLimit: isLimit,
                    isList: entry.value.sequence != nil, at: entry.key.at))
        } catch {
            reader.report(error, in: entry.value)
        }
    }

    /// What stands between the brackets of a list; nil if it is none.
    static func listText(_ node: YAMLNode, _ reader: inout DeclarationReader) -> String? {
        node.sequence == nil ? nil : reader.texts(node, "A parameter").joined(separator: ", ")
    }

    /// The first map of limits by severity, of the rule or of a branch.
    private func severityMap(_ values: Values) -> YAMLNode? {
        var places = [values["longer_than"]]
        for key in RuleKeys.combinations {
            places += (values[key]?.sequence ?? []).map { $0["longer_than"] }
        }
        return places.compactMap { $0 }.first { $0.mapping != nil && $0["time"] == nil }
    }

    /// `params_by:`.
    mutating func parameterChoices(_ node: YAMLNode?) -> [ParameterChoice] {
        var choices: [ParameterChoice] = []
        let items = reader.list(node, "params_by")
        if let node, items.count > RuleReader.choiceLimit {
            reader.report(.tooLarge, at: node.at, "params_by has at most \(RuleReader.choiceLimit) entries.")
            return []
        }
        for item in items {
            guard
                let values = reader.mapping(
                    item, keys: ["when", "set", "times"], required: ["when"], "An entry of params_by"),
                let when = runCondition(values["when"])
            else { continue }
            var choice = ParameterChoice(when: when)
            if let set = values["set"] {
                for entry in reader.entries(set, "set") {
                    let written = RuleReader.listText(entry.value, &reader) ?? reader.text(entry.value, "A parameter")
                    guard let text = written, check(entry, text) else { continue }
                    choice.values[entry.key.text] = text
                }
            }
            if let times = values["times"], let factor = number(times, "times", atLeast: 0) {
                choice.times = Int64(exactly: factor).map { .integer($0) } ?? .number(factor)
                if !declared.contains(where: { if case .duration = $0.standard { true } else { false } }) {
                    reader.report(
                        .badRule, at: times.at,
                        "“times” multiplies the parameters that are times, and this rule has none: write its limits under "
                            + "“params”.")
                }
            }
            if values["set"] == nil, values["times"] == nil {
                reader.report(.badRule, at: item.at, "An entry of params_by needs “set” or “times”.")
            }
            choices.append(choice)
        }
        return choices
    }

    private mutating func check(_ entry: YAMLEntry, _ text: String) -> Bool {
        guard let parameter = declared.first(where: { $0.name == entry.key.text }) else {
            reader.report(
                .unknownField, at: entry.key.at, "The rule has no parameter “\(entry.key.text)”.",
                suggestion: Suggestion.nearest(to: entry.key.text, among: declared.map(\.name)))
            return false
        }
        if parameter.isList || WrittenValue.parameter(text).fits(parameter.standard) { return true }
        reader.report(
            .typeError, at: entry.value.at,
            "“\(parameter.name)” is \(parameter.standard.fieldKind.phrase), such as \(parameter.text).")
        return false
    }

    /// What is set from outside must be there, and of the right type.
    mutating func checkSettings(at place: SourceLocation) {
        for (name, setting) in settings.parameters.sorted(by: { $0.key < $1.key }) {
            guard let parameter = declared.first(where: { $0.name == name }) else {
                let suggestion = Suggestion.nearest(to: name, among: declared.map(\.name))
                reader.report(.unknownKey, at: place, "The rule has no parameter “\(name)”.", suggestion: suggestion)
                settings.parameters[name] = nil
                continue
            }
            switch setting {
            case .off where !parameter.isLimit:
                settings.parameters[name] = nil
                reader.report(.badRule, at: parameter.at, "“\(name)” is no limit that can be off.")
            case .value(let text)
            where !parameter.isList && !WrittenValue.parameter(text).fits(parameter.standard):
                settings.parameters[name] = nil
                let kind = parameter.standard.fieldKind.phrase
                reader.report(.typeError, at: parameter.at, "“\(name)” is \(kind), so it cannot be “\(text)”.")
            case .off, .value: break
            }
        }
    }

    /// Puts the parameters in force for runs of a kind; what is set from outside outranks what the rule sets.
    mutating func apply(_ choice: ParameterChoice?) {
        effective = [:]
        for parameter in declared {
            var text = choice?.values[parameter.name] ?? parameter.text
            switch settings.parameters[parameter.name] {
            case .value(let other)?: text = other
            case .off?:
                effective[parameter.name] = .some(nil)
                continue
            case nil: break
            }
            text = parameter.text(of: text)
            var value = parameter.isList ? .string(text) : WrittenValue.parameter(text)
            if case .duration(let nanoseconds) = value, let times = choice?.times,
                let product = RuleReader.product(nanoseconds, times)
            {
                value = .duration(product)
                text = value.conditionText
            }
            effective[parameter.name] = EffectiveParameter(text: text, value: value)
        }
    }

    private static func product(_ nanoseconds: Int64, _ factor: Value) -> Int64? {
        switch factor {
        case .integer(let factor):
            let (product, overflows) = nanoseconds.multipliedReportingOverflow(by: factor)
            return overflows ? nil : product
        case .number(let factor): return Int64(exactly: (Double(nanoseconds) * factor).rounded())
        default: return nil
        }
    }

    /// The values that messages print.
    var printedParameters: [String: Value] { effective.compactMapValues { $0?.value } }

    /// The parameters for pages that list them.
    var parameters: [Rule.Parameter] {
        declared.map { row in
            Rule.Parameter(
                name: row.name, standard: row.standard, isList: row.isList, value: (effective[row.name] ?? nil)?.value)
        }
    }

    // MARK: Putting them in place

    /// The values with every parameter replaced by what it is in force.
    mutating func substituted(_ values: Values) -> Values {
        reader.substitutions = [:]
        return values.mapValues { key, node in RuleKeys.untouched.contains(key) ? nil : replacement(for: node) }
    }

    /// Nil where nothing in the node is replaced.
    ///
    /// Nodes are nested as deep as YAML limits allow, and no deeper.
    private mutating func replacement(for node: YAMLNode) -> YAMLNode? {
        guard node.mayHold(0x7B) else { return nil }
        switch node.content {
        case .sequence(let items):
            var changed: [YAMLNode]?
            for index in items.indices {
                guard let other = replacement(for: items[index]) else { continue }
                if changed == nil { changed = items }
                changed?[index] = other
            }
            return changed.map { YAMLNode(content: .sequence($0), at: node.at) }
        case .mapping(let entries):
            if entries.count == 1, entries[0].value.isNull, isBraceWithoutQuotes(entries[0], node) {
                return nil
            }
            var changed: [YAMLEntry]?
            for index in entries.indices where entries[index].key.text != "message" {
                guard let other = replacement(for: entries[index].value) else { continue }
                if changed == nil { changed = entries }
                changed?[index] = YAMLEntry(key: entries[index].key, value: other)
            }
            return changed.map { YAMLNode(content: .mapping($0), at: node.at) }
        case .scalar(let scalar): return replacement(for: scalar, of: node)
        }
    }

    /// `{limit}` without quotes is a mapping to YAML.
    private mutating func isBraceWithoutQuotes(_ entry: YAMLEntry, _ node: YAMLNode) -> Bool {
        guard declared.contains(where: { $0.name == entry.key.text }) else { return false }
        used.insert(entry.key.text)
        reader.report(
            .badRule, at: node.at,
            "A parameter stands in quotes, since braces mean a mapping in YAML: "
                + "\"{\(entry.key.text)}\".")
        return true
    }

    private mutating func replacement(for scalar: YAMLScalar, of node: YAMLNode) -> YAMLNode? {
        guard scalar.text.utf8.contains(0x7B) else { return nil }
        var unknown: [(name: String, offset: Int)] = []
        var found: [String] = []
        let effective = effective
        let substitution = Substitution(scalar.text, of: node) { name, offset in
            if let parameter = effective[name] {
                found.append(name)
                // A limit that is off stands nowhere else.
                return parameter?.text
            }
            unknown.append((name, offset))
            return nil
        }
        used.formUnion(found)
        for (name, offset) in unknown {
            reader.report(
                .unknownField, at: reader.document.location(inside: node, byte: offset + 1),
                "The rule has no parameter “\(name)”.",
                suggestion: Suggestion.nearest(to: name, among: declared.map(\.name)))
        }
        guard substitution.isChange else { return nil }
        reader.substitutions[node.at.offset] = substitution
        return YAMLNode(content: .scalar(YAMLScalar(text: substitution.text, style: .doubleQuoted)), at: node.at)
    }

    /// Parameters that nothing names are slips.
    mutating func checkUse() {
        for parameter in declared where !used.contains(parameter.name) {
            reader.report(
                .badRule, at: parameter.at, "Nothing uses the parameter “\(parameter.name)”.")
        }
    }
}

extension Value {
    /// Whether a parameter can have this value instead of the other.
    fileprivate func fits(_ standard: Value) -> Bool {
        fieldKind == standard.fieldKind || (standard.fieldKind.family == .number && fieldKind.family == .number)
    }
}
