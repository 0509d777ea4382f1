// SPDX-License-Identifier: MIT

package import LifelintModel

/// What configuration, or a test, sets of a rule.
package struct RuleSettings: Sendable {
    /// Parameters by name.
    package var parameters: [String: ParameterSetting]
    /// One severity instead of the rule's own: of a map of limits, the lowest limit counts.
    package var severity: Finding.Severity?

    /// Settings; without any a rule is as it was written.
    package init(parameters: [String: ParameterSetting] = [:], severity: Finding.Severity? = nil) {
        self.parameters = parameters
        self.severity = severity
    }

    /// Whether the rule stays as it was written.
    var isNone: Bool { parameters.isEmpty && severity == nil }
}

/// What a parameter is set to.
package enum ParameterSetting: Sendable, Hashable {
    /// A value, as it is written.
    case value(String)
    /// The limit of this severity is dropped.
    case off
}
