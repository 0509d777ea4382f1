// SPDX-License-Identifier: MIT

import LifelintModel

/// What an event says, as bytes that sort: name first, then attributes by key, then identity.
///
/// Its device and its place are no part of it: two records of one device with equal content are one event.
enum EventContent {
    static func key(_ event: EventView) -> [UInt8] {
        var output = OutputBuffer(capacity: 160)
        let record = event.record
        let batch = event.batch
        output.append(event.text)
        output.append(byte: 0)
        appendAttributes(event, to: &output)
        for text in [
            record.scene, record.task, record.app, record.process, record.boot, record.run, record.version,
            record.build, record.os, record.model, record.stateText,
        ] {
            output.append(byte: text.isPresent ? 3 : 2)
            if text.isPresent { batch.append(text.range, to: &output.bytes) }
        }
        // Why the time: what comes too late is ordered at the edge of a window and keeps the time that it tells.
        for number in [
            record.time, record.sequence, record.duration, Int64(record.pid), Int64(bitPattern: record.mach),
        ] {
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

    private static func appendAttributes(_ event: EventView, to output: inout OutputBuffer) {
        let batch = event.batch
        let keyed = batch.attributes(of: event.record).map { (key: Array(batch.key($0).utf8), attribute: $0) }
            .sorted { left, right in
                if left.key != right.key { return left.key.lexicographicallyPrecedes(right.key) }
                return (left.attribute.kind.rawValue, left.attribute.bits)
                    < (right.attribute.kind.rawValue, right.attribute.bits)
            }
        for (key, attribute) in keyed {
            output.append(contentsOf: key)
            output.append(byte: 1)
            if attribute.kind == .string {
                output.append(batch.string(attribute.text) ?? "")
            } else {
                output.append(byte: attribute.kind.rawValue)
                output.append(attribute.bits)
            }
            output.append(byte: 0)
        }
    }
}
