// SPDX-License-Identifier: MIT

import LifelintModel
package import LifelintYAML

/// Writes a value of a YAML file as a file of its own.
package enum NodeText {
    /// The text, on one line; the depth of what was read bounds the recursion.
    package static func text(_ node: YAMLNode) -> String {
        switch node.content {
        case .scalar(let scalar): scalar.isQuoted || hasFlowSigns(scalar.text) ? scalar.text.quoted : scalar.text
        case .sequence(let items): "[" + items.map(text).joined(separator: ", ") + "]"
        case .mapping(let entries):
            "{" + entries.map { $0.key.text.quoted + ": " + text($0.value) }.joined(separator: ", ") + "}"
        }
    }

    /// Signs that stand for themselves in a block, and not inside brackets.
    private static func hasFlowSigns(_ text: String) -> Bool {
        text.utf8.contains { byte in
            switch byte {
            case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"): true
            default: false
            }
        }
    }
}
