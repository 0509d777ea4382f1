// SPDX-License-Identifier: MIT

/// Compares two values as the fields they come from demand: versions by part, keys by text with integers in decimal.
struct ValueComparison {
    private let isVersion: Bool
    private let isKey: Bool

    init(_ left: Condition.Operand, _ right: Condition.Operand) {
        isVersion = left.namesVersion || right.namesVersion
        isKey = left.namesKey || right.namesKey
    }

    func holds(_ left: Value, _ comparison: Condition.Comparison, _ right: Value) -> Bool {
        guard let order = order(left, right) else { return false }
        switch comparison {
        case .equal: return order == .equal
        case .notEqual: return order != .equal
        case .less: return order == .less
        case .lessOrEqual: return order == .less || order == .equal
        case .greater: return order == .greater
        case .greaterOrEqual: return order == .greater || order == .equal
        }
    }

    private enum Order {
        case less, equal, greater
        /// Not equal, and neither is first.
        case unordered
    }

    /// nil where the types do not compare.
    private func order(_ left: Value, _ right: Value) -> Order? {
        switch (left, right) {
        case (.integer(let left), .integer(let right)), (.duration(let left), .duration(let right)),
            (.bytes(let left), .bytes(let right)):
            return order(of: left, right)
        case (.instant(let left), .instant(let right)): return order(of: left.nanoseconds, right.nanoseconds)
        case (.integer, .number), (.number, .integer), (.number, .number):
            guard let left = left.double, let right = right.double else { return nil }
            return order(of: left, right)
        case (.bool(let left), .bool(let right)): return left == right ? .equal : .unordered
        case (.string(let left), .string(let right)): return order(left, right)
        case (.string(let text), .integer(let number)), (.integer(let number), .string(let text)):
            // Integers name keys as text does: `task=7` is "7" is 0x7.
            guard isKey else { return nil }
            return KeyText.normalised(text) == String(number) ? .equal : .unordered
        default: return nil
        }
    }

    private func order(_ left: String, _ right: String) -> Order {
        if isKey { return KeyText.normalised(left) == KeyText.normalised(right) ? .equal : .unordered }
        if isVersion, let left = VersionNumber(left), let right = VersionNumber(right) {
            return left == right ? .equal : left < right ? .less : .greater
        }
        return left == right ? .equal : .unordered
    }

    private func order<T: Comparable>(of left: T, _ right: T) -> Order {
        if left == right { return .equal }
        if left < right { return .less }
        return left > right ? .greater : .unordered
    }
}

/// Keys compare as text after integers are written in decimal.
enum KeyText {
    static func normalised(_ text: String) -> String {
        if text.utf8.starts(with: "0x".utf8) || text.utf8.starts(with: "0X".utf8) {
            return UInt64(text.dropFirst(2), radix: 16).map { String($0) } ?? text
        }
        return text
    }
}

extension Condition.Operand {
    private static let versions: Set<String> = ["os", "version", "build", "appVersion"]
    private static let keys: Set<String> = ["task", "scene", "key"]

    fileprivate var namesVersion: Bool { lastName.map { Self.versions.contains($0) } ?? false }

    fileprivate var namesKey: Bool {
        if case .field("scene.id") = self { return true }
        return lastName.map { Self.keys.contains($0) } ?? false
    }

    private var lastName: String? {
        guard case .field(let path) = self else { return nil }
        return path.split(separator: ".").last.map(String.init)
    }
}
