// SPDX-License-Identifier: MIT

import LifelintModel

/// Steps over the fields of a message in the wire format of Protocol Buffers.
struct WireReader {
    /// One field: its number, its number value or the range of its bytes.
    struct Field {
        var number: UInt64
        /// The value of a number; 0 for bytes.
        var value: UInt64
        /// The bytes; nil for a number.
        var bytes: Range<Int>?
        /// Where the field stands.
        var range: Range<Int>
        /// Whether its bytes end before they should.
        var isCut = false
    }

    private let view: ByteView
    private var position: Int
    private let end: Int
    /// Whether the message was cut or is no message.
    private(set) var isDamaged = false

    init(_ view: ByteView, _ range: Range<Int>) {
        self.view = view
        position = range.lowerBound
        end = range.upperBound
    }

    /// The position at which reading stopped.
    var stop: Int { position }

    /// The next field; nil at the end, or where the bytes are no field.
    mutating func next() -> Field? {
        guard position < end, !isDamaged else { return nil }
        let start = position
        guard let tag = number(), tag >> 3 != 0 else { return fail(start) }
        var field = Field(number: tag >> 3, value: 0, bytes: nil, range: start..<start)
        switch tag & 7 {
        case 0:
            guard let value = number() else { return fail(start) }
            field.value = value
        case 1: field.value = fixed(8)
        case 5: field.value = fixed(4)
        case 2:
            guard let length = number() else { return fail(start) }
            let from = position
            let isCut = length > UInt64(end - from)
            // The start of a message whose end is missing can be read all the same.
            position = isCut ? end : from + Int(length)
            field.bytes = from..<position
            field.isCut = isCut
            if isCut { isDamaged = true }
        default: return fail(start)
        }
        guard position <= end else { return fail(start) }
        field.range = start..<position
        return field
    }

    private mutating func fail(_ start: Int) -> Field? {
        position = start
        isDamaged = true
        return nil
    }

    private mutating func number() -> UInt64? {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while position < end, shift < 70 {
            let byte = view[position]
            position += 1
            if shift < 64 { value |= UInt64(byte & 0x7F) << shift }
            if byte & 0x80 == 0 { return value }
            shift += 7
        }
        return nil
    }

    private mutating func fixed(_ count: Int) -> UInt64 {
        var value: UInt64 = 0
        for place in 0..<count { value |= UInt64(view[position + place]) << UInt64(8 * place) }
        position += count
        return value
    }
}
