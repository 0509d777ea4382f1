// SPDX-License-Identifier: MIT

import LifelintModel

/// Comparisons that logs made meaningless: an app's own attribute has another type than the rule expects.
struct TypeMismatches {
    /// More of them are not told.
    private static let limit = 256

    private var seen: [Condition] = []

    /// Takes what was met in a run.
    mutating func add(_ comparisons: [Condition]) {
        for comparison in comparisons where seen.count < TypeMismatches.limit && !seen.contains(comparison) {
            seen.append(comparison)
        }
    }

    /// One problem for each rule and field.
    func problems(of rules: [Rule]) -> [Problem] {
        if seen.isEmpty { return [] }
        return rules.flatMap { rule in
            let comparisons = rule.conditions.flatMap(\.comparisons)
            let paths = Set(seen.filter { comparisons.contains($0) }.flatMap(\.fieldPaths))
            return paths.filter { TypeMismatches.isCustom($0) }.sorted().map { problem(rule, $0) }
        }
    }

    private func problem(_ rule: Rule, _ path: String) -> Problem {
        Problem(
            file: rule.at.file, line: rule.at.line, column: rule.at.column, offset: rule.at.offset,
            code: .typeMismatch,
            message: "Rule “\(rule.id)” compares “\(path)” with a value of another type than the logs have there: "
                + "the comparison is false.")
    }

    /// Whether the field is of the app's own making: all others have the type that the vocabulary says.
    private static func isCustom(_ path: String) -> Bool {
        if let noun = ConditionNoun.allCases.first(where: { path.hasPrefix($0.rawValue + ".") }) {
            guard noun == .event || noun == .span else { return false }
        }
        let name = path.split(separator: ".").last.map(String.init) ?? path
        return !(ConditionField.all(of: .event) + ConditionField.all(of: .span)).contains { $0.path == name }
    }
}

extension Condition {
    /// What in it may meet a value of another type; the depth of what was read bounds the recursion.
    fileprivate var comparisons: [Condition] {
        switch self {
        case .or(let parts), .and(let parts): parts.flatMap(\.comparisons)
        case .not(let part): part.comparisons
        case .compare, .contained, .excluded, .matches, .contains, .truth: [self]
        case .exists: []
        }
    }
}

extension Rule {
    /// Everything that it asks of events, spans and runs.
    fileprivate var conditions: [Condition] {
        let branches = variants.flatMap(\.body.branches)
        var conditions = branches.compactMap(\.condition) + branches.compactMap(\.appliesIf) + severityBy.map(\.when)
        var events = bindings.flatMap(\.events) + interruptedBy
        var spans = branches.flatMap { $0.check.spanSelectors + $0.whileOpen.joined() }
        conditions += branches.compactMap(\.check.comparison)
        var items = branches.flatMap(\.check.runItems) + [unlessNext?.item].compactMap(\.self)
        for share in [usually?.share, usually?.of].compactMap(\.self) {
            events += share.events.joined()
            spans += share.spans
            if case .run(let item) = share { items.append(item) }
        }
        events += branches.flatMap { $0.check.eventSelectors.joined() }
        for requirement in branches.flatMap({ $0.requires.joined() }) {
            if case .event(let selector, _, _) = requirement { events.append(selector) }
        }
        for item in items {
            conditions += [item.condition].compactMap(\.self)
            spans += item.spans
            events += (item.saw + item.missing).flatMap { $0.events + $0.of + $0.near }
        }
        for span in spans {
            conditions += [span.condition].compactMap(\.self)
            if case .between(let from, let to) = span.source { events += from + to }
        }
        return conditions + events.compactMap(\.condition)
    }
}

extension Check {
    /// What it asks of the values that it adds up or sees rise.
    fileprivate var comparison: Condition? {
        switch self {
        case .count(let count): count.comparison
        case .trend(let trend): trend.comparison
        default: nil
        }
    }

    /// What it asks of whole runs.
    fileprivate var runItems: [RunItem] {
        switch self {
        case .runs(let items, _), .versions(let items): items
        case .streak(let streak): [streak.each] + [streak.ignore].compactMap(\.self)
        case .share(let share):
            [share.share, share.of].compactMap { if case .run(let item) = $0 { item } else { nil } }
        default: []
        }
    }
}
