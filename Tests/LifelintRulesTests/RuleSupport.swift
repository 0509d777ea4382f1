// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintRules

@testable import LifelintLanguage

/// Rules for tests: what the tests leave out is filled in.
enum RuleSupport {
    /// The names of the shipped vocabulary, with one custom event and one custom span.
    static let names: RuleNames = {
        var vocabulary = (try? RuleLibrary.shipped().vocabulary) ?? Vocabulary()
        vocabulary.spans.append(
            SpanDeclaration(
                name: "checkout", begins: [EventPattern(event: nil, name: "checkout.begin")],
                ends: [EventPattern(event: nil, name: "checkout.end")], key: "order"))
        return RuleNames(vocabulary)
    }()

    /// The header that every rule needs: four lines.
    static let header = "id: a-rule\ntitle: T\ntopic: tasks\nmessage: M\n"

    /// Reads a rule of that text as it stands.
    static func read(
        whole text: String, path: String = "tasks/a-rule.yml", settings: RuleSettings = RuleSettings()
    ) throws(LoadingError) -> Rule {
        try RuleFileReader.read(path: path, bytes: Array(text.utf8), names: names, settings: settings)
    }

    /// Reads a rule of severity warning whose header is filled in.
    static func read(_ text: String, settings: RuleSettings = RuleSettings()) throws(LoadingError) -> Rule {
        let severity = text.hasPrefix("severity:") || text.contains("\nseverity:") ? "" : "severity: warning\n"
        return try read(whole: header + severity + text, settings: settings)
    }

    /// The check of a rule with one.
    static func check(_ text: String, settings: RuleSettings = RuleSettings()) throws -> String {
        let rule = try read(text, settings: settings)
        return rule.variants.last?.body.branches.map { CheckText.text($0.check) }.joined(separator: " | ") ?? ""
    }
}
