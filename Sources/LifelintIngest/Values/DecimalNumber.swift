// SPDX-License-Identifier: MIT

/// A decimal number as it is written: digits and a power of ten, exact where a `Double` is not.
struct DecimalNumber {
    /// Its digits without sign and point: at most 19 of them.
    private(set) var digits: UInt64 = 0
    /// How many of the digits stand behind the point; negative where zeros follow them.
    private(set) var scale = 0
    /// Whether it is below zero.
    private(set) var isNegative = false
    /// Whether it is written without point and exponent.
    private(set) var isWhole = true
    /// Whether digits beyond the nineteenth were dropped.
    private(set) var isRounded = false

    /// The number that the whole range is, in JSON's grammar; a plus sign and leading zeros are accepted where it is
    /// lax.
    init?(_ view: ByteView, _ start: Int, _ end: Int, isStrict: Bool = false) {
        guard let stop = read(view, start, end, isStrict: isStrict), stop == end else { return nil }
    }

    /// The number that the range begins with, and where it ends.
    static func prefix(_ view: ByteView, _ start: Int, _ end: Int) -> (number: DecimalNumber, end: Int)? {
        var number = DecimalNumber()
        guard let stop = number.read(view, start, end, isStrict: false) else { return nil }
        return (number, stop)
    }

    /// The number that the whole range is, if it is written with up to eighteen digits and nothing else.
    @inline(__always) static func digits(_ view: ByteView, _ start: Int, _ end: Int) -> Int64? {
        guard end &- start > 0, end &- start <= 18 else { return nil }
        var number: Int64 = 0
        var position = start
        while position < end {
            let digit = view[position] &- 0x30
            guard digit < 10 else { return nil }
            number = number &* 10 &+ Int64(digit)
            position &+= 1
        }
        return number
    }

    private init() {}

    /// The number as an integer; nil if it is written otherwise or too large.
    var integer: Int64? {
        guard isWhole, !isRounded else { return nil }
        return scaled(by: 1)
    }

    /// The number times a factor, the fraction of the product cut off; nil if that is too large.
    func scaled(by factor: UInt64) -> Int64? {
        var product = digits.multipliedFullWidth(by: factor)
        if digits == 0 { return 0 }
        if scale > 0 {
            guard scale <= 38 else { return 0 }
            // Two steps, since only a power up to 10^19 fits one word.
            for power in [min(scale, 19), scale - min(scale, 19)] where power > 0 {
                let divisor = DecimalNumber.powersOfTen[power]
                let high = product.high.quotientAndRemainder(dividingBy: divisor)
                let low = divisor.dividingFullWidth((high.remainder, product.low))
                product = (high.quotient, low.quotient)
            }
        } else if scale < 0 {
            guard scale >= -18, product.high == 0 else { return nil }
            product = UInt64(product.low).multipliedFullWidth(by: DecimalNumber.powersOfTen[-scale])
        }
        guard product.high == 0, let magnitude = Int64(exactly: product.low) else { return nil }
        return isNegative ? -magnitude : magnitude
    }

    /// The nearest `Double`; nil if it is none (`1e999`).
    func double(_ view: ByteView, _ start: Int, _ end: Int) -> Double? {
        // Both digits and power are exact as doubles in this range, so one operation rounds correctly.
        if !isRounded, digits <= 1 << 53, scale >= 0, scale <= 18 {
            let magnitude = Double(digits) / Double(DecimalNumber.powersOfTen[scale])
            return isNegative ? -magnitude : magnitude
        }
        guard let number = Double(view.string(start, end)), number.isFinite else { return nil }
        return number
    }

    private static let powersOfTen: [UInt64] = (0...19).map { power in
        var value: UInt64 = 1
        for _ in 0..<power { value &*= 10 }
        return value
    }

    private mutating func read(_ view: ByteView, _ start: Int, _ end: Int, isStrict: Bool) -> Int? {
        var position = start
        if position < end, view[position] == 0x2D || (!isStrict && view[position] == 0x2B) {
            isNegative = view[position] == 0x2D
            position += 1
        }
        let wholeStart = position
        while position < end, view[position].isDigit {
            take(view[position], isFraction: false)
            position += 1
        }
        guard position > wholeStart else { return nil }
        if isStrict, view[wholeStart] == 0x30, position > wholeStart + 1 { return nil }
        if position + 1 < end, view[position] == 0x2E, view[position + 1].isDigit {
            isWhole = false
            position += 1
            while position < end, view[position].isDigit {
                take(view[position], isFraction: true)
                position += 1
            }
        }
        return readExponent(view, position, end)
    }

    private mutating func readExponent(_ view: ByteView, _ start: Int, _ end: Int) -> Int {
        guard start < end, view[start] | 0x20 == 0x65 else { return start }
        var position = start + 1
        let isBelow = position < end && view[position] == 0x2D
        if position < end, isBelow || view[position] == 0x2B { position += 1 }
        guard position < end, view[position].isDigit else { return start }
        var exponent = 0
        while position < end, view[position].isDigit {
            if exponent < 100_000 { exponent = exponent * 10 + Int(view[position] &- 0x30) }
            position += 1
        }
        isWhole = false
        scale += isBelow ? exponent : -exponent
        return position
    }

    private mutating func take(_ byte: UInt8, isFraction: Bool) {
        // 1.8 * 10^18 leaves room for one digit more in 64 bits.
        guard digits < 1_800_000_000_000_000_000 else {
            isRounded = true
            if !isFraction { scale -= 1 }
            return
        }
        digits = digits * 10 + UInt64(byte &- 0x30)
        if isFraction { scale += 1 }
    }
}
