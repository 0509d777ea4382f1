// SPDX-License-Identifier: MIT

import LifelintYAML
import Testing

@testable import LifelintLanguage
@testable import LifelintModel
@testable import LifelintRules

/// What ships is taken apart when the program is built: it must mean what its files mean.
struct EmbeddedRulesTests {
    @Test func `Every embedded file was taken apart as libyaml reads it, and every rule was read`() throws {
        #expect(!EmbeddedRules.files.isEmpty)
        for file in EmbeddedRules.files {
            let read = try YAMLDocument(bytes: Array(file.text.utf8), file: file.path)
            if RuleLibrary.isRule(file.path) {
                // Should it not come back, its text would be read instead, and only the time would tell.
                let paths = EmbeddedRules.paths.map { FieldPath($0) }
                #expect(
                    PackedRules.rule(file.packed, paths: paths, file: file.path, source: file.text) != nil,
                    "\(file.path)")
            } else {
                let packed = try #require(
                    YAMLDocument(packed: file.packed, text: file.text, file: file.path), "\(file.path)")
                #expect(packed.root.map(outline) == read.root.map(outline), "\(file.path)")
            }
            if file.path.hasPrefix("recognisers/") {
                // What is read later cannot name events that rules may use, and its records are asked for by every log.
                let isLate = read.root?["records"] == nil && read.root?["events"] == nil
                #expect(file.kind == (isLate ? "lines" : ""), "\(file.path)")
                #expect(file.lines.isEmpty == !isLate, "\(file.path)")
            } else {
                #expect(file.kind == read.root?["preset"]?.scalar?.text ?? "", "\(file.path)")
            }
        }
    }

    @Test func `Rules, recognisers and the rest of the vocabulary are those of the files`() throws {
        let embedded = try RuleLibrary.shipped(isBrief: true)
        let read = try RuleLibrary.load(files: EmbeddedRules.files.map { ($0.path, Array($0.text.utf8)) })
        #expect(embedded.rules.map(\.id) == read.rules.map(\.id))
        for (left, right) in zip(embedded.rules, read.rules) {
            #expect(Described.difference(left, right) == nil, "\(left.id)")
        }
        let unchecked = settled(read.vocabulary, isChecked: false)
        for (left, right) in zip(embedded.vocabulary.lineRecognisers, unchecked.lineRecognisers) {
            #expect(Described.difference(left, right) == nil, "\(left.about)")
        }
        #expect(Described.difference(settled(embedded.vocabulary), unchecked) == nil)
        #expect(embedded.headlines == read.headlines)
        #expect(embedded.warnings == read.warnings)
    }

    @Test(arguments: Rule.Preset.allCases)
    func `The rules of a preset are those that all rules have in it, without a warning more`(
        _ preset: Rule.Preset
    ) throws {
        let whole = try RuleLibrary.shipped(isBrief: true)
        let chosen = try RuleLibrary.shippedWords().withRules(of: preset)
        let expected = whole.rules.filter { preset.includes($0.preset) }
        #expect(!expected.isEmpty)
        #expect(chosen.rules.map(\.id) == expected.map(\.id))
        for (left, right) in zip(chosen.rules, expected) {
            #expect(Described.difference(left, right) == nil, "\(left.id)")
        }
        #expect(Described.difference(settled(chosen.vocabulary), settled(whole.vocabulary)) == nil)
        #expect(chosen.headlines == whole.headlines)
        #expect(chosen.digest == whole.digest)
        #expect(chosen.warnings == whole.warnings)
    }

    @Test func `What only some logs need is not read before it is asked for`() throws {
        var vocabulary = try RuleLibrary.shipped(isBrief: true).vocabulary
        #expect(vocabulary.lineRecognisersAtHand.isEmpty)
        #expect(vocabulary.lineRecognisers.count >= 20)
        #expect(!vocabulary.terminations.meanings.isEmpty)
        #expect(!vocabulary.terminationWords.wordings.isEmpty)
        #expect(!vocabulary.sayings.sayings.isEmpty)
        #expect(!vocabulary.reports.bugTypes.isEmpty && !vocabulary.reports.exceptions.isEmpty)
        #expect(!vocabulary.processStates.words.isEmpty && !vocabulary.processStates.bands.bands.isEmpty)
        vocabulary.lineRecognisers.append(LineRecogniser(about: "test", lines: []))
        #expect(vocabulary.lineRecognisersAtHand.count == vocabulary.lineRecognisers.count)
        #expect(try RuleLibrary.shipped().vocabulary.lineRecognisersAtHand.count >= 20)
    }

    /// The vocabulary with all of it read.
    ///
    /// - Parameter isChecked: with what only checks of recognisers ask for.
    private func settled(_ vocabulary: Vocabulary, isChecked: Bool = true) -> Vocabulary {
        var settled = vocabulary
        settled.lineRecognisers = vocabulary.lineRecognisers
        if !isChecked {
            for file in settled.lineRecognisers.indices {
                for line in settled.lineRecognisers[file].lines.indices {
                    settled.lineRecognisers[file].lines[line].samples = []
                    settled.lineRecognisers[file].lines[line].gives = []
                    settled.lineRecognisers[file].lines[line].seen = ""
                    settled.lineRecognisers[file].lines[line].places = PatternPlaces()
                }
            }
        }
        settled.reports = vocabulary.reports
        settled.terminations = vocabulary.terminations
        settled.terminationWords = vocabulary.terminationWords
        settled.phrases = vocabulary.phrases
        settled.processStates = vocabulary.processStates
        settled.sayings = vocabulary.sayings
        return settled
    }

    @Test func `A rule is read with other settings as its file would be`() throws {
        let embedded = try RuleLibrary.shipped(isBrief: true)
        let read = try RuleLibrary.load(files: EmbeddedRules.files.map { ($0.path, Array($0.text.utf8)) })
        for rule in embedded.rules {
            var settings = RuleSettings()
            settings.severity = .info
            let (left, right) = try (
                embedded.read(rule: rule.id, with: settings), read.read(rule: rule.id, with: settings)
            )
            #expect(Described.difference(left, right) == nil, "\(rule.id)")
        }
    }

    /// All that a node holds, with every place.
    private func outline(_ node: YAMLNode) -> String {
        switch node.content {
        case .scalar(let scalar): "\(scalar.style) \(scalar.text.debugDescription) \(node.at)"
        case .sequence(let items): "[\(items.map(outline).joined(separator: ", "))] \(node.at)"
        case .mapping(let entries):
            "{\(entries.map { "\($0.key.text) \($0.key.at): \(outline($0.value))" }.joined(separator: ", "))} \(node.at)"
        }
    }
}
