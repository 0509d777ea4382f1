// SPDX-License-Identifier: MIT

/// An instant as the stages pass it around: what is shown of it, and what it is compared by.
///
/// The two differ where a device's order comes from machine ticks and its wall clock was set meanwhile.
public struct Moment: Sendable, Hashable, Comparable, BitwiseCopyable {
    /// Nanoseconds since the Unix epoch, as the source told them.
    public var time: Int64
    /// What moments of one device are compared by.
    public var order: Int64
    /// Known fractional digits of ``time``.
    public var digits: UInt8

    /// When a record says something happened.
    public init(_ record: borrowing EventRecord) {
        time = record.time
        order = record.order
        digits = record.digits
    }

    /// A moment of these parts.
    public init(time: Int64, order: Int64, digits: UInt8) {
        self.time = time
        self.order = order
        self.digits = digits
    }

    /// As reports show it.
    public var timestamp: Timestamp { Timestamp(nanoseconds: time, digits: digits) }

    /// The moment that much later (earlier, if negative), with all digits needed to say so.
    public func later(by nanoseconds: Int64) -> Moment {
        Moment(
            time: time.addingClamped(nanoseconds), order: order.addingClamped(nanoseconds),
            digits: max(digits, Moment.digits(of: nanoseconds)))
    }

    /// The step in which its source told it: one of the last digit that is known.
    package var resolution: Int64 { timestamp.resolution }

    /// How long after another moment this one is: negative if before.
    public func since(_ other: Moment) -> Int64 { order.subtractingClamped(other.order) }

    /// Whether the two are at most that far apart.
    public func isWithin(_ window: Int64, of other: Moment) -> Bool {
        let distance = since(other)
        return distance >= -window && distance <= window
    }

    /// The earlier one.
    public static func < (left: Moment, right: Moment) -> Bool { left.order < right.order }

    private static func digits(of nanoseconds: Int64) -> UInt8 {
        if nanoseconds % 1_000_000_000 == 0 { return 0 }
        if nanoseconds % 1_000_000 == 0 { return 3 }
        return nanoseconds % 1_000 == 0 ? 6 : 9
    }
}

extension Int64 {
    /// The sum, or the largest value.
    public func addingClamped(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other > 0 ? .max : .min) : sum
    }

    /// The difference, or the value nearest to it.
    public func subtractingClamped(_ other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (other > 0 ? .min : .max) : difference
    }
}
