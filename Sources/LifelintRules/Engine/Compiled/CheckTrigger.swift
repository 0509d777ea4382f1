// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// What a run has to hold so that a check has anything to judge in it: without, its verdict is known at once.
enum CheckTrigger {
    /// A kind of span.
    struct Span {
        /// nil where nobody has numbered it.
        var number: Int?
        /// What opens it, where the rule itself chose the span.
        var opens: CompiledSelector?

        init(_ kind: String, _ branch: CompiledBranch, _ wanted: SpanKinds) {
            number = wanted.number(of: kind)
            opens = branch.adHoc.first { $0.kind == kind }?.from
        }
    }

    /// It has a verdict of every run.
    case always
    /// Nothing is judged without one of these events.
    case events(CompiledSelector)
    /// Nothing is judged without such a span.
    case span(Span)
    /// Without these events the check is satisfied.
    case satisfiedWithout(CompiledSelector)
    /// Without such a span the check is satisfied.
    case satisfiedWithoutSpan(Span)
    /// Without any of these events or spans there is nothing to count.
    case any([CompiledSelector], [Span])

    init(_ branch: CompiledBranch, _ wanted: SpanKinds) {
        func span(_ selector: SpanSelector) -> Span { Span(branch.compile(selector).kind, branch, wanted) }
        // What another rule says is an event of its own, which the run does not hold.
        // So is that the evidence cannot show the launch.
        guard branch.rule.uses.isEmpty, !branch.asksForLaunch else {
            self = .always
            return
        }
        switch branch.branch.check {
        case .response(let check): self = .events(branch.selector(0, check.after))
        case .precedence(let before, _, _): self = .events(branch.selector(0, before))
        case .between(let opens, _, _, _): self = .events(branch.selector(0, opens))
        case .window(let after, _, _, _): self = .events(branch.selector(0, after))
        case .count(let check): self = CheckTrigger.count(check, branch, span)
        case .length(let check):
            if case .named("launch") = check.span.source { self = .always } else { self = .span(span(check.span)) }
        case .place(let check):
            self = check.isHabit && check.across ?? .run == .run ? .always : .events(branch.selector(0, check.events))
        case .openEnd(let check): self = .span(span(check.span))
        case .overlap(let check): self = .span(span(check.span))
        case .sequence(let check):
            guard let first = check.steps.firstIndex(where: { !$0.isNot }) else {
                self = .always
                return
            }
            self = .satisfiedWithout(branch.selector(first, check.steps[first].events))
        case .trend(let check): self = .satisfiedWithout(branch.selector(1, check.at))
        case .onDevice(let check):
            let events = check.eventSelectors.enumerated().map { branch.selector($0.offset, $0.element) }
            self = .any(events + [branch.interruptedBy], [])
        case .share(let check):
            self = .any(
                check.share.events.map { CompiledSelector($0) } + check.of.events.map { CompiledSelector($0) },
                (check.share.spans + check.of.spans).map(span))
        case .formula(let formula):
            guard case .forAll(_, let kind, _) = formula else {
                self = .always
                return
            }
            self = .span(Span(kind, branch, wanted))
        case .ending, .runs, .versions, .streak: self = .always
        }
    }

    private static func count(
        _ check: Check.Count, _ branch: CompiledBranch, _ span: (SpanSelector) -> Span
    ) -> CheckTrigger {
        if case .during(let during) = check.scope { return .span(span(during)) }
        if check.group != nil { return .events(branch.selector(0, check.events)) }
        if check.isOverDevice {
            return .any([branch.selector(0, check.events), branch.selector(1, check.without)], [])
        }
        if let open = check.open { return .satisfiedWithoutSpan(span(open)) }
        let events = branch.selector(0, check.events)
        return branch.keys.fields.isEmpty ? .satisfiedWithout(events) : .events(events)
    }
}
