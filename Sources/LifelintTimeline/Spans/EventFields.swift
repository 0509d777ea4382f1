// SPDX-License-Identifier: MIT

import LifelintModel

/// An event's fields as conditions ask for them.
struct EventFields: FieldSource {
    let event: EventView

    private var record: EventRecord { event.record }
    private var batch: BatchView { event.batch }

    func value(of path: FieldPath) -> Value? {
        switch path.text {
        case "name": return attributeValue(named: "name") ?? .string(batch.name(of: record))
        case "event": return .string(batch.name(of: record))
        case "time": return .instant(Timestamp(nanoseconds: record.time, digits: record.digits))
        case "phase":
            switch record.phase {
            case .missing: return nil
            case .begin: return .string("begin")
            case .end: return .string("end")
            }
        case "duration": return record.hasDuration ? .duration(record.duration) : nil
        case "main": return record.main == .missing ? nil : .bool(record.main == .yes)
        case "scene": return batch.string(record.scene).map(Value.string)
        case "task": return batch.string(record.task).map(Value.string)
        case "via": return record.via.name.map(Value.string)
        case "class": return .string(record.witness.name)
        case "state":
            switch record.state {
            case .missing: return nil
            case .active: return .string("active")
            case .inactive: return .string("inactive")
            case .background: return .string("background")
            case .other: return batch.string(record.stateText).map(Value.string)
            }
        default: return attributeValue(named: path.text)
        }
    }

    private func attributeValue(named name: String) -> Value? {
        for attribute in batch.attributes(of: record) where batch.key(attribute) == name {
            return batch.value(attribute)
        }
        return nil
    }
}
