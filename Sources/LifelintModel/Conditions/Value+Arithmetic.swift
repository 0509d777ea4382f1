// SPDX-License-Identifier: MIT

/// Arithmetic that never traps: what does not fit, or has no meaning, is a missing value.
///
/// Numbers, durations and bytes mix only as number × unit; unit / unit is a number; instant − instant is a duration.
extension Value {
    /// The value as a floating-point number, if it is a number.
    var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }

    func adding(_ other: Value) -> Value? {
        switch (self, other) {
        case (.integer(let left), .integer(let right)): checked(left.addingReportingOverflow(right)).map(Value.integer)
        case (.duration(let left), .duration(let right)):
            checked(left.addingReportingOverflow(right)).map(Value.duration)
        case (.bytes(let left), .bytes(let right)): checked(left.addingReportingOverflow(right)).map(Value.bytes)
        case (.instant(let instant), .duration(let duration)), (.duration(let duration), .instant(let instant)):
            checked(instant.nanoseconds.addingReportingOverflow(duration)).map {
                .instant(Timestamp(nanoseconds: $0, digits: instant.digits))
            }
        default: finite(double, other.double, +)
        }
    }

    func subtracting(_ other: Value) -> Value? {
        switch (self, other) {
        case (.instant(let left), .instant(let right)):
            checked(left.nanoseconds.subtractingReportingOverflow(right.nanoseconds)).map(Value.duration)
        case (.instant(let instant), .duration(let duration)):
            checked(instant.nanoseconds.subtractingReportingOverflow(duration)).map {
                .instant(Timestamp(nanoseconds: $0, digits: instant.digits))
            }
        case (.integer(let left), .integer(let right)):
            checked(left.subtractingReportingOverflow(right)).map(Value.integer)
        case (.duration(let left), .duration(let right)):
            checked(left.subtractingReportingOverflow(right)).map(Value.duration)
        case (.bytes(let left), .bytes(let right)): checked(left.subtractingReportingOverflow(right)).map(Value.bytes)
        default: finite(double, other.double, -)
        }
    }

    func multiplied(by other: Value) -> Value? {
        switch (self, other) {
        case (.integer(let left), .integer(let right)):
            checked(left.multipliedReportingOverflow(by: right)).map(Value.integer)
        case (.duration(let amount), _): Value.scaled(amount, by: other).map(Value.duration)
        case (_, .duration(let amount)): Value.scaled(amount, by: self).map(Value.duration)
        case (.bytes(let amount), _): Value.scaled(amount, by: other).map(Value.bytes)
        case (_, .bytes(let amount)): Value.scaled(amount, by: self).map(Value.bytes)
        default: finite(double, other.double, *)
        }
    }

    func divided(by other: Value) -> Value? {
        switch (self, other) {
        case (.integer(let left), .integer(let right)):
            if right != 0, right != -1, left % right == 0 { return .integer(left / right) }
            return finite(Double(left), Double(right), /)
        case (.duration(let left), .duration(let right)), (.bytes(let left), .bytes(let right)):
            return finite(Double(left), Double(right), /)
        default: return finite(double, other.double, /)
        }
    }

    var negated: Value? {
        switch self {
        case .integer(let value): value == .min ? nil : .integer(-value)
        case .number(let value): .number(-value)
        case .duration(let value): value == .min ? nil : .duration(-value)
        case .bytes(let value): value == .min ? nil : .bytes(-value)
        default: nil
        }
    }

    private static func scaled(_ amount: Int64, by factor: Value) -> Int64? {
        switch factor {
        case .integer(let factor):
            let (product, overflows) = amount.multipliedReportingOverflow(by: factor)
            return overflows ? nil : product
        case .number(let factor): return Int64(exactly: (Double(amount) * factor).rounded())
        default: return nil
        }
    }

    private func checked(_ result: (partialValue: Int64, overflow: Bool)) -> Int64? {
        result.overflow ? nil : result.partialValue
    }

    private func finite(_ left: Double?, _ right: Double?, _ operation: (Double, Double) -> Double) -> Value? {
        guard let left, let right else { return nil }
        let result = operation(left, right)
        return result.isFinite ? .number(result) : nil
    }
}

/// Which types arithmetic puts together: what goes together may still have no result that fits.
extension Value {
    /// Whether it is a number, or a number with a unit.
    var isAmount: Bool {
        switch self {
        case .integer, .number, .duration, .bytes: true
        case .string, .bool, .instant: false
        }
    }

    func adds(_ other: Value) -> Bool {
        switch (self, other) {
        case (.instant, .duration), (.duration, .instant): true
        default: isAlike(other)
        }
    }

    func subtracts(_ other: Value) -> Bool {
        switch (self, other) {
        case (.instant, .instant), (.instant, .duration): true
        default: isAlike(other)
        }
    }

    func multiplies(with other: Value) -> Bool {
        isAmount && other.isAmount && (double != nil || other.double != nil)
    }

    func divides(by other: Value) -> Bool { isAlike(other) }

    /// Whether both are numbers, or amounts of one unit.
    private func isAlike(_ other: Value) -> Bool {
        switch (self, other) {
        case (.duration, .duration), (.bytes, .bytes): true
        default: double != nil && other.double != nil
        }
    }
}
