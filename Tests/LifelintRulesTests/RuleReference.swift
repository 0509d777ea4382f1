// SPDX-License-Identifier: MIT

import LifelintLanguage

/// The tables of `rules/README.md` about the language of rules and the rules that ship.
enum RuleReference {
    /// The keys of rules by where they stand, and the rules by topic.
    static func markdown(_ rules: [Rule]) -> String {
        [forms, keys, operators, tests, list(rules)].joined(separator: "\n")
    }

    private static var forms: String {
        var text = "### Keys of checks\n\n| check | keys |\n|---|---|\n"
        for form in RuleKeys.forms {
            text += "| \(form.name) | \(form.keys.map { "`\($0)`" }.joined(separator: " ")) |\n"
        }
        return text
    }

    private static var keys: String {
        var text = "### Keys of rules\n\n| key | means |\n|---|---|\n"
        for key in RuleKeys.header + RuleKeys.guards + RuleKeys.checks { text += row(key) }
        return text
    }

    private static var tests: String {
        var text = "### Keys of tests\n\n| key | means |\n|---|---|\n"
        for key in RuleKeys.test { text += row(key) }
        return text
    }

    private static func row(_ key: DeclaredKey) -> String { "| `\(key.name)` | \(key.meaning) |\n" }

    private static var operators: String {
        let rows = [
            ("`or` `and` `not`", "either, both, the contrary; `and` binds more tightly than `or`"),
            ("`==` `!=` `<` `<=` `>` `>=`", "comparison; what is missing is unequal to everything and else false"),
            ("`in [a, b]` `not in [a, b]`", "one of these, none of these; a cause may be a glob: `crash.*`"),
            ("`matches \"glob\"`", "the whole text: `*` at least one character, `?` exactly one"),
            ("`contains \"text\"`", "the text is somewhere in it"),
            ("`exists field`", "the field has a value"),
            ("`+` `-` `*` `/`", "arithmetic; instant − instant is a duration, unit / unit a number"),
        ]
        return "### Operators\n\n| operator | means |\n|---|---|\n"
            + rows.map { "| \($0.0) | \($0.1) |\n" }.joined()
    }

    private static func list(_ rules: [Rule]) -> String {
        var text = "### Rules\n\n| topic | rule | preset | what it finds |\n|---|---|---|---|\n"
        var topic = ""
        for rule in rules.sorted(by: { ($0.topic, $0.id) < ($1.topic, $1.id) }) {
            // The topic stands in its first row only.
            let title = rule.topic == topic ? "" : rule.topic
            topic = rule.topic
            let path = "[`\(rule.id)`](\(rule.topic)/\(rule.id).yml)"
            text += "| \(title) | \(path) | \(rule.preset.rawValue) | \(rule.title) |\n"
        }
        return text
    }
}
