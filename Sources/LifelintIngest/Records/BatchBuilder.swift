// SPDX-License-Identifier: MIT

import LifelintModel

/// A batch in the making.
struct BatchBuilder {
    /// The events so far.
    var records: [EventRecord] = []
    /// Their attributes.
    var attributes: [Attribute] = []
    /// Lines that the batch covers.
    var lineCount = 0
    /// Records seen, understood or not.
    var recordCount = 0
    /// Lines that could not be read.
    var unreadable: [UnreadableStretch] = []
    /// The zones that rows state, in this batch and before it.
    var zones = RowZones()
    /// What was written anew; in the batch it follows the chunk.
    private(set) var added: [UInt8] = []
    /// Where the added bytes begin: the size of the chunk.
    private(set) var addedStart = 0
    private var problems: [ReadingProblem] = []
    private var problemCount = 0

    /// Starts a batch whose bytes begin with a chunk of that size.
    mutating func begin(chunkCount: Int) {
        zones.beginBatch()
        let expected = records.count
        records = []
        attributes = []
        // The next chunk holds about as many records as the last one; a first one is guessed. A batch without a chunk
        // is of one report, of which there may be many.
        records.reserveCapacity(max(expected + expected / 16, min(chunkCount / 160, 1 << 14)))
        attributes.reserveCapacity(max(expected, chunkCount > 0 ? 64 : 16))
        unreadable = []
        added = []
        addedStart = chunkCount
        problems = []
        problemCount = 0
        lineCount = 0
        recordCount = 0
    }

    /// Takes in the time of a row.
    @inline(__always) mutating func hear(_ instant: ReadInstant) {
        if zones.hear(instant) { zones.tell(&records) }
    }

    /// The time of the next record, whose row states no zone, and whether that is merely assumed; nil where no row has
    /// stated one.
    mutating func resolve(_ written: Int64) -> (time: Int64, isAssumed: Bool)? {
        let known = zones.resolve(written, of: records.count)
        if zones.tellsAnew { zones.tell(&records) }
        return known
    }

    /// Makes room for what will be written anew.
    mutating func reserve(_ count: Int) { added.reserveCapacity(count) }

    /// Adds bytes that the chunk does not hold; the text is missing where there is no room for it.
    mutating func add(_ bytes: [UInt8]) -> Text {
        let offset = addedStart + added.count
        guard offset + bytes.count < Int(UInt32.max) else { return .missing }
        added.append(contentsOf: bytes)
        return Text(offset: UInt32(offset), length: UInt32(bytes.count))
    }

    /// Adds bytes that the chunk does not hold; the text is missing where there is no room for it.
    mutating func add(_ bytes: ArraySlice<UInt8>) -> Text {
        let offset = addedStart + added.count
        guard offset + bytes.count < Int(UInt32.max) else { return .missing }
        added.append(contentsOf: bytes)
        return Text(offset: UInt32(offset), length: UInt32(bytes.count))
    }

    /// Adds a text, of which no more than so many bytes are kept; missing where there is no room for it.
    ///
    /// Why unsafe: the buffer stays within its call.
    mutating func add(_ text: String, limit: Int) -> Text {
        var text = text
        return text.withUTF8 { bytes in
            var count = bytes.count
            if count > limit {
                // No character is cut in two.
                count = limit
                while count > 0, unsafe bytes[count] & 0xC0 == 0x80 { count -= 1 }
            }
            let offset = addedStart + added.count
            guard offset + count < Int(UInt32.max) else { return .missing }
            unsafe added.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[..<count]))
            return Text(offset: UInt32(offset), length: UInt32(count))
        }
    }

    /// Adds a part of a text that is not the chunk.
    mutating func add(_ view: ByteView, _ start: Int, _ end: Int) -> Text {
        let offset = addedStart + added.count
        guard offset + max(end - start, 0) < Int(UInt32.max) else { return .missing }
        view.append(start, end, to: &added)
        return Text(offset: UInt32(offset), length: UInt32(addedStart + added.count - offset))
    }

    /// Adds the decimal digits of a number.
    mutating func add(decimal number: Int) -> Text {
        let offset = addedStart + added.count
        // No number has more than twenty digits and a sign.
        guard offset + 24 < Int(UInt32.max) else { return .missing }
        if number < 0 { added.append(0x2D) }
        let first = added.count
        var rest = number.magnitude
        repeat {
            added.append(0x30 + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        var (left, right) = (first, added.count - 1)
        while left < right {
            added.swapAt(left, right)
            left += 1
            right -= 1
        }
        return Text(offset: UInt32(offset), length: UInt32(addedStart + added.count - offset))
    }

    /// Counts a problem, and keeps it while there is room.
    mutating func report(_ problem: ReadingProblem) {
        problemCount += 1
        if problems.count < IngestLimits.keptProblemsPerBatch { problems.append(problem) }
    }

    /// Whether another problem would be kept; its message need not be made otherwise.
    var keepsProblems: Bool { problems.count < IngestLimits.keptProblemsPerBatch }

    /// The bytes of an added text.
    func addedBytes(_ text: Text) -> [UInt8] {
        let start = Int(text.offset) - addedStart
        guard text.isPresent, start >= 0, start + Int(text.length) <= added.count else { return [] }
        return Array(added[start..<(start + Int(text.length))])
    }

    /// Hands out an added text where it stands; nothing where it is empty or not of this batch.
    @inline(__always) func withAdded<Result>(_ text: Text, _ body: (ByteView) -> Result) -> Result {
        added.withView { view in
            let start = Int(text.offset) - addedStart
            return body(view.part(start, start + Int(text.length)))
        }
    }

    /// Appends the bytes of an added text to others.
    func append(_ text: Text, to bytes: inout [UInt8]) { withAdded(text) { $0.append(0, $0.count, to: &bytes) } }

    /// Whether an added text is these bytes.
    func isAdded(_ text: Text, _ bytes: some Collection<UInt8>) -> Bool {
        withAdded(text) { view in
            var position = 0
            for byte in bytes {
                guard position < view.count, view[position] == byte else { return false }
                position &+= 1
            }
            return position == view.count
        }
    }

    /// The batch, with the chunk that it was read from.
    func finish(
        _ chunk: [UInt8], exitCounts: [ExitCounts] = [], assumesYear: Bool = false, isDateAssumed: Bool = false,
        leapYear: Int? = nil
    ) -> EventBatch {
        EventBatch(
            bytes: added.isEmpty ? chunk : chunk + added, records: records, attributes: attributes, problems: problems,
            problemCount: problemCount, lineCount: lineCount, recordCount: recordCount, exitCounts: exitCounts,
            assumesYear: assumesYear, isDateAssumed: isDateAssumed, leapYear: leapYear, rowZone: zones.told,
            unreadable: unreadable)
    }
}
