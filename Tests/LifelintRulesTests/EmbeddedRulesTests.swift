// SPDX-License-Identifier: MIT

import LifelintYAML
import Testing

@testable import LifelintModel
@testable import LifelintRules

/// What ships is taken apart when the program is built: it must mean what its files mean.
struct EmbeddedRulesTests {
    @Test func `Every embedded file was taken apart, and is what libyaml reads`() throws {
        #expect(!EmbeddedRules.files.isEmpty)
        for file in EmbeddedRules.files {
            let read = try YAMLDocument(bytes: Array(file.text.utf8), file: file.path)
            let packed = try #require(
                YAMLDocument(packed: file.packed, text: file.text, file: file.path), "\(file.path)")
            #expect(described(packed.root) == described(read.root), "\(file.path)")
        }
    }

    @Test func `Rules, recognisers and the rest of the vocabulary are those of the files`() throws {
        let embedded = try RuleLibrary.shipped(isBrief: true)
        let read = try RuleLibrary.load(files: EmbeddedRules.files.map { ($0.path, Array($0.text.utf8)) })
        #expect(embedded.rules.map(\.id) == read.rules.map(\.id))
        for (left, right) in zip(embedded.rules, read.rules) {
            #expect(described(left) == described(right), "\(left.id)")
        }
        for (left, right) in zip(embedded.vocabulary.lineRecognisers, read.vocabulary.lineRecognisers) {
            #expect(described(left) == described(right), "\(left.about)")
        }
        #expect(described(embedded.vocabulary) == described(read.vocabulary))
        #expect(embedded.headlines == read.headlines)
        #expect(embedded.warnings == read.warnings)
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
            #expect(described(left) == described(right), "\(rule.id)")
        }
    }

    /// All that a value holds, in an order of its own where it has none.
    private func described<Value>(_ value: Value) -> String {
        let mirror = Mirror(reflecting: value)
        let parts = mirror.children.map { ($0.label ?? "") + described($0.value) }
        switch mirror.displayStyle {
        case .dictionary, .set: return "{\(parts.sorted().joined(separator: ","))}"
        case _ where parts.isEmpty: return String(reflecting: value)
        case .collection: return "[\(parts.joined(separator: ","))]"
        default: return "\(type(of: value))(\(parts.joined(separator: ",")))"
        }
    }
}
