// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintYAML

/// Reads one rule: what every part of its file may name, and what is wrong with it.
///
/// A file is read once for the rule, and its checks once more for every other set of parameters.
package struct RuleReader {
    typealias Values = NamedValues

    var reader: DeclarationReader
    let names: RuleNames
    /// What is set from outside and fits the rule.
    var settings: RuleSettings
    /// What does not keep a rule from working.
    var warnings: [LoadingProblem] = []
    /// Names that `let:` and `capture:` bind.
    var bound: Set<String> = [] {
        didSet { conditionNames = RuleReader.conditionNames(bound) }
    }
    /// Names that stand bare in every condition of the rule.
    private var conditionNames = RuleReader.noneBound
    private static let noneBound = conditionNames([])
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

    private static func conditionNames(_ bound: Set<String>) -> [String: ConditionField.Kind] {
        var names: [String: ConditionField.Kind] = ["user_visible": .bool]
        for name in bound { names[name] = .any }
        return names
    }

    /// A condition with every field of a run under `run.`.
    mutating func condition(_ node: YAMLNode?, about noun: ConditionNoun) -> Condition? {
        // What a rule binds may change what its conditions mean.
        guard bound.isEmpty, let node, let text = node.scalar?.text else { return readCondition(node, about: noun) }
        if let known = names.conditions[text, noun] { return known }
        let condition = readCondition(node, about: noun)
        if let condition { names.conditions.add(condition, text: text, about: noun) }
        return condition
    }

    /// A condition on a run as a whole: nothing that happens in it is at hand, so what asks for that would never be
    /// there.
    mutating func runCondition(_ node: YAMLNode?) -> Condition? {
        guard let node, let condition = condition(node, about: .run) else { return nil }
        let strange = condition.fieldPaths.first { ![.run, .device].contains(FieldPath($0).owner) }
        guard let strange, let text = node.scalar?.text else { return condition }
        let owner = ConditionField.split(strange, of: .run).noun
        let what =
            switch owner {
            case .run: "what the rule binds"
            case .event: "a field of an event"
            default: "a field of a \(owner.rawValue)"
            }
        let word = (try? ConditionScanner.tokens(of: text))?.first { $0.spelling == strange }
        reader.report(
            .unknownField, at: reader.location(inside: node, byte: word?.offset ?? 0),
            "This is a condition on the whole run, and “\(strange)” is \(what): that is asked for in the “where” of "
                + "events and spans.")
        return nil
    }

    private mutating func readCondition(_ node: YAMLNode?, about noun: ConditionNoun) -> Condition? {
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
            if path.text == "user_visible" { return "run.visible" }
            if noun != .run || bound.contains(path.root) { return nil }
            return ConditionField.split(path.text, of: .run).name == path.text ? FieldPath("run." + path.text) : nil
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

    /// Names of fields of events, or of spans.
    mutating func fields(_ node: YAMLNode?, _ what: String, of noun: ConditionNoun = .event) -> [String] {
        reader.items(node).compactMap { reader.field($0, what, of: noun, bound: bound) }
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
    /// The same condition over other paths; those for which there is no other stay.
    func mapPaths(_ map: (FieldPath) -> FieldPath?) -> Condition { mapped(map) ?? self }

    /// Nil where it stays as it is: mostly it does, and to build it anew costs as much as reading it.
    private func mapped(_ map: (FieldPath) -> FieldPath?) -> Condition? {
        switch self {
        case .or(let parts): Condition.mapped(parts, map).map { .or($0) }
        case .and(let parts): Condition.mapped(parts, map).map { .and($0) }
        case .not(let part): part.mapped(map).map { .not($0) }
        case .compare(let left, let comparison, let right):
            Operand.mapped(left, right, map).map { .compare($0, comparison, $1) }
        case .contained(let operand, let list): Condition.mapped(operand, list, map).map { .contained($0, $1) }
        case .excluded(let operand, let list): Condition.mapped(operand, list, map).map { .excluded($0, $1) }
        case .matches(let operand, let glob): operand.mapped(map).map { .matches($0, glob) }
        case .contains(let operand, let part): Operand.mapped(operand, part, map).map { .contains($0, $1) }
        case .exists(let path): map(path).map { .exists($0) }
        case .truth(let operand): operand.mapped(map).map { .truth($0) }
        }
    }

    private static func mapped(_ parts: [Condition], _ map: (FieldPath) -> FieldPath?) -> [Condition]? {
        var changed: [Condition]?
        for index in parts.indices {
            guard let other = parts[index].mapped(map) else { continue }
            if changed == nil { changed = parts }
            changed?[index] = other
        }
        return changed
    }

    private static func mapped(
        _ operand: Operand, _ list: [Operand], _ map: (FieldPath) -> FieldPath?
    ) -> (Operand, [Operand])? {
        let own = operand.mapped(map)
        let others = list.map { $0.mapped(map) }
        if own == nil, others.allSatisfy({ $0 == nil }) { return nil }
        return (own ?? operand, zip(list, others).map { $1 ?? $0 })
    }
}

extension Condition.Operand {
    fileprivate func mapped(_ map: (FieldPath) -> FieldPath?) -> Condition.Operand? {
        switch self {
        case .literal: nil
        case .field(let path): map(path).map { .field($0) }
        case .add(let left, let right): Condition.Operand.mapped(left, right, map).map { .add($0, $1) }
        case .subtract(let left, let right): Condition.Operand.mapped(left, right, map).map { .subtract($0, $1) }
        case .multiply(let left, let right): Condition.Operand.mapped(left, right, map).map { .multiply($0, $1) }
        case .divide(let left, let right): Condition.Operand.mapped(left, right, map).map { .divide($0, $1) }
        case .negate(let operand): operand.mapped(map).map { .negate($0) }
        }
    }

    fileprivate static func mapped(
        _ left: Condition.Operand, _ right: Condition.Operand, _ map: (FieldPath) -> FieldPath?
    ) -> (Condition.Operand, Condition.Operand)? {
        let (first, second) = (left.mapped(map), right.mapped(map))
        return first == nil && second == nil ? nil : (first ?? left, second ?? right)
    }
}
