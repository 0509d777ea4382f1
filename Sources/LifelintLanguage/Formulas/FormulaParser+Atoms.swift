// SPDX-License-Identifier: MIT

import LifelintModel

/// What a formula says of one moment.
extension FormulaParser {
    mutating func atom() throws(ConditionError) -> Formula {
        let (word, offset) = try name("an event, begin(…), end(…), open(…), ended(…), runStart or runEnd")
        switch word {
        case "runStart": return .runStart
        case "runEnd": return .runEnd
        case "begin": return .begin(try variable(after: word))
        case "end": return .end(try variable(after: word))
        case "open": return try open()
        case "ended": return .ended(try ended())
        case "and", "or", "until", "since", "where", "in":
            throw ConditionError(.ruleSyntax, at: offset, "Something is missing before “\(word)”.")
        default: return try event(word, at: offset)
        }
    }

    private mutating func argument<Result>(
        of word: String, _ read: (inout FormulaParser) throws(ConditionError) -> Result
    ) throws(ConditionError) -> Result {
        try expect("(", "After “\(word)” stands")
        let result = try read(&self)
        try expect(")", "A bracket is closed by")
        return result
    }

    private mutating func variable(after word: String) throws(ConditionError) -> String {
        try argument(of: word) { parser throws(ConditionError) in
            let (text, offset) = try parser.name("a variable")
            return try parser.known(text, at: offset)
        }
    }

    private func known(_ variable: String, at offset: Int) throws(ConditionError) -> String {
        if variables.contains(where: { $0.name == variable }) { return variable }
        throw ConditionError(
            .unknownField, at: offset, "No “forall” binds a variable “\(variable)”.",
            suggestion: Suggestion.nearest(to: variable, among: variables.map(\.name)))
    }

    private mutating func open() throws(ConditionError) -> Formula {
        try argument(of: "open") { parser throws(ConditionError) in
            let (text, offset) = try parser.name("a span or a variable")
            if parser.variables.contains(where: { $0.name == text }) { return .openInstance(text) }
            if parser.names.names.hasSpan(text) { return .openSpan(SpanSelector(source: .named(text), text: text)) }
            throw ConditionError(
                .unknownSpan, at: offset, "There is no span “\(text)”.",
                suggestion: Suggestion.nearest(to: text, among: parser.names.names.spanNames))
        }
    }

    private mutating func ended() throws(ConditionError) -> CauseSelector {
        try argument(of: "ended") { parser throws(ConditionError) in
            let (text, offset) = try parser.name("a cause")
            let causes = Set(RuleReader.causes(matching: text))
            if !causes.isEmpty { return CauseSelector(causes: causes, text: text) }
            throw ConditionError(
                .unknownCause, at: offset, "No run ends by “\(text)”.",
                suggestion: Suggestion.nearest(to: text, among: EndingCause.allCases.map(\.rawValue)))
        }
    }

    /// `NAME`, `NAME(k)`, either with `where` and a condition.
    private mutating func event(_ word: String, at offset: Int) throws(ConditionError) -> Formula {
        var selector: EventSelector
        switch names.resolve(word) {
        case .found(let name): selector = EventSelector(names: [name], text: word)
        case .unknown(let error):
            throw ConditionError(error.code, at: offset, error.message, suggestion: error.suggestion)
        }
        var bound: String?
        if peek.kind == .symbol("(") { bound = try variable(after: word) }
        if take(word: "where") {
            let range = try condition()
            let text = text(range)
            selector.condition = try names.condition(text, at: range.lowerBound)
            selector.text += " where \(text)"
        }
        return .event(selector, variable: bound)
    }

    /// The bytes of a condition: one comparison, or whatever stands in brackets.
    private mutating func condition() throws(ConditionError) -> Range<Int> {
        let start = peek.range.lowerBound
        var end = start
        var depth = 0
        while peek.kind != .end {
            let isEnd =
                switch peek.kind {
                case .word("or"), .word("and"), .word("until"), .word("since"), .symbol("->"): depth == 0
                case .symbol(")"), .symbol("]"): depth == 0
                default: false
                }
            if isEnd { break }
            if [.symbol("("), .symbol("[")].contains(peek.kind) { depth += 1 }
            if [.symbol(")"), .symbol("]")].contains(peek.kind) { depth -= 1 }
            end = take().range.upperBound
        }
        if start == end { throw unexpected("After “where” stands a condition.") }
        return start..<end
    }
}
