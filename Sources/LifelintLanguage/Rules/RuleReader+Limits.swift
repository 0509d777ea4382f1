// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintYAML

/// How a rule writes limits.
extension RuleReader {
    /// `30s`, or `{ time: 30s, clock: wall }`.
    mutating func limit(_ node: YAMLNode?, _ what: String) -> TimeLimit? {
        guard let node else { return nil }
        guard node.mapping != nil else { return duration(node, what).map { TimeLimit(nanoseconds: $0) } }
        guard let values = reader.mapping(node, keys: ["time", "clock"], required: ["time"], what),
            let time = values["time"], let nanoseconds = duration(time, what)
        else { return nil }
        return TimeLimit(nanoseconds: nanoseconds, clock: reader.choice(values["clock"], "clock", RuleClock.self))
    }

    /// More than no time, in nanoseconds.
    mutating func duration(_ node: YAMLNode, _ what: String) -> Int64? {
        guard let text = reader.text(node, what) else { return nil }
        return duration(text, node, what)
    }

    mutating func duration(_ text: String, _ node: YAMLNode, _ what: String) -> Int64? {
        do {
            guard case .duration(let nanoseconds)? = try WrittenValue.number(text) else {
                reader.report(
                    .typeError, at: node.at, "\(what) is a duration such as 30s, 500ms or 5m, not “\(text)”.")
                return nil
            }
            if nanoseconds > 0 { return nanoseconds }
            reader.report(.badRule, at: node.at, "\(what) is more than nothing.")
        } catch {
            reader.report(error, in: node)
        }
        return nil
    }

    /// `5s`, or limits by severity, in rising order.
    mutating func gradedLimits(_ node: YAMLNode?) -> [Check.GradedLimit] {
        guard let node else { return [] }
        guard let entries = node.mapping, node["time"] == nil else {
            return limit(node, "The limit").map { [Check.GradedLimit(severity: nil, limit: $0)] } ?? []
        }
        hasGradedLimits = true
        var limits: [Check.GradedLimit] = []
        for entry in entries {
            guard let severity = Finding.Severity(rawValue: entry.key.text) else {
                reader.report(
                    .unknownKey, at: entry.key.at, "Limits stand under info, warning and error.",
                    suggestion: Suggestion.nearest(
                        to: entry.key.text, among: Finding.Severity.allCases.map(\.rawValue)))
                continue
            }
            if let limit = gradedLimit(entry, isParameter: severityMapAt == node.at.offset) {
                limits.append(Check.GradedLimit(severity: severity, limit: limit))
            }
        }
        return ordered(limits, at: node)
    }

    private mutating func gradedLimit(_ entry: YAMLEntry, isParameter: Bool) -> TimeLimit? {
        let name = entry.key.text
        if let parameter = effective[name], declared.contains(where: { $0.name == name && $0.isLimit }) {
            guard let parameter else { return nil }
            if isParameter {
                return duration(parameter.text, entry.value, "The limit").map { TimeLimit(nanoseconds: $0) }
            }
        }
        return limit(entry.value, "The limit")
    }

    private mutating func ordered(_ limits: [Check.GradedLimit], at node: YAMLNode) -> [Check.GradedLimit] {
        let rising = limits.sorted { $0.rank < $1.rank }
        for (lower, higher) in zip(rising, rising.dropFirst())
        where higher.limit.nanoseconds <= lower.limit.nanoseconds {
            reader.report(
                .badRule, at: node.at,
                "The limit for \(higher.name) is not above that for \(lower.name): limits rise with the severity.")
        }
        guard let severity = settings.severity, let lowest = rising.first else { return rising }
        return [Check.GradedLimit(severity: severity, limit: lowest.limit)]
    }
}

extension Check.GradedLimit {
    fileprivate var name: String { severity?.rawValue ?? "" }

    fileprivate var rank: Int {
        switch severity {
        case nil, .info: 0
        case .warning: 1
        case .error: 2
        }
    }
}
