// SPDX-License-Identifier: MIT

/// Compares two values as the fields they come from demand: versions by part, keys by text with integers in decimal.
struct ValueComparison {
    private let isVersion: Bool
    private let isKey: Bool

    init(_ left: Condition.Operand, _ right: Condition.Operand) {
        let left = left.naming
        let right = right.naming
        isVersion = left == .version || right == .version
        isKey = left == .key || right == .key
    }

    /// nil where the types of the values do not go together; integers also name keys as text does.
    func holds(_ left: Value, _ comparison: Condition.Comparison, _ right: Value) -> Bool? {
        guard let order = order(left, right) else { return nil }
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
        // By bytes: what looks alike but is written otherwise is another text.
        guard left == right, left.utf8.count == right.utf8.count else { return .unordered }
        var (left, right) = (left, right)
        // Why unsafe: the buffers stay within their calls.
        let isEqual = left.withUTF8 { left in right.withUTF8 { unsafe left.elementsEqual($0) } }
        return isEqual ? .equal : .unordered
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
    /// How the values of a field compare, by its name.
    enum Naming {
        case plain
        /// Versions compare by their parts.
        case version
        /// Keys compare as text in which integers are decimal.
        case key

        /// How the values of a field compare: what the last part of its path is called tells.
        ///
        /// - Parameter last: the end of the path, with its last part.
        init(path: String, last: String) {
            let name =
                last.utf8.lastIndex(of: 0x2E).map { String(Substring(last.utf8[last.utf8.index(after: $0)...])) }
                ?? last
            switch name {
            case "os", "build", "version", "appVersion": self = .version
            case "key", "task", "scene": self = .key
            case "id": self = path == "scene.id" ? .key : .plain
            default: self = .plain
            }
        }
    }

    /// How values of this operand compare.
    var naming: Naming {
        guard case .field(let path) = self else { return .plain }
        return path.naming
    }
}
