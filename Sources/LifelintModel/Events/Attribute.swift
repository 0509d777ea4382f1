// SPDX-License-Identifier: MIT

/// One attribute of an event: a key and a typed value, flat like the record it belongs to.
@frozen public struct Attribute: Sendable, BitwiseCopyable {
    /// What the value is.
    @frozen public enum Kind: UInt8, Sendable, BitwiseCopyable {
        case string, integer, number, bool, duration, bytes
    }

    /// The text of a string, and of any other value as it was written.
    public var text: Text = .missing
    /// The text of a key outside the vocabulary.
    public var keyText: Text = .missing
    /// The value: an integer, nanoseconds, bytes, 0 or 1, or the bit pattern of a `Double`.
    public var bits: Int64 = 0
    /// Its key.
    public var key: AttributeKey = .custom
    /// What ``bits`` means.
    public var kind: Kind = .string

    /// An attribute with nothing said.
    @inlinable public init() {}

    /// The value as a floating-point number, for ``Kind/number``.
    @inlinable public var number: Double { Double(bitPattern: UInt64(bitPattern: bits)) }
}

/// A typed value on its own, where events have become nouns: in conditions, spans and findings.
public enum Value: Hashable, Sendable {
    case string(String)
    case integer(Int64)
    case number(Double)
    case bool(Bool)
    /// Nanoseconds.
    case duration(Int64)
    /// Bytes.
    case bytes(Int64)
    /// An instant: nanoseconds since the Unix epoch, and its known fractional digits.
    case instant(Timestamp)
}
