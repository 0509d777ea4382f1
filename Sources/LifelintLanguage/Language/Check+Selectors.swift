// SPDX-License-Identifier: MIT

/// The events, spans and runs that checks speak of.
extension Check {
    /// The spans that the check is about, or asks whether they are open.
    package var spanSelectors: [SpanSelector] {
        switch self {
        case .response, .precedence, .between, .window, .sequence, .trend, .versions, .runs, .streak: []
        case .count(let count):
            if case .during(let span) = count.scope {
                [span] + [count.open].compactMap(\.self)
            } else {
                [count.open].compactMap(\.self)
            }
        case .length(let length): [length.span]
        case .place(let place): place.onlyDuring + place.neverDuring
        case .openEnd(let open): [open.span]
        case .ending(let ending): ending.during + ending.naming
        case .overlap(let overlap): [overlap.span, overlap.relation.other] + overlap.coveredBy + overlap.notCoveredBy
        case .share(let share): share.share.spans + share.of.spans
        case .formula(let formula): formula.spans
        case .onDevice(let check): check.spanSelectors
        }
    }

    /// The events that the check speaks of.
    package var eventSelectors: [[EventSelector]] {
        switch self {
        case .response(let check): [check.after, check.expect, check.unless, check.toldBy]
        case .precedence(let before, let expect, let since): [before, expect, since]
        case .between(let opens, let closes, let events, _): [opens, closes, events]
        case .window(let after, let forbid, _, let until): [after, forbid, until]
        case .count(let count): [count.events, count.without]
        case .place(let place): [place.events]
        case .ending(let ending): [ending.of]
        case .sequence(let sequence): sequence.steps.map(\.events)
        case .trend(let trend): [trend.rising, trend.at]
        case .share(let share): share.share.events + share.of.events
        case .formula(let formula): formula.events
        case .onDevice(let check): check.eventSelectors
        case .length, .openEnd, .overlap, .runs, .versions, .streak: []
        }
    }
}

extension Check.Overlap.Relation {
    package var other: SpanSelector {
        switch self {
        case .overlaps(let span), .inside(let span), .outlives(let span): span
        }
    }
}

extension RunItem {
    /// The spans that it asks for.
    package var spans: [SpanSelector] { during + (saw + missing).flatMap(\.during) }
}

extension RunShare {
    package var spans: [SpanSelector] { if case .span(let span) = self { [span] } else { [] } }
    package var events: [[EventSelector]] { if case .events(let events) = self { [events] } else { [] } }
}

extension Check.Place {
    /// Both lists are given: then As elsewhere take the blame away.
    package var isHabit: Bool { !onlyDuring.isEmpty && !neverDuring.isEmpty }
}

extension Check.Count {
    /// Whether it counts over all runs of an app on a device.
    package var isOverDevice: Bool { if case .device = scope { true } else { false } }

    /// The time within which it counts over runs, on the wall clock; nil where all of them count together.
    package var timeOverRuns: Int64? { if case .device(let limit) = scope { limit?.nanoseconds } else { nil } }
}

extension Formula {
    /// The formulas directly inside.
    package var parts: [Formula] {
        switch self {
        case .not(let inner), .always(let inner), .forAll(_, _, let inner), .eventually(_, let inner),
            .once(_, let inner), .historically(_, let inner):
            [inner]
        case .and(let left, let right), .or(let left, let right), .implies(let left, let right),
            .until(let left, _, let right), .since(let left, _, let right):
            [left, right]
        default: []
        }
    }

    /// The events it names.
    package var events: [[EventSelector]] {
        if case .event(let selector, _) = self { return [[selector]] }
        return parts.flatMap(\.events)
    }

    /// The spans it names.
    package var spans: [SpanSelector] {
        var found = parts.flatMap(\.spans)
        if case .openSpan(let selector) = self { found.append(selector) }
        if case .forAll(_, let span, _) = self { found.append(SpanSelector(source: .named(span), text: span)) }
        return found
    }

    /// Whether it asks for spans of that kind.
    package func names(_ kind: String) -> Bool {
        spans.contains { if case .named(kind) = $0.source { true } else { false } }
    }
}
