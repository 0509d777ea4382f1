// SPDX-License-Identifier: MIT

/// Many events of one input with the bytes they point into.
///
/// A batch is filled by one reader, then frozen and handed on; it is the unit that travels between threads, into spools
/// and through the merge.
public final class EventBatch: Sendable {
    /// What texts of the records point into: the chunk that was read, followed by whatever had to be written anew
    /// (unescaped strings, defaults of a header).
    public let bytes: [UInt8]
    /// The events, in the order of the input.
    public let records: [EventRecord]
    /// Attributes of all records.
    public let attributes: [Attribute]
    /// What could not be read; lines and offsets are relative to the batch like those of the records.
    public let problems: [ReadingProblem]
    /// How many problems there were, those beyond the kept ones included.
    public let problemCount: Int
    /// Lines of the input that the batch covers.
    public let lineCount: Int
    /// Records (lines, objects) seen, understood or not.
    public let recordCount: Int

    /// Counters of endings over a time, which are no events.
    public let exitCounts: [ExitCounts]
    /// Whether times without a year were completed by one that nobody stated.
    public let assumesYear: Bool
    /// The year that times without one were completed by where the first is of 29 February: not the one that was stated
    /// or assumed, which has none.
    public let leapYear: Int?
    /// Whether times of day were completed by a date that nobody stated.
    public let isDateAssumed: Bool
    /// What records tell of the rows around them at the beginning of the input; nil in other batches.
    public let rowClock: RowClock?
    /// What rows that state their zone tell of those that state none, up to the end of the batch.
    public let rowZone: RowZone?

    /// Lines that could not be read, by the records before which they stand: neighbours are one stretch.
    public let unreadable: [UnreadableStretch]

    /// A batch with that content.
    public init(
        bytes: [UInt8], records: [EventRecord], attributes: [Attribute], problems: [ReadingProblem] = [],
        problemCount: Int = 0, lineCount: Int = 0, recordCount: Int = 0, exitCounts: [ExitCounts] = [],
        assumesYear: Bool = false, isDateAssumed: Bool = false, leapYear: Int? = nil, rowClock: RowClock? = nil,
        rowZone: RowZone? = nil, unreadable: [UnreadableStretch] = []
    ) {
        self.bytes = bytes
        self.records = records
        self.attributes = attributes
        self.problems = problems
        self.problemCount = problemCount
        self.lineCount = lineCount
        self.recordCount = recordCount
        self.exitCounts = exitCounts
        self.assumesYear = assumesYear
        self.leapYear = leapYear
        self.unreadable = unreadable
        self.isDateAssumed = isDateAssumed
        self.rowClock = rowClock
        self.rowZone = rowZone
    }

    /// The attributes of that record.
    @inlinable public func attributes(of record: borrowing EventRecord) -> ArraySlice<Attribute> {
        let start = Int(record.attributesStart)
        return attributes[start..<(start + Int(record.attributesCount))]
    }

    /// The attribute with that key of the vocabulary.
    public func attribute(_ key: AttributeKey, of record: borrowing EventRecord) -> Attribute? {
        guard record.attributesCount > 0 else { return nil }
        for attribute in attributes(of: record) where attribute.key == key { return attribute }
        return nil
    }

    /// A text as a string of its own, with bytes that are no UTF-8 replaced; nil if missing.
    public func string(_ text: Text) -> String? {
        guard text.isPresent, text.range.upperBound <= bytes.count else { return nil }
        return String(decoding: bytes[text.range], as: UTF8.self)
    }

    /// Whether a text is that word.
    package func holds(_ word: String, as text: Text) -> Bool {
        guard text.isPresent, text.range.upperBound <= bytes.count, text.range.count == word.utf8.count else {
            return false
        }
        return bytes[text.range].elementsEqual(word.utf8)
    }

    /// The value of an attribute as text, however it was typed.
    public func string(_ key: AttributeKey, of record: borrowing EventRecord) -> String? {
        attribute(key, of: record).flatMap { string($0.text) }
    }

    /// The value of a whole-number attribute (also of bytes and durations).
    public func integer(_ key: AttributeKey, of record: borrowing EventRecord) -> Int64? {
        guard let attribute = attribute(key, of: record) else { return nil }
        switch attribute.kind {
        case .integer, .bytes, .duration, .bool: return attribute.bits
        case .number: return Int64(exactly: attribute.number.rounded())
        case .string: return nil
        }
    }

    /// The value of a yes-or-no attribute.
    public func bool(_ key: AttributeKey, of record: borrowing EventRecord) -> Bool? {
        guard let attribute = attribute(key, of: record), attribute.kind == .bool else { return nil }
        return attribute.bits != 0
    }

    /// An attribute as a value of its own; nil where its text is damaged.
    public func value(_ attribute: Attribute) -> Value? {
        switch attribute.kind {
        case .string: string(attribute.text).map(Value.string)
        case .integer: .integer(attribute.bits)
        case .number: .number(attribute.number)
        case .bool: .bool(attribute.bits != 0)
        case .duration: .duration(attribute.bits)
        case .bytes: .bytes(attribute.bits)
        }
    }

    /// The key of an attribute as it is written.
    public func key(_ attribute: Attribute) -> String {
        attribute.key == .custom ? string(attribute.keyText) ?? "" : attribute.key.name
    }

    /// The name of an event as it is written.
    public func name(of record: borrowing EventRecord) -> String {
        record.name == .custom ? string(record.customName) ?? "" : record.name.text
    }
}

/// Something in an input that could not be read, placed relative to its batch.
public struct ReadingProblem: Sendable, Hashable {
    /// Byte offset from the start of the input.
    public var offset: Int64
    /// 0-based line, counted from the first line of the batch.
    public var line: Int
    /// 0-based column in bytes.
    public var column: Int
    /// What is wrong, for programs.
    public var code: ProblemCode
    /// What is wrong, for people.
    public var message: String

    /// A problem at that place.
    public init(offset: Int64, line: Int, column: Int, code: ProblemCode, message: String) {
        self.offset = offset
        self.line = line
        self.column = column
        self.code = code
        self.message = message
    }
}

/// Lines of a batch, one behind the other, that could not be read.
public struct UnreadableStretch: Sendable {
    /// The record before which they stand; the number of all records where none follows.
    public var next: Int
    /// A gap at the place of the first of them, with what its input says of all records; without a time.
    public var gap: EventRecord

    /// A stretch.
    public init(next: Int, gap: EventRecord) {
        self.next = next
        self.gap = gap
    }
}
