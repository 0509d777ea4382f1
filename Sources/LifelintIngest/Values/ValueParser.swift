// SPDX-License-Identifier: MIT

/// Reads typed values from their text: integers, truths, durations, sizes.
enum ValueParser {
    /// A decimal or `0x` integer, the whole range.
    static func integer(_ view: ByteView, _ start: Int, _ end: Int) -> Int64? {
        if let bits = hexadecimal(view, start, end) { return Int64(exactly: bits) }
        // Most integers are short: no decimal number is needed for them.
        if end - start <= 18, start < end {
            var value: Int64 = 0
            var position = start
            while position < end, view[position].isDigit {
                value = value &* 10 &+ Int64(view[position] &- 0x30)
                position += 1
            }
            if position == end { return value }
        }
        return DecimalNumber(view, start, end)?.integer
    }

    /// An unsigned decimal or `0x` integer, the whole range.
    static func unsigned(_ view: ByteView, _ start: Int, _ end: Int) -> UInt64? {
        if let bits = hexadecimal(view, start, end) { return bits }
        guard start < end else { return nil }
        var value: UInt64 = 0
        for position in start..<end {
            guard view[position].isDigit else { return nil }
            let (product, isLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, isTooLarge) = product.addingReportingOverflow(UInt64(view[position] &- 0x30))
            guard !isLarge, !isTooLarge else { return nil }
            value = sum
        }
        return value
    }

    /// `0x8badf00d`, the whole range.
    static func hexadecimal(_ view: ByteView, _ start: Int, _ end: Int) -> UInt64? {
        guard end - start >= 3, end - start <= 18, view[start] == 0x30, view[start + 1] | 0x20 == 0x78 else {
            return nil
        }
        var value: UInt64 = 0
        for position in (start + 2)..<end {
            guard let digit = view[position].hexDigit else { return nil }
            value = value << 4 | UInt64(digit)
        }
        return value
    }

    /// `true`, `false`, `yes`, `no`, `1`, `0`.
    static func truth(_ view: ByteView, _ start: Int, _ end: Int) -> Bool? {
        for word: StaticString in ["true", "yes", "1"] where view.matchesIgnoringCase(word, from: start, to: end) {
            return true
        }
        for word: StaticString in ["false", "no", "0"] where view.matchesIgnoringCase(word, from: start, to: end) {
            return false
        }
        return nil
    }

    /// `380ms`, `1.5s`, `2 m`: nanoseconds.
    static func duration(_ view: ByteView, _ start: Int, _ end: Int) -> Int64? {
        guard let (number, unit) = numberWithUnit(view, start, end) else { return nil }
        for (name, factor) in durationUnits where view.matches(name, from: unit, to: end) {
            return number.scaled(by: factor)
        }
        return nil
    }

    /// `50MB`, `1.5 GiB`, `4096B`: bytes.
    static func size(_ view: ByteView, _ start: Int, _ end: Int) -> Int64? {
        guard let (number, unit) = numberWithUnit(view, start, end) else { return nil }
        for (name, factor) in sizeUnits where view.matchesIgnoringCase(name, from: unit, to: end) {
            return number.scaled(by: factor)
        }
        return nil
    }

    private static func numberWithUnit(_ view: ByteView, _ start: Int, _ end: Int) -> (DecimalNumber, Int)? {
        guard end - start <= 48, let (number, stop) = DecimalNumber.prefix(view, start, end), stop < end else {
            return nil
        }
        return (number, view[stop] == 0x20 ? stop + 1 : stop)
    }

    private static let durationUnits: [(StaticString, UInt64)] = [
        ("ms", 1_000_000), ("s", 1_000_000_000), ("us", 1_000), ("µs", 1_000), ("μs", 1_000), ("ns", 1),
        ("m", 60_000_000_000), ("min", 60_000_000_000), ("h", 3_600_000_000_000), ("d", 86_400_000_000_000),
        ("sec", 1_000_000_000),
    ]

    private static let sizeUnits: [(StaticString, UInt64)] = [
        ("b", 1), ("kb", 1_000), ("mb", 1_000_000), ("gb", 1_000_000_000), ("tb", 1_000_000_000_000),
        ("kib", 1 << 10), ("mib", 1 << 20), ("gib", 1 << 30), ("tib", 1 << 40),
    ]
}
