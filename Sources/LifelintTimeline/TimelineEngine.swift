// SPDX-License-Identifier: MIT

public import LifelintModel

/// Events in, runs out: the push machine behind every analysis.
///
/// Events arrive in the order of their ``EventRecord/order``; within one instant in any order. It has no clock: time is
/// what events say and what ``advance(to:_:)`` is told.
public final class TimelineEngine {
    /// More events in one instant are taken in the order of their arrival: what waits must not grow with the log.
    private static let instantLimit = 1 << 16

    /// The inputs' names, for locations.
    public var inputs: InputNames
    private let devices: DeviceDirectory
    /// The only event of the instant that goes on: the common case.
    private var pending: EventView?
    /// The events of the instant that goes on, where there are several.
    private var instant: [EventView] = []

    /// An engine.
    ///
    /// - Parameter assumedDevice: the device of sources that name none, where exactly one is known.
    public init(settings: TimelineSettings, inputs: InputNames = InputNames(), assumedDevice: String? = nil) {
        self.inputs = inputs
        devices = DeviceDirectory(settings: settings, assumedDevice: assumedDevice)
    }

    /// Takes the next event; runs that are over since, and what they did, are handed to `body`.
    public func add(_ record: EventRecord, in batch: EventBatch, _ body: (TimelineOutput) -> Void) {
        let event = EventView(record: record, batch: batch)
        if let single = pending.take() {
            if single.record.order != record.order {
                apply(single, body)
                pending = event
            } else {
                instant = [single, event]
            }
        } else if let first = instant.first {
            if first.record.order == record.order, instant.count < Self.instantLimit {
                instant.append(event)
            } else {
                flushInstant(body)
                pending = event
            }
        } else {
            pending = event
        }
    }

    /// Moves every device's clock: what waited for later lines is decided.
    public func advance(to time: Int64, _ body: (TimelineOutput) -> Void) {
        flush(body)
        devices.forEach { device in
            device.advance(to: time, inputs: inputs)
            collect(from: device, body)
        }
    }

    /// The evidence ends: every run is handed on.
    public func finish(_ body: (TimelineOutput) -> Void) {
        flush(body)
        devices.forEach { device in
            device.finish(inputs: inputs)
            collect(from: device, body)
        }
    }

    /// How many runs are open: what memory depends on.
    public var openRunCount: Int { devices.openRunCount }

    /// Lines without a device were taken to be of the one known at first, and another one came up.
    public var hasAmbiguousDevice: Bool { devices.isAmbiguous }

    /// Applies the events of the instant that is over.
    private func flush(_ body: (TimelineOutput) -> Void) {
        if let single = pending.take() { apply(single, body) }
        if !instant.isEmpty { flushInstant(body) }
    }

    private func apply(_ event: EventView, _ body: (TimelineOutput) -> Void) {
        let device = devices.device(of: event)
        device.apply(event, inputs: inputs)
        if device.hasFinished { collect(from: device, body) }
    }

    private func flushInstant(_ body: (TimelineOutput) -> Void) {
        let events = instant
        instant = []
        for (device, events) in byDevice(events) {
            let ordered = events.count > 1 ? InstantGroup.arrange(events, on: device, inputs: inputs) : events
            for event in ordered { device.apply(event, inputs: inputs) }
            if device.hasFinished { collect(from: device, body) }
        }
    }

    private func byDevice(_ events: [EventView]) -> [(device: DeviceTimeline, events: [EventView])] {
        var groups: [(device: DeviceTimeline, events: [EventView])] = []
        var indices: [ObjectIdentifier: Int] = [:]
        for event in events {
            let device = devices.device(of: event)
            if let index = indices[ObjectIdentifier(device)] {
                groups[index].events.append(event)
            } else {
                indices[ObjectIdentifier(device)] = groups.count
                groups.append((device, [event]))
            }
        }
        return groups
    }

    private func collect(from device: DeviceTimeline, _ body: (TimelineOutput) -> Void) {
        for finished in device.takeFinished() {
            switch finished {
            case .stretch(let stretch): body(.stretch(stretch))
            case .run(let run, let isStillRunning):
                let reducer = RunReducer(run: run, isStillRunning: isStillRunning, inputs: inputs)
                let summary = reducer.reduce()
                let stretch = run.tape.map {
                    StretchBuilder(run: run, tape: $0, inputs: inputs)
                        .complete(summary, end: reducer.end, isStillRunning: isStillRunning)
                }
                body(.run(summary, number: run.serial, stretch))
            }
        }
    }
}
