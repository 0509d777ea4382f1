// SPDX-License-Identifier: MIT

package import LifelintModel

extension Rule {
    /// Everything that it asks of events, spans and runs.
    package var conditions: [Condition] {
        let branches = variants.flatMap(\.body.branches)
        let (events, spans, items) = selected
        var conditions = branches.compactMap(\.condition) + branches.compactMap(\.appliesIf) + severityBy.map(\.when)
        conditions += branches.compactMap(\.check.comparison) + items.compactMap(\.condition)
        return conditions + spans.compactMap(\.condition) + events.compactMap(\.condition)
    }

    /// The fields by whose values it tells things apart, or takes them for the same.
    package var comparedFields: [String] {
        var fields = variants.flatMap(\.body.branches).flatMap { branch in
            branch.same + [branch.check.distinctField].compactMap(\.self)
        }
        fields += selected.events.flatMap(\.same) + (unlessNext?.same ?? [])
        return fields
    }

    /// What it takes out of events under names of its own, and the events that it binds.
    package var boundNames: Set<String> {
        Set(bindings.map(\.name) + selected.events.flatMap(\.captures).map(\.name))
    }

    /// The events, spans and runs that it chooses.
    private var selected: (events: [EventSelector], spans: [SpanSelector], items: [RunItem]) {
        let branches = variants.flatMap(\.body.branches)
        var events = bindings.flatMap(\.events) + interruptedBy
        var spans = branches.flatMap { $0.check.spanSelectors + $0.whileOpen.joined() }
        var items = branches.flatMap(\.check.runItems) + [unlessNext?.item].compactMap(\.self)
        for share in [usually?.share, usually?.of].compactMap(\.self) {
            events += share.events.joined()
            spans += share.spans
            if case .run(let item) = share { items.append(item) }
        }
        events += branches.flatMap { $0.check.eventSelectors.joined() }
        for requirement in branches.flatMap({ $0.requires.joined() }) {
            if case .event(let selector, _, _) = requirement { events.append(selector) }
        }
        for item in items {
            spans += item.spans
            events += (item.saw + item.missing).flatMap { $0.events + $0.of + $0.near }
        }
        for span in spans {
            if case .between(let from, let to) = span.source { events += from + to }
        }
        return (events, spans, items)
    }
}

extension Check {
    /// What it asks of the values that it adds up or sees rise.
    fileprivate var comparison: Condition? {
        switch self {
        case .count(let count): count.comparison
        case .trend(let trend): trend.comparison
        default: nil
        }
    }

    /// Of which the values are counted once each.
    fileprivate var distinctField: String? { if case .count(let count) = self { count.distinct } else { nil } }

    /// What it asks of whole runs.
    fileprivate var runItems: [RunItem] {
        switch self {
        case .runs(let items, _), .versions(let items): items
        case .streak(let streak): [streak.each] + [streak.ignore].compactMap(\.self)
        case .share(let share):
            [share.share, share.of].compactMap { if case .run(let item) = $0 { item } else { nil } }
        default: []
        }
    }
}
