// SPDX-License-Identifier: MIT

extension Formula {
    /// The formulas directly inside.
    var parts: [Formula] {
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
    var events: [[EventSelector]] {
        if case .event(let selector, _) = self { return [[selector]] }
        return parts.flatMap(\.events)
    }

    /// The spans it names.
    var spans: [SpanSelector] {
        var found = parts.flatMap(\.spans)
        if case .openSpan(let selector) = self { found.append(selector) }
        if case .forAll(_, let span, _) = self { found.append(SpanSelector(source: .named(span), text: span)) }
        return found
    }

    /// Whether it asks for spans of that kind.
    func names(_ kind: String) -> Bool {
        spans.contains { if case .named(kind) = $0.source { true } else { false } }
    }
}
