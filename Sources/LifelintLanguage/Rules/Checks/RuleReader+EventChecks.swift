// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintYAML

/// Checks of what follows what.
extension RuleReader {
    mutating func response(_ values: Values, at place: SourceLocation) -> Check? {
        let after = events(values["after"], "after")
        guard let expect = values["expect"] else {
            need("expect", of: "A check that begins with “after”", at: place)
            return nil
        }
        var response = Check.Response(
            after: after, expect: events(expect, "expect"), within: limit(values["within"], "within"))
        response.unless = events(values["unless"], "unless")
        response.onRunEnd = reader.choice(values["on_run_end"], "on_run_end", Check.RunEndVerdict.self)
        response.pairsInOrder = reader.choice(values["pairs"], "pairs", Pairs.self) == .inOrder
        response.toldBy = events(values["told_by"], "told_by")
        response.onSilence = reader.choice(values["on_silence"], "on_silence", Check.SilenceVerdict.self)
        if let node = values["told_by"], values["within"] == nil {
            reader.report(.badRule, at: node.at, "“told_by” says what decides after the limit, so it needs “within”.")
        }
        if let node = values["on_silence"], values["told_by"] == nil {
            reader.report(.badRule, at: node.at, "“on_silence” has no meaning here without “told_by”.")
        }
        for (selector, node) in zip(response.unless, reader.items(values["unless"]))
        where response.expect.contains(where: { $0.means(sameAs: selector) }) {
            reader.report(.badRule, at: node.at, "“\(selector.text)” is both expected and what makes it needless.")
        }
        return after.isEmpty || response.expect.isEmpty ? nil : .response(response)
    }

    private enum Pairs: String, CaseIterable {
        case inOrder = "in_order"
        case all
    }

    mutating func window(_ values: Values, at place: SourceLocation) -> Check? {
        let after = events(values["after"], "after")
        let forbid = events(values["forbid"], "forbid")
        let within = limit(values["within"], "within")
        let until = events(values["until"], "until")
        if values["within"] == nil, values["until"] == nil {
            reader.report(.badRule, at: place, "A window needs an end: “within”, “until” or both.")
        }
        if after.isEmpty || forbid.isEmpty { return nil }
        return .window(after: after, forbid: forbid, within: within, until: until)
    }

    mutating func precedence(_ values: Values, at place: SourceLocation) -> Check? {
        let before = events(values["before"], "before")
        if values["expect"] == nil { need("expect", of: "A check that begins with “before”", at: place) }
        let expect = events(values["expect"], "expect")
        let since = events(values["since"], "since")
        return before.isEmpty || expect.isEmpty ? nil : .precedence(before: before, expect: expect, since: since)
    }

    mutating func between(_ values: Values, at place: SourceLocation) -> Check? {
        guard let node = values["between"] else { return nil }
        guard let ends = node.sequence, ends.count == 2 else {
            reader.report(.badRule, at: node.at, "“between” is a list of two events: [from, to].")
            return nil
        }
        let opens = events(ends[0], "between")
        let closes = events(ends[1], "between")
        switch (values["expect"], values["forbid"]) {
        case (let expect?, nil):
            let expected = events(expect, "expect")
            if expected.isEmpty { return nil }
            return .between(opens: opens, closes: closes, events: expected, forbids: false)
        case (nil, let forbid?):
            let forbidden = events(forbid, "forbid")
            if forbidden.isEmpty { return nil }
            return .between(opens: opens, closes: closes, events: forbidden, forbids: true)
        default:
            reader.report(
                .badRule, at: node.at, "A check that begins with “between” needs either “expect” or “forbid”.")
            return nil
        }
    }

    mutating func sequence(_ values: Values, at place: SourceLocation) -> Check? {
        let nodes = reader.list(values["sequence"], "A sequence")
        let steps = nodes.compactMap { step($0) }
        var sequence = Check.Sequence(steps: steps)
        sequence.within = limit(values["within"], "within")
        sequence.isStrict = reader.bool(values["strictly"], "strictly") ?? false
        if nodes.count < 2 {
            reader.report(.badRule, at: values["sequence"]?.at ?? place, "A sequence has at least two steps.")
        }
        if let first = steps.first, first.isNot {
            reader.report(.badRule, at: nodes[0].at, "A sequence does not begin with “not”.")
        }
        for (index, pair) in zip(steps, steps.dropFirst()).enumerated() where pair.0.isNot && pair.1.isNot {
            let node = index + 1 < nodes.count ? nodes[index + 1] : nodes[0]
            reader.report(.badRule, at: node.at, "Events that are forbidden in one place stand in one “not” as a list.")
        }
        return steps.isEmpty ? nil : .sequence(sequence)
    }

    private mutating func step(_ node: YAMLNode) -> Check.Sequence.Step? {
        if let forbidden = node["not"] {
            _ = reader.mapping(node, keys: ["not"], "A step")
            var step = Check.Sequence.Step(events: events(forbidden, "not"))
            step.isNot = true
            return step.events.isEmpty ? nil : step
        }
        var selectors: [EventSelector] = []
        if let choices = node["any_of"] {
            _ = reader.mapping(node, keys: ["any_of", "repeat"], "A step")
            selectors = events(choices, "any_of")
        } else if node.sequence != nil {
            selectors = events(node, "A step")
        } else if let selector = event(node, "A step", further: ["repeat", "not", "any_of"]) {
            selectors = [selector]
        }
        var step = Check.Sequence.Step(events: selectors)
        if let times = node["repeat"], var text = reader.text(times, "repeat") {
            step.isGreedy = text.hasSuffix("+")
            if step.isGreedy { text.removeLast() }
            if let count = Int(text), count > 0 {
                step.repeats = count
            } else {
                reader.report(.badRule, at: times.at, "“repeat” is a number such as 2, or 2+ for two and more.")
            }
        }
        return selectors.isEmpty ? nil : step
    }

    mutating func trend(_ values: Values, at place: SourceLocation) -> Check? {
        for key in ["field", "at", "times"] where values[key] == nil { need(key, of: "A trend", at: place) }
        let rising = events(values["rising"], "rising")
        let at = events(values["at"], "at")
        guard !rising.isEmpty, !at.isEmpty, let field = fields(values["field"], "A field").first,
            let times = count(values["times"], "times", atLeast: 1)
        else { return nil }
        let kind = kind(of: field)
        if let node = values["field"], ![.number, .duration, .bytes, .any].contains(kind.family) {
            reader.report(.typeError, at: node.at, "“\(field)” is \(kind.phrase), and does not rise.")
        }
        var trend = Check.Trend(rising: rising, field: field, at: at, times: times)
        for item in reader.items(values["by"]) {
            guard let text = reader.text(item, "by") else { continue }
            if let share = WrittenValue.share(text) {
                trend.byShare = share
            } else if let amount = (try? WrittenValue.number(text)) ?? nil {
                trend.byAmount = amount
                let isOther = amount.fieldKind.family != kind.family && kind.family != .any
                if isOther, [.number, .duration, .bytes].contains(kind.family) {
                    reader.report(
                        .typeError, at: item.at,
                        "“\(field)” is \(kind.phrase), so “by” is a share or one, too\(RuleReader.example(of: kind)).")
                }
            } else {
                reader.report(.typeError, at: item.at, "“by” is a share such as 30%, an amount such as 50MB, or both.")
            }
        }
        return .trend(trend)
    }
}

extension EventSelector {
    /// Whether both mean the same events.
    fileprivate func means(sameAs other: EventSelector) -> Bool {
        names == other.names && condition == other.condition && phase == other.phase && same == other.same
    }
}
