// SPDX-License-Identifier: MIT

import LifelintModel

/// All devices of the evidence, and which of them an event belongs to.
final class DeviceDirectory {
    /// Among more devices a line that names none is not looked for: each would have to be asked for every such line.
    private static let searchLimit = 256

    private let shards: [TimelineShard]
    private var shardCounts: [Int]
    /// In the order of their numbers in ``names``.
    private var devices: [DeviceTimeline] = []
    private var names = ByteIndex()
    /// The device of lines that name none.
    private var nameless: DeviceTimeline?
    /// Those of ``devices`` that nobody names: lines of different ones are told apart by where they stand.
    private var unnamed: [DeviceTimeline] = []
    /// By input, those of reports of which nothing but the time could tell whose they are, and does not.
    private var strangers: [UInt32: DeviceTimeline] = [:]
    private let assumedDevice: String?
    /// That device is not concluded: somebody said so.
    private let isStated: Bool
    private let inputs: InputNames

    init(shards: [TimelineShard], inputs: InputNames, assumedDevice: String?, isStated: Bool) {
        self.shards = shards
        self.inputs = inputs
        shardCounts = shards.map { _ in 0 }
        self.assumedDevice = assumedDevice
        self.isStated = isStated
    }

    var openRunCount: Int {
        var count = 0
        forEach { count += $0.open.count }
        return count
    }

    /// Lines without a device were taken to be of one that is not the only one after all.
    ///
    /// Lines of one that nobody names are known to be of that, and what somebody said is not assumed.
    var isAmbiguous: Bool {
        guard let nameless, assumedDevice != nil, !isStated else { return false }
        return devices.contains { $0 !== nameless && !NamelessDevice.isMeant(by: $0.device ?? "") }
    }

    /// Every device, each once.
    func forEach(_ body: (DeviceTimeline) -> Void) {
        for device in devices { body(device) }
        if let nameless, !isNamelessNamed { body(nameless) }
        for input in strangers.keys.sorted() { if let stranger = strangers[input] { body(stranger) } }
    }

    /// Whether the devices have to be asked whose event it is, which names none.
    func asksDevices(of event: EventView) -> Bool {
        if event.record.isSignOfLife { return false }
        if event.record.device.isPresent { return asksUnnamed(of: event) }
        if isOfNobody(event) { return asksNobody(of: event) }
        return assumedDevice == nil && !devices.isEmpty && devices.count <= DeviceDirectory.searchLimit
            && DeviceEvent.scope(of: event.name) == .process && DeviceDirectory.isIdentified(event.record)
    }

    /// Whether an event is of a report that names neither a device nor a process.
    private func isOfNobody(_ event: EventView) -> Bool {
        let record = event.record
        return !record.device.isPresent && !DeviceDirectory.isIdentified(record)
            && (record.witness == .report || inputs.isOfSDK(record.input))
            && DeviceEvent.scope(of: event.name) == .process
    }

    /// Whether it is to be looked how long the run was silent that such an event joins; one of some time of a window
    /// joins none.
    private func asksNobody(of event: EventView) -> Bool {
        strangers[event.record.input] == nil && strangers.count < DeviceDirectory.searchLimit
            && event.batch.bool(.windowed, of: event.record) != true && (nameless != nil || !devices.isEmpty)
    }

    /// A report of a process that a log without a device told before: what is missing is compatible with any.
    private func asksUnnamed(of event: EventView) -> Bool {
        event.record.witness == .report && event.record.hasPID && assumedDevice == nil
            && (nameless != nil || !unnamed.isEmpty && unnamed.count <= DeviceDirectory.searchLimit)
            && DeviceEvent.scope(of: event.name) == .process
            && !NamelessDevice.isMeant(by: event.record, in: event.batch)
    }

    /// The one device that nobody names of which a log told the process of a report; nil where the report's own has it.
    private func unnamed(telling event: EventView) -> DeviceTimeline? {
        let number = names.known(event.record.device, in: event.batch)
        if let number, number < devices.count, tells(event, devices[number]) { return nil }
        var found: DeviceTimeline?
        for device in unnamed + (nameless.map { [$0] } ?? []) {
            guard tells(event, device) else { continue }
            if found != nil { return nil }
            found = device
        }
        return found
    }

    private func tells(_ event: EventView, _ device: DeviceTimeline) -> Bool {
        device.fit(event, inputs) ?? 0 >= DeviceDirectory.sameProcess
    }

    /// App or process and pid have to agree: a pid alone is that of another process on another device.
    private static let sameProcess = 2

    /// The device whose run a sign of life may be of, if it is known: it tells of none.
    func deviceHeard(by event: EventView) -> DeviceTimeline? {
        if event.record.device.isPresent {
            guard let number = names.known(event.record.device, in: event.batch), number < devices.count else {
                return nil
            }
            return devices[number]
        }
        return nameless ?? deviceAssumed
    }

    /// The device of an event, whether it is a new one, and whether several others would have done as well.
    func device(of event: EventView) -> (DeviceTimeline, isNew: Bool, isTie: Bool) {
        if event.record.device.isPresent {
            if asksUnnamed(of: event), let found = unnamed(telling: event) { return (found, false, false) }
            let number = names.number(of: event.record.device, in: event.batch)
            if number < devices.count { return (devices[number], false, false) }
            let added = add(event.batch.string(event.record.device))
            return (added.0, added.isNew, false)
        }
        let isOfNobody = isOfNobody(event)
        if isOfNobody, let stranger = strangers[event.record.input] { return (stranger, false, false) }
        if isOfNobody, asksNobody(of: event), let device = nameless ?? deviceAssumed,
            device.isLongSilent(before: event)
        {
            let stranger = makeDevice(isStated ? assumedDevice : nil)
            strangers[event.record.input] = stranger
            return (stranger, true, false)
        }
        // A line without a device belongs where its process is: the one open run it fits best.
        var isTie = false
        if !isOfNobody, asksDevices(of: event) {
            let (found, hasEqual) = compatible(with: event)
            if let found { return (found, false, false) }
            isTie = hasEqual
        }
        if let nameless { return (nameless, false, isTie) }
        if let known = deviceAssumed {
            nameless = known
            isNamelessNamed = true
            return (known, false, false)
        }
        let created = makeDevice(assumedDevice)
        nameless = created
        return (created, true, isTie)
    }

    /// The device that lines are taken to be of which name none, where it is known already.
    private var deviceAssumed: DeviceTimeline? {
        assumedDevice.flatMap { name in devices.first { $0.device == name } }
    }

    /// The device of nameless lines is one of ``devices``, too.
    private var isNamelessNamed = false

    private func add(_ name: String?) -> (DeviceTimeline, isNew: Bool) {
        if let nameless, let assumedDevice, name == assumedDevice {
            isNamelessNamed = true
            devices.append(nameless)
            return (nameless, false)
        }
        let device = makeDevice(name)
        devices.append(device)
        if let name, NamelessDevice.isMeant(by: name), !device.isUndated { unnamed.append(device) }
        return (device, true)
    }

    /// Devices are dealt out: nothing but the order of their names decides where they go.
    private func makeDevice(_ name: String?) -> DeviceTimeline {
        let shard = shards[shardCounts.reduce(0, +) % shards.count]
        defer { shardCounts[shard.number] += 1 }
        return DeviceTimeline(
            device: name, settings: shard.settings, shard: shard.number, index: shardCounts[shard.number])
    }

    private static func isIdentified(_ record: EventRecord) -> Bool {
        record.hasPID || record.app.isPresent || record.process.isPresent || record.run.isPresent
            || record.boot.isPresent
    }

    /// The device that an event fits best; none, and a tie, where it fits several equally well.
    private func compatible(with event: EventView) -> (device: DeviceTimeline?, isTie: Bool) {
        var best: DeviceTimeline?
        var bestFit = 0
        var isTie = false
        for device in devices where !device.isUndated {
            guard let fit = device.fit(event, inputs), fit > 0 else { continue }
            if fit > bestFit {
                best = device
                bestFit = fit
                isTie = false
            } else if fit == bestFit {
                isTie = true
            }
        }
        if let nameless, let fit = nameless.fit(event, inputs), fit >= bestFit { return (nameless, false) }
        return isTie ? (nil, true) : (best, false)
    }
}
