// SPDX-License-Identifier: MIT

import LifelintModel

/// The events of one instant and one device: made a set, and put into an order that no file decides.
enum InstantGroup {
    /// The events without repetitions, in their order.
    static func arrange(_ events: [EventView], on device: DeviceTimeline, inputs: InputNames) -> [EventView] {
        if let numbered = numbered(events) { return numbered }
        return InstantOrder.arrange(set(events, inputs: inputs), on: device)
    }

    /// The events of one process in the order that their numbers tell, where every event has one of its own.
    private static func numbered(_ events: [EventView]) -> [EventView]? {
        let first = events[0]
        guard first.record.hasPID, first.record.app.isPresent else { return nil }
        for event in events {
            let record = event.record
            guard record.hasSequence, record.witness == first.record.witness, record.pid == first.record.pid,
                event.batch.equals(record.app, first.record.app, in: first.batch),
                event.batch.equals(record.run, first.record.run, in: first.batch),
                event.batch.equals(record.boot, first.record.boot, in: first.batch)
            else { return nil }
        }
        let sorted = events.sorted { $0.record.sequence < $1.record.sequence }
        for index in sorted.indices.dropFirst() where sorted[index].record.sequence == sorted[index - 1].record.sequence
        {
            return nil
        }
        return sorted
    }

    /// The events sorted by content, each once; of repetitions the one with the smallest path and offset.
    private static func set(_ events: [EventView], inputs: InputNames) -> [EventView] {
        let keyed = events.map { (event: $0, key: EventContent.key($0)) }.sorted { left, right in
            if left.key != right.key { return left.key.lexicographicallyPrecedes(right.key) }
            return isPlacedBefore(left.event.record, right.event.record, inputs)
        }
        var unique: [EventView] = []
        unique.reserveCapacity(keyed.count)
        for index in keyed.indices where index == 0 || keyed[index].key != keyed[index - 1].key {
            unique.append(keyed[index].event)
        }
        return unique
    }

    private static func isPlacedBefore(_ left: EventRecord, _ right: EventRecord, _ inputs: InputNames) -> Bool {
        guard left.input != right.input else { return left.offset < right.offset }
        let paths = (inputs[left.input], inputs[right.input])
        if paths.0 != paths.1 { return paths.0.utf8.lexicographicallyPrecedes(paths.1.utf8) }
        return left.input < right.input
    }
}
