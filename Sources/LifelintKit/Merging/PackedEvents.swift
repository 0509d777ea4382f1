// SPDX-License-Identifier: MIT

import LifelintFiles
import LifelintIngest
import LifelintModel

/// Events as bytes of their own: what goes to a spool when an input has to be sorted, or when too many inputs overlap.
///
/// Layout of one event: `count:UInt32` (of all that follows), the record, its attributes, then the texts that both
/// point into. Spools never leave the process, so the layout is that of memory.
///
/// Why unsafe: records are plain bytes without references; they are copied as such, from and to checked ranges.
enum PackedEvents {
    /// Appends an event.
    static func append(_ record: EventRecord, of batch: EventBatch, to output: inout [UInt8]) {
        var record = record
        var attributes = Array(batch.attributes(of: record))
        var texts: [UInt8] = []
        record.changeTexts { move($0, of: batch, to: &texts) }
        for index in attributes.indices {
            attributes[index].text = move(attributes[index].text, of: batch, to: &texts)
            attributes[index].keyText = move(attributes[index].keyText, of: batch, to: &texts)
        }
        record.attributesCount = UInt16(truncatingIfNeeded: attributes.count)
        let size = recordSize + attributes.count * attributeSize + texts.count
        append(UInt32(truncatingIfNeeded: size), to: &output)
        unsafe withUnsafeBytes(of: &record) { unsafe output.append(contentsOf: $0.prefix(recordSize)) }
        unsafe attributes.withUnsafeBytes {
            unsafe output.append(contentsOf: $0.prefix(attributes.count * attributeSize))
        }
        output.append(contentsOf: texts)
    }

    /// Reads the events that lie completely in `bytes`; gives how many bytes they take.
    static func read(_ bytes: [UInt8], into records: inout [EventRecord], _ attributes: inout [Attribute]) -> Int {
        var position = 0
        while bytes.count - position >= 4 {
            let size = (0..<4).reduce(0) { $0 | Int(bytes[position + $1]) << (8 * $1) }
            guard size >= recordSize, bytes.count - position - 4 >= size else { break }
            let start = position + 4
            var record = unsafe bytes.withUnsafeBytes {
                unsafe $0.loadUnaligned(fromByteOffset: start, as: EventRecord.self)
            }
            let count = Int(record.attributesCount)
            let textStart = start + recordSize + count * attributeSize
            guard textStart <= start + size else { break }
            record.changeTexts { shift($0, by: textStart) }
            record.attributesStart = UInt32(truncatingIfNeeded: attributes.count)
            for number in 0..<count {
                let offset = start + recordSize + number * attributeSize
                var attribute = unsafe bytes.withUnsafeBytes {
                    unsafe $0.loadUnaligned(fromByteOffset: offset, as: Attribute.self)
                }
                attribute.text = shift(attribute.text, by: textStart)
                attribute.keyText = shift(attribute.keyText, by: textStart)
                attributes.append(attribute)
            }
            records.append(record)
            position = start + size
        }
        return position
    }

    private static let recordSize = MemoryLayout<EventRecord>.size
    private static let attributeSize = MemoryLayout<Attribute>.stride

    private static func move(_ text: Text, of batch: EventBatch, to texts: inout [UInt8]) -> Text {
        guard text.isPresent, text.range.upperBound <= batch.bytes.count else { return .missing }
        let kept = text.range.prefix(IngestLimits.lineBytes)
        let moved = Text(
            offset: UInt32(truncatingIfNeeded: texts.count), length: UInt32(truncatingIfNeeded: kept.count))
        texts.append(contentsOf: batch.bytes[kept])
        return moved
    }

    private static func shift(_ text: Text, by offset: Int) -> Text {
        guard text.isPresent else { return text }
        return Text(offset: text.offset &+ UInt32(truncatingIfNeeded: offset), length: text.length)
    }

    private static func append(_ number: UInt32, to output: inout [UInt8]) {
        for shift in stride(from: UInt32(0), to: 32, by: 8) {
            output.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }
}

/// Sorted events in a stretch of a spool, as batches.
final class SpooledBatches: BatchSequence {
    private let stream: ByteStream
    private var carry: [UInt8] = []
    private(set) var error: FileError?
    private let chunkSize = 128 << 10

    init(spool: SpoolFile, range: Range<Int64>) { stream = ByteStream(spool: spool, range: range) }

    var position: Int64 { 0 }

    func next() -> EventBatch? {
        while true {
            var bytes = carry
            do throws(FileError) {
                if try stream.read(upTo: chunkSize, into: &bytes) == 0, bytes.isEmpty { return nil }
                if bytes.count == carry.count { return nil }
            } catch {
                self.error = error
                return nil
            }
            var records: [EventRecord] = []
            var attributes: [Attribute] = []
            let used = PackedEvents.read(bytes, into: &records, &attributes)
            carry = Array(bytes[used...])
            if !records.isEmpty { return EventBatch(bytes: bytes, records: records, attributes: attributes) }
        }
    }
}
