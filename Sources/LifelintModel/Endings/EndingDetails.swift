// SPDX-License-Identifier: MIT

/// What a report tells about an ending beside its cause: some details with their values, in the order of their
/// declaration.
///
/// Why no dictionary: an ending has a handful of them, and rules ask each run for dozens that it has not. To look
/// through a few takes a fraction of the time in which one key is hashed.
public struct EndingDetails: Sendable, RandomAccessCollection, ExpressibleByDictionaryLiteral {
    /// As many as most endings have.
    private static let usualCount = 6

    /// In the order of their declaration.
    @usableFromInline
    var rows: [(key: EndingDetail, value: Value)] = []
    /// Which of them there are, by their places, as bits.
    @usableFromInline
    var places: UInt64 = 0

    /// Some details; of several with one key the last counts.
    public init(dictionaryLiteral details: (EndingDetail, Value)...) {
        for (key, value) in details { self[key] = value }
    }

    /// The place of the first.
    public var startIndex: Int { 0 }
    /// The place behind the last.
    public var endIndex: Int { rows.count }

    /// The detail at a place, with its value.
    public subscript(index: Int) -> (key: EndingDetail, value: Value) { rows[index] }

    /// The value of a detail; nil where nothing is told of it.
    public subscript(key: EndingDetail) -> Value? {
        @inlinable
        get {
            if places & EndingDetails.bit(of: key) == 0 { return nil }
            for index in rows.indices where rows[index].key == key { return rows[index].value }
            return nil
        }
        set {
            let index = rows.firstIndex { $0.key.place >= key.place } ?? rows.count
            let isTold = index < rows.count && rows[index].key == key
            guard let newValue else {
                if isTold { rows.remove(at: index) }
                places &= ~EndingDetails.bit(of: key)
                return
            }
            if isTold {
                rows[index].value = newValue
                return
            }
            if rows.isEmpty { rows.reserveCapacity(EndingDetails.usualCount) }
            rows.insert((key, newValue), at: index)
            places |= EndingDetails.bit(of: key)
        }
    }

    @usableFromInline
    static func bit(of key: EndingDetail) -> UInt64 { 1 &<< UInt64(key.place) }
}

extension EndingDetails: Equatable {
    /// Whether both tell the same details, with the same values.
    public static func == (left: EndingDetails, right: EndingDetails) -> Bool {
        left.places == right.places && left.rows.elementsEqual(right.rows) { $0.value == $1.value }
    }
}
