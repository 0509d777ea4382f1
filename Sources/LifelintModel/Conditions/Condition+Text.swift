// SPDX-License-Identifier: MIT

/// The canonical text of a condition: what reads back as the same condition.
extension Condition: CustomStringConvertible {
    /// The condition as it is written in rules.
    public var description: String { text(above: 0) }

    // How tightly each form binds: `or` 1, `and` 2, `not` 3, comparisons 4, what needs no brackets 5.
    private var strength: Int {
        switch self {
        case .or: 1
        case .and: 2
        case .not: 3
        case .compare, .contained, .excluded, .matches, .contains: 4
        case .exists, .truth: 5
        }
    }

    /// The text, in brackets unless it binds more tightly than what stands around it.
    private func text(above strength: Int) -> String {
        self.strength > strength ? plainText : "(\(plainText))"
    }

    private var plainText: String {
        switch self {
        case .or(let parts): parts.map { $0.text(above: 1) }.joined(separator: " or ")
        case .and(let parts): parts.map { $0.text(above: 2) }.joined(separator: " and ")
        case .excluded(let operand, let list): "\(operand) not in \(Self.text(of: list))"
        case .not(let part): "not \(part.text(above: 2))"
        case .compare(let left, let comparison, let right): "\(left) \(comparison.rawValue) \(right)"
        case .contained(let operand, let list): "\(operand) in \(Self.text(of: list))"
        case .matches(let operand, let glob): "\(operand) matches \(Value.string(glob.pattern).conditionText)"
        case .contains(let operand, let part): "\(operand) contains \(part)"
        case .exists(let path): "exists \(path.text)"
        case .truth(let operand): operand.description
        }
    }

    private static func text(of list: [Operand]) -> String {
        "[\(list.map(\.description).joined(separator: ", "))]"
    }
}

extension Condition.Operand: CustomStringConvertible {
    /// The operand as it is written in rules.
    public var description: String { text(above: 0) }

    private var strength: Int {
        switch self {
        case .add, .subtract: 1
        case .multiply, .divide: 2
        case .negate: 3
        case .literal, .field: 4
        }
    }

    private func text(above strength: Int) -> String {
        self.strength > strength ? plainText : "(\(plainText))"
    }

    private var plainText: String {
        switch self {
        case .literal(let value): value.conditionText
        case .field(let path): path.text
        case .add(let left, let right): "\(left.text(above: 0)) + \(right.text(above: 1))"
        case .subtract(let left, let right): "\(left.text(above: 0)) - \(right.text(above: 1))"
        case .multiply(let left, let right): "\(left.text(above: 1)) * \(right.text(above: 2))"
        case .divide(let left, let right): "\(left.text(above: 1)) / \(right.text(above: 2))"
        case .negate(let operand): "-\(operand.text(above: 3))"
        }
    }
}

extension Value {
    private static let durations: [(unit: String, size: Int64)] = [
        ("d", 86_400_000_000_000), ("h", 3_600_000_000_000), ("m", 60_000_000_000), ("s", 1_000_000_000),
        ("ms", 1_000_000), ("us", 1_000), ("ns", 1),
    ]
    private static let amounts: [(unit: String, size: Int64)] = [
        ("GB", 1_000_000_000), ("GiB", 1 << 30), ("MB", 1_000_000), ("MiB", 1 << 20), ("kB", 1_000), ("KiB", 1 << 10),
        ("B", 1),
    ]

    /// The value as a literal of a condition.
    public var conditionText: String {
        switch self {
        case .string(let text): text.quoted
        case .integer(let number): String(number)
        case .number(let number): "\(number)"
        case .bool(let flag): flag ? "true" : "false"
        case .duration(let nanoseconds): Value.text(nanoseconds, in: Value.durations)
        case .bytes(let count): Value.text(count, in: Value.amounts)
        case .instant(let instant): instant.rfc3339.quoted
        }
    }

    /// In the largest unit of which it is a whole multiple.
    private static func text(_ amount: Int64, in units: [(unit: String, size: Int64)]) -> String {
        guard amount != 0, let unit = units.first(where: { amount % $0.size == 0 }) else {
            return units.contains { $0.unit == "s" } ? "0s" : "0B"
        }
        return "\(amount / unit.size)\(unit.unit)"
    }
}
