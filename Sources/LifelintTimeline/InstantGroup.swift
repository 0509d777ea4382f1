// SPDX-License-Identifier: MIT

import LifelintModel

/// The events of one instant: made a set, and put into an order that no file decides.
struct InstantGroup {
    private var events: [EventView] = []

    var isEmpty: Bool { events.isEmpty }
    var count: Int { events.count }
    var order: Int64? { events.first?.record.order }

    mutating func add(_ event: EventView) { events.append(event) }

    /// The only event, where there is just one: the common case.
    var single: EventView? { events.count == 1 ? events[0] : nil }

    mutating func removeAll() { events.removeAll(keepingCapacity: true) }

    /// The events without repetitions, by content; of repetitions the one with the smallest path and offset.
    func set(inputs: InputNames) -> [EventView] {
        let sorted = events.map { (event: $0, key: EventContent.key($0)) }.sorted { left, right in
            if left.key != right.key { return left.key.lexicographicallyPrecedes(right.key) }
            let first = left.event.record
            let second = right.event.record
            if first.input != second.input {
                let names = (inputs[first.input], inputs[second.input])
                if names.0 != names.1 { return Array(names.0.utf8).lexicographicallyPrecedes(Array(names.1.utf8)) }
                return first.input < second.input
            }
            return first.offset < second.offset
        }
        var unique: [EventView] = []
        unique.reserveCapacity(sorted.count)
        for index in sorted.indices where index == 0 || sorted[index].key != sorted[index - 1].key {
            unique.append(sorted[index].event)
        }
        return unique
    }
}

/// What an event says, as bytes that sort: name first, then attributes by key, then identity.
enum EventContent {
    static func key(_ event: EventView) -> [UInt8] {
        var output = OutputBuffer(capacity: 160)
        let record = event.record
        let batch = event.batch
        output.append(event.text)
        output.append(byte: 0)
        var attributes = batch.attributes(of: record).map { attribute in
            (key: batch.key(attribute), kind: attribute.kind.rawValue, text: batch.string(attribute.text) ?? "",
             bits: attribute.bits)
        }
        attributes.sort { left, right in
            left.key != right.key ? left.key < right.key : (left.kind, left.text, left.bits) < (right.kind, right.text, right.bits)
        }
        for attribute in attributes {
            output.append(attribute.key)
            output.append(byte: 1)
            if attribute.kind == Attribute.Kind.string.rawValue {
                output.append(attribute.text)
            } else {
                output.append(byte: attribute.kind)
                output.append(attribute.bits)
            }
            output.append(byte: 0)
        }
        for text in [
            record.scene, record.task, record.app, record.process, record.boot, record.run, record.version,
            record.build, record.os, record.model, record.device, record.stateText,
        ] {
            output.append(byte: text.isPresent ? 3 : 2)
            if text.isPresent { output.append(contentsOf: batch.bytes[text.range]) }
        }
        for number in [record.sequence, record.duration, Int64(record.pid), Int64(bitPattern: record.mach)] {
            output.append(number)
            output.append(byte: 0)
        }
        for small in [
            record.phase.rawValue, record.state.rawValue, record.via.rawValue, record.main.rawValue,
            record.witness.rawValue, record.host.rawValue,
        ] {
            output.append(byte: small)
        }
        return output.bytes
    }
}
