// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintYAML

/// How fields are named where only those of one noun can stand.
extension DeclarationReader {
    /// A field of the event, with or without `event.` before it; at spans, of the instance as well.
    ///
    /// - Parameter bound: what a rule binds: its fields are another event's.
    mutating func field(
        _ node: YAMLNode?, _ what: String, of noun: ConditionNoun = .event, bound: Set<String> = []
    ) -> String? {
        guard let node, let text = text(node, what) else { return nil }
        if text.isEmpty || text.utf8.contains(0x20) {
            report(.unknownField, at: node.at, "“\(text)” is no name of a field.")
            return nil
        }
        guard let dot = text.utf8.firstIndex(of: 0x2E) else { return text }
        let root = String(Substring(text.utf8[..<dot]))
        let rest = String(Substring(text.utf8[text.utf8.index(after: dot)...]))
        if root == "event" || root == "span" && noun == .span, !rest.isEmpty { return rest }
        // Other dots are those of an attribute's own name.
        let isOthers =
            root == "end" || ConditionField.split(text, of: .event).noun != .event || rest.isEmpty
            || ConditionField.isDeclared(text, of: .run) || bound.contains(root)
        if !isOthers { return text }
        let isSpan = noun == .span
        report(
            .unknownField, at: node.at,
            "“\(text)” is no field of \(isSpan ? "a span or the event that begins it" : "an event"), and here stands one, "
                + "such as \(isSpan ? "name, event.name or span.name" : "name or event.name"): an attribute that is "
                + "called “\(text)” is written event.\(text).")
        return nil
    }
}
