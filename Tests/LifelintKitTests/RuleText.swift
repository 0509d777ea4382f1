// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintYAML

/// The text of a rule file from a rule inside another file.
enum RuleText {
    /// The rule, with what every rule must say where the case leaves it out.
    static func of(_ rule: YAMLNode, id: String) -> String {
        let written = Set((rule.mapping ?? []).map(\.key.text))
        var text = "id: \(id)\ntitle: Case\ntopic: cases\nwhy: Why.\nfix: Fix.\n"
        if !written.contains("message") { text += "message: found\n" }
        if !written.contains("severity"), rule["longer_than"]?.mapping == nil { text += "severity: warning\n" }
        return text + block(rule, indent: "")
    }

    private static func block(_ node: YAMLNode, indent: String) -> String {
        if let entries = node.mapping {
            return entries.map { "\(indent)\($0.key.text):" + value($0.value, indent: indent) }.joined()
        }
        return (node.sequence ?? []).map { "\(indent)-" + value($0, indent: indent) }.joined()
    }

    private static func value(_ node: YAMLNode, indent: String) -> String {
        if let scalar = node.scalar { return " " + (scalar.isQuoted ? quoted(scalar.text) : scalar.text) + "\n" }
        if node.mapping?.isEmpty == true { return " {}\n" }
        if node.sequence?.isEmpty == true { return " []\n" }
        return "\n" + block(node, indent: indent + "  ")
    }

    private static func quoted(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "\"": escaped += "\\\""
            case "\\": escaped += "\\\\"
            case "\n": escaped += "\\n"
            default: escaped.append(character)
            }
        }
        return "\"\(escaped)\""
    }
}
