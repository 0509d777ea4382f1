// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintYAML

/// Reads one rule: what every part of its file may name, and what is wrong with it.
///
/// A file is read once for the rule, and its checks once more for every other set of parameters.
struct RuleReader {
    typealias Values = [String: YAMLNode]

    var reader: DeclarationReader
    let names: RuleNames
    /// What is set from outside and fits the rule.
    var settings: RuleSettings
    /// What does not keep a rule from working.
    var warnings: [LoadingProblem] = []
    /// Names that `let:` and `capture:` bind.
    var bound: Set<String> = []
    /// Ids under `uses:`.
    var uses: [String] = []
    /// The parameters, as the rule declares them.
    var declared: [DeclaredParameter] = []
    /// Parameters in force, for the runs that are being read for.
    var effective: [String: EffectiveParameter?] = [:]
    /// Parameters that something names.
    var used: Set<String> = []
    /// The map of limits whose severities are parameters.
    var severityMapAt: Int64?
    /// The branch that is being read has limits with severities.
    var hasGradedLimits = false
    /// Whether the check at hand is asked of devices or apps as a whole.
    var isOverRuns = false

    init(_ reader: DeclarationReader, names: RuleNames, settings: RuleSettings) {
        self.reader = reader
        self.names = names
        self.settings = settings
    }

    // MARK: Conditions

    /// Names that stand bare in every condition of the rule.
    private var conditionNames: [String: ConditionField.Kind] {
        var names: [String: ConditionField.Kind] = ["user_visible": .bool]
        for name in bound { names[name] = .any }
        return names
    }

    /// A condition with every field of a run under `run.`.
    mutating func condition(_ node: YAMLNode?, about noun: ConditionNoun) -> Condition? {
        reader.condition(node, about: noun, names: conditionNames).map { normalised($0, about: noun) }
    }

    /// The condition that stands at a byte of a longer text.
    func condition(_ text: String, at offset: Int) throws(ConditionError) -> Condition {
        do {
            return normalised(try ConditionParser.parse(text, about: .event, names: conditionNames), about: .event)
        } catch {
            throw ConditionError(error.code, at: error.offset + offset, error.message, suggestion: error.suggestion)
        }
    }

    /// One way of writing for what can be written in two.
    private func normalised(_ condition: Condition, about noun: ConditionNoun) -> Condition {
        // Not the whole reader: it would be copied with every part of the condition.
        let bound = bound
        return condition.mapPaths { path in
            if path == "user_visible" { return "run.visible" }
            let first = path.prefix { $0 != "." }
            if noun != .run || bound.contains(String(first)) { return path }
            return ConditionField.split(path, of: .run).name == path ? "run." + path : path
        }
    }

    // MARK: Single values

    /// A number of at least `least`, without unit.
    mutating func number(_ node: YAMLNode?, _ what: String, atLeast least: Double) -> Double? {
        guard let node, let text = reader.text(node, what) else { return nil }
        guard let value = WrittenValue.plainNumber(text) else {
            reader.report(.badRule, at: node.at, "\(what) is a number.")
            return nil
        }
        guard value >= least else {
            reader.report(.badRule, at: node.at, "\(what) is at least \(Int(least)).")
            return nil
        }
        return value
    }

    /// A whole number of at least `least`.
    mutating func count(_ node: YAMLNode?, _ what: String, atLeast least: Int) -> Int? {
        guard let node, let value = number(node, what, atLeast: Double(least)) else { return nil }
        guard let whole = Int(exactly: value) else {
            reader.report(.badRule, at: node.at, "\(what) is a whole number.")
            return nil
        }
        return whole
    }

    /// Names of fields of events.
    mutating func fields(_ node: YAMLNode?, _ what: String) -> [String] {
        var fields: [String] = []
        for item in reader.items(node) {
            guard let text = reader.text(item, what) else { continue }
            if text.utf8.contains(0x20) || text.isEmpty {
                reader.report(.unknownField, at: item.at, "“\(text)” is no name of a field.")
            } else {
                fields.append(text)
            }
        }
        return fields
    }

    /// Says that a key is missing.
    mutating func need(_ key: String, of what: String, at place: SourceLocation) {
        reader.report(.badRule, at: place, "\(what) needs “\(key)”.")
    }

    mutating func warn(_ code: ProblemCode, at place: SourceLocation, _ message: String, suggestion: String? = nil) {
        warnings.append(
            LoadingProblem(
                code: code, file: place.file, line: place.line, column: place.column, offset: place.offset,
                message: message, suggestion: suggestion, sourceLine: reader.document.line(place.line)))
    }
}

extension Condition {
    /// The same condition over other paths.
    func mapPaths(_ map: (String) -> String) -> Condition {
        switch self {
        case .or(let parts): .or(parts.map { $0.mapPaths(map) })
        case .and(let parts): .and(parts.map { $0.mapPaths(map) })
        case .not(let part): .not(part.mapPaths(map))
        case .compare(let left, let comparison, let right):
            .compare(left.mapPaths(map), comparison, right.mapPaths(map))
        case .contained(let operand, let list): .contained(operand.mapPaths(map), list.map { $0.mapPaths(map) })
        case .matches(let operand, let glob): .matches(operand.mapPaths(map), glob)
        case .contains(let operand, let part): .contains(operand.mapPaths(map), part.mapPaths(map))
        case .exists(let path): .exists(FieldPath(map(path.text)))
        case .truth(let operand): .truth(operand.mapPaths(map))
        }
    }
}

extension Condition.Operand {
    fileprivate func mapPaths(_ map: (String) -> String) -> Condition.Operand {
        switch self {
        case .literal: self
        case .field(let path): .field(FieldPath(map(path.text)))
        case .add(let left, let right): .add(left.mapPaths(map), right.mapPaths(map))
        case .subtract(let left, let right): .subtract(left.mapPaths(map), right.mapPaths(map))
        case .multiply(let left, let right): .multiply(left.mapPaths(map), right.mapPaths(map))
        case .divide(let left, let right): .divide(left.mapPaths(map), right.mapPaths(map))
        case .negate(let operand): .negate(operand.mapPaths(map))
        }
    }
}
