// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads a number with or without a unit: `3`, `0x1F`, `1.5`, `300ms`, `50MiB`.
struct NumberScanner {
    static let durations: [(unit: String, size: UInt64)] = [
        ("ns", 1), ("us", 1_000), ("µs", 1_000), ("ms", 1_000_000), ("s", 1_000_000_000), ("m", 60_000_000_000),
        ("min", 60_000_000_000), ("h", 3_600_000_000_000), ("d", 86_400_000_000_000),
    ]
    static let amounts: [(unit: String, size: UInt64)] = [
        ("B", 1), ("kB", 1_000), ("KB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000), ("KiB", 1 << 10),
        ("MiB", 1 << 20), ("GiB", 1 << 30),
    ]

    private let bytes: [UInt8]
    private(set) var place: Int
    private let start: Int

    init(bytes: [UInt8], place: Int) {
        self.bytes = bytes
        self.place = place
        start = place
    }

    private func peek(_ ahead: Int = 0) -> UInt8 { place + ahead < bytes.count ? bytes[place + ahead] : 0 }

    private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// The number that begins here.
    mutating func value() throws(ConditionError) -> Value {
        if peek() == 0x30, peek(1) | 0x20 == 0x78 { return try hexadecimal() }
        let whole = digits()
        var fraction: ArraySlice<UInt8> = []
        if peek() == 0x2E, isDigit(peek(1)) {
            place += 1
            fraction = digits()
        }
        var hasExponent = false
        if peek() | 0x20 == 0x65, isDigit(peek(1)) || ([0x2B, 0x2D].contains(peek(1)) && isDigit(peek(2))) {
            hasExponent = true
            place += 2
            _ = digits()
        }
        let number = String(decoding: bytes[start..<place], as: UTF8.self)
        let unit = unit()
        if unit.isEmpty {
            if fraction.isEmpty, !hasExponent {
                guard let value = Int64(number) else { throw tooLarge() }
                return .integer(value)
            }
            guard let value = Double(number), value.isFinite else { throw tooLarge() }
            return .number(value)
        }
        if hasExponent { throw ConditionError(.ruleSyntax, at: start, "A number with a unit has no exponent.") }
        if let size = NumberScanner.durations.first(where: { $0.unit == unit })?.size {
            return .duration(try scaled(whole, fraction, by: size))
        }
        if let size = NumberScanner.amounts.first(where: { $0.unit == unit })?.size {
            return .bytes(try scaled(whole, fraction, by: size))
        }
        let units = (NumberScanner.durations + NumberScanner.amounts).map(\.unit)
        throw ConditionError(
            .ruleSyntax, at: start, "“\(unit)” is no unit.", suggestion: Suggestion.nearest(to: unit, among: units))
    }

    private mutating func digits() -> ArraySlice<UInt8> {
        let first = place
        while isDigit(peek()) { place += 1 }
        return bytes[first..<place]
    }

    private mutating func unit() -> String {
        let first = place
        while place < bytes.count, (bytes[place] | 0x20) >= 0x61, (bytes[place] | 0x20) <= 0x7A || bytes[place] >= 0x80
        {
            place += 1
        }
        return String(decoding: bytes[first..<place], as: UTF8.self)
    }

    private mutating func hexadecimal() throws(ConditionError) -> Value {
        place += 2
        let text = unitOrDigits()
        guard let value = UInt64(text, radix: 16) else {
            throw ConditionError(.ruleSyntax, at: start, "“0x\(text)” is no number.")
        }
        guard let fitting = Int64(exactly: value) else { throw tooLarge() }
        return .integer(fitting)
    }

    private mutating func unitOrDigits() -> String {
        let first = place
        while isDigit(peek()) || ((peek() | 0x20) >= 0x61 && (peek() | 0x20) <= 0x7A) { place += 1 }
        return String(decoding: bytes[first..<place], as: UTF8.self)
    }

    /// Exact decimal arithmetic: 1.1s is 1,100,000,000 ns, which floating point misses for other numbers.
    private func scaled(_ whole: ArraySlice<UInt8>, _ fraction: ArraySlice<UInt8>, by size: UInt64)
        throws(ConditionError)
        -> Int64
    {
        guard let units = UInt64(String(decoding: whole, as: UTF8.self)) else { throw tooLarge() }
        var (total, overflows) = units.multipliedReportingOverflow(by: size)
        var divisor: UInt64 = 1
        var numerator: UInt64 = 0
        for digit in fraction.prefix(18) {
            numerator = numerator * 10 + UInt64(digit - 0x30)
            divisor *= 10
        }
        let product = numerator.multipliedFullWidth(by: size)
        // The numerator is smaller than the divisor, so the quotient is smaller than the size.
        let part = divisor.dividingFullWidth(product).quotient
        overflows = overflows || total.addingReportingOverflow(part).overflow
        total = total &+ part
        guard !overflows, let value = Int64(exactly: total) else { throw tooLarge() }
        return value
    }

    private func tooLarge() -> ConditionError { ConditionError(.badRule, at: start, "This number is too large.") }
}
