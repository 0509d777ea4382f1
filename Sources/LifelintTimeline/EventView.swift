// SPDX-License-Identifier: MIT

public import LifelintModel

/// An event together with the bytes it points into.
struct EventView {
    var record: EventRecord
    let batch: EventBatch

    /// Whether the process itself speaks, be it its own code or UIKit in it.
    var isAppSide: Bool { record.witness == .app || record.witness == .uikit }

    var name: EventName { record.name }
    var moment: Moment { Moment(record) }

    /// The event's name as it is written.
    var text: String { batch.name(of: record) }

    /// A field or attribute as the text by which keys compare.
    func text(of key: String) -> String? {
        switch key {
        case "task": return batch.string(record.task)
        case "scene": return batch.string(record.scene)
        default: break
        }
        guard record.attributesCount > 0 else { return nil }
        for attribute in batch.attributes(of: record) where batch.key(attribute) == key {
            return attribute.kind == .integer ? String(attribute.bits) : batch.string(attribute.text)
        }
        return nil
    }

    /// The source line as evidence.
    func evidence(_ inputs: InputNames) -> EvidenceLine {
        let source = keptSource
        return EvidenceLine(
            text: EventView.evidenceText(batch.bytes[source], isCut: source.count < record.source.range.count),
            at: inputs.location(of: record))
    }

    /// The part of the source line that is kept as evidence.
    var keptSource: Range<Int> {
        let range = record.source.range
        guard range.upperBound <= batch.bytes.count else { return 0..<0 }
        return range.lowerBound..<min(range.upperBound, range.lowerBound + RunLimits.evidenceText)
    }

    /// A source line as text; where it is cut, without the half of a character and with a mark.
    static func evidenceText(_ line: ArraySlice<UInt8>, isCut: Bool) -> String {
        guard isCut else { return String(decoding: line, as: UTF8.self) }
        let whole = line.dropLast(bytesOfCutCharacter(line))
        return String(decoding: whole, as: UTF8.self) + "…"
    }

    /// A range of text that may be cut, without the half of a character.
    static func wholeCharacters(in bytes: [UInt8], _ range: Range<Int>, isCut: Bool) -> Range<Int> {
        isCut ? range.lowerBound..<(range.upperBound - bytesOfCutCharacter(bytes[range])) : range
    }

    private static func bytesOfCutCharacter(_ line: ArraySlice<UInt8>) -> Int {
        // Why: at most three bytes can follow the first byte of a character that was cut.
        var count = 0
        for byte in line.reversed().prefix(4) {
            guard byte >= 0x80 else { break }
            count += 1
            if byte >= 0xC0 { break }
        }
        return count
    }
}

/// The inputs' names, and the ids of their formats, by the index that records carry.
public struct InputNames: Sendable {
    private(set) var names: [String]
    private(set) var formats: [String]

    /// Names in the order of their indices, all of one format.
    public init(_ names: [String] = [], format: String = "") {
        self.names = names
        formats = Array(repeating: format, count: names.count)
    }

    /// Adds an input; returns its index.
    public mutating func add(_ name: String, format: String = "") -> UInt32 {
        names.append(name)
        formats.append(format)
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
