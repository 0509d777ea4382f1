// SPDX-License-Identifier: MIT

public import LifelintModel

/// Reads conditions: `duration > 5s and name != "snapshot" and run.os >= "17.0"`.
///
/// From loose to tight: `or`, `and`, `not`, comparison, `+ -`, `* /`, unary `-`, primary. Types are checked as far as
/// they are known, so that a condition which cannot hold is an error in its rule and no riddle in a report.
public struct ConditionParser {
    /// Brackets, `not` and `-` inside each other.
    static let depthLimit = 64

    private let noun: ConditionNoun
    /// Names beyond the noun's fields, with their types; they come before fields of the same name.
    private let names: [String: ConditionField.Kind]
    /// The same in a row: there are few of them, and every word is compared with each.
    private let bound: [(name: String, kind: ConditionField.Kind)]
    private let tokens: [ConditionToken]
    private var next = 0
    private var depth = 0

    /// The condition in that text.
    ///
    /// - Parameters:
    ///   - text: the condition.
    ///   - noun: what bare names are fields of.
    public static func parse(_ text: String, about noun: ConditionNoun) throws(ConditionError) -> Condition {
        try parse(text, about: noun, names: [:])
    }

    /// The condition in that text, which may also speak of `names` and of whatever is below them.
    package static func parse(
        _ text: String, about noun: ConditionNoun, names: [String: ConditionField.Kind]
    ) throws(ConditionError) -> Condition {
        var parser = ConditionParser(noun: noun, names: names, tokens: try ConditionScanner.tokens(of: text))
        let term = try parser.disjunction()
        let token = parser.peek
        guard token.kind == .end else {
            throw ConditionError(.ruleSyntax, at: token.offset, "A condition does not go on with \(token.text) here.")
        }
        return try ConditionTypes.condition(term)
    }

    private init(noun: ConditionNoun, names: [String: ConditionField.Kind], tokens: [ConditionToken]) {
        self.noun = noun
        self.names = names
        bound = names.map { ($0.key, $0.value) }
        self.tokens = tokens
    }

    // The last token is always the end, and nothing steps over it.
    private var peek: ConditionToken { tokens[min(next, tokens.count - 1)] }

    private mutating func take() -> ConditionToken {
        let token = peek
        if token.kind != .end { next += 1 }
        return token
    }

    private mutating func take(word: String) -> Bool {
        guard peek.kind == .word(word) else { return false }
        next += 1
        return true
    }

    private mutating func take(symbol: String) -> Bool {
        guard peek.kind == .symbol(symbol) else { return false }
        next += 1
        return true
    }

    private mutating func expect(symbol: String, _ what: String) throws(ConditionError) {
        if !take(symbol: symbol) {
            throw ConditionError(.ruleSyntax, at: peek.offset, "\(what) “\(symbol)”, not \(peek.text).")
        }
    }

    /// At the end of the text a bracket that is open is missed where it opened, not where the text ends.
    private func requireClosed(_ open: ConditionToken) throws(ConditionError) {
        if peek.kind == .end {
            throw ConditionError(.ruleSyntax, at: open.offset, "The bracket that opens here is not closed.")
        }
    }

    private mutating func deeper(at offset: Int) throws(ConditionError) {
        depth += 1
        if depth > Self.depthLimit {
            throw ConditionError(
                .nestingTooDeep, at: offset, "The condition is nested more than \(Self.depthLimit) deep.")
        }
    }

    private mutating func disjunction() throws(ConditionError) -> ConditionTerm {
        let first = try conjunction()
        guard peek.kind == .word("or") else { return first }
        var parts = [try ConditionTypes.condition(first)]
        while take(word: "or") { parts.append(try ConditionTypes.condition(try conjunction())) }
        return ConditionTerm(.or(parts), offset: first.offset)
    }

    private mutating func conjunction() throws(ConditionError) -> ConditionTerm {
        let first = try negation()
        guard peek.kind == .word("and") else { return first }
        var parts = [try ConditionTypes.condition(first)]
        while take(word: "and") { parts.append(try ConditionTypes.condition(try negation())) }
        return ConditionTerm(.and(parts), offset: first.offset)
    }

    private mutating func negation() throws(ConditionError) -> ConditionTerm {
        let start = peek.offset
        guard take(word: "not") else { return try comparison() }
        try deeper(at: start)
        defer { depth -= 1 }
        return ConditionTerm(.not(try ConditionTypes.condition(try negation())), offset: start)
    }

    private mutating func comparison() throws(ConditionError) -> ConditionTerm {
        let left = try sum()
        let sign = peek
        switch sign.kind {
        case .symbol(let symbol):
            guard let comparison = Condition.Comparison(rawValue: symbol) else { return left }
            next += 1
            return ConditionTerm(try ConditionTypes.compare(left, comparison, try sum()), offset: left.offset)
        case .word("in"):
            next += 1
            return ConditionTerm(try ConditionTypes.contained(left, in: try list()), offset: left.offset)
        case .word("not"):
            next += 1
            if !take(word: "in") {
                throw ConditionError(.ruleSyntax, at: sign.offset, "Here “not” goes on with “in”.")
            }
            return ConditionTerm(try ConditionTypes.excluded(left, from: try list()), offset: left.offset)
        case .word("matches"):
            next += 1
            return ConditionTerm(try ConditionTypes.matches(left, try sum()), offset: left.offset)
        case .word("contains"):
            next += 1
            return ConditionTerm(try ConditionTypes.contains(left, try sum()), offset: left.offset)
        default: return left
        }
    }

    private mutating func list() throws(ConditionError) -> [ConditionTerm] {
        let open = peek
        try expect(symbol: "[", "After “in” stands a list in brackets, which begins with")
        var items: [ConditionTerm] = []
        repeat { items.append(try sum()) } while take(symbol: ",")
        try requireClosed(open)
        try expect(symbol: "]", "A list goes on with “,” or ends with")
        return items
    }

    private mutating func sum() throws(ConditionError) -> ConditionTerm {
        var left = try product()
        while case .symbol(let symbol) = peek.kind, symbol == "+" || symbol == "-" {
            next += 1
            left = try ConditionTypes.arithmetic(left, symbol, try product())
        }
        return left
    }

    private mutating func product() throws(ConditionError) -> ConditionTerm {
        var left = try unary()
        while case .symbol(let symbol) = peek.kind, symbol == "*" || symbol == "/" {
            next += 1
            left = try ConditionTypes.arithmetic(left, symbol, try unary())
        }
        return left
    }

    private mutating func unary() throws(ConditionError) -> ConditionTerm {
        let start = peek.offset
        guard take(symbol: "-") else { return try primary() }
        try deeper(at: start)
        defer { depth -= 1 }
        return try ConditionTypes.negated(try unary(), at: start)
    }

    private mutating func primary() throws(ConditionError) -> ConditionTerm {
        let token = take()
        switch token.kind {
        case .literal(let value): return ConditionTerm(literal: value, offset: token.offset)
        case .pattern(let text): return ConditionTerm(pattern: text, offset: token.offset)
        case .word("true"): return ConditionTerm(literal: .bool(true), offset: token.offset)
        case .word("false"): return ConditionTerm(literal: .bool(false), offset: token.offset)
        case .word("exists"):
            let name = take()
            guard case .word(let path) = name.kind else {
                throw ConditionError(.ruleSyntax, at: name.offset, "After “exists” stands a field, not \(name.text).")
            }
            _ = try field(path, at: name.offset)
            return ConditionTerm(.exists(KnownPaths.shared.path(path)), offset: token.offset)
        case .word(let path): return try word(path, at: token.offset)
        case .symbol("("):
            try deeper(at: token.offset)
            defer { depth -= 1 }
            var term = try disjunction()
            try requireClosed(token)
            try expect(symbol: ")", "A bracket is closed by")
            term.bareWord = nil
            term.offset = token.offset
            return term
        case .symbol, .end:
            throw ConditionError(.ruleSyntax, at: token.offset, "A field or a value is missing before \(token.text).")
        }
    }

    private static func isKeyword(_ word: String) -> Bool {
        switch word {
        case "or", "and", "not", "in", "matches", "contains": true
        default: false
        }
    }

    private func word(_ path: String, at offset: Int) throws(ConditionError) -> ConditionTerm {
        if Self.isKeyword(path) {
            throw ConditionError(.ruleSyntax, at: offset, "A field or a value is missing before “\(path)”.")
        }
        var term = ConditionTerm(.field(KnownPaths.shared.path(path)), kind: .any, offset: offset)
        term.bareWord = path
        term.isBound = isBound(path)
        // A word that is no field may still be a fixed value: what stands beside it decides.
        guard let known = known(path) else {
            term.unknownField = unknown(path, at: offset)
            return term
        }
        term.kind = known.kind
        term.words = known.words
        term.isClosed = known.isClosed
        return term
    }

    private func field(_ path: String, at offset: Int) throws(ConditionError) -> ConditionField {
        guard let known = known(path) else { throw unknown(path, at: offset).error }
        return known
    }

    private func isBound(_ path: String) -> Bool {
        guard let dot = path.utf8.firstIndex(of: 0x2E) else { return bound.contains { $0.name == path } }
        let root = String(Substring(path.utf8[..<dot]))
        return bound.contains { $0.name == root }
    }

    /// A field of an event that the rule names: what has dots in it is none of its values, but one of its fields.
    private func boundField(_ path: String) -> ConditionField {
        guard let dot = path.utf8.firstIndex(of: 0x2E) else { return ConditionField(path, .any) }
        let name = String(Substring(path.utf8[path.utf8.index(after: dot)...]))
        guard ConditionField.isDeclared(name, of: .event), let field = ConditionField.named(name, of: .event) else {
            return ConditionField(path, .any)
        }
        return ConditionField(path, field.kind, field.words)
    }

    private func known(_ path: String) -> ConditionField? {
        if let own = bound.first(where: { $0.name == path }) { return ConditionField(path, own.kind) }
        if isBound(path) { return boundField(path) }
        return ConditionField.named(path, of: noun)
    }

    private func unknown(_ path: String, at offset: Int) -> UnknownField {
        UnknownField(path: path, noun: noun, names: names, offset: offset)
    }
}
