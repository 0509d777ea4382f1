// SPDX-License-Identifier: MIT

import LifelintModel

/// What the spans of a run add to a drawing: which were open when the run ended, and what its events are about.
struct SpanReading {
    /// The spans that were open at the end, as indices into the run's spans.
    private(set) var openAtEnd: Set<Int> = []
    private let spans: [SpanInterval]
    /// Spans by the instant of their beginning and end.
    private var starts: [Int64: [Int]] = [:]
    private var stops: [Int64: [Int]] = [:]
    /// Events of one name at one instant that are several.
    private var twins: Set<Instant> = []

    private static let namedSpans = 3

    /// Reads the spans of a run.
    init(_ run: AppRun) {
        spans = run.spans
        for (index, span) in run.spans.enumerated() {
            starts[span.from.nanoseconds, default: []].append(index)
            if let to = span.to { stops[to.nanoseconds, default: []].append(index) }
        }
        var met: Set<Instant> = []
        for event in run.events where !met.insert(Instant(event)).inserted { twins.insert(Instant(event)) }
        openAtEnd = Set(run.spans.indices.filter { !run.spans[$0].isEnded && !run.spans[$0].isReplaced })
    }

    /// The spans that were open at the end, in order.
    var openSpans: [SpanInterval] { openAtEnd.sorted().map { spans[$0] } }

    /// An event's name and time.
    private struct Instant: Hashable {
        let event: String
        let nanoseconds: Int64

        init(_ event: KeptEvent) {
            self.event = event.event
            nanoseconds = event.time.nanoseconds
        }
    }

    /// What an event that begins or ends spans is about; nil where nothing tells.
    ///
    /// Of several events of one name and instant each is about the key that its line has.
    func subject(of event: KeptEvent) -> String? {
        let time = event.time.nanoseconds
        let begun = (starts[time] ?? []).filter { SpanEvents.mayBegin(spans[$0].kind, event.event) }
        let ended = (stops[time] ?? []).filter {
            !openAtEnd.contains($0) && SpanEvents.mayEnd(spans[$0].kind, event.event)
        }
        var labels: [String] = []
        var indices = begun + ended
        if indices.count > 1, twins.contains(Instant(event)) {
            let key = KeyInLine.key(in: event.text, of: Set(indices.map { spans[$0].key }))
            indices.removeAll { spans[$0].key != key }
        }
        for index in indices {
            let label = SpanReading.label(spans[index])
            if !label.isEmpty, !labels.contains(label) { labels.append(label) }
        }
        return labels.isEmpty
            ? nil : Phrasing.list(Array(labels.prefix(SpanReading.namedSpans)), of: labels.count)
    }

    /// Key and name of a span: `7 “upload draft”`; empty where it has neither.
    static func label(_ span: SpanInterval) -> String {
        let name = span.name.flatMap { $0.isEmpty || $0 == span.key ? nil : "“" + $0 + "”" }
        return [span.key.isEmpty ? nil : span.key, name].compactMap(\.self).joined(separator: " ")
    }
}
