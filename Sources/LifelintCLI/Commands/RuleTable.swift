// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintLanguage
import LifelintModel
import LifelintRules

/// Rules as a table.
enum RuleTable {
    /// For people: a line each, in columns.
    static func text(_ rules: [Rule]) -> String {
        if rules.isEmpty { return "no rule\n" }
        return columns(
            [["id", "severity", "preset", "topic", "title"]]
                + rules.map { [$0.id, severities($0), $0.preset.rawValue, $0.topic, $0.title] })
    }

    /// For programs: an array of objects.
    static func json(_ rules: [Rule]) -> String {
        var writer = JSONWriter()
        writer.beginArray()
        for rule in rules {
            writer.breakLine()
            write(rule, to: &writer)
        }
        writer.endArray()
        return writer.output.string + "\n"
    }

    private static func write(_ rule: Rule, to writer: inout JSONWriter) {
        writer.beginObject()
        let texts = [
            ("id", rule.id), ("severity", severities(rule)), ("preset", rule.preset.rawValue), ("topic", rule.topic),
            ("title", rule.title), ("file", rule.at.file),
        ]
        for (key, text) in texts {
            writer.key(named: key)
            writer.value(text)
        }
        writer.key(named: "aliases")
        writer.beginArray()
        for alias in rule.aliases { writer.value(alias) }
        writer.endArray()
        writer.key(named: "parameters")
        writer.beginObject()
        for parameter in rule.parameters {
            writer.key(named: parameter.name)
            writer.value(parameter.text)
        }
        writer.endObject()
        writer.endObject()
    }

    /// All severities that findings of a rule may have, from the mildest on.
    private static func severities(_ rule: Rule) -> String {
        let all = severity(rule).split(separator: "/").map(String.init) + otherSeverities(of: rule)
        let known = Finding.Severity.allCases.reversed().map(\.rawValue).filter(all.contains)
        return known.isEmpty ? severity(rule) : known.joined(separator: "/")
    }

    /// What it is instead in some cases: `none` where that is no finding.
    static func otherSeverities(of rule: Rule) -> [String] {
        let usual = severity(rule).split(separator: "/").map(String.init)
        let chosen = rule.severityBy.map { $0.severity?.rawValue ?? "none" }
        let branches = rule.variants.flatMap(\.body.branches).compactMap(\.severity?.rawValue)
        return ["error", "warning", "info", "none"].filter { (chosen + branches).contains($0) && !usual.contains($0) }
    }

    /// The usual severity of a rule; several where each limit has its own.
    static func severity(_ rule: Rule) -> String {
        if let severity = rule.severity { return severity.rawValue }
        let names = rule.parameters.map(\.name).filter { Finding.Severity(rawValue: $0) != nil }
        if !names.isEmpty { return names.joined(separator: "/") }
        let branches = rule.variants.flatMap(\.body.branches).compactMap(\.severity?.rawValue)
        return branches.isEmpty ? "varies" : Array(Set(branches)).sorted().joined(separator: "/")
    }

    /// Wider cells push the rest of their row aside, and not everybody else's.
    private static let widestColumn = 48

    /// Rows in columns as wide as their widest cell; the last column is as long as it is.
    static func columns(_ rows: [[String]]) -> String {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { index in
            min(widestColumn, rows.map { index + 1 < $0.count ? $0[index].count : 0 }.max() ?? 0)
        }
        var text = ""
        for row in rows {
            for (index, cell) in row.enumerated() {
                text += cell
                if index + 1 < row.count {
                    text += String(repeating: " ", count: max(widths[index] - cell.count, 0) + 2)
                }
            }
            text += "\n"
        }
        return text
    }
}
