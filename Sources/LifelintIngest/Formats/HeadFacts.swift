// SPDX-License-Identifier: MIT

public import LifelintModel

/// What the head of an input tells before it is read: enough to choose orders and devices.
public struct HeadFacts: Sendable, Equatable {
    /// The earliest time of its records.
    public var firstTime: Timestamp?
    /// The devices that records name, in the order in which they appear; at most ``IngestLimits/headDevices``.
    public var devices: [String] = []
    /// What SDKs call the installations that records are of; as many at most.
    public var installations: [String] = []
    /// The first model of a device that records tell.
    public var model: String?
    /// Whether that is a watch, or a system of watches is told.
    public var isOfWatch = false
    /// Whether there are records and all of them have machine ticks.
    public var isMachComplete = false

    /// The records of a head.
    public static func read(_ head: InputHead, as format: any InputFormat, _ settings: ReadingSettings) -> EventBatch {
        var bytes = head.bytes
        // The last line of a head is cut anywhere; what is left of it says nothing.
        if !head.isWhole, let feed = bytes.lastIndex(of: 0x0A) { bytes.removeSubrange((feed + 1)...) }
        var reader = format.makeReader(settings)
        return reader.read(bytes, offset: 0, isLast: true)
    }

    /// What the records of a head tell.
    public init(_ batch: EventBatch) {
        isMachComplete = !batch.records.isEmpty && batch.records.allSatisfy(\.hasMach)
        firstTime = batch.records.min { $0.order < $1.order }.map {
            Timestamp(nanoseconds: $0.order, digits: $0.digits)
        }
        for record in batch.records {
            if model == nil { model = batch.string(record.model) }
            if !isOfWatch, record.os.isPresent || record.model.isPresent {
                isOfWatch =
                    DeviceFamily(model: batch.string(record.model)) == .watch
                    || DeviceFamily(system: batch.string(record.os)) == .watch
            }
            guard let device = batch.string(record.device) else { continue }
            if record.isInstallation {
                if !installations.contains(device) { installations.append(device) }
            } else if !devices.contains(device) {
                devices.append(device)
            }
            if devices.count == IngestLimits.headDevices || installations.count == IngestLimits.headDevices { break }
        }
    }
}
