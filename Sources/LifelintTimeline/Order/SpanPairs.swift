// SPDX-License-Identifier: MIT

import LifelintModel

/// Spans that the events of one instant both begin and end: what was open before ends first, and what is begun in it
/// ends after that.
///
/// Of what was open before and may be begun again while it is, the end comes by content: either order is legal.
struct SpanPairs {
    private let spans: CompiledSpans
    /// What is begun in the instant and is not open before that.
    private var begun: [(span: Int, key: String)] = []
    /// What is begun in the instant in place of one that is open, unless that ends before.
    private var followed: [(span: Int, key: String)] = []

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
                    if run?.spans.isOpen(action.span, key, at: event.record.order) != true {
                        begun.append((action.span, key))
                    } else if spans.declarations[action.span].whileOpen == .replace {
                        followed.append((action.span, key))
                    }
                }
            }
        }
        if !endsAny { (begun, followed) = ([], []) }
    }

    var isEmpty: Bool { begun.isEmpty && followed.isEmpty }

    /// Whether an event ends what was open before the instant and is begun anew in it.
    func isEarlierEnd(_ event: EventView) -> Bool { !followed.isEmpty && !ended(by: event).isEmpty }

    /// An event has its place: what else ends the same is of what is begun in the instant.
    mutating func take(_ event: EventView) {
        if followed.isEmpty { return }
        for row in ended(by: event) {
            followed.removeAll { $0 == row }
            begun.append(row)
        }
    }

    /// Those of ``followed`` that an event ends.
    private func ended(by event: EventView) -> [(span: Int, key: String)] {
        var ended: [(span: Int, key: String)] = []
        for index in spans.actions(for: event) where spans.actions[index].means(event) {
            let action = spans.actions[index]
            switch action.effect {
            case .ends: break
            case .describes: continue
            case .begins: return []
            }
            let stated = key(of: event, action.span)
            let endsAny = stated == nil && spans.declarations[action.span].missingKeyEndsAll
            ended += followed.filter { $0.span == action.span && (endsAny || $0.key == stated ?? "") }
        }
        return ended
    }

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
