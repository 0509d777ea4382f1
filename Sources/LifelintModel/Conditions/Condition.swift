// SPDX-License-Identifier: MIT

/// A small typed expression over the fields of an event, a span or a run (`rules/README.md`, “Conditions”).
///
/// Its parser lives with the rules; evaluation lives here, since spans and recognisers ask conditions too. Missing
/// values: `missing == v` is false, `missing != v` is true (`not in` is `!=` to each), every other comparison is false.
public indirect enum Condition: Sendable, Equatable {
    case or([Condition])
    case and([Condition])
    case not(Condition)
    case compare(Operand, Comparison, Operand)
    case contained(Operand, [Operand])
    /// Unequal to each: false, as `!=` is, where it compares with none.
    case excluded(Operand, [Operand])
    case matches(Operand, Glob)
    case contains(Operand, Operand)
    case exists(FieldPath)
    /// A yes-or-no field on its own.
    case truth(Operand)

    /// How two values compare.
    public enum Comparison: String, Sendable {
        case equal = "=="
        case notEqual = "!="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
    }

    /// A value, a field, or arithmetic on them.
    public indirect enum Operand: Sendable, Equatable {
        case literal(Value)
        /// A path such as `duration` or `run.ending.cause`.
        case field(FieldPath)
        case add(Operand, Operand)
        case subtract(Operand, Operand)
        case multiply(Operand, Operand)
        case divide(Operand, Operand)
        case negate(Operand)
    }
}

/// Whatever has named values that conditions can ask for.
public protocol FieldSource {
    /// The value at that path; nil if missing.
    func value(of path: FieldPath) -> Value?
    /// Hears of a comparison of values that do not compare.
    func noteMismatch(_ comparison: Condition)
}

extension FieldSource {
    /// The value at the path that is written so.
    public func value(at path: String) -> Value? { value(of: FieldPath(path)) }

    /// Mostly nobody wants to know.
    public func noteMismatch(_ comparison: Condition) {}
}
