// SPDX-License-Identifier: MIT

public import LifelintModel

/// Events in, runs out: the push machine behind every analysis.
///
/// Events arrive in the order of their ``EventRecord/order``; within one instant in any order. It has no clock: time is
/// what events say and what ``advance(to:)`` is told.
public final class TimelineEngine {
    private let settings: TimelineSettings
    /// The inputs' names, for locations.
    public var inputs: InputNames
    private var devices: [DeviceTimeline] = []
    private var deviceIndex = ByteIndex()
    private var deviceNumbers: [Int] = []
    private var namelessDevice: DeviceTimeline?
    private var group = InstantGroup()
    private var pending: EventView?
    private var lastBatchDevice: (name: [UInt8], device: DeviceTimeline)?
    private var sawNameless = false
    private let assumedDeviceName: String?
    private var touched: [DeviceTimeline] = []

    /// An engine.
    ///
    /// - Parameter assumedDevice: the device of sources that name none, where exactly one is known.
    public init(settings: TimelineSettings, inputs: InputNames = InputNames(), assumedDevice: String? = nil) {
        self.settings = settings
        self.inputs = inputs
        assumedDeviceName = assumedDevice
    }

    /// Takes the next event; runs that are over since are handed to `body`.
    public func add(_ record: EventRecord, in batch: EventBatch, _ body: (AppRun) -> Void) {
        let event = EventView(record: record, batch: batch)
        guard let waiting = pending else {
            if let order = group.order {
                if order == record.order {
                    group.add(event)
                    return
                }
                flushGroup(body)
            }
            pending = event
            return
        }
        if waiting.record.order == record.order {
            group.add(waiting)
            group.add(event)
            pending = nil
            return
        }
        pending = event
        apply(waiting)
        collect(body)
    }

    /// Moves every device's clock: what waited for later lines is decided.
    public func advance(to time: Int64, _ body: (AppRun) -> Void) {
        flush(body)
        for device in devices + [namelessDevice].compactMap(\.self) {
            device.advance(to: time, inputs: inputs)
            touched.append(device)
        }
        collect(body)
    }

    /// The evidence ends: every run is handed on.
    public func finish(_ body: (AppRun) -> Void) {
        flush(body)
        for device in devices + [namelessDevice].compactMap(\.self) {
            device.finish(inputs: inputs)
            touched.append(device)
            collect(body)
        }
    }

    /// Lines without a device were taken to be of one that is no longer the only one.
    public private(set) var hasAmbiguousDevice = false

    /// How many runs are open: what memory depends on.
    public var openRunCount: Int {
        devices.reduce(namelessDevice?.open.count ?? 0) { $0 + $1.open.count }
    }

    private func flush(_ body: (AppRun) -> Void) {
        if let waiting = pending {
            pending = nil
            apply(waiting)
            collect(body)
        }
        if !group.isEmpty { flushGroup(body) }
    }

    private func flushGroup(_ body: (AppRun) -> Void) {
        let events = group.set(inputs: inputs)
        group.removeAll()
        var byDevice: [(device: DeviceTimeline, events: [EventView])] = []
        for event in events {
            let device = device(of: event)
            if let index = byDevice.firstIndex(where: { $0.device === device }) {
                byDevice[index].events.append(event)
            } else {
                byDevice.append((device, [event]))
            }
        }
        for (device, events) in byDevice {
            for event in InstantOrder.arrange(events, on: device) { device.apply(event, inputs: inputs) }
            touched.append(device)
        }
        collect(body)
    }

    private func apply(_ event: EventView) {
        let device = device(of: event)
        device.apply(event, inputs: inputs)
        if touched.last !== device { touched.append(device) }
    }

    private func collect(_ body: (AppRun) -> Void) {
        for device in touched {
            for finished in device.takeFinished() {
                body(
                    RunReducer(run: finished.machine, isStillRunning: finished.isStillRunning, inputs: inputs).reduce())
            }
        }
        touched.removeAll(keepingCapacity: true)
    }

    // MARK: Devices

    private func device(of event: EventView) -> DeviceTimeline {
        if event.record.device.isPresent {
            let number = deviceIndex.number(of: event.record.device, in: event.batch)
            while deviceNumbers.count <= number { deviceNumbers.append(-1) }
            if deviceNumbers[number] >= 0 { return devices[deviceNumbers[number]] }
            let name = event.batch.string(event.record.device)
            if name == assumedDeviceName, let nameless = namelessDevice {
                deviceNumbers[number] = devices.count
                devices.append(nameless)
                namelessDevice = nil
                return nameless
            }
            if namelessDevice != nil || sawNameless, assumedDeviceName != nil, name != assumedDeviceName {
                hasAmbiguousDevice = true
            }
            deviceNumbers[number] = devices.count
            devices.append(DeviceTimeline(device: name, settings: settings))
            return devices[devices.count - 1]
        }
        if let assumedDeviceName {
            sawNameless = true
            if let known = devices.first(where: { $0.device == assumedDeviceName }) { return known }
            if let namelessDevice { return namelessDevice }
            let created = DeviceTimeline(device: assumedDeviceName, settings: settings)
            namelessDevice = created
            return created
        }
        // A line without a device belongs where its process is: the one open run it fits best.
        if !devices.isEmpty, DeviceEvent.scope(of: event.name) == .process, let found = compatible(with: event) {
            return found
        }
        if let namelessDevice { return namelessDevice }
        let created = DeviceTimeline(device: nil, settings: settings)
        namelessDevice = created
        return created
    }

    private func compatible(with event: EventView) -> DeviceTimeline? {
        var best: DeviceTimeline?
        var bestFit = 0
        var isTie = false
        for device in devices {
            guard let fit = device.fit(event), fit > 0 else { continue }
            if fit > bestFit {
                best = device
                bestFit = fit
                isTie = false
            } else if fit == bestFit {
                isTie = true
            }
        }
        if let nameless = namelessDevice, let fit = nameless.fit(event), fit >= bestFit { return nameless }
        return isTie ? nil : best
    }
}
