// SPDX-License-Identifier: MIT

import Foundation
import LifelintModel
import LifelintRules
import Testing

@testable import LifelintKit
@testable import LifelintLanguage

/// Samples of recognisers are tests: of the shipped ones here, of the user's when they are loaded.
@Suite struct RecogniserTests {
    @Test func `every sample of the shipped recognisers gives what it should`() throws {
        let vocabulary = try RuleCase.library.get().vocabulary
        #expect(vocabulary.recordRecognisers.count >= 2)
        for recogniser in vocabulary.recordRecognisers {
            let problems = RecogniserCheck.problems(of: recogniser, in: vocabulary)
            #expect(problems.isEmpty, "\(recogniser.about): \(problems)")
        }
    }

    @Test func `what shipped recognisers of records are for is there`() throws {
        let library = try RuleCase.library.get()
        #expect(library.vocabulary.recordRecognisers.allSatisfy { $0.formats.count == $0.formatPlaces.count })
        #expect(library.unknownNames(formats: InputFormatCatalogue.traits).isEmpty)
    }

    @Test(arguments: [
        (
            "lifecycle-jsnl",
            ".yml:2:17: “lifecycle-jsnl” is no format with structured records. Did you mean “lifecycle-jsonl”?"
        ),
        ("unified-log-text", ".yml:2:17: “unified-log-text” is no format with structured records."),
    ]) func `a recogniser of records for a format that has none is an error with its place`(
        format: String, message: String
    ) {
        let sample = #"{"ts":"2026-03-01T10:00:00Z","event":"coreData.save","context":"view"}"#
        let text = recogniser(sample: sample).replacing("lifecycle-jsonl", with: format)
        #expect { try load(text) } throws: { ($0 as? AnalyzerError)?.message.contains(message) == true }
    }

    private func load(_ text: String) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).yml")
        try text.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        var options = AnalyzerOptions()
        options.recogniserFiles = [file.path]
        _ = try Analyzer(options)
    }

    private func recogniser(sample: String, gives: String? = nil) -> String {
        """
        about: a test
        from: { format: lifecycle-jsonl, app: "com.acme.*" }
        records:
          - where: event == "coreData.save"
            means: data.save
            with: { document: context }
            sample: '\(sample)'
        \(gives.map { "    gives: '\($0)'" } ?? "")
        """
    }

    @Test func `a recogniser whose sample matches is taken`() throws {
        let sample = #"{"ts":"2026-03-01T10:00:00Z","event":"coreData.save","context":"view"}"#
        try load(recogniser(sample: sample, gives: "2026-03-01T10:00:00Z data.save document=view"))
        try load(recogniser(sample: sample))
    }

    @Test(arguments: [
        (
            #"{"ts":"2026-03-01T10:00:00Z","event":"coreData.load","context":"view"}"#, String?.none,
            "means coreData.load"
        ),
        (#"{"ts":"2026-03-01T10:00:00Z""#, nil, "cannot be read"),
        (
            #"{"ts":"2026-03-01T10:00:00Z","event":"coreData.save","context":"view"}"#,
            "2026-03-01T10:00:00Z data.save document=main", "gives says document=main"
        ),
        (
            #"{"ts":"2026-03-01T10:00:00Z","event":"coreData.save","context":"view"}"#,
            "2026-03-01T10:00:01Z data.save document=view",
            "gives says time=2026-03-01T10:00:01.000000000Z"
        ),
        (
            #"{"ts":"2026-03-01T10:00:00Z","event":"coreData.save","context":"view","duration":"12ms"}"#,
            "2026-03-01T10:00:00Z data.save document=view duration=13ms",
            "gives says duration=13ms, the sample gives 12ms"
        ),
        (
            #"{"ts":"2026-03-01T10:00:00Z","event":"coreData.save","context":"view"}"#,
            "2026-03-01T10:00:00Z data.save main=true", "gives says main=true, the sample gives none"
        ),
        (
            #"{"ts":"2026-03-01T10:00:00Z","event":"coreData.save","context":"view","build":"7"}"#,
            "2026-03-01T10:00:00Z data.save build=8", "gives says build=8, the sample gives 7"
        ),
        (
            #"{"ts":"2026-03-01T10:00:00Z","event":"coreData.save","context":"view","total":"12.5"}"#,
            "2026-03-01T10:00:00Z data.save total=12.5",
            "gives says total=12.5, and the sample gives that as text: write total=\"12.5\""
        ),
        (
            #"{"ts":"2026-03-01T10:00:00Z","event":"coreData.save","context":"view"}"#,
            "2026-03-01T10:00:00Z data.save class=kernel pid=5", "gives says pid=5, the sample gives none"
        ),
    ]) func `a recogniser whose sample does not is an error with its place`(
        sample: String, gives: String?, message: String
    ) {
        #expect { try load(recogniser(sample: sample, gives: gives)) } throws: { error in
            let text = (error as? AnalyzerError)?.message ?? ""
            return text.contains(message)
                && text.contains(
                    gives == nil && !message.contains("means") ? ".yml:7:" : gives == nil ? ".yml:4:" : ".yml:8:")
        }
    }
}
