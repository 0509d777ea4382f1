// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintTimeline

/// What the devices of an input's records are called elsewhere.
struct DeviceNaming {
    /// What reports call devices that others call otherwise.
    var aliases: [String: String] = [:]
    /// The device of records that name none, where that is known.
    var nameless: String?
    /// The models that this device has, where records may tell another one: those are of a device of their own.
    var models: Set<String> = []
    /// The device of records that tell of a simulator and name none, where that is no other one.
    var simulator: SimulatorInputs.Device?
    /// Nobody knows of which day the records are.
    var isUndated = false
    /// Whose process it is that records of a report are about which do not say it.
    var owner: SessionOwner?

    var isNothing: Bool {
        aliases.isEmpty && nameless == nil && models.isEmpty && simulator == nil && !isUndated
    }

    /// The model that a record tells which is none of the device of those that name none.
    func otherModel(of record: EventRecord, in batch: EventBatch) -> String? {
        guard !models.isEmpty, record.name != .custom, let model = batch.string(record.model),
            ToldModels.isOther(model, than: models)
        else { return nil }
        return model
    }

    /// Whether two inputs may be of one device: of one that is not known anything may be.
    static func mayBeOne(_ left: String?, _ right: String?) -> Bool { left == nil || right == nil || left == right }
}

extension EventBatch {
    /// The batch with devices named as others name them.
    func namingDevices(_ naming: DeviceNaming) -> EventBatch {
        if let owner = naming.owner { return self.naming(owner) }
        if naming.isNothing { return self }
        let (aliases, nameless, isUndated) = (naming.aliases, naming.nameless, naming.isUndated)
        let isMeant =
            isUndated || !naming.models.isEmpty
            || records.contains {
                $0.device.isPresent ? !aliases.isEmpty : nameless != nil || naming.simulator?.has($0, in: self) == true
            }
        guard isMeant else { return self }
        var bytes = self.bytes
        var records = self.records
        var added: [String: Text] = [:]
        func text(of device: String) -> Text {
            if let text = added[device] { return text }
            let start = bytes.count
            if isUndated, device.utf8.first != 0 { bytes.append(contentsOf: NamelessDevice.undated.utf8) }
            bytes.append(contentsOf: device.utf8)
            let text = Text(offset: UInt32(clamping: start), length: UInt32(clamping: bytes.count - start))
            added[device] = text
            return text
        }
        let namelessText = (nameless ?? (isUndated ? "" : nil)).map { text(of: $0) }
        for index in records.indices {
            if records[index].device.isPresent {
                guard let name = string(records[index].device) else { continue }
                if !isUndated, aliases[name] == nil { continue }
                records[index].device = text(of: aliases[name] ?? name)
            } else if let simulator = naming.simulator, simulator.has(records[index], in: self) {
                records[index].device = text(of: simulator.name)
            } else if let model = naming.otherModel(of: records[index], in: self) {
                records[index].device = text(of: NamelessDevice.name(of: model))
            } else if let namelessText {
                records[index].device = namelessText
            }
        }
        return with(bytes, records)
    }
}
