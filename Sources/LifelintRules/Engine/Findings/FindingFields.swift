// SPDX-License-Identifier: MIT

import LifelintModel

/// What a condition about a finding can ask for: what the finding says of its rule, and what it is about.
struct FindingFields<Rest: FieldSource>: FieldSource {
    let finding: Finding
    /// The event or span, the run, and what was measured, as far as they are known.
    let rest: Rest

    func value(of path: FieldPath) -> Value? {
        switch path.owner {
        case .none: named(path.text) ?? rest.value(of: path)
        case .rule: named(path.rest.text) ?? rest.value(of: path)
        default: rest.value(of: path)
        }
    }

    private func named(_ name: String) -> Value? {
        switch name {
        case "severity": .string(finding.severity.rawValue)
        case "confidence": .string(finding.confidence.rawValue)
        case "id": .string(finding.rule)
        case "key": finding.key.map(Value.string)
        case "culprit": finding.culprit.map(Value.string)
        case "message": .string(finding.message)
        case "count": .integer(Int64(finding.count))
        default: nil
        }
    }

    func noteMismatch(_ comparison: Condition) { rest.noteMismatch(comparison) }
}
