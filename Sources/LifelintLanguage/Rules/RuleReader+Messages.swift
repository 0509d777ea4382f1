// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintYAML

/// How a rule writes messages, and which fields they may name.
extension RuleReader {
    /// A message; unknown fields in it are problems.
    mutating func message(_ node: YAMLNode?) -> MessageTemplate? {
        guard let node, let text = reader.text(node, "A message") else { return nil }
        do {
            let (message, fields) = try MessageParser.parse(text)
            for field in fields {
                check(field.path) { $0.location(inside: node, byte: field.offset) }
            }
            if !message.saysSomething {
                reader.report(
                    .badRule, at: node.at, "A message says something, whichever of its optional parts are missing.")
            }
            return message
        } catch {
            reader.report(error, in: node)
            return nil
        }
    }

    /// The paths of fields of a finding.
    mutating func culprits(_ node: YAMLNode?) -> [String] {
        var paths: [String] = []
        for item in reader.items(node) {
            if let path = path(item, "The culprit") { paths.append(path) }
        }
        return paths
    }

    /// The path of a field that messages can name.
    mutating func path(_ node: YAMLNode?, _ what: String) -> String? {
        guard let node, let path = reader.text(node, what) else { return nil }
        check(path) { _ in node.at }
        return path
    }

    /// What findings have beside the fields of events, spans and runs.
    static let measured = [
        "limit", "value", "count", "severity", "value.median", "value.worst", "key", "user_visible", "share",
        "total", "others", "named", "atLeast", "openFor",
    ]

    /// Checks a field; its place is sought only where something is wrong with it.
    private mutating func check(_ path: String, _ place: (DeclarationReader) -> SourceLocation) {
        if declared.contains(where: { $0.name == path }) {
            used.insert(path)
            return
        }
        if isBound(path) || RuleReader.measured.contains(path) { return }
        let (owner, name) = ConditionField.split(path, of: .event)
        if owner != .event {
            if ConditionField.named(name, of: owner) != nil { return }
            let meant = Suggestion.nearest(to: name, among: ConditionField.all(of: owner).map(\.path))
            reader.report(
                .unknownField, at: place(reader), "No \(owner.rawValue) has a field “\(name)”.",
                suggestion: meant.map { "\(owner.rawValue).\($0)" })
            return
        }
        if path.hasPrefix("event.") || path.hasPrefix("end.") { return }
        if ConditionField.isDeclared(path, of: .event) || ConditionField.isDeclared(path, of: .span) { return }
        let known = (ConditionField.all(of: .event) + ConditionField.all(of: .span)).map(\.path)
        let names = declared.map(\.name) + bound.sorted() + RuleReader.measured + known
        reader.report(
            .unknownField, at: place(reader),
            "There is no field “\(path)”; a custom attribute is written event.\(path), span.\(path) or end.\(path).",
            suggestion: Suggestion.nearest(to: path, among: names))
    }

    private func isBound(_ path: String) -> Bool {
        if bound.isEmpty { return false }
        guard let dot = path.utf8.firstIndex(of: 0x2E) else { return bound.contains(path) }
        return bound.contains(String(Substring(path.utf8[..<dot])))
    }

    /// What begins the names of fields.
    private static let taken = ConditionNoun.allCases.map(\.rawValue) + ["end", "launch", "ending"]

    /// Names that `let:` and `capture:` bind; those that begin paths are taken.
    mutating func bindNames(_ root: YAMLNode, _ bindings: YAMLNode?) {
        var keys: [YAMLKey] = []
        for captures in root.values(under: "capture") { keys += (captures.mapping ?? []).map(\.key) }
        keys += (bindings?.mapping ?? []).map(\.key)
        if keys.isEmpty { return }
        for key in keys {
            if RuleReader.taken.contains(key.text) || key.text.utf8.contains(0x2E) {
                reader.report(.badRule, at: key.at, "“\(key.text)” begins the names of other fields; choose another.")
            }
            bound.insert(key.text)
        }
    }
}
