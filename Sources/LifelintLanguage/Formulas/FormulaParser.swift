// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads formulas: `forall t in backgroundTask: always(begin(t) -> eventually[0s,30s](end(t) or runEnd))`.
///
/// From loose to tight: `forall`, `->` (to the right), `or`, `and`, `until` and `since`, what stands before its
/// operand (`not`, `always`, `eventually`, `once`, `historically`), atoms.
struct FormulaParser {
    /// Brackets, quantifiers and operators inside each other.
    static let depthLimit = 64

    private let bytes: [UInt8]
    private let tokens: [FormulaToken]
    let names: RuleReader
    private var next = 0
    private var depth = 0
    /// Variables in scope with the spans they run over, innermost last.
    private(set) var variables: [(name: String, span: String)] = []

    static func parse(_ text: String, names: RuleReader) throws(ConditionError) -> Formula {
        let bytes = Array(text.utf8)
        var parser = FormulaParser(
            bytes: bytes, tokens: try FormulaScanner.tokens(of: bytes), names: names)
        let formula = try parser.formula()
        let token = parser.peek
        guard token.kind == .end else { throw parser.unexpected("A formula does not go on with \(token.text) here.") }
        return formula
    }

    private init(bytes: [UInt8], tokens: [FormulaToken], names: RuleReader) {
        self.bytes = bytes
        self.tokens = tokens
        self.names = names
    }

    // MARK: Tokens

    // The last token is always the end, and nothing steps over it.
    var peek: FormulaToken { tokens[min(next, tokens.count - 1)] }

    mutating func take() -> FormulaToken {
        let token = peek
        if token.kind != .end { next += 1 }
        return token
    }

    mutating func take(word: String) -> Bool {
        guard peek.kind == .word(word) else { return false }
        next += 1
        return true
    }

    mutating func take(symbol: String) -> Bool {
        guard peek.kind == .symbol(symbol) else { return false }
        next += 1
        return true
    }

    mutating func expect(_ symbol: String, _ what: String) throws(ConditionError) {
        if !take(symbol: symbol) { throw unexpected("\(what) “\(symbol)”, not \(peek.text).") }
    }

    func unexpected(_ message: String) -> ConditionError {
        ConditionError(.ruleSyntax, at: peek.range.lowerBound, message)
    }

    /// A name, with its place.
    mutating func name(_ what: String) throws(ConditionError) -> (text: String, offset: Int) {
        let token = take()
        guard case .word(let text) = token.kind else {
            throw ConditionError(.ruleSyntax, at: token.range.lowerBound, "Here stands \(what), not \(token.text).")
        }
        return (text, token.range.lowerBound)
    }

    /// The text between two places.
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    private mutating func deeper() throws(ConditionError) {
        depth += 1
        if depth > Self.depthLimit {
            throw ConditionError(
                .nestingTooDeep, at: peek.range.lowerBound,
                "The formula is nested more than \(Self.depthLimit) deep.")
        }
    }

    // MARK: Operators

    /// A formula, from the loosest operator on.
    mutating func formula() throws(ConditionError) -> Formula {
        try deeper()
        defer { depth -= 1 }
        if take(word: "forall") { return try forAll() }
        let left = try disjunction()
        guard take(symbol: "->") else { return left }
        return .implies(left, try formula())
    }

    private mutating func forAll() throws(ConditionError) -> Formula {
        let variable = try name("the name of a variable")
        if !take(word: "in") { throw unexpected("After “forall \(variable.text)” stands “in” and a span.") }
        let span = try name("a span")
        guard names.names.spans[span.text] != nil else {
            throw ConditionError(
                .unknownSpan, at: span.offset, "There is no declared span “\(span.text)”.",
                suggestion: Suggestion.nearest(to: span.text, among: names.names.spans.keys.sorted()))
        }
        try expect(":", "After the span stands")
        variables.append((variable.text, span.text))
        defer { variables.removeLast() }
        return .forAll(variable: variable.text, span: span.text, try formula())
    }

    private mutating func disjunction() throws(ConditionError) -> Formula {
        var left = try conjunction()
        while take(word: "or") { left = .or(left, try conjunction()) }
        return left
    }

    private mutating func conjunction() throws(ConditionError) -> Formula {
        var left = try binary()
        while take(word: "and") { left = .and(left, try binary()) }
        return left
    }

    private mutating func binary() throws(ConditionError) -> Formula {
        let left = try unary()
        if take(word: "until") {
            let interval = try interval()
            return .until(left, interval, try unary())
        }
        if take(word: "since") {
            let interval = try interval()
            return .since(left, interval, try unary())
        }
        return left
    }

    private mutating func unary() throws(ConditionError) -> Formula {
        try deeper()
        defer { depth -= 1 }
        if take(word: "not") { return .not(try unary()) }
        if take(word: "always") {
            if peek.kind == .symbol("[") {
                throw unexpected("“always” holds to the end of the run, without an interval.")
            }
            return .always(try unary())
        }
        if take(word: "eventually") {
            let interval = try interval()
            return .eventually(interval, try unary())
        }
        if take(word: "once") {
            let interval = try interval()
            return .once(interval, try unary())
        }
        if take(word: "historically") {
            let interval = try interval()
            return .historically(interval, try unary())
        }
        if take(symbol: "(") {
            let inner = try formula()
            try expect(")", "A bracket is closed by")
            return inner
        }
        if peek.kind == .word("forall") { return try formula() }
        return try atom()
    }

    /// `[0s,30s]`; missing is the whole run.
    private mutating func interval() throws(ConditionError) -> Formula.Interval? {
        let start = peek.range.lowerBound
        guard take(symbol: "[") else { return nil }
        let from = try duration()
        try expect(",", "Between the ends of an interval stands")
        let to = try duration()
        try expect("]", "An interval ends with")
        if from > to {
            throw ConditionError(.badRule, at: start, "An interval goes from the shorter to the longer time.")
        }
        return Formula.Interval(from: from, to: to)
    }

    private mutating func duration() throws(ConditionError) -> Int64 {
        let token = take()
        switch token.kind {
        case .value(.duration(let nanoseconds)): return nanoseconds
        case .value(.integer(0)): return 0
        default:
            throw ConditionError(
                .typeError, at: token.range.lowerBound, "An interval is of two durations, as in [0s,30s].")
        }
    }
}
