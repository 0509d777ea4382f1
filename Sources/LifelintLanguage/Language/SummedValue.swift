// SPDX-License-Identifier: MIT

package import LifelintModel

extension Check.Count {
    /// What was counted, or the limit, as a value of its kind.
    package func value(_ amount: Double) -> Value {
        switch unit {
        case .number: sum == nil && amount == amount.rounded() ? .integer(.clamped(amount)) : .number(amount)
        case .duration: .duration(.clamped(amount))
        case .bytes: .bytes(.clamped(amount))
        }
    }

    /// What adding up asks of each value: that it compares with the limit.
    package var comparison: Condition? {
        sum.map { .compare(.field(FieldPath($0)), .greater, .literal(value(moreThan))) }
    }
}

extension Check.Trend {
    /// What it asks of each value: that it compares with the one before, or with the amount by which it has to rise.
    package var comparison: Condition {
        let field = Condition.Operand.field(FieldPath(field))
        return .compare(field, .greater, byAmount.map { .literal($0) } ?? field)
    }
}

extension Value {
    /// What a sum of such values adds up; nil for what cannot be added up.
    package var unit: Check.Count.Unit? {
        switch self {
        case .integer, .number: .number
        case .duration: .duration
        case .bytes: .bytes
        case .string, .bool, .instant: nil
        }
    }
}

extension Int64 {
    /// The nearest whole number that there is.
    fileprivate static func clamped(_ amount: Double) -> Int64 {
        Int64(exactly: amount.rounded()) ?? (amount < 0 ? .min : .max)
    }
}
