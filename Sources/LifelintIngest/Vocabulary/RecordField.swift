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
        (.device, plain("device")),
        (.boot, plain("boot", "bootUUID")),
        (.pid, plain("pid", "processID", "processIdentifier")),
        (.run, plain("run")),
        (.sequence, plain("seq")),
        (.mach, plain("mach", "machTimestamp", "mach_timestamp")),
        (.host, plain("host")),
        (.version, plain("appVersion", "app_version", "version")),
        (.build, plain("build")),
        (.os, plain("os")),
        (.model, plain("model")),
        (.scene, plain("scene", "sceneId", "sceneIdentifier", "persistentIdentifier")),
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

/// What a key of a record means: plain bytes, so that a lookup copies them without counting references.
struct KeyMeaning: Sendable {
    /// The field it spells.
    var field: RecordField = .attribute
    /// How good that spelling is among those of the field; 0 is the best.
    var rank: UInt8 = 0
    /// The unit of a bare number.
    var unit: NumberUnit = .seconds
    /// The attribute it is where it is not the field.
    var key: AttributeKey = .custom
    /// The type of that attribute.
    var type: AttributeType = .any
}
