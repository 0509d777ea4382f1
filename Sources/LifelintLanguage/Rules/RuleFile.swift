// SPDX-License-Identifier: MIT

package import LifelintModel

/// A rule file that was read: kept so that the rule can be read again with other settings.
package struct RuleFile: Sendable {
    package let content: DeclarationFile
    package let isUsers: Bool
    package var rule: Rule
    package var places: RulePlaces

    package init(content: DeclarationFile, isUsers: Bool, rule: Rule, places: RulePlaces) {
        self.content = content
        self.isUsers = isUsers
        self.rule = rule
        self.places = places
    }

    package var path: String { content.path }

    /// Something wrong with the rule beside the others.
    package func problem(
        _ code: ProblemCode, at place: SourceLocation, _ message: String, suggestion: String? = nil
    ) -> LoadingProblem {
        LoadingProblem(rule: rule, code, at: place, message, suggestion: suggestion)
    }
}

extension LoadingProblem {
    /// A problem of a rule that was read, shown in its source.
    init(
        rule: Rule, _ code: ProblemCode, at place: SourceLocation, _ message: String, suggestion: String? = nil
    ) {
        let lines = rule.source.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
        var line = ""
        if place.line >= 1, place.line <= lines.count {
            line = String(decoding: lines[place.line - 1].prefix(4_096), as: UTF8.self)
            if line.utf8.last == 0x0D { line.unicodeScalars.removeLast() }
        }
        self.init(
            code: code, file: place.file, line: place.line, column: place.column, offset: place.offset,
            message: message, suggestion: suggestion, sourceLine: line)
    }
}
