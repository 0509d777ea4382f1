// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintTimeline

/// What inputs tell of simulators, and of the Macs that these run on: nothing of that is of a phone, though that is the
/// only device with a name.
struct SimulatorInputs {
    /// The name that stands for all simulators where none has one.
    private static let nameless = NamelessDevice.name(of: "simulator")

    /// Devices with names that are simulators or Macs.
    private var macs: Set<String> = []
    /// Devices with names that go into a pocket or a bag.
    private var handhelds: Set<String> = []
    /// Logs that name no device and tell of a simulator.
    private var logs: Set<Int> = []
    /// What is told to run in one by what names no device, and when.
    private var told: [(subject: NamelessInputs.Subject, time: Int64)] = []

    /// Takes what the head of an input tells.
    ///
    /// - Parameter isHost: whether devices are called as their containers call them, which names none.
    mutating func add(_ number: Int, _ batch: EventBatch, isReport: Bool, isHost: Bool) {
        var last: (model: Range<Int>, device: Range<Int>)?
        for record in batch.records {
            if record.showsSimulator { note(record, in: batch, number, isReport: isReport, isHost: isHost) }
            guard record.model.isPresent, record.device.isPresent, record.name != .custom, !isHost else { continue }
            // Mostly many records of one device come in a row.
            if let last, last.model == record.model.range, last.device == record.device.range { continue }
            last = (record.model.range, record.device.range)
            guard let device = batch.string(record.device), let model = batch.string(record.model) else { continue }
            if Self.isOfMac(model) { macs.insert(device) }
            if DeviceFamily(model: model)?.isHandheld == true { handhelds.insert(device) }
        }
    }

    private mutating func note(
        _ record: EventRecord, in batch: EventBatch, _ number: Int, isReport: Bool, isHost: Bool
    ) {
        if !isHost, let device = batch.string(record.device) {
            macs.insert(device)
            return
        }
        if !isReport { logs.insert(number) }
        guard record.hasPID, let app = batch.string(record.app), told.count < Self.mostTold else { return }
        let subject = NamelessInputs.Subject.process(app: app, pid: record.pid)
        if told.last?.subject != subject { told.append((subject, record.time)) }
    }

    /// More are not compared.
    private static let mostTold = 512

    /// Whether a model is that of a Mac, or no more than the kind of code that one runs, as reports of simulators have
    /// it.
    static func isOfMac(_ model: String) -> Bool {
        DeviceFamily(model: model) == .mac || architectures.contains(model)
    }

    private static let architectures: Set<String> = ["x86_64", "arm64", "arm64e", "i386"]

    /// The device of what tells of a simulator and names none; nil where any may be.
    ///
    /// - Parameters:
    ///   - devices: all that have a name.
    ///   - names: what they are called elsewhere.
    func device(among devices: Set<String>, _ names: [String: String]) -> Device? {
        let macs = Set(self.macs.map { names[$0] ?? $0 })
        let handhelds = Set(self.handhelds.map { names[$0] ?? $0 })
        let others = devices.subtracting(macs)
        let own = devices.intersection(macs)
        guard !others.isEmpty, own.count < 2 else { return nil }
        return Device(name: own.first ?? Self.nameless, isBesideHandhelds: others.isSubset(of: handhelds))
    }

    /// The device of what tells of a simulator.
    struct Device {
        var name: String
        /// Whether all others are known to be none that a Mac tells of.
        var isBesideHandhelds: Bool

        /// Whether a record that names no device is of it.
        func has(_ record: EventRecord, in batch: EventBatch) -> Bool {
            if record.device.isPresent { return false }
            if record.showsSimulator { return true }
            guard isBesideHandhelds, record.name != .custom, record.model.isPresent else { return false }
            return batch.string(record.model).map(SimulatorInputs.isOfMac) ?? false
        }
    }

    /// Whether an input that names no device is a log of a simulator: it shows that, or tells of a process at the time
    /// at which another one does.
    func isLog(_ input: NamelessInputs.Input) -> Bool {
        if logs.contains(input.number) { return true }
        guard !input.isReport, input.isOpen else { return false }
        return told.contains { subject, time in
            input.heard[subject].map { $0.subtractingClamped(time).magnitude <= NamelessInputs.oneProcess.magnitude }
                ?? false
        }
    }
}
