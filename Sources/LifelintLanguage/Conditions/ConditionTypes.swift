// SPDX-License-Identifier: MIT

import LifelintModel

/// Puts terms together where their types allow it.
enum ConditionTypes {
    /// The term as a yes or no.
    static func condition(_ term: ConditionTerm) throws(ConditionError) -> Condition {
        if let unknown = term.unknownField { throw unknown.error }
        switch term.form {
        case .condition(let condition): return condition
        case .operand(let operand):
            guard term.kind == .bool || term.kind == .any else {
                throw ConditionError(
                    .typeError, at: term.offset,
                    "This is \(term.kind.phrase), and no yes or no: compare it with something.")
            }
            return .truth(operand)
        case .pattern: throw loosePattern(term)
        }
    }

    static func compare(
        _ left: ConditionTerm, _ comparison: Condition.Comparison, _ right: ConditionTerm
    ) throws(ConditionError) -> Condition {
        if comparison == .equal || comparison == .notEqual {
            // `run.ending.cause == crash.*`
            if case .pattern(let pattern) = right.form {
                let match = Condition.matches(
                    try operand(left), try glob(pattern, among: left.words, at: right.offset))
                return comparison == .equal ? match : .not(match)
            }
        }
        let (left, right) = try resolved(left, right)
        try requireFixed(right, of: left)
        try requireFixed(left, of: right)
        try requireComparable(left, right)
        if comparison != .equal, comparison != .notEqual { try requireOrdered(left, right) }
        return .compare(try operand(left), comparison, try operand(right))
    }

    static func contained(_ left: ConditionTerm, in items: [ConditionTerm]) throws(ConditionError) -> Condition {
        var patterns: [Condition] = []
        var values: [Condition.Operand] = []
        for item in items {
            if case .pattern(let pattern) = item.form {
                patterns.append(
                    .matches(try operand(left), try glob(pattern, among: left.words, at: item.offset)))
                continue
            }
            let (left, item) = try resolved(left, item)
            try requireFixed(item, of: left)
            try requireComparable(left, item)
            values.append(try operand(item))
        }
        if !values.isEmpty { patterns.append(.contained(try operand(left), values)) }
        return patterns.count == 1 ? patterns[0] : .or(patterns)
    }

    static func excluded(_ left: ConditionTerm, from items: [ConditionTerm]) throws(ConditionError) -> Condition {
        let among = try contained(left, in: items)
        if case .contained(let operand, let list) = among { return .excluded(operand, list) }
        return .not(among)
    }

    static func matches(_ left: ConditionTerm, _ right: ConditionTerm) throws(ConditionError) -> Condition {
        try requireText(left)
        switch right.form {
        case .operand(.literal(.string(let pattern))):
            let glob = left.isClosed ? try glob(pattern, among: left.words, at: right.offset) : Glob(pattern)
            return .matches(try operand(left), glob)
        case .pattern(let pattern):
            return .matches(try operand(left), try glob(pattern, among: left.words, at: right.offset))
        default:
            throw ConditionError(.typeError, at: right.offset, "After “matches” stands a pattern in quotes.")
        }
    }

    static func contains(_ left: ConditionTerm, _ right: ConditionTerm) throws(ConditionError) -> Condition {
        let (left, right) = try resolved(left, right)
        try requireText(left)
        try requireText(right)
        return .contains(try operand(left), try operand(right))
    }

    static func negated(_ term: ConditionTerm, at offset: Int) throws(ConditionError) -> ConditionTerm {
        let value = try operand(term)
        guard [.number, .duration, .bytes, .any].contains(term.kind.family) else {
            throw ConditionError(.typeError, at: term.offset, "“-” needs a number, and this is \(term.kind.phrase).")
        }
        if case .literal(let literal) = value, let negative = literal.negative {
            return ConditionTerm(literal: negative, offset: offset)
        }
        return ConditionTerm(.negate(value), kind: term.kind, offset: offset)
    }

    static func arithmetic(
        _ left: ConditionTerm, _ symbol: String, _ right: ConditionTerm
    ) throws(ConditionError) -> ConditionTerm {
        let leftValue = try operand(left)
        let rightValue = try operand(right)
        guard let kind = kind(left.kind, symbol, right.kind) else {
            throw ConditionError(
                .typeError, at: right.offset,
                "“\(symbol)” does not go with \(left.kind.phrase) and \(right.kind.phrase).")
        }
        let value: Condition.Operand =
            switch symbol {
            case "+": .add(leftValue, rightValue)
            case "-": .subtract(leftValue, rightValue)
            case "*": .multiply(leftValue, rightValue)
            default: .divide(leftValue, rightValue)
            }
        return ConditionTerm(value, kind: kind, offset: left.offset)
    }

    /// What arithmetic on two kinds gives; nil where it has no meaning.
    private static func kind(
        _ left: ConditionField.Kind, _ symbol: String, _ right: ConditionField.Kind
    ) -> ConditionField.Kind? {
        let isAny = left == .any || right == .any
        switch (symbol, left.family, right.family) {
        case (_, .text, _), (_, _, .text), (_, .bool, _), (_, _, .bool): return nil
        case _ where isAny: return .any
        case ("-", .instant, .instant): return .duration
        case ("+", .instant, .duration), ("+", .duration, .instant), ("-", .instant, .duration): return .instant
        case (_, .instant, _), (_, _, .instant): return nil
        case (_, .number, .number): return left == .integer && right == .integer && symbol != "/" ? .integer : .number
        case ("*", .number, let unit), ("*", let unit, .number): return unit == .duration ? .duration : .bytes
        case ("/", let first, let second) where first == second: return .number
        case ("+", let first, let second) where first == second, ("-", let first, let second) where first == second:
            return left
        default: return nil
        }
    }

    private static func operand(_ term: ConditionTerm) throws(ConditionError) -> Condition.Operand {
        if let unknown = term.unknownField { throw unknown.error }
        switch term.form {
        case .operand(let operand): return operand
        case .condition:
            throw ConditionError(.typeError, at: term.offset, "This is a condition; a value is needed here.")
        case .pattern: throw loosePattern(term)
        }
    }

    /// A bare word beside a field with fixed values is one of them.
    private static func resolved(
        _ left: ConditionTerm, _ right: ConditionTerm
    ) throws(ConditionError) -> (ConditionTerm, ConditionTerm) {
        if left.isFieldWithWords { return (left, try fixedValue(right, of: left)) }
        if right.isFieldWithWords { return (try fixedValue(left, of: right), right) }
        return (left, right)
    }

    private static func fixedValue(
        _ term: ConditionTerm, of field: ConditionTerm
    ) throws(ConditionError) -> ConditionTerm {
        guard let word = term.bareWord else { return term }
        if field.words.contains(word) { return ConditionTerm(literal: .string(word), offset: term.offset) }
        if term.isBound { return term }
        // Another field with fixed values: two states can be compared.
        if term.unknownField == nil, !term.words.isEmpty { return term }
        throw noValue(word, of: field, at: term.offset)
    }

    private static func noValue(_ word: String, of field: ConditionTerm, at offset: Int) -> ConditionError {
        let values = field.words.count <= 8 ? " (\(field.words.joined(separator: ", ")))" : ""
        return ConditionError(
            field.isCause ? .unknownCause : .badRule, at: offset,
            "“\(word)” is none of its values\(values)\(field.isClosed ? "." : "; other text stands in quotes.")",
            suggestion: Suggestion.nearest(to: word, among: field.words))
    }

    /// A text in quotes beside what lifelint itself concludes is one of its values; logs may say anything.
    private static func requireFixed(_ term: ConditionTerm, of field: ConditionTerm) throws(ConditionError) {
        guard field.isClosed, case .operand(.literal(.string(let word))) = term.form, !field.words.contains(word)
        else { return }
        guard field.isCause else { throw noValue(word, of: field, at: term.offset) }
        throw ConditionError(
            .unknownCause, at: term.offset, "“\(word)” is no cause of an ending.",
            suggestion: Suggestion.nearest(to: word, among: field.words))
    }

    private static func glob(_ pattern: String, among words: [String], at offset: Int) throws(ConditionError) -> Glob {
        let glob = Glob(pattern)
        let names = words.isEmpty ? EventName.declarations.map(\.name) : words
        if names.contains(where: { glob.matches($0) }) { return glob }
        let isCause = words.contains(EndingCause.stillRunning.rawValue)
        throw ConditionError(
            isCause ? .unknownCause : words.isEmpty ? .unknownEvent : .badRule, at: offset,
            "“\(pattern)” matches nothing that is known.")
    }

    private static func requireComparable(_ left: ConditionTerm, _ right: ConditionTerm) throws(ConditionError) {
        _ = try operand(left)
        _ = try operand(right)
        let (first, second) = (left.kind.family, right.kind.family)
        if first == .any || second == .any || first == second { return }
        // Keys compare with integers as text.
        if (left.kind == .key && right.kind == .integer) || (right.kind == .key && left.kind == .integer) { return }
        throw ConditionError(
            .typeError, at: right.offset,
            "\(left.kind.phrase.capitalisedFirst) cannot be compared with \(right.kind.phrase).")
    }

    private static func requireOrdered(_ left: ConditionTerm, _ right: ConditionTerm) throws(ConditionError) {
        for (term, other) in [(left, right), (right, left)] {
            let isOrdered: Bool =
                switch term.kind.family {
                case .text: term.kind == .version || other.kind == .version
                case .bool: false
                default: true
                }
            if !isOrdered {
                throw ConditionError(
                    .typeError, at: term.offset,
                    "\(term.kind.phrase.capitalisedFirst) is not more or less than another.")
            }
        }
    }

    private static func requireText(_ term: ConditionTerm) throws(ConditionError) {
        _ = try operand(term)
        if term.kind.family != .text, term.kind != .any {
            throw ConditionError(.typeError, at: term.offset, "Text is needed here, and this is \(term.kind.phrase).")
        }
    }

    private static func loosePattern(_ term: ConditionTerm) -> ConditionError {
        ConditionError(
            .ruleSyntax, at: term.offset, "A pattern stands only after “==”, “!=”, “matches” or in a list after “in”.")
    }
}

extension ConditionTerm {
    fileprivate var isFieldWithWords: Bool {
        if case .operand(.field) = form { !words.isEmpty && unknownField == nil } else { false }
    }
}

extension Value {
    fileprivate var negative: Value? {
        switch self {
        case .integer(let value): value > 0 ? .integer(-value) : nil
        case .number(let value): value > 0 ? .number(-value) : nil
        case .duration(let value): value > 0 ? .duration(-value) : nil
        case .bytes(let value): value > 0 ? .bytes(-value) : nil
        case .string, .bool, .instant: nil
        }
    }
}

extension String {
    fileprivate var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}
