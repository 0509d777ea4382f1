// SPDX-License-Identifier: MIT

import LifelintIngest
import LifelintKit
import LifelintModel
import LifelintRules

@testable import LifelintLanguage

/// Loads rules of tests, and analyses logs with them and with nothing else.
enum RuleCase {
    /// What ships, read once: many tests read many rules.
    static let library = Result { try RuleLibrary.shipped() }
    /// Its words, as readers look for them.
    static let words = Result { try CompiledVocabulary(library.get().vocabulary) }

    static func rule(id: String, bytes: [UInt8], ids: Set<String>? = nil) throws -> Rule {
        let vocabulary = try library.get().vocabulary
        return try RuleFileReader.read(
            path: "cases/\(id).yml", bytes: bytes, names: RuleNames(vocabulary, rules: ids))
    }

    static func analysis(
        _ rules: [Rule], _ logs: [(name: String, text: String)], declares: [String] = []
    ) throws -> Analysis {
        let vocabulary = try library.get().vocabulary
        let sorted = rules.sorted { $0.id < $1.id }
        var set = RuleSet(rules: sorted.map { RuleSet.Selected(rule: $0) }, spans: vocabulary.spans)
        if !declares.isEmpty {
            var declaration = RuleSet.AppDeclaration(app: Glob("*"))
            declaration.logs = declares.map { name in
                let known = EventName.declarations.first { $0.name == name }?.event
                return EventSelector(names: [known.map { .event($0) } ?? .custom(name)], text: name)
            }
            set.declarations = [declaration]
        }
        var options = AnalyzerOptions()
        options.rules = set
        return try Analyzer(options).analyze(inputs: logs.map { (name: $0.name, bytes: Array($0.text.utf8)) })
    }
}
