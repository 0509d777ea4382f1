// SPDX-License-Identifier: MIT

/// Bytes in the making: what reports, stories and messages are written into.
///
/// Appending to one array costs a tenth of string interpolation, and a report of a large log is as large as the log.
public struct OutputBuffer: Sendable {
    /// What was written so far.
    public var bytes: [UInt8] = []

    /// An empty buffer.
    public init() {}

    /// An empty buffer with room.
    public init(capacity: Int) { bytes.reserveCapacity(capacity) }

    /// What was written so far, as text.
    public var string: String { String(decoding: bytes, as: UTF8.self) }

    /// Appends one byte.
    @inlinable public mutating func append(byte: UInt8) { bytes.append(byte) }

    /// Appends text that the program itself is made of.
    ///
    /// Why unsafe: the buffer stays within its call.
    @inlinable public mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
    }

    /// Appends text.
    ///
    /// Why unsafe: the buffer stays within its call.
    @_disfavoredOverload
    @inlinable public mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { unsafe bytes.append(contentsOf: $0) }
    }

    /// Appends bytes as they are.
    @inlinable public mutating func append(contentsOf other: some Collection<UInt8>) {
        bytes.append(contentsOf: other)
    }

    /// Appends a whole number in decimal.
    @inlinable public mutating func append(_ number: some BinaryInteger) {
        if number < 0 { bytes.append(0x2D) }
        append(decimal: UInt64(clamping: number.magnitude))
    }

    /// Why apart: it is made once for all types of numbers, of which none is known by its type at run time.
    @usableFromInline
    mutating func append(decimal number: UInt64) {
        var magnitude = number
        if magnitude < 10 {
            bytes.append(UInt8(truncatingIfNeeded: magnitude) &+ 0x30)
            return
        }
        let start = bytes.count
        while magnitude > 0 {
            let (quotient, digit) = magnitude.quotientAndRemainder(dividingBy: 10)
            bytes.append(UInt8(truncatingIfNeeded: digit) &+ 0x30)
            magnitude = quotient
        }
        var low = start
        var high = bytes.count - 1
        while low < high {
            bytes.swapAt(low, high)
            low += 1
            high -= 1
        }
    }

    /// Appends an instant as RFC 3339 in UTC with its known digits.
    public mutating func append(_ instant: Timestamp) {
        let (days, ofDay) = OutputBuffer.split(instant.nanoseconds)
        let day = CalendarDay(daysSinceEpoch: days)
        append(padded: day.year, width: 4)
        bytes.append(0x2D)
        append(padded: day.month, width: 2)
        bytes.append(0x2D)
        append(padded: day.day, width: 2)
        bytes.append(0x54)
        appendTime(ofDay, digits: instant.digits)
        bytes.append(0x5A)
    }

    /// Appends the time of day in UTC with its known digits.
    public mutating func appendClock(_ instant: Timestamp) {
        appendTime(OutputBuffer.split(instant.nanoseconds).ofDay, digits: instant.digits)
    }

    /// Appends a number with leading zeros.
    public mutating func append(padded number: Int, width: Int) {
        var divisor = 1
        for _ in 1..<max(width, 1) { divisor *= 10 }
        var rest = number
        if rest >= divisor * 10 {
            append(rest)
            return
        }
        while divisor > 0 {
            bytes.append(UInt8(truncatingIfNeeded: rest / divisor % 10) &+ 0x30)
            rest %= divisor
            divisor /= 10
        }
    }

    private static func split(_ nanoseconds: Int64) -> (days: Int, ofDay: Int64) {
        let perDay: Int64 = 86_400_000_000_000
        var (days, rest) = nanoseconds.quotientAndRemainder(dividingBy: perDay)
        if rest < 0 {
            days -= 1
            rest += perDay
        }
        return (Int(days), rest)
    }

    private mutating func appendTime(_ ofDay: Int64, digits: UInt8) {
        let seconds = Int(ofDay / 1_000_000_000)
        append(padded: seconds / 3_600, width: 2)
        bytes.append(0x3A)
        append(padded: seconds / 60 % 60, width: 2)
        bytes.append(0x3A)
        append(padded: seconds % 60, width: 2)
        guard digits > 0 else { return }
        bytes.append(0x2E)
        var fraction = Int(ofDay % 1_000_000_000)
        for _ in digits..<9 { fraction /= 10 }
        append(padded: fraction, width: Int(digits))
    }
}
