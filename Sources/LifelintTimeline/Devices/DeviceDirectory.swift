// SPDX-License-Identifier: MIT

import LifelintModel

/// All devices of the evidence, and which of them an event belongs to.
final class DeviceDirectory {
    /// Among more devices a line that names none is not looked for: each would have to be asked for every such line.
    private static let searchLimit = 256

    private let settings: TimelineSettings
    private let serials = RunSerials()
    /// In the order of their numbers in ``names``.
    private var devices: [DeviceTimeline] = []
    private var names = ByteIndex()
    /// The device of lines that name none.
    private var nameless: DeviceTimeline?
    private let assumedDevice: String?

    init(settings: TimelineSettings, assumedDevice: String?) {
        self.settings = settings
        self.assumedDevice = assumedDevice
    }

    var openRunCount: Int {
        var count = 0
        forEach { count += $0.open.count }
        return count
    }

    /// Lines without a device were taken to be of one that is not the only one after all.
    var isAmbiguous: Bool {
        guard let nameless, assumedDevice != nil else { return false }
        return devices.contains { $0 !== nameless }
    }

    /// Every device, each once.
    func forEach(_ body: (DeviceTimeline) -> Void) {
        for device in devices { body(device) }
        if let nameless, !isNamelessNamed { body(nameless) }
    }

    func device(of event: EventView) -> DeviceTimeline {
        if event.record.device.isPresent {
            let number = names.number(of: event.record.device, in: event.batch)
            if number < devices.count { return devices[number] }
            return add(event.batch.string(event.record.device))
        }
        // A line without a device belongs where its process is: the one open run it fits best.
        if assumedDevice == nil, !devices.isEmpty, let found = compatible(with: event) { return found }
        if let nameless { return nameless }
        if let assumedDevice, let known = devices.first(where: { $0.device == assumedDevice }) {
            nameless = known
            isNamelessNamed = true
            return known
        }
        let created = DeviceTimeline(device: assumedDevice, settings: settings, serials: serials)
        nameless = created
        return created
    }

    /// The device of nameless lines is one of ``devices``, too.
    private var isNamelessNamed = false

    private func add(_ name: String?) -> DeviceTimeline {
        if let nameless, let assumedDevice, name == assumedDevice {
            isNamelessNamed = true
            devices.append(nameless)
            return nameless
        }
        let device = DeviceTimeline(device: name, settings: settings, serials: serials)
        devices.append(device)
        return device
    }

    private func compatible(with event: EventView) -> DeviceTimeline? {
        guard DeviceEvent.scope(of: event.name) == .process, devices.count <= DeviceDirectory.searchLimit,
            event.record.hasPID || event.record.app.isPresent || event.record.process.isPresent
                || event.record.run.isPresent || event.record.boot.isPresent
        else { return nil }
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
        if let nameless, let fit = nameless.fit(event), fit >= bestFit { return nameless }
        return isTie ? nil : best
    }
}
