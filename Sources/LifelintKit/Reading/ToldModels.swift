// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintTimeline

/// Which models inputs tell of the devices that they name, and of that which they do not name: no device has two.
///
/// A model that differs is not missing: what tells one is of no device of another, though that is the only one with a
/// name. What people call a model is no other one, on a Mac what was built for other devices runs, too, and what a
/// watch tells may be told of its phone.
struct ToldModels {
    /// What the head of one input tells.
    struct Told {
        /// By device, of records that name it.
        private(set) var named: [String: Set<String>] = [:]
        /// Of records that name none.
        private(set) var nameless: Set<String> = []

        /// - Parameter isHost: whether devices are called as their containers call them, which names none.
        init(_ batch: EventBatch, isHost: Bool) {
            var last: (model: Range<Int>, device: Range<Int>)?
            // An event of the app's own may speak of another device.
            for record in batch.records where record.model.isPresent && record.name != .custom {
                // Mostly many records of one device come in a row.
                if let last, last.model == record.model.range, last.device == record.device.range { continue }
                last = (record.model.range, record.device.range)
                guard let model = batch.string(record.model), ToldModels.isTelling(model) else { continue }
                if !isHost, let device = batch.string(record.device) {
                    named[device, default: []].insert(model)
                } else {
                    nameless.insert(model)
                }
            }
        }

        /// Whether some of its records may be of one device and some of another.
        var isMixed: Bool { nameless.count > 1 || !nameless.isEmpty && !named.isEmpty }
    }

    private var ofDevices: [String: Set<String>] = [:]
    private var ofInputs: [Int: Set<String>] = [:]
    private var ofGroups: [String: Set<String>] = [:]
    private var groups: [Int: String] = [:]

    /// Takes models that are told of a device.
    mutating func add(_ models: Set<String>, of device: String) { ofDevices[device, default: []].formUnion(models) }

    /// Takes models that an input tells without naming a device.
    ///
    /// - Parameter group: that of the inputs which tell of the same processes, where it is a log: not all need tell the
    ///   model.
    mutating func add(_ models: Set<String>, of input: Int, in group: String?) {
        if !models.isEmpty { ofInputs[input] = models }
        guard let group else { return }
        groups[input] = group
        if !models.isEmpty { ofGroups[group, default: []].formUnion(models) }
    }

    /// Takes models that others tell of a process of such a group, where that tells none.
    mutating func add(_ models: Set<String>, ofGroup group: String) {
        if ofGroups[group] == nil { ofGroups[group] = models }
    }

    /// The model of an input that names no device, as it is told itself or by what tells of the same process.
    func model(of input: Int) -> String? { models(of: input).min() }

    private func models(of input: Int) -> Set<String> {
        ofInputs[input] ?? groups[input].flatMap { ofGroups[$0] } ?? []
    }

    /// Whether an input tells no other model than a device has.
    func mayBe(_ input: Int, of device: String) -> Bool {
        guard let known = ofDevices[device], !known.isEmpty else { return true }
        let models = models(of: input)
        return models.isEmpty || models.contains { !Self.isOther($0, than: known) }
    }

    /// Whether two devices may be one by their models.
    func mayBeOne(_ device: String, _ other: String) -> Bool {
        guard let known = ofDevices[device], !known.isEmpty, let models = ofDevices[other], !models.isEmpty else {
            return true
        }
        return models.contains { !Self.isOther($0, than: known) }
    }

    /// Whether anything that names no device tells another model than a device has.
    func tellOther(than device: String) -> Bool {
        guard let known = ofDevices[device], !known.isEmpty else { return false }
        return ofInputs.values.contains { $0.contains { Self.isOther($0, than: known) } }
    }

    /// The models that a device has whose name inputs are given; none where that is not told.
    ///
    /// - Parameter input: one of those that may be of several devices.
    func models(of device: String, in input: Int) -> Set<String> {
        if let known = ofDevices[device] { return known }
        guard let model = model(of: input), device == NamelessDevice.name(of: model) else { return [] }
        return [model]
    }

    /// Whether a model is none of those that a device has.
    static func isOther(_ model: String, than known: Set<String>) -> Bool {
        isTelling(model) && !known.isEmpty && known.allSatisfy { HardwareModel.areOther($0, model) }
    }

    /// `iPhone15,2`, `Mac14,2`: whether a model is told as Apple numbers them, and says which device is meant.
    private static func isTelling(_ model: String) -> Bool {
        HardwareModel.isNumbered(model) && DeviceFamily(model: model) != .watch
    }
}
