// SPDX-License-Identifier: MIT

import LifelintModel

/// Writes the message of a finding: values where the template names them.
struct MessageWriter {
    /// Fields that are known only when all findings of a version are: they stand as marks until then.
    private static let late = ["count", "value.median", "value.worst"]

    /// More characters of a text than a message needs.
    private static let longestText = 300

    let fields: RuleFields
    /// Whether late fields stay marks.
    var keepsLate = false

    func write(_ template: MessageTemplate) -> String {
        template.parts.map { text($0) ?? "" }.joined()
    }

    /// The text of a part: nothing for an optional part in which a value is missing, or that counts one case only.
    private func text(_ part: MessageTemplate.Part) -> String? {
        switch part {
        case .text(let text): return text
        case .field(let path): return printed(path) ?? "unknown"
        case .optional(let parts):
            var text = ""
            var isLate = false
            for part in parts {
                if case .field(let path) = part {
                    guard let value = printed(path), path != "count" || value != "1" else { return "" }
                    isLate = isLate || MessageWriter.late.contains(path)
                    text += value
                } else {
                    text += self.text(part) ?? ""
                }
            }
            return keepsLate && isLate ? MessageWriter.opening + text + MessageWriter.closing : text
        }
    }

    private func printed(_ path: String) -> String? {
        if keepsLate, MessageWriter.late.contains(path) { return MessageWriter.mark(path) }
        return (fields.value(of: path)?.printed).map(MessageWriter.inOneLine)
    }

    /// A text of a report or log as part of a sentence: in one line, and not longer than anybody reads.
    private static func inOneLine(_ text: String) -> String {
        guard text.utf8.count > longestText || text.contains(where: \.isNewline) else { return text }
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        return line.count > longestText ? line.prefix(longestText) + "…" : line
    }

    private static func mark(_ path: String) -> String { "\u{0}\(path)\u{0}" }

    /// What surrounds an optional part that speaks of several cases.
    private static let opening = "\u{0}["
    private static let closing = "\u{0}]"

    /// Puts in what was not known before.
    static func complete(_ message: String, _ values: [String: String]) -> String {
        guard message.utf8.contains(0) else { return message }
        var message = values["count"] == "1" ? withoutOptionalParts(message) : message
        for mark in [opening, closing] { message = message.replacing(mark, with: "") }
        for path in late {
            let mark = mark(path)
            while let range = message.firstRange(of: mark) {
                message.replaceSubrange(range, with: values[path] ?? "unknown")
            }
        }
        return message
    }

    private static func withoutOptionalParts(_ message: String) -> String {
        var message = message
        while let start = message.firstRange(of: opening),
            let end = message[start.upperBound...].firstRange(of: closing)
        {
            message.removeSubrange(start.lowerBound..<end.upperBound)
        }
        return message
    }
}
