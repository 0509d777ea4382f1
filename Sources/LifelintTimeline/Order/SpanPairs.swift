// SPDX-License-Identifier: MIT

import LifelintModel

/// Spans that the events of one instant both begin and end: what is begun in it ends after that.
///
/// Of a span that was open before, the end comes by content, mostly before the new beginning.
struct SpanPairs {
    private let spans: CompiledSpans
    /// What is begun in the instant and was not open before.
    private var begun: [(span: Int, key: String)] = []

    /// - Parameters:
    ///   - events: those of one instant.
    ///   - run: whose they are, where it is known.
    init(_ events: [EventView], of run: RunMachine?, _ spans: CompiledSpans) {
        self.spans = spans
        var endsAny = false
        for event in events {
            for index in spans.actions(for: event) where spans.actions[index].means(event) {
                let action = spans.actions[index]
                switch action.effect {
                case .ends: endsAny = true
                case .describes: break
                case .begins:
                    let key = key(of: event, action.span) ?? ""
                    if run?.spans.firstOpen(action.span, key) == nil { begun.append((action.span, key)) }
                }
            }
        }
        if !endsAny { begun = [] }
    }

    var isEmpty: Bool { begun.isEmpty }

    /// Whether an event ends what is begun in the same instant.
    func isEnd(_ event: EventView) -> Bool {
        guard !begun.isEmpty else { return false }
        var ends = false
        for index in spans.actions(for: event) where spans.actions[index].means(event) {
            let action = spans.actions[index]
            switch action.effect {
            case .ends: break
            case .describes: continue
            case .begins: return false
            }
            let key = key(of: event, action.span)
            ends = ends || begun.contains { $0.span == action.span && (key == nil || $0.key == key) }
        }
        return ends
    }

    private func key(of event: EventView, _ span: Int) -> String? {
        spans.declarations[span].key.flatMap { event.text(of: $0) }
    }
}
