// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintYAML

/// Checks of how many.
extension RuleReader {
    mutating func count(_ values: Values, at place: SourceLocation) -> Check? {
        guard let node = values["count"] else { return nil }
        if values["more_than"] == nil { need("more_than", of: "A count", at: place) }
        let limit = amount(values["more_than"])
        let isOpen = node["open"] != nil
        let scope = scope(values, isOpen: isOpen, at: place)
        var selectors: [EventSelector] = []
        var open: SpanSelector?
        if let span = node["open"] {
            _ = reader.mapping(node, keys: ["open"], "What is counted")
            open = self.span(span, "open")
        } else {
            selectors = events(node, "count")
        }
        if let sum = values["sum"], values["distinct"] != nil {
            reader.report(.badRule, at: sum.at, "A count either adds up a field or tells its values apart.")
        }
        let distinct = fields(values["distinct"], "A field").first
        let sum = fields(values["sum"], "A field").first
        let without = events(values["without"], "without")
        guard let limit, let scope, open != nil || !selectors.isEmpty else { return nil }
        var count = Check.Count(events: selectors, moreThan: limit.amount ?? 0, scope: scope)
        count.open = open
        count.distinct = distinct
        count.sum = sum
        count.unit = limit.unit ?? .number
        checkUnit(of: count, values)
        count.without = without
        return .count(count)
    }

    /// A number; durations and bytes are added up in nanoseconds and bytes.
    private mutating func amount(_ node: YAMLNode?) -> Value? {
        guard let node, let text = reader.text(node, "more_than") else { return nil }
        guard let value = (try? WrittenValue.number(text)) ?? nil, let amount = value.amount else {
            reader.report(.typeError, at: node.at, "“more_than” is a number, not “\(text)”.")
            return nil
        }
        if amount >= 0 { return value }
        reader.report(.badRule, at: node.at, "“more_than” is not below zero.")
        return nil
    }

    /// Only amounts that go together are added up, and nothing else has a unit.
    private mutating func checkUnit(of count: Check.Count, _ values: Values) {
        guard let limit = values["more_than"] else { return }
        guard let sum = values["sum"], let field = count.sum else {
            if count.unit != .number {
                reader.report(
                    .typeError, at: limit.at,
                    "“more_than” is how many: only a count with “sum” has a limit with a unit.")
            }
            return
        }
        let kind = kind(of: field)
        switch (kind.family, count.unit) {
        case (.any, _), (.number, .number), (.duration, .duration), (.bytes, .bytes): break
        case (.number, _), (.duration, _), (.bytes, _):
            reader.report(
                .typeError, at: limit.at,
                "“\(field)” is \(kind.phrase), so “more_than” is one, too\(RuleReader.example(of: kind)).")
        default:
            reader.report(.typeError, at: sum.at, "“\(field)” is \(kind.phrase), and cannot be added up.")
        }
    }

    /// The type of a field of events, as far as the vocabulary tells.
    func kind(of field: String) -> ConditionField.Kind {
        ConditionField.named("event." + field, of: .event)?.kind ?? .any
    }

    static func example(of kind: ConditionField.Kind) -> String {
        switch kind.family {
        case .duration: ", such as 5s"
        case .bytes: ", such as 5MB"
        default: ""
        }
    }

    private mutating func scope(_ values: Values, isOpen: Bool, at place: SourceLocation) -> Check.Count.Scope? {
        let keys = ["within", "during", "per"].filter { values[$0] != nil }
        if let second = keys.dropFirst().first, let node = values[second] {
            reader.report(.badRule, at: node.at, "A count has one of “within”, “during” and “per”.")
        }
        switch keys.first {
        case "within": return limit(values["within"], "within").map { .within($0) }
        case "during": return values["during"].flatMap { span($0, "during") }.map { .during($0) }
        case "per":
            guard let group = reader.choice(values["per"], "per", Check.Place.Group.self) else { return nil }
            if group == .run { return .run }
            for key in ["distinct", "sum", "without"] + (isOpen ? ["count"] : []) {
                guard let node = values[key] else { continue }
                reader.report(
                    .badRule, at: node.at, "“\(key)” counts within a run: “per: \(group.rawValue)” only counts events.")
            }
            return .group(group)
        default:
            // What is open at once is counted at each moment of a run.
            if isOpen { return .run }
            // What is counted over is said by “for_each”.
            if isOverRuns { return .run }
            reader.report(.badRule, at: place, "A count needs “within: 60s”, “during: span” or “per: run”.")
            return nil
        }
    }

    mutating func share(_ values: Values, at place: SourceLocation) -> Check? {
        if values["of"] == nil { need("of", of: "A share", at: place) }
        let share = runShare(values["share"], "share")
        let of = runShare(values["of"], "of")
        let limit = shareLimit(values, at: place)
        let least = count(values["at_least_of"], "at_least_of", atLeast: 1)
        let across = reader.choice(values["across"], "across", Check.Place.Group.self)
        let over = values["over"].flatMap { duration($0, "over") }
        let measure = measure(values["measure"])
        guard let share, let of, let limit else { return nil }
        var check = Check.Share(
            share: share, of: of, limit: limit, atLeastOf: least ?? 20, across: across ?? .appVersion)
        check.over = over
        check.measure = measure
        return .share(check)
    }

    /// `footprint.bytes`, or `{ field: footprint.bytes, by: run.model }`.
    private mutating func measure(_ node: YAMLNode?) -> Check.Share.Measure? {
        guard let node else { return nil }
        if node.mapping == nil {
            return path(node, "measure").map { Check.Share.Measure(field: $0, by: nil) }
        }
        guard let values = reader.mapping(node, keys: ["field", "by"], required: ["field"], "measure"),
            let field = path(values["field"], "measure")
        else { return nil }
        return Check.Share.Measure(field: field, by: path(values["by"], "by"))
    }

    private mutating func shareLimit(_ values: Values, at place: SourceLocation) -> Check.Share.Limit? {
        switch (values["more_than"], values["at_least"]) {
        case (let node?, nil):
            guard let text = reader.text(node, "more_than") else { return nil }
            if let share = WrittenValue.share(text), share >= 0, share < 1 { return .moreThan(share) }
            reader.report(.typeError, at: node.at, "“more_than” of a share is a percentage such as 30%.")
            return nil
        case (nil, let node?): return ratio(node).map { .atLeast($0.part, of: $0.whole) }
        default:
            reader.report(.badRule, at: place, "A share needs either “more_than: 30%” or “at_least: 3 of 4”.")
            return nil
        }
    }
}
