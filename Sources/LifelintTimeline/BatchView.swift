// SPDX-License-Identifier: MIT

import LifelintModel

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A look at a batch that somebody else keeps: what its events point into, without a reference to count.
///
/// Why unsafe: every event is looked at by a dozen machines, on several threads at once. Counting a reference at each
/// of these looks costs more than what is done there, and threads that count the same one wait for each other. The
/// arrays of a batch are constants of an object, so they stay where they are for as long as ``EventBlock`` keeps that;
/// every range is checked before a pointer is formed.
@safe struct BatchView {
    private let start: UnsafePointer<UInt8>?
    private let firstAttribute: UnsafePointer<Attribute>?
    private let firstRecord: UnsafePointer<EventRecord>?
    /// How many bytes there are.
    let byteCount: Int
    private let attributeCount: Int
    private let recordCount: Int

    /// A look at a batch that outlives it.
    init(_ batch: EventBatch) {
        unsafe start = batch.bytes.withUnsafeBufferPointer { $0.baseAddress }
        unsafe firstAttribute = batch.attributes.withUnsafeBufferPointer { $0.baseAddress }
        unsafe firstRecord = batch.records.withUnsafeBufferPointer { $0.baseAddress }
        byteCount = batch.bytes.count
        attributeCount = batch.attributes.count
        recordCount = batch.records.count
    }

    /// One of its events; nil where there is none of that index.
    func record(_ index: Int) -> UnsafePointer<EventRecord>? {
        guard index >= 0, index < recordCount, let first = unsafe firstRecord else { return nil }
        return unsafe first + index
    }

    // MARK: Bytes

    /// Those bytes as they are; none where the range is damaged.
    private func buffer(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        guard range.lowerBound >= 0, range.upperBound <= byteCount, let start = unsafe start else {
            return unsafe UnsafeBufferPointer(start: nil, count: 0)
        }
        return unsafe UnsafeBufferPointer(start: start + range.lowerBound, count: range.count)
    }

    /// Whether a text lies inside the bytes.
    func holds(_ text: Text) -> Bool { text.range.upperBound <= byteCount }

    /// A copy of those bytes.
    func copy(_ range: Range<Int>) -> [UInt8] { unsafe Array(buffer(range)) }

    /// Appends a copy of those bytes.
    func append(_ range: Range<Int>, to bytes: inout [UInt8]) { unsafe bytes.append(contentsOf: buffer(range)) }

    /// A text as a string of its own, with bytes that are no UTF-8 replaced; nil if missing.
    func string(_ text: Text) -> String? {
        guard text.isPresent, holds(text) else { return nil }
        return unsafe String(decoding: buffer(text.range), as: UTF8.self)
    }

    /// Those bytes as a string of its own, with bytes that are no UTF-8 replaced.
    func string(_ range: Range<Int>) -> String { unsafe String(decoding: buffer(range), as: UTF8.self) }

    /// Whether a text is that word.
    func holds(_ word: StaticString, as text: Text) -> Bool {
        guard text.isPresent, holds(text), text.range.count == word.utf8CodeUnitCount else { return false }
        return unsafe buffer(text.range).elementsEqual(
            UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    }

    /// How many bytes at the end of a range belong to a character that is cut there.
    func bytesOfCutCharacter(_ range: Range<Int>) -> Int {
        unsafe EventView.bytesOfCutCharacter(buffer(range))
    }

    /// Whether a text is exactly those bytes.
    func equals(_ text: Text, _ other: [UInt8]) -> Bool {
        guard text.isPresent, Int(text.length) == other.count, holds(text) else { return false }
        return unsafe other.withUnsafeBufferPointer { unsafe equals(text, $0) }
    }

    /// Whether a text is exactly the bytes of another one.
    func equals(_ text: Text, _ other: String) -> Bool {
        guard text.isPresent, Int(text.length) == other.utf8.count, holds(text) else { return false }
        var other = other
        return other.withUTF8 { unsafe equals(text, $0) }
    }

    /// Whether a text that lies inside the bytes is those, which are as many.
    private func equals(_ text: Text, _ theirs: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let right = theirs.baseAddress, !theirs.isEmpty, let start = unsafe start else {
            return theirs.isEmpty
        }
        return unsafe memcmp(start + Int(text.offset), right, theirs.count) == 0
    }

    /// Whether two texts of two batches are the same: both missing, or the same bytes.
    func equals(_ text: Text, _ other: Text, in otherBatch: BatchView) -> Bool {
        guard text.length == other.length else { return false }
        guard text.isPresent, text.length > 0 else { return true }
        guard holds(text), otherBatch.holds(other), let left = unsafe start, let right = unsafe otherBatch.start else {
            return false
        }
        return unsafe memcmp(left + Int(text.offset), right + Int(other.offset), Int(text.length)) == 0
    }

    /// A hash over a text, eight bytes at a time; with a secret seed nobody can write names that collide.
    func hash(_ text: Text, seed: UInt64) -> UInt64 {
        guard text.isPresent, holds(text) else { return 0 }
        let bytes = unsafe UnsafeRawBufferPointer(buffer(text.range))
        var hash = seed ^ UInt64(bytes.count)
        var index = 0
        while index &+ 8 <= bytes.count {
            let word = unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            hash = BatchView.mix(hash ^ word, seed | 1)
            index &+= 8
        }
        var rest: UInt64 = 0
        while index < bytes.count {
            rest = rest << 8 | UInt64(unsafe bytes[index])
            index &+= 1
        }
        return BatchView.mix(hash ^ rest, 0x9E37_79B9_7F4A_7C15)
    }

    private static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = left.multipliedFullWidth(by: right)
        return product.high ^ product.low
    }

    // MARK: Attributes

    /// The attributes of a record.
    func attributes(of record: borrowing EventRecord) -> AttributeViews {
        attributes(from: Int(record.attributesStart), count: Int(record.attributesCount))
    }

    /// So many attributes from there on, which are those of a record.
    func attributes(from start: Int, count: Int) -> AttributeViews {
        guard count > 0, start + count <= attributeCount, let first = unsafe firstAttribute else {
            return unsafe AttributeViews(UnsafeBufferPointer(start: nil, count: 0))
        }
        return unsafe AttributeViews(UnsafeBufferPointer(start: first + start, count: count))
    }
}

/// The attributes of one event of a batch that somebody else keeps.
@safe struct AttributeViews: RandomAccessCollection {
    private let buffer: UnsafeBufferPointer<Attribute>

    fileprivate init(_ buffer: UnsafeBufferPointer<Attribute>) { unsafe self.buffer = buffer }

    var startIndex: Int { 0 }
    var endIndex: Int { unsafe buffer.count }

    subscript(index: Int) -> Attribute {
        precondition(index >= 0 && index < endIndex)
        return unsafe buffer[index]
    }

    /// The first one with that key of the vocabulary.
    func first(_ key: AttributeKey) -> Attribute? {
        for index in unsafe buffer.indices where unsafe buffer[index].key == key { return unsafe buffer[index] }
        return nil
    }
}
