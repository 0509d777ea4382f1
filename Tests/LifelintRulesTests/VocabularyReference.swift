// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// The reference tables of `rules/README.md`, made from the declarations themselves.
enum VocabularyReference {
    /// The line before the tables.
    static let startMarker = "<!-- tables: made from the declarations; do not edit -->"
    /// The line after the tables.
    static let endMarker = "<!-- end of tables -->"

    /// The tables of what rules may name, of their language, and of those that ship.
    static func markdown(_ library: RuleLibrary) -> String {
        [
            events, attributes, spans(library.vocabulary.spans), fields, causes,
            RuleReference.markdown(library.rules),
        ].joined(separator: "\n")
    }

    private static var events: String {
        var text = "### Events\n\n| group | event | matched at its | told by |\n|---|---|---|---|\n"
        var group = ""
        for event in EventName.declarations {
            // The group stands in its first row only.
            let title = event.group == group ? "" : event.group
            group = event.group
            text += "| \(title) | `\(event.name)` | \(event.matches.rawValue) | \(event.witness.name) |\n"
        }
        return text
    }

    private static var attributes: String {
        var text = "### Attributes\n\n| type | attributes |\n|---|---|\n"
        var types: [AttributeType] = []
        for row in AttributeKey.declarations where !types.contains(row.type) { types.append(row.type) }
        for type in types {
            let names = AttributeKey.declarations.filter { $0.type == type }.map { "`\($0.name)`" }
            text += "| \(type == .any ? "as written" : type.rawValue) | \(names.joined(separator: " ")) |\n"
        }
        return text
    }

    private static func spans(_ spans: [SpanDeclaration]) -> String {
        var text =
            "### Spans\n\n| span | key | opened by | closed by | begun again while open | keeps the app running |\n"
        text += "|---|---|---|---|---|---|\n"
        for span in spans {
            let again = span.union.isEmpty ? span.whileOpen.rawValue : ""
            let begins =
                span.union.isEmpty ? list(span.begins) : "any of " + span.union.map(member).joined(separator: ", ")
            text +=
                "| `\(span.name)` | \(span.key.map { "`\($0)`" } ?? "") | \(begins) | \(list(span.ends)) | \(again) | "
            text += "\(span.keepsRunning ? "yes" : "") |\n"
        }
        return text
    }

    private static func list(_ patterns: [EventPattern]) -> String {
        patterns.map { pattern in
            var text = "`\(pattern.name)`"
            switch pattern.phase {
            case .begin: text += " (begin)"
            case .end: text += " (end)"
            case .missing: break
            }
            if let condition = pattern.condition { text += " where `\(condition)`" }
            return text
        }.joined(separator: ", ")
    }

    private static func member(_ member: SpanPattern) -> String {
        "`\(member.span)`" + (member.condition.map { " where `\($0)`" } ?? "")
    }

    private static var fields: String {
        var text = "### Fields of conditions\n\n"
        text += "Events and spans also have their attributes as fields, and whatever attributes an app adds.\n\n"
        text += "| noun | field | type | values |\n|---|---|---|---|\n"
        let attributes = Set(AttributeKey.declarations.map(\.name))
        for noun in ConditionNoun.allCases {
            for field in ConditionField.all(of: noun) {
                let isAttribute = noun == .event || noun == .span
                if isAttribute, attributes.contains(field.path), field.words.isEmpty, field.path != "name" { continue }
                let isCause = field.words.contains(EndingCause.stillRunning.rawValue)
                let words = isCause ? "a cause" : field.words.joined(separator: ", ")
                text += "| \(noun.rawValue) | `\(field.path)` | \(field.kind.rawValue) | \(words) |\n"
            }
        }
        return text
    }

    private static var causes: String {
        "### Endings\n\n" + EndingCause.allCases.map { "`\($0.rawValue)`" }.joined(separator: " ") + "\n"
    }
}
