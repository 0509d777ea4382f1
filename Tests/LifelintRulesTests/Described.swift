// SPDX-License-Identifier: MIT

/// What values hold, for those that cannot be compared.
enum Described {
    /// All that a value holds, in an order of its own where it has none.
    static func text<Value>(_ value: Value) -> String {
        let mirror = Mirror(reflecting: value)
        let parts = mirror.children.map { ($0.label ?? "") + text($0.value) }
        switch mirror.displayStyle {
        case .dictionary, .set: return "{\(parts.sorted().joined(separator: ","))}"
        case _ where parts.isEmpty: return String(reflecting: value)
        case .collection: return "[\(parts.joined(separator: ","))]"
        default: return "\(type(of: value))(\(parts.joined(separator: ",")))"
        }
    }

    /// Where two values begin to differ; nil where they hold the same.
    static func difference<Value>(_ left: Value, _ right: Value) -> String? {
        let (first, second) = (Array(text(left).utf8), Array(text(right).utf8))
        if first == second { return nil }
        let place = zip(first, second).prefix { $0 == $1 }.count
        func around(_ bytes: [UInt8]) -> String {
            String(decoding: bytes[max(0, place - 80)..<min(bytes.count, place + 80)], as: UTF8.self)
        }
        return around(first) + " | " + around(second)
    }
}
