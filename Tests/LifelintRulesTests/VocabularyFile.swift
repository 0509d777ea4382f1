// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintLanguage
@testable import LifelintRules

/// A file of the shipped vocabulary, which tests spoil.
struct VocabularyFile {
    /// Its path below `rules/`.
    let path: String
    /// What it says.
    let text: String

    init(_ path: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) throws {
        self.path = path
        text = try #require(
            EmbeddedRules.files.first { $0.path == path }?.text, "\(path)", sourceLocation: sourceLocation)
    }

    /// What is told of the file when something else stands in place of what is written there once.
    func problems(
        with instead: String, for written: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) -> [LoadingProblem] {
        #expect(text.contains(written), sourceLocation: sourceLocation)
        let spoilt = text.replacing(written, with: instead, maxReplacements: 1)
        do {
            _ = try RuleLibrary.load(files: [(path, Array(spoilt.utf8))])
            return []
        } catch {
            return error.problems
        }
    }
}
