// SPDX-License-Identifier: MIT

import LifelintModel

/// A record without what its run tells, and what only its order needed: there may be thousands of runs that go on, and
/// it takes half the room.
struct TapedRecord {
    private let time: Int64
    let order: Int64
    private let duration: Int64
    private let offset: Int64
    private let length: UInt32
    private let line: UInt32
    private let column: UInt32
    private let input: UInt32
    private let pid: Int32
    let name: EventName
    private let digits: UInt8
    private let flags: UInt8
    private let witness: WitnessClass
    private let host: ProcessHost
    private let phase: EventPhase
    private let state: CallbackState
    private let via: EventVia
    private let main: Ternary
    private let durability: Durability
    private let attributesCount: UInt16
    var customName: Text
    var scene: Text
    var task: Text
    var stateText: Text
    var source: Text
    var attributesStart: UInt32

    private static let zoneFlag: UInt8 = 1
    private static let placeFlag: UInt8 = 2
    private static let sequenceFlag: UInt8 = 4
    private static let timelessFlag: UInt8 = 8
    private static let repeatedFlag: UInt8 = 16

    init(_ record: EventRecord) {
        time = record.time
        order = record.order
        duration = record.duration
        offset = record.offset
        length = record.length
        line = record.line
        column = record.column
        input = record.input
        pid = record.pid
        name = record.name
        digits = record.digits
        flags =
            (record.isZoneAssumed ? TapedRecord.zoneFlag : 0) | (record.isPlaced ? TapedRecord.placeFlag : 0)
            | (record.hasSequence ? TapedRecord.sequenceFlag : 0) | (record.isTimeless ? TapedRecord.timelessFlag : 0)
            | (record.isRepeated ? TapedRecord.repeatedFlag : 0)
        witness = record.witness
        host = record.host
        phase = record.phase
        state = record.state
        via = record.via
        main = record.main
        durability = record.durability
        attributesCount = record.attributesCount
        customName = record.customName
        scene = record.scene
        task = record.task
        stateText = record.stateText
        source = record.source
        attributesStart = record.attributesStart
    }

    /// The record, as far as it is known here.
    var record: EventRecord {
        var record = EventRecord()
        record.time = time
        record.order = order
        record.duration = duration
        record.offset = offset
        record.length = length
        record.line = line
        record.column = column
        record.input = input
        record.pid = pid
        record.name = name
        record.digits = digits
        record.isZoneAssumed = flags & TapedRecord.zoneFlag != 0
        record.isPlaced = flags & TapedRecord.placeFlag != 0
        record.isTimeless = flags & TapedRecord.timelessFlag != 0
        record.isRepeated = flags & TapedRecord.repeatedFlag != 0
        // Of its number no more is kept than that it has one.
        if flags & TapedRecord.sequenceFlag != 0 { record.sequence = 0 }
        record.witness = witness
        record.host = host
        record.phase = phase
        record.state = state
        record.via = via
        record.main = main
        record.durability = durability
        record.attributesCount = attributesCount
        record.customName = customName
        record.scene = scene
        record.task = task
        record.stateText = stateText
        record.source = source
        record.attributesStart = attributesStart
        return record
    }
}
