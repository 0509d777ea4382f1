// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

extension Rule {
    /// Whether its checks speak of the event: by name, or of a span that it opens or closes.
    ///
    /// - Parameters:
    ///   - name: the event's name, which is that of the callback's span.
    ///   - spans: those that are declared.
    func listens(to event: EventName, _ name: String, _ spans: [SpanDeclaration]) -> Bool {
        variants.contains { variant in
            variant.body.branches.contains { branch in
                selectors(of: branch.check).contains { $0.names.contains(.event(event)) }
                    || branch.check.spanSelectors.contains { Rule.isMade($0, of: event, name, spans) }
            }
        }
    }

    private func selectors(of check: Check) -> [EventSelector] {
        let items: [RunItem] =
            switch check {
            case .runs(let items, _), .versions(let items): items
            case .streak(let streak): [streak.each]
            default: []
            }
        return check.eventSelectors.flatMap { $0 } + items.flatMap { ($0.saw + $0.missing).flatMap(\.events) }
    }

    private static func isMade(
        _ selector: SpanSelector, of event: EventName, _ name: String, _ spans: [SpanDeclaration]
    ) -> Bool {
        switch selector.source {
        case .between(let from, let to): (from + to).contains { $0.names.contains(.event(event)) }
        case .named(let span):
            span == name
                || spans.contains { $0.name == span && ($0.begins + $0.ends).contains { $0.event == event } }
        }
    }
}
