// SPDX-License-Identifier: MIT

/// Something plain that has to be there for a condition to hold: a field, perhaps with one of a few texts.
///
/// Whoever has many conditions and many records asks only those conditions of a record whose anchors it has.
public struct ConditionAnchor: Sendable, Equatable {
    /// The path of the field.
    public let path: String
    /// The texts, one of which it must equal byte by byte; nil if any value will do.
    public let texts: [String]?

    /// An anchor.
    public init(path: String, texts: [String]?) {
        self.path = path
        self.texts = texts
    }
}

extension Condition {
    /// Where the condition holds, one of these is there; nil if it may hold of anything.
    public var anchors: [ConditionAnchor]? {
        switch self {
        case .or(let parts):
            var all: [ConditionAnchor] = []
            for part in parts {
                guard let anchors = part.anchors else { return nil }
                all += anchors
            }
            return all
        case .and(let parts):
            let choices = parts.compactMap(\.anchors)
            return choices.min { Condition.cost(of: $0) < Condition.cost(of: $1) }
        case .not, .excluded: return nil
        case .compare(let left, .equal, let right):
            if let anchor = Condition.anchor(left, among: [right]) ?? Condition.anchor(right, among: [left]) {
                return [anchor]
            }
            return Condition.presence(left) ?? Condition.presence(right)
        case .compare(_, .notEqual, _): return nil
        case .compare(let left, _, let right), .contains(let left, let right):
            return Condition.presence(left) ?? Condition.presence(right)
        case .contained(let operand, let list):
            return Condition.anchor(operand, among: list).map { [$0] } ?? Condition.presence(operand)
        case .matches(let operand, _), .truth(let operand): return Condition.presence(operand)
        case .exists(let path): return [ConditionAnchor(path: path.text, texts: nil)]
        }
    }

    /// How much an anchor lets through: texts tell more than a field that merely exists, and fields of the record
    /// itself are found sooner than nested ones.
    private static func cost(of anchors: [ConditionAnchor]) -> Int {
        anchors.map { ($0.texts == nil ? 2 : 0) + ($0.path.utf8.contains(0x2E) ? 1 : 0) }.max() ?? 0
    }

    /// A field that equals one of some texts; nil where anything but their bytes counts.
    private static func anchor(_ operand: Operand, among others: [Operand]) -> ConditionAnchor? {
        guard case .field(let path) = operand, path.naming == .plain else { return nil }
        var texts: [String] = []
        for other in others {
            guard case .literal(.string(let text)) = other else { return nil }
            texts.append(text)
        }
        return ConditionAnchor(path: path.text, texts: texts)
    }

    /// A value that is made of fields needs each of them.
    private static func presence(_ operand: Operand) -> [ConditionAnchor]? {
        switch operand {
        case .literal: nil
        case .field(let path): [ConditionAnchor(path: path.text, texts: nil)]
        case .add(let left, let right), .subtract(let left, let right), .multiply(let left, let right),
            .divide(let left, let right):
            presence(left) ?? presence(right)
        case .negate(let operand): presence(operand)
        }
    }
}
