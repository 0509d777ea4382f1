// SPDX-License-Identifier: MIT

import LifelintLanguage
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
