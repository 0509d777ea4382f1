// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintYAML

/// The check of a rule, or its branches, with the guards that hold for each.
extension RuleReader {
    mutating func body(_ values: Values, at place: SourceLocation) -> RuleBody? {
        let written = RuleKeys.combinations.filter { values[$0] != nil }
        let guards = guards(values, sameIsOfCheck: values["streak"] != nil)
        guard let key = written.first, let combination = RuleBody.Combination(rawValue: key) else {
            let only = branch(values, guards: guards, at: place)
            if let only, only.check.looksOverRuns, let next = values["unless_next"] {
                reader.report(
                    .badRule, at: next.at,
                    "“unless_next” takes back what the end of a run showed, and this check looks over several runs: leave "
                        + "it away.")
            }
            return only.map { RuleBody(branches: [$0]) }
        }
        if let second = written.dropFirst().first, let node = values[second] {
            reader.report(.badRule, at: node.at, "A rule has one of any_of, all_of and none_of.")
        }
        for check in RuleKeys.checks where values[check.name] != nil {
            guard let node = values[check.name] else { continue }
            reader.report(
                .badRule, at: node.at, "Beside “\(key)” stands no other check: “\(check.name)” belongs below it.")
        }
        if let condition = values["where"] {
            reader.report(.badRule, at: condition.at, "Beside “\(key)” stands no “where”: it belongs below it.")
        }
        let items = reader.list(values[key], key)
        if items.isEmpty { reader.report(.badRule, at: values[key]?.at ?? place, "“\(key)” has at least one check.") }
        let wanted = combination == .anyOf ? items.filter { !isOff($0) } : items
        if wanted.isEmpty, let first = items.first {
            reader.report(.badRule, at: first.at, "Not all limits can be off: say “off” of the rule instead.")
        }
        let branches = wanted.compactMap { branch($0, of: guards) }
        if branches.isEmpty { return nil }
        let body = RuleBody(combination: combination, branches: branches)
        if body.isCombinedOverRuns, let next = values["unless_next"] {
            reader.report(
                .badRule, at: next.at,
                "“unless_next” takes back what the end of a run showed, and what “\(key)” comes to over several runs is "
                    + "known only when all of them are: leave it away, or say it as a further check.")
        }
        let isPerDevice = branches.first { $0.check.looksOverRuns && $0.forEach == .device }
        if body.isCombinedOverRuns, let isPerDevice {
            reader.report(
                .badRule, at: isPerDevice.at,
                "“for_each: device” has no place under “\(key)”: what it comes to is combined for runs, versions and "
                    + "apps.")
        }
        return body
    }

    private mutating func branch(_ node: YAMLNode, of rule: Guards) -> RuleBranch? {
        guard
            let values = reader.mapping(
                node, keys: RuleKeys.branchKeys, known: RuleKeys.branchTable, "A branch")
        else { return nil }
        var guards = guards(values, sameIsOfCheck: values["streak"] != nil)
        if guards.forEach == nil {
            guards.forEach = rule.forEach
            guards.overRuns = rule.overRuns
        }
        if guards.same.isEmpty { guards.same = rule.same }
        guards.whileOpen = guards.whileOpen ?? rule.whileOpen
        guards.appliesIf = RuleReader.and(rule.appliesIf, guards.appliesIf)
        guards.requires = rule.requires + guards.requires
        guards.clock = guards.clock ?? rule.clock
        hasGradedLimits = false
        guard var branch = branch(values, guards: guards, at: node.at) else { return nil }
        branch.preset = reader.choice(values["preset"], "preset", Rule.Preset.self)
        branch.atMost = reader.choice(values["at_most"], "at_most", AtMost.self)?.confidence
        branch.severity = reader.choice(values["severity"], "severity", Finding.Severity.self)
        if hasGradedLimits, let severity = values["severity"] {
            reader.report(.badRule, at: severity.at, "Limits by severity exclude “severity”.")
        }
        branch.message = message(values["message"])
        return branch
    }

    /// How sure a check is at most; what is certain needs no word.
    package enum AtMost: String, CaseIterable {
        case likely, possible

        var confidence: Confidence { self == .likely ? .likely : .possible }
    }

    static func and(_ left: Condition?, _ right: Condition?) -> Condition? {
        guard let left, let right else { return left ?? right }
        return .and(left.conjuncts + right.conjuncts)
    }

    private mutating func branch(_ values: Values, guards: Guards, at place: SourceLocation) -> RuleBranch? {
        isOverRuns = guards.overRuns != nil
        guard let written = check(values, at: place) else { return nil }
        let check = overRuns(written, values, guards)
        var branch = RuleBranch(check: check, at: place)
        branch.forEach = guards.forEach ?? standardForEach(of: check.span)
        branch.isForEachWritten = guards.forEach != nil
        branch.same = guards.same
        branch.whileOpen = guards.whileOpen ?? []
        refuseIdleGuards(check, values)
        branch.condition = condition(guards.condition, about: check.noun)
        branch.appliesIf = guards.appliesIf
        branch.requires = guards.requires
        branch.clock = guards.clock ?? .running
        return branch
    }

    // MARK: Which check it is

    private mutating func check(_ values: Values, at place: SourceLocation) -> Check? {
        guard let form = form(of: values, at: place) else { return nil }
        let strangers = values.names.filter { RuleKeys.checkNames.contains($0) && !form.keys.contains($0) }
        for check in RuleKeys.checks where !strangers.isEmpty && strangers.contains(check.name) {
            guard let node = values[check.name] else { continue }
            reader.report(
                .badRule, at: node.at,
                "“\(check.name)” does not go with “\(form.keys[0])”, which goes with "
                    + form.keys.dropFirst().joined(separator: ", ") + ".")
        }
        switch form.name {
        case "response": return response(values, at: place)
        case "window": return window(values, at: place)
        case "precedence": return precedence(values, at: place)
        case "between": return between(values, at: place)
        case "count": return count(values, at: place)
        case "length": return length(values, at: place)
        case "overlap": return overlap(values, at: place)
        case "place": return self.place(values, at: place)
        case "open end": return openEnd(values, at: place)
        case "ending": return ending(values, at: place)
        case "sequence": return sequence(values, at: place)
        case "runs": return runs(values, at: place)
        case "share": return share(values, at: place)
        case "trend": return trend(values, at: place)
        case "versions": return versions(values, at: place)
        case "streak": return streak(values, at: place)
        default: return formula(values["formula"])
        }
    }

    /// The form that the keys tell; two forms in one place are a problem.
    private mutating func form(of values: Values, at place: SourceLocation) -> CheckForm? {
        var leads: [String] = []
        for form in RuleKeys.forms where values[form.lead] != nil && !leads.contains(form.lead) {
            // `when_run_ends` also narrows `still_open`.
            if form.lead == "when_run_ends", values["still_open"] != nil { continue }
            leads.append(form.lead)
        }
        guard let lead = leads.first else {
            reader.report(.badRule, at: place, "A rule needs a check, such as “after” and “expect”.")
            return nil
        }
        if let second = leads.dropFirst().first, let node = values[second] {
            reader.report(
                .badRule, at: node.at,
                "A rule has one check: “\(lead)” begins one, “\(second)” another. Several stand under any_of, all_of "
                    + "or none_of.")
        }
        let name: String?
        switch lead {
        case "after": name = values["forbid"] != nil ? "window" : "response"
        case "span":
            let isOverlap = values["overlaps"] != nil || values["inside"] != nil || values["outlives"] != nil
            name = isOverlap ? "overlap" : "length"
        default: name = nil
        }
        return RuleKeys.forms.first { $0.lead == lead && (name == nil || $0.name == name) }
    }
}

extension Condition {
    /// What must hold all together.
    fileprivate var conjuncts: [Condition] {
        if case .and(let parts) = self { parts } else { [self] }
    }
}

extension Check {
    /// The span that the check is about.
    var span: SpanSelector? {
        switch self {
        case .length(let length): length.span
        case .openEnd(let openEnd): openEnd.span
        case .overlap(let overlap): overlap.span
        case .count(let count): count.open
        default: nil
        }
    }

    /// What bare names in its conditions are fields of.
    var noun: ConditionNoun {
        switch self {
        case .ending, .runs, .versions, .streak: .run
        default: span == nil ? .event : .span
        }
    }
}
