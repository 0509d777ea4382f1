// SPDX-License-Identifier: MIT

public import LifelintModel

/// What the head of an input tells before it is read: enough to choose orders and devices.
public struct HeadFacts: Sendable, Equatable {
    /// The time of the first record.
    public var firstTime: Timestamp?
    /// The devices that records name, in the order in which they appear; at most ``IngestLimits/headDevices``.
    public var devices: [String] = []
    /// Whether there are records and all of them have machine ticks.
    public var isMachComplete = false
    /// How many records were understood.
    public var recordCount = 0

    /// Nothing known.
    public init() {}

    /// What a head tells when it is read as that format.
    public init(_ head: InputHead, format: any InputFormat, settings: ReadingSettings) {
        var bytes = head.bytes
        // The last line of a head is cut anywhere; what is left of it says nothing.
        if !head.isWhole, let feed = bytes.lastIndex(of: 0x0A) { bytes.removeSubrange((feed + 1)...) }
        var reader = format.makeReader(settings)
        let batch = reader.read(bytes, offset: 0, isLast: true)
        recordCount = batch.records.count
        isMachComplete = !batch.records.isEmpty && batch.records.allSatisfy(\.hasMach)
        firstTime = batch.records.first.map { Timestamp(nanoseconds: $0.time, digits: $0.digits) }
        for record in batch.records {
            guard let device = batch.string(record.device), !devices.contains(device) else { continue }
            devices.append(device)
            if devices.count == IngestLimits.headDevices { break }
        }
    }
}
