// SPDX-License-Identifier: MIT

import LifelintModel

/// Events with what rules ask of them, copied out of their batches, which nobody keeps.
///
/// Of an event's texts only those that rules ask for are copied: the source line once, and what does not lie inside it
/// behind it.
struct TapedEvents {
    /// Bytes that are held at most: a few events with very long texts are cut off like many short ones.
    private static let byteLimit = 2 << 20
    /// Bytes of one text: more cannot be compared with anything sensible.
    private static let textLimit = 4 * RunLimits.evidenceText
    /// The mark of a line that is cut.
    private static let cutMark = Array("…".utf8)

    private(set) var records: [TapedRecord] = []
    private var attributes: [Attribute] = []
    private var bytes: [UInt8] = []
    /// Where the bytes of each record begin.
    private var starts: [UInt32] = []
    /// How often the last memory warning was told: the index of that attribute.
    private var warningCount: Int?

    init() {
        // Room for what one report tells: of thousands of them, each is a run that is open to the end.
        records.reserveCapacity(4)
        starts.reserveCapacity(4)
        attributes.reserveCapacity(16)
        bytes.reserveCapacity(1 << 10)
    }

    /// Whether it is time to cut them.
    var isFull: Bool {
        records.count >= RunLimits.stretchEvents || (bytes.count >= TapedEvents.byteLimit && records.count > 1)
    }

    /// All of them.
    var batch: EventBatch { EventBatch(bytes: bytes, records: records.map(\.record), attributes: attributes) }

    /// Adds the next event; with the key of its task where another one is known to be the same.
    mutating func append(_ event: EventView, task: String? = nil) {
        starts.append(UInt32(truncatingIfNeeded: bytes.count))
        var record = event.record
        // Batches of one input are numbered from their own first lines.
        record.line = event.line
        record.isRepeated = event.repetitions > 0
        let (line, base) = appendSource(of: event, to: &record)
        let batch = event.batch
        record.customName = copy(record.customName, of: batch, line, base)
        record.scene = copy(record.scene, of: batch, line, base)
        record.task = task.map { append($0) } ?? copy(record.task, of: batch, line, base)
        record.stateText = copy(record.stateText, of: batch, line, base)
        let first = attributes.count
        if record.attributesCount > 0 {
            for var attribute in batch.attributes(of: event.record) {
                attribute.text = copy(attribute.text, of: batch, line, base)
                attribute.keyText = copy(attribute.keyText, of: batch, line, base)
                attributes.append(attribute)
            }
        }
        if record.name == .memoryWarning { countWarning(in: &record, since: first) }
        record.attributesStart = UInt32(truncatingIfNeeded: first)
        makeRoom()
        records.append(TapedRecord(record))
    }

    /// Every memory warning has a count: its own, or that it was told once.
    private mutating func countWarning(in record: inout EventRecord, since first: Int) {
        warningCount = attributes[first...].firstIndex { $0.key == .count && $0.kind == .integer }
        if warningCount != nil { return }
        var count = Attribute()
        count.key = .count
        count.kind = .integer
        count.bits = 1
        warningCount = attributes.count
        attributes.append(count)
        record.attributesCount += 1
    }

    /// The last memory warning is told once more, if it is still here.
    mutating func repeatWarning(_ times: Int64) {
        guard let warningCount, attributes.indices.contains(warningCount) else { return }
        attributes[warningCount].bits = attributes[warningCount].bits.addingClamped(times)
    }

    /// By half: of thousands of runs, arrays that double leave a third of the memory unused.
    private mutating func makeRoom() {
        if records.count < records.capacity { return }
        let room = records.count + records.count / 2 + 8
        records.reserveCapacity(room)
        starts.reserveCapacity(room)
    }

    /// Takes the first of them off, all but one at most.
    mutating func removeFirst(_ taken: Int) -> EventBatch {
        guard records.indices.contains(taken) else { return EventBatch(bytes: [], records: [], attributes: []) }
        let byteStart = starts[taken]
        let attributeStart = records[taken].attributesStart
        let half = EventBatch(
            bytes: Array(bytes[..<Int(byteStart)]), records: records[..<taken].map(\.record),
            attributes: Array(attributes[..<Int(attributeStart)]))
        bytes.removeFirst(Int(byteStart))
        attributes.removeFirst(Int(attributeStart))
        warningCount = warningCount.flatMap { $0 < Int(attributeStart) ? nil : $0 - Int(attributeStart) }
        records.removeFirst(taken)
        starts.removeFirst(taken)
        for index in records.indices {
            starts[index] -= byteStart
            records[index].attributesStart -= attributeStart
            TapedEvents.move(&records[index].source, by: byteStart)
            TapedEvents.move(&records[index].customName, by: byteStart)
            TapedEvents.move(&records[index].scene, by: byteStart)
            TapedEvents.move(&records[index].task, by: byteStart)
            TapedEvents.move(&records[index].stateText, by: byteStart)
        }
        for index in attributes.indices {
            TapedEvents.move(&attributes[index].text, by: byteStart)
            TapedEvents.move(&attributes[index].keyText, by: byteStart)
        }
        return half
    }

    private static func move(_ text: inout Text, by distance: UInt32) {
        if text.isPresent, text.length > 0 { text.offset -= distance }
    }

    // MARK: Copying

    /// Copies the line as it stands in evidence; gives the part that is as it was, and where it lies here.
    private mutating func appendSource(
        of event: EventView, to record: inout EventRecord
    ) -> (line: Range<Int>, base: Int) {
        let base = bytes.count
        guard record.source.isPresent else { return (0..<0, base) }
        let whole = event.keptSource
        let line = EventView.wholeCharacters(
            in: event.batch, whole, isCut: whole.count < event.record.source.range.count)
        event.batch.append(line, to: &bytes)
        if whole.count < event.record.source.range.count { bytes.append(contentsOf: TapedEvents.cutMark) }
        record.source = TapedEvents.text(from: base, to: bytes.count)
        return (line, base)
    }

    @inline(__always)
    private mutating func copy(_ text: Text, of source: BatchView, _ line: Range<Int>, _ base: Int) -> Text {
        guard text.isPresent else { return .missing }
        guard text.length > 0 else { return Text(offset: 0, length: 0) }
        let range = text.range
        if range.lowerBound >= line.lowerBound, range.upperBound <= line.upperBound {
            return Text(
                offset: UInt32(truncatingIfNeeded: range.lowerBound - line.lowerBound + base), length: text.length)
        }
        return append(range, of: source)
    }

    private mutating func append(_ range: Range<Int>, of source: BatchView) -> Text {
        guard range.upperBound <= source.byteCount else { return .missing }
        let kept = range.lowerBound..<min(range.upperBound, range.lowerBound + TapedEvents.textLimit)
        let base = bytes.count
        source.append(
            EventView.wholeCharacters(in: source, kept, isCut: kept.count < range.count), to: &bytes)
        return TapedEvents.text(from: base, to: bytes.count)
    }

    private mutating func append(_ text: String) -> Text {
        let base = bytes.count
        bytes.append(contentsOf: text.utf8)
        return TapedEvents.text(from: base, to: bytes.count)
    }

    private static func text(from start: Int, to end: Int) -> Text {
        if end == start { return Text(offset: 0, length: 0) }
        return Text(offset: UInt32(truncatingIfNeeded: start), length: UInt32(truncatingIfNeeded: end - start))
    }
}
