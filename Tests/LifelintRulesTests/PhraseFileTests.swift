// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintLanguage
@testable import LifelintRules

/// What is wrong with the file of phrases is said at its place.
struct PhraseFileTests {
    static let faults: [(written: String, instead: String, code: ProblemCode)] = [
        ("  hang: { says: [App Hang]", "  hnag: { says: [App Hang]", .unknownKey),
        ("\npanic:", "\npanics:", .unknownKey),
        ("{ says: [killed], standing: proven }", "{ says: [killed] }", .badRule),
        ("{ says: [killed], standing: proven }", "{ says: [\"\"], standing: proven }", .badRule),
        ("{ says: [killed], standing: proven }", "{ says: [killed], standing: prven }", .badRule),
    ]

    @Test(arguments: faults) func `a fault is told`(written: String, instead: String, code: ProblemCode) throws {
        let problems = try VocabularyFile("vocabulary/phrases.yml").problems(with: instead, for: written)
        #expect(problems.contains { $0.code == code })
    }

    @Test func `every phrase has words, and is read no sooner than it is asked for`() throws {
        for isBrief in [false, true] {
            let phrases = try RuleLibrary.shipped(isBrief: isBrief).vocabulary.phrases
            for key in Phrases.Key.allCases { #expect(!phrases[key].isEmpty, "\(key)") }
        }
    }
}
