// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintYAML

/// Checks of runs that follow each other.
extension RuleReader {
    mutating func runs(_ values: Values, at place: SourceLocation) -> Check? {
        let nodes = reader.list(values["runs"], "runs")
        let items = nodes.compactMap { runItem($0, "A run") }
        if nodes.count < 2 {
            reader.report(.badRule, at: values["runs"]?.at ?? place, "“runs” is a list of at least two runs.")
        }
        if values["within"] == nil { need("within", of: "A check that begins with “runs”", at: place) }
        guard let within = limit(values["within"], "within"), items.count == nodes.count else { return nil }
        return .runs(items: items, within: wall(within, values["within"]))
    }

    mutating func versions(_ values: Values, at place: SourceLocation) -> Check? {
        let nodes = reader.list(values["versions"], "versions")
        let items = nodes.compactMap { runItem($0, "A version") }
        if nodes.count < 2 {
            reader.report(
                .badRule, at: values["versions"]?.at ?? place, "“versions” is a list of at least two versions.")
        }
        return items.count == nodes.count && !items.isEmpty ? .versions(items) : nil
    }

    mutating func streak(_ values: Values, at place: SourceLocation) -> Check? {
        if values["each"] == nil { need("each", of: "A streak", at: place) }
        let length = count(values["streak"], "streak", atLeast: 2)
        let each = values["each"].flatMap { runItem($0, "each") }
        let within = limit(values["within"], "within")
        let ignore = values["ignore"].flatMap { runItem($0, "ignore") }
        let same = runFields(values["same"])
        guard let length, let each else { return nil }
        var streak = Check.Streak(length: length, each: each)
        streak.within = within.map { wall($0, values["within"]) }
        streak.ignore = ignore
        streak.same = same
        return .streak(streak)
    }

    /// Limits over several runs count wall time; another clock is a problem.
    mutating func wall(_ limit: TimeLimit, _ node: YAMLNode?) -> TimeLimit {
        if let clock = limit.clock, clock != .wall, let node {
            reader.report(.badRule, at: node["clock"]?.at ?? node.at, "A limit over several runs counts wall time.")
        }
        return TimeLimit(nanoseconds: limit.nanoseconds, clock: .wall)
    }

    /// Fields of a run, with or without `run.` before them.
    private mutating func runFields(_ node: YAMLNode?) -> [String] {
        var paths: [String] = []
        for item in reader.items(node) {
            guard let text = reader.text(item, "A field") else { continue }
            let (owner, name) = ConditionField.split(text, of: .run)
            if owner == .run, ConditionField.named(name, of: .run) != nil {
                paths.append("run." + name)
            } else {
                reader.report(
                    .unknownField, at: item.at, "No run has a field “\(text)”.",
                    suggestion: Suggestion.nearest(to: name, among: ConditionField.all(of: .run).map(\.path)))
            }
        }
        return paths
    }
}
