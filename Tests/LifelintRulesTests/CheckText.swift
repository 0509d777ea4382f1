// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintRules

@testable import LifelintLanguage

/// Writes checks as one line, so that tables of tests can say what a text must become.
enum CheckText {
    static func text(_ check: Check) -> String {
        switch check {
        case .response(let response):
            "response \(list(response.after)) -> \(list(response.expect)) within \(limit(response.within)) "
                + "unless \(list(response.unless)) end \(response.onRunEnd?.rawValue ?? "-") "
                + "inOrder \(response.pairsInOrder)"
                + (response.toldBy.isEmpty ? "" : " told by \(list(response.toldBy))")
                + (response.onSilence.map { " silence \($0.rawValue)" } ?? "")
        case .precedence(let before, let expect, let since):
            "precedence \(list(before)) <- \(list(expect)) since \(list(since))"
        case .between(let opens, let closes, let events, let forbids):
            "between \(list(opens)) \(list(closes)) \(forbids ? "forbid" : "expect") \(list(events))"
        case .window(let after, let forbid, let within, let until):
            "window \(list(after)) forbid \(list(forbid)) within \(limit(within)) until \(list(until))"
        case .count(let count): text(count)
        case .length(let length):
            "length \(span(length.span)) \(length.longerThan.map(graded)) shorter \(limit(length.shorterThan))"
                + (length.onSilence.map { " silence \($0.rawValue)" } ?? "")
        case .place(let place):
            "place \(list(place.events)) in \(place.onlyDuring.map(span)) never \(place.neverDuring.map(span)) "
                + "across \(place.across?.rawValue ?? "-")"
        case .openEnd(let open): "open \(span(open.span)) at \(open.when.rawValue) by \(open.by?.text ?? "-")"
        case .ending(let ending):
            "ending \(cause(ending.by)) during \(ending.during.map(span)) within \(limit(ending.within)) "
                + "of \(list(ending.of))" + (ending.naming.isEmpty ? "" : " naming \(ending.naming.map(span))")
        case .sequence(let sequence):
            "sequence \(sequence.steps.map(step)) within \(limit(sequence.within)) strict \(sequence.isStrict)"
        case .overlap(let overlap):
            "overlap \(span(overlap.span)) \(relation(overlap.relation)) covered \(overlap.coveredBy.map(span)) "
                + "not \(overlap.notCoveredBy.map(span))"
        case .runs(let items, let within): "runs \(items.map(run)) within \(limit(within))"
        case .share(let share):
            "share \(counted(share.share)) of \(counted(share.of)) \(share.limit) least \(share.atLeastOf) "
                + "across \(share.across.rawValue)"
        case .trend(let trend):
            "trend \(list(trend.rising)) \(trend.field) at \(list(trend.at)) times \(trend.times) "
                + "by \(trend.byShare.map { "\($0)" } ?? "-") \(trend.byAmount?.conditionText ?? "-")"
        case .versions(let items): "versions \(items.map(run))"
        case .streak(let streak):
            "streak \(streak.length) \(run(streak.each)) within \(limit(streak.within)) "
                + "ignore \(streak.ignore.map(run) ?? "-") same \(streak.same)"
        case .formula(let formula): "formula \(text(formula))"
        case .onDevice(let check): "on device \(text(check))"
        }
    }

    private static func text(_ count: Check.Count) -> String {
        let scope =
            switch count.scope {
            case .within(let limit): "within \(self.limit(limit))"
            case .during(let span): "during \(self.span(span))"
            case .run: "per run"
            case .group(let group): "per \(group.rawValue)"
            case .device(let limit): "over a device within \(self.limit(limit))"
            }
        return "count \(list(count.events)) open \(count.open.map(span) ?? "-") > \(count.moreThan) \(scope) "
            + "distinct \(count.distinct ?? "-") sum \(count.sum ?? "-") without \(list(count.without))"
    }

    static func list(_ selectors: [EventSelector]) -> String {
        selectors.map(event).joined(separator: ",")
    }

    static func event(_ selector: EventSelector) -> String {
        let names = selector.names.map { name in
            switch name {
            case .event(let event): event.text
            case .custom(let text): "custom:\(text)"
            case .glob(let glob): "glob:\(glob.pattern)"
            }
        }.joined(separator: "/")
        var text = names
        if let condition = selector.condition { text += "{\(condition)}" }
        if selector.phase != .missing { text += "@\(selector.phase)" }
        if !selector.same.isEmpty { text += "=\(selector.same)" }
        for capture in selector.captures { text += ">\(capture.name):\(capture.field)" }
        return text
    }

    static func span(_ selector: SpanSelector) -> String {
        var text: String
        switch selector.source {
        case .named(let name): text = name
        case .between(let from, let to): text = "\(list(from))..\(list(to))"
        }
        if let condition = selector.condition { text += "{\(condition)}" }
        return text
    }

    static func limit(_ limit: TimeLimit?) -> String {
        guard let limit else { return "-" }
        return Value.duration(limit.nanoseconds).conditionText + (limit.clock.map { "/\($0.rawValue)" } ?? "")
    }

    private static func graded(_ limit: Check.GradedLimit) -> String {
        "\(limit.severity?.rawValue ?? "-"):\(self.limit(limit.limit))"
    }

    private static func cause(_ selector: CauseSelector) -> String {
        selector.causes.map(\.rawValue).sorted().joined(separator: ",") + "/\(selector.confidence.rawValue)"
    }

    private static func relation(_ relation: Check.Overlap.Relation) -> String {
        switch relation {
        case .overlaps(let span): "overlaps \(self.span(span))"
        case .inside(let span): "inside \(self.span(span))"
        case .outlives(let span): "outlives \(self.span(span))"
        }
    }

    private static func step(_ step: Check.Sequence.Step) -> String {
        (step.isNot ? "not " : "") + list(step.events)
            + (step.repeats > 1 || step.isGreedy ? "*\(step.repeats)\(step.isGreedy ? "+" : "")" : "")
    }

    static func run(_ item: RunItem) -> String {
        var parts: [String] = []
        if let by = item.endedBy { parts.append("by \(cause(by))") }
        if !item.during.isEmpty { parts.append("during \(item.during.map(span))") }
        if !item.launch.isEmpty { parts.append("launch \(item.launch.map(\.rawValue))") }
        for sight in item.saw { parts.append("saw \(list(sight.events)) \(limit(sight.within))") }
        for sight in item.missing { parts.append("missing \(list(sight.events)) \(limit(sight.within))") }
        if !item.stateAtEnd.isEmpty { parts.append("state \(item.stateAtEnd.map(\.rawValue))") }
        if let unsaved = item.unsaved { parts.append("unsaved \(unsaved)") }
        if let condition = item.condition { parts.append("where \(condition)") }
        if item.minimumRuns != 1 { parts.append("min \(item.minimumRuns)") }
        return "(\(parts.joined(separator: "; ")))"
    }

    static func counted(_ share: RunShare) -> String {
        switch share {
        case .events(let events): list(events)
        case .span(let span): "span \(self.span(span))"
        case .run(let item): "run \(run(item))"
        }
    }

    static func text(_ formula: Formula) -> String {
        switch formula {
        case .forAll(let variable, let span, let inner): "forall \(variable) in \(span): \(text(inner))"
        case .not(let inner): "not \(text(inner))"
        case .and(let left, let right): "(\(text(left)) and \(text(right)))"
        case .or(let left, let right): "(\(text(left)) or \(text(right)))"
        case .implies(let left, let right): "(\(text(left)) -> \(text(right)))"
        case .always(let inner): "always \(text(inner))"
        case .eventually(let interval, let inner): "eventually\(text(interval)) \(text(inner))"
        case .until(let left, let interval, let right): "(\(text(left)) until\(text(interval)) \(text(right)))"
        case .once(let interval, let inner): "once\(text(interval)) \(text(inner))"
        case .historically(let interval, let inner): "historically\(text(interval)) \(text(inner))"
        case .since(let left, let interval, let right): "(\(text(left)) since\(text(interval)) \(text(right)))"
        case .event(let selector, let variable): event(selector) + (variable.map { "(\($0))" } ?? "")
        case .begin(let variable): "begin(\(variable))"
        case .end(let variable): "end(\(variable))"
        case .openSpan(let span): "open \(self.span(span))"
        case .openInstance(let variable): "open(\(variable))"
        case .runStart: "runStart"
        case .runEnd: "runEnd"
        case .ended(let by): "ended(\(by.text))"
        }
    }

    private static func text(_ interval: Formula.Interval?) -> String {
        guard let interval else { return "" }
        return "[\(Value.duration(interval.from).conditionText),\(Value.duration(interval.to).conditionText)]"
    }
}
