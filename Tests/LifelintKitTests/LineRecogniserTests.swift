// SPDX-License-Identifier: MIT

import LifelintIngest
import LifelintModel
import LifelintRules
import Testing

@testable import LifelintKit

@Suite struct LineRecogniserTests {
    private static func shipped() throws -> Vocabulary { try RuleLibrary.shipped().vocabulary }

    @Test("Every sample of the shipped lines matches by its own recogniser and gives what it says")
    func samples() throws {
        let vocabulary = try Self.shipped()
        #expect(vocabulary.lineRecognisers.flatMap(\.lines).count > 100)
        for recogniser in vocabulary.lineRecognisers {
            #expect(LineCheck.problems(of: recogniser, in: vocabulary) == [], "\(recogniser.about)")
        }
    }

    @Test("No two shipped lines tie on a message")
    func ties() throws {
        let ties = PatternOverlap.ties(try Self.shipped().lineRecognisers)
        #expect(ties.map { "\($0.0.at.file):\($0.0.at.line) and \($0.1.at.file):\($0.1.at.line)" } == [])
    }

    @Test("Every sample means the same when all recognisers are asked")
    func nothingElseMatches() throws {
        let vocabulary = try Self.shipped()
        let probe = LineProbe(CompiledVocabulary(vocabulary))
        for line in vocabulary.lineRecognisers.flatMap(\.lines) {
            for sample in line.samples {
                let means = probe.decides(sample)
                let own = means.map { $0.file == line.at.file && $0.line == line.at.line } ?? false
                let decider = means.map { "\($0.file):\($0.line)" } ?? "nobody"
                #expect(own, "\(line.at.file):\(line.at.line): \(decider) decides")
            }
        }
    }

    @Test("Every line says on which systems it was seen")
    func seen() throws {
        for line in try Self.shipped().lineRecognisers.flatMap(\.lines) {
            #expect(!line.seen.isEmpty, "\(line.at.file):\(line.at.line)")
        }
    }
}
