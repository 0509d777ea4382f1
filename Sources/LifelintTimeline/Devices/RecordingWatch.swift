// SPDX-License-Identifier: MIT

import LifelintModel

/// How far the logs of the system that were recorded of a device reach.
///
/// Whoever records a device stops at some time, and begins anew hours later, in another file. What happened in between
/// is told by nobody, and silence there shows nothing.
struct RecordingWatch {
    private var latest: UInt32?
    private var known: Set<UInt32> = []
    private var until: Moment?

    /// Takes an event of a log of the system; gives since when nobody had recorded the device, where this is the first
    /// event of another log, long after the last one of all others.
    mutating func take(_ event: EventView) -> Moment? {
        let input = event.record.input
        defer { until = until.map { max($0, event.moment) } ?? event.moment }
        if input == latest { return nil }
        latest = input
        guard known.insert(input).inserted, let until, event.moment.since(until) > TimelineWindows.unrecorded else {
            return nil
        }
        return until
    }
}

extension DeviceTimeline {
    /// Tells the runs of which only logs of the system told that nobody recorded the device before an event.
    func noteRecording(_ event: EventView, inputs: InputNames) {
        guard inputs.isOfSystem(event.record.input), let from = recordings.take(event) else { return }
        let runs = open.filter { !$0.hasOwnLog }
        if runs.isEmpty { return }
        let batch = event.copied(as: .logGap).between(from, event.moment)
        guard let gap = EventView(0, of: BatchView(batch), lineBase: event.line &- event.record.line) else { return }
        for run in runs { run.witness(gap, inputs: inputs) }
    }
}

extension EventBatch {
    /// A gap of a device, of which an event is told, from behind a moment until before another.
    fileprivate func between(_ from: Moment, _ until: Moment) -> EventBatch {
        EventBatch(
            bytes: bytes,
            records: records.map {
                var gap = $0.gap
                gap.device = $0.device
                gap.digits = $0.digits
                gap.isZoneAssumed = $0.isZoneAssumed
                gap.time = from.time.addingClamped(1)
                gap.duration = until.since(from) - 2
                gap.order = from.order.addingClamped(1)
                return gap
            }, attributes: [])
    }
}
