// SPDX-License-Identifier: MIT

import LifelintModel

/// The fields of an event that have a place of their own in a record; everything else is an attribute.
enum RecordField: UInt8, CaseIterable, Sendable {
    /// Not a field: an attribute.
    case attribute
    case time, event, app, process, device, boot, pid, run, sequence, mach, host, version, build, os, model
    case scene, task, phase, duration, main, state, via, witness, durability
    /// The records of a JSON document.
    case events

    /// The bit of this field in a set of fields.
    @inline(__always) var bit: UInt32 { 1 &<< UInt32(rawValue) }

    /// How each field may be spelled, the best spelling first: the first one that a record has is the field.
    static let spellings: [(field: RecordField, ranks: [[(name: String, unit: NumberUnit)]])] = [
        (.time, plain("time", "ts", "timestamp", "date", "@timestamp")),
        (.event, plain("event", "eventName", "kind", "name", "type")),
        (.app, plain("app", "bundle", "bundleId", "bundleID", "bundle_id")),
        (.process, plain("process")),
        (.device, plain("device", "deviceId", "deviceID", "device_id", "udid")),
        (.boot, plain("boot", "bootUUID")),
        (.pid, plain("pid", "processID", "processIdentifier")),
        (.run, plain("run")),
        (.sequence, plain("seq")),
        (.mach, plain("mach", "machTimestamp", "mach_timestamp")),
        (.host, plain("host")),
        (.version, plain("appVersion", "app_version", "version")),
        (.build, plain("build", "buildNumber", "build_number")),
        (.os, plain("os", "osVersion", "os_version")),
        (.model, plain("model", "deviceModel", "device_model")),
        (
            .scene,
            plain("scene", "sceneId", "sceneID", "sceneIdentifier", "windowId", "windowID", "persistentIdentifier")
        ),
        (.task, plain("task", "taskId", "identifier")),
        (.phase, plain("phase")),
        (
            .duration,
            [
                [("duration", .seconds)], [("duration_ms", .milliseconds), ("durationMs", .milliseconds)],
                [("duration_s", .seconds)],
            ]
        ),
        (.main, plain("main", "thread")),
        (.state, plain("state", "applicationState")),
        (.via, plain("via")),
        (.witness, plain("class")),
        (.durability, plain("durability")),
        (.events, plain("events")),
    ]

    /// All that a field is called.
    static func names(of field: RecordField) -> [[UInt8]] {
        spellings.filter { $0.field == field }.flatMap { $0.ranks.joined().map { Array($0.name.utf8) } }
    }

    private static func plain(_ names: String...) -> [[(name: String, unit: NumberUnit)]] {
        names.map { [($0, .seconds)] }
    }
}

/// The unit of a duration that is written as a bare number.
enum NumberUnit: UInt8, Sendable {
    case seconds, milliseconds

    /// How many nanoseconds one of it has.
    var nanoseconds: UInt64 { self == .seconds ? 1_000_000_000 : 1_000_000 }
}

/// What a key of a record means: a few plain bytes, so that a lookup costs a load.
struct KeyMeaning: Sendable {
    /// The field it spells.
    var field: RecordField
    /// How good that spelling is among those of the field; 0 is the best.
    var rank: UInt8
    /// The number of the recognisers' anchor that it is; 0 if it is none.
    var anchor: UInt16 = 0
    /// Unit, type and key, which are asked less often.
    private var rest: UInt32

    /// The meaning of a key; what is left out is that of a key outside the vocabulary.
    init(
        field: RecordField = .attribute, rank: UInt8 = 0, unit: NumberUnit = .seconds, key: AttributeKey = .custom,
        type: ValueType = .any
    ) {
        self.field = field
        self.rank = rank
        rest = UInt32(unit.rawValue) | UInt32(type.rawValue) << 8 | UInt32(key.rawValue) << 16
    }

    /// The unit of a bare number.
    var unit: NumberUnit {
        get { NumberUnit(rawValue: UInt8(truncatingIfNeeded: rest)) ?? .seconds }
        set { rest = rest & ~0xFF | UInt32(newValue.rawValue) }
    }
    /// The type of the attribute it is where it is not the field.
    @inline(__always) var type: ValueType { ValueType(rawValue: UInt8(truncatingIfNeeded: rest >> 8) & 0x7F) ?? .any }
    /// Whether the words of a message stand under the key, which recognisers are asked about.
    @inline(__always) var isMessage: Bool {
        get { rest & 0x8000 != 0 }
        set { rest = newValue ? rest | 0x8000 : rest & ~0x8000 }
    }
    /// The key of that attribute.
    @inline(__always) var key: AttributeKey {
        AttributeKey(rawValue: UInt16(truncatingIfNeeded: rest >> 16)) ?? .custom
    }
    /// Whether what stands there may be a number: a key, a process id, or an attribute that is no text by its type.
    var takesNumbers: Bool {
        switch field {
        case .attribute: type != .string
        case .scene, .task, .pid, .sequence, .mach: true
        default: false
        }
    }
    /// Whether that key is outside the vocabulary.
    @inline(__always) var isCustom: Bool { rest >> 16 == UInt32(AttributeKey.custom.rawValue) }
}

/// The type of an attribute's values, as a number.
enum ValueType: UInt8, Sendable {
    case any, string, integer, number, bool, duration, bytes

    /// The type that the vocabulary names.
    init(_ type: AttributeType) {
        switch type {
        case .any: self = .any
        case .string: self = .string
        case .integer: self = .integer
        case .number: self = .number
        case .bool: self = .bool
        case .duration: self = .duration
        case .bytes: self = .bytes
        }
    }
}
