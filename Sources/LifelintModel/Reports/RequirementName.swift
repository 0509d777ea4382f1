// SPDX-License-Identifier: MIT

/// How reports name an event that a rule requires and of which it asks for more: logs may show the event without.
package enum RequirementName {
    /// What belongs to an event and may be missing.
    package enum Part: String {
        case begin
        case duration
    }

    private static let part = " with its "
    private static let condition = " where "

    /// `data.save with its duration`.
    package static func event(_ event: String, with part: Part) -> String {
        event + RequirementName.part + part.rawValue
    }

    /// The event of a name that asks for more of it; nil where it asks for nothing more.
    package static func event(ofMore name: String) -> String? {
        (name.firstRange(of: part) ?? name.firstRange(of: condition)).map { String(name[..<$0.lowerBound]) }
    }
}
