// SPDX-License-Identifier: MIT

package import LifelintLanguage
import LifelintModel

/// A rule that finds what went wrong at a line of a log, with tests that pass.
package enum RuleProposal {
    /// The file of the first of several rules whose tests pass.
    ///
    /// - Parameters:
    ///   - id: what the rule is to be called.
    ///   - path: a log.
    ///   - line: the 1-based line at which it went wrong.
    ///   - expected: the event that should have followed; nil where what is there is wrong.
    package static func text(
        id: String, path: String, line: Int, expected: String?, in library: RuleLibrary
    ) throws(AnalyzerError) -> String {
        guard let log = try ExampleLog(path: path, line: line, AnalyzerOptions()) else {
            throw AnalyzerError(
                message:
                    "line \(line) of \(path) tells no event: name one that does; 'lifelint explain LINE' says what a line means"
            )
        }
        let drafts = expected.map { [ProposedRule.response(log, expected: $0)] } ?? ProposedRule.all(log)
        var refused: LoadingError?
        for draft in drafts.compactMap(\.self) {
            let text = draft.text(id: id)
            do throws(LoadingError) {
                if try passes(text, id: id, in: library) { return text }
            } catch {
                refused = error
            }
        }
        throw AnalyzerError(
            // A name that nothing declares is to blame, not the line.
            message: refused?.problems.first?.problem.message ?? expected.map {
                "no rule that expects \($0) after line \(line) can be told from its log"
            }
                ?? "nothing about line \(line) tells it from others: say with --expect which event should have followed"
        )
    }

    private static func passes(
        _ text: String, id: String, in library: RuleLibrary
    ) throws(LoadingError) -> Bool {
        var library = library
        try library.add(ruleFile: "\(id).yml", bytes: Array(text.utf8))
        guard let rule = library.rule(id) else { return false }
        return RuleTester.arePassed(rule, in: library)
    }
}
