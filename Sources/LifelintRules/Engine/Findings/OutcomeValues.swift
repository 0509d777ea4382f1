// SPDX-License-Identifier: MIT

import LifelintModel

/// What messages and conditions can ask of an outcome by name: what was measured, captured and configured.
///
/// Why a class, and no dictionary: few of these values are asked for, and every finding would fill one.
final class OutcomeValues {
    private let rule: String
    private let parameters: [String: Value]
    private let outcome: Outcome
    /// The severity so far.
    var severity: Finding.Severity?

    /// - Parameter parameters: those of the variant that fits the run.
    init(_ outcome: Outcome, rule: String, parameters: [String: Value]) {
        self.outcome = outcome
        self.rule = rule
        self.parameters = parameters
    }

    /// The value of that name; nil where there is none.
    subscript(name: String) -> Value? {
        switch name {
        case "severity": if let severity { return .string(severity.rawValue) }
        case "id": return .string(rule)
        case "count": return .integer(Int64(outcome.count))
        case "key": if let key = outcome.key?.text { return .string(key) }
        case "value": if let value = outcome.value { return value }
        case "limit": if let limit = outcome.limit { return limit }
        default: break
        }
        return outcome.extra[name] ?? parameters[name]
    }
}
