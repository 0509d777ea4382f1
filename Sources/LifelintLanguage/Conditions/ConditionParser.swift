// SPDX-License-Identifier: MIT

package import LifelintModel

/// Reads conditions: `duration > 5s and name != "snapshot" and run.os >= "17.0"`.
///
/// From loose to tight: `or`, `and`, `not`, comparison, `+ -`, `* /`, unary `-`, primary. Types are checked as far as
/// they are known, so that a condition which cannot hold is an error in its rule and no riddle in a report.
package struct ConditionParser {
    /// Brackets, `not` and `-` inside each other.
    static let depthLimit = 64

    private let noun: ConditionNoun
    /// Names beyond the noun's fields, with their types; they come before fields of the same name.
    private let names: [String: ConditionField.Kind]
    /// Fields that bare names mean before those of the noun.
    private let fields: [String: ConditionField]
    private let tokens: [ConditionToken]
    private var next = 0
    private var depth = 0

    /// The condition in that text.
    ///
    /// - Parameters:
    ///   - text: the condition.
    ///   - noun: what bare names are fields of.
    ///   - names: what it may also speak of, and of whatever is below them.
    ///   - fields: what bare names mean before the fields of the noun.
    package static func parse(
        _ text: String, about noun: ConditionNoun, names: [String: ConditionField.Kind] = [:],
        fields: [String: ConditionField] = [:]
    ) throws(ConditionError) -> Condition {
        var parser = ConditionParser(
            noun: noun, names: names, fields: fields, tokens: try ConditionScanner.tokens(of: text))
        let term = try parser.disjunction()
        guard parser.kind == .end else {
            let token = parser.peek
            throw ConditionError(.ruleSyntax, at: token.offset, "A condition does not go on with \(token.text) here.")
        }
        return try ConditionTypes.condition(term)
    }

    private init(
        noun: ConditionNoun, names: [String: ConditionField.Kind], fields: [String: ConditionField],
        tokens: [ConditionToken]
    ) {
        self.noun = noun
        self.names = names
        self.fields = fields
        self.tokens = tokens
    }

    // The last token is always the end, and nothing steps over it.
    private var peek: ConditionToken { tokens[next] }
    private var kind: ConditionToken.Kind { tokens[next].kind }
    private var offset: Int { tokens[next].offset }

    private mutating func take() -> ConditionToken {
        let token = peek
        if token.kind != .end { next += 1 }
        return token
    }

    private mutating func take(_ sought: ConditionToken.Kind) -> Bool {
        guard kind == sought else { return false }
        next += 1
        return true
    }

    private mutating func expect(
        _ sought: ConditionToken.Kind, _ sign: String, _ what: String
    ) throws(ConditionError) {
        if !take(sought) { throw ConditionError(.ruleSyntax, at: offset, "\(what) “\(sign)”, not \(peek.text).") }
    }

    /// At the end of the text a bracket that is open is missed where it opened, not where the text ends.
    private func requireClosed(from open: Int) throws(ConditionError) {
        if kind == .end {
            throw ConditionError(.ruleSyntax, at: open, "The bracket that opens here is not closed.")
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
        guard kind == .or else { return first }
        var parts = [try ConditionTypes.condition(first)]
        while take(.or) { parts.append(try ConditionTypes.condition(try conjunction())) }
        return ConditionTerm(.or(parts), offset: first.offset)
    }

    private mutating func conjunction() throws(ConditionError) -> ConditionTerm {
        let first = try negation()
        guard kind == .and else { return first }
        var parts = [try ConditionTypes.condition(first)]
        while take(.and) { parts.append(try ConditionTypes.condition(try negation())) }
        return ConditionTerm(.and(parts), offset: first.offset)
    }

    private mutating func negation() throws(ConditionError) -> ConditionTerm {
        let start = offset
        guard take(.not) else { return try comparison() }
        try deeper(at: start)
        defer { depth -= 1 }
        return ConditionTerm(.not(try ConditionTypes.condition(try negation())), offset: start)
    }

    private mutating func comparison() throws(ConditionError) -> ConditionTerm {
        let left = try sum()
        let start = offset
        switch kind {
        case .in:
            next += 1
            return ConditionTerm(try ConditionTypes.contained(left, in: try list()), offset: left.offset)
        case .not:
            next += 1
            if !take(.in) { throw ConditionError(.ruleSyntax, at: start, "Here “not” goes on with “in”.") }
            return ConditionTerm(try ConditionTypes.excluded(left, from: try list()), offset: left.offset)
        case .matches:
            next += 1
            return ConditionTerm(try ConditionTypes.matches(left, try sum()), offset: left.offset)
        case .contains:
            next += 1
            return ConditionTerm(try ConditionTypes.contains(left, try sum()), offset: left.offset)
        default:
            guard let comparison = kind.comparison else { return left }
            next += 1
            return ConditionTerm(try ConditionTypes.compare(left, comparison, try sum()), offset: left.offset)
        }
    }

    private mutating func list() throws(ConditionError) -> [ConditionTerm] {
        let open = offset
        try expect(.openList, "[", "After “in” stands a list in brackets, which begins with")
        var items: [ConditionTerm] = []
        repeat { items.append(try sum()) } while take(.comma)
        try requireClosed(from: open)
        try expect(.closeList, "]", "A list goes on with “,” or ends with")
        return items
    }

    private mutating func sum() throws(ConditionError) -> ConditionTerm {
        var left = try product()
        while kind == .plus || kind == .minus {
            let sign = take()
            left = try ConditionTypes.arithmetic(left, sign.spelling, try product())
        }
        return left
    }

    private mutating func product() throws(ConditionError) -> ConditionTerm {
        var left = try unary()
        while kind == .times || kind == .over {
            let sign = take()
            left = try ConditionTypes.arithmetic(left, sign.spelling, try unary())
        }
        return left
    }

    private mutating func unary() throws(ConditionError) -> ConditionTerm {
        let start = offset
        guard take(.minus) else { return try primary() }
        try deeper(at: start)
        defer { depth -= 1 }
        return try ConditionTypes.negated(try unary(), at: start)
    }

    private mutating func primary() throws(ConditionError) -> ConditionTerm {
        let token = take()
        if let value = token.value { return ConditionTerm(literal: value, offset: token.offset) }
        switch token.kind {
        case .word: return word(token.spelling, at: token.offset)
        case .pattern: return ConditionTerm(pattern: token.spelling, offset: token.offset)
        case .true, .false: return ConditionTerm(literal: .bool(token.kind == .true), offset: token.offset)
        case .exists:
            let name = take()
            guard name.kind.isWord else {
                throw ConditionError(.ruleSyntax, at: name.offset, "After “exists” stands a field, not \(name.text).")
            }
            let word = known(name.spelling, isBound: isBound(name.spelling))
            if word.field == nil { throw unknown(name.spelling, at: name.offset).error }
            return ConditionTerm(.exists(word.path), offset: token.offset)
        case .open:
            try deeper(at: token.offset)
            defer { depth -= 1 }
            var term = try disjunction()
            try requireClosed(from: token.offset)
            try expect(.close, ")", "A bracket is closed by")
            term.isBare = false
            term.offset = token.offset
            return term
        default:
            throw ConditionError(.ruleSyntax, at: token.offset, "A field or a value is missing before \(token.text).")
        }
    }

    private func word(_ path: String, at offset: Int) -> ConditionTerm {
        let isBound = isBound(path)
        let word = known(path, isBound: isBound)
        var term = ConditionTerm(word, isBound: isBound, offset: offset)
        // A word that is no field may still be a fixed value: what stands beside it decides.
        if word.field == nil { term.unknownField = unknown(path, at: offset) }
        return term
    }

    /// Whether the rule itself gives the name, or the one before the first dot.
    private func isBound(_ path: String) -> Bool {
        if names.isEmpty { return false }
        guard let dot = path.utf8.firstIndex(of: 0x2E) else { return names[path] != nil }
        return names[String(Substring(path.utf8[..<dot]))] != nil
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

    private func known(_ path: String, isBound: Bool) -> KnownWord {
        let word = KnownWords.shared.word(path, about: noun)
        if names.isEmpty, fields.isEmpty { return word }
        if let field = fields[path] { return KnownWord(path: word.path, field: field) }
        if let kind = names[path] { return KnownWord(path: word.path, field: ConditionField(path, kind)) }
        return isBound ? KnownWord(path: word.path, field: boundField(path)) : word
    }

    private func unknown(_ path: String, at offset: Int) -> UnknownField {
        UnknownField(path: path, noun: noun, names: names, offset: offset)
    }
}
