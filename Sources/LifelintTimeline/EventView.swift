// SPDX-License-Identifier: MIT

public import LifelintModel

/// An event together with the bytes it points into.
struct EventView {
    var record: EventRecord
    let batch: EventBatch

    var name: EventName { record.name }
    var moment: Moment { Moment(record.time, record.digits) }

    /// The event's name as it is written.
    var text: String { batch.name(of: record) }

    /// A field or attribute as the text by which keys compare.
    func text(of key: String) -> String? {
        switch key {
        case "task": return batch.string(record.task)
        case "scene": return batch.string(record.scene)
        default: break
        }
        for attribute in batch.attributes(of: record) where batch.key(attribute) == key {
            switch attribute.kind {
            case .integer: return String(attribute.bits)
            default: return batch.string(attribute.text)
            }
        }
        return nil
    }

    /// Adds the event's attributes to those of a span; later values win.
    func gatherAttributes(into attributes: inout [String: Value]) {
        for attribute in batch.attributes(of: record) {
            if let value = batch.value(attribute) { attributes[batch.key(attribute)] = value }
        }
    }

    /// The source line as evidence.
    func evidence(_ inputs: InputNames) -> EvidenceLine {
        let range = record.source.isPresent ? record.source.range : 0..<0
        let kept = range.lowerBound..<min(range.upperBound, range.lowerBound + RunLimits.evidenceText)
        var text = kept.upperBound <= batch.bytes.count ? String(decoding: batch.bytes[kept], as: UTF8.self) : ""
        if kept.count < range.count { text += "…" }
        return EvidenceLine(text: text, at: inputs.location(of: record))
    }
}

/// The inputs' names, by the index that records carry.
public struct InputNames: Sendable {
    private var names: [String]

    /// Names in the order of their indices.
    public init(_ names: [String] = []) { self.names = names }

    /// Adds an input; returns its index.
    public mutating func add(_ name: String) -> UInt32 {
        names.append(name)
        return UInt32(truncatingIfNeeded: names.count - 1)
    }

    /// The name of that input.
    public subscript(_ index: UInt32) -> String { Int(index) < names.count ? names[Int(index)] : "-" }

    /// Where a record stands.
    public func location(of record: EventRecord) -> SourceLocation {
        SourceLocation(
            file: self[record.input], line: Int(record.line) + 1, column: Int(record.column) + 1,
            offset: record.offset, length: Int(record.length))
    }
}
