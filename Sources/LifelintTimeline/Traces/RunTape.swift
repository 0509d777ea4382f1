// SPDX-License-Identifier: MIT

import LifelintModel

/// What one run does, as rules will see it: its events, its spans and what is odd about it.
///
/// Events are numbered from 0 over the whole run; a tape that was cut begins with a later one.
///
/// Why a class: the machine's parts look at it while they change.
final class RunTape {
    /// The number of the first event that is still here.
    private(set) var firstEvent = 0
    private var events = TapedEvents()
    /// Spans that were not told in full yet, in the order in which their beginnings were told.
    private(set) var spans: [TapedSpan] = []
    private var spanCount = 0
    /// Anomalies that were not told yet.
    private(set) var anomalies: [Noted] = []

    /// An anomaly, and when it was.
    struct Noted {
        var mark: RunStretch.AnomalyMark
        var time: Int64
    }

    /// How many events the run has had: the number of the next one.
    var count: Int { firstEvent + events.records.count }
    /// Whether it is time to cut it.
    var isFull: Bool { events.isFull }
    /// All events that are here.
    var batch: EventBatch { events.batch }

    /// Adds the next event; with the key of its task where another one is known to be the same.
    func append(_ event: EventView, task: String? = nil) { events.append(event, task: task) }

    /// The last memory warning is told once more.
    func repeatWarning(_ event: EventView) {
        events.repeatWarning(max(event.batch.integer(.count, of: event.record) ?? 1, 1))
    }

    /// Before which event an edge takes place whose moment has that order: the first event after the number `event`
    /// that is not earlier; behind all events where there is none.
    func position(of order: Int64, after event: Int) -> Int {
        let floor = max(firstEvent, event + 1)
        let records = events.records
        var position = firstEvent + records.count
        while position > floor, records[position - 1 - firstEvent].order >= order { position -= 1 }
        return max(position, floor)
    }

    /// The number of the first event of that moment that is one of those, as far as events are still here.
    func number(of moment: Moment, among names: [EventName]) -> Int? {
        events.records.firstIndex { $0.order == moment.order && names.contains($0.name) }.map { $0 + firstEvent }
    }

    /// Where the tape is cut: the number of the first event that stays.
    var cut: Int { firstEvent + events.records.count / 2 }

    /// Takes the events before ``cut`` off.
    func removeFirstHalf() -> EventBatch {
        let cut = cut
        defer { firstEvent = cut }
        return events.removeFirst(cut - firstEvent)
    }

    // MARK: What happened between events

    /// A number for the next instance of a span; 0 is that of the launch.
    func nextSpanNumber() -> Int {
        spanCount += 1
        return spanCount
    }

    func add(_ span: TapedSpan) -> TapedSpan {
        spans.append(span)
        return span
    }

    /// An instance went on after all, and those of its kind and key that began since were parts of it.
    func takeBack(endOf span: TapedSpan, _ confidence: Confidence) {
        span.takeBackEnd(confidence)
        spans.removeAll { other in
            other.edges.number > span.edges.number && other.edges.kind == span.edges.kind
                && other.edges.key == span.edges.key
        }
    }

    /// Notes an anomaly that an event, or none, shows.
    func note(_ code: Anomaly.Code, event: Int, at time: Int64) {
        let position = event >= 0 ? event + 1 : count
        anomalies.append(Noted(mark: .init(code: code, event: event, position: position), time: time))
    }

    /// Takes back anomalies that were explained since.
    func removeAnomalies(where isExplained: (Noted) -> Bool) { anomalies.removeAll(where: isExplained) }

    /// Forgets what was told in full: what lies before the first event that is left.
    func removeTold() {
        spans.removeAll { ($0.edges.endPosition ?? .max) < firstEvent }
        anomalies.removeAll { $0.mark.position < firstEvent }
    }
}
