// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// What the layers of a configuration make of one rule, as far as they were applied.
struct RuleChoice {
    typealias Origin = EffectiveConfiguration.Origin

    var isOn: Bool
    var origin: Origin
    private(set) var severity: (value: Finding.Severity, origin: Origin)?
    private(set) var parameters: [String: (setting: ParameterSetting, origin: Origin)] = [:]
    /// Where something was set last, and in which file: an error of the whole is shown there.
    private(set) var lastSet: (place: SourceLocation, file: Int)?

    init(isOn: Bool, origin: Origin) {
        self.isOn = isOn
        self.origin = origin
    }

    /// Applies an entry of a file.
    ///
    /// A rule that is named and given options is meant to run; one that a pattern happens to match is not.
    mutating func apply(_ entry: Configuration.RuleEntry, in file: Int) {
        if let isOn = entry.isOn ?? (RuleNameMatcher.isPattern(entry.rule.text) ? nil : true) {
            // The preset that selected it already stays its origin.
            if entry.isOn != nil || !self.isOn { origin = Origin(entry.rule.at) }
            self.isOn = isOn
        }
        if let severity = entry.severity {
            self.severity = (severity.value, Origin(severity.at))
            lastSet = (severity.at, file)
        }
        for parameter in entry.parameters {
            parameters[parameter.name.text] = (parameter.setting, Origin(parameter.name.at))
            lastSet = (parameter.at, file)
        }
    }

    /// What the rule is read again with; nil where it stands as it was written.
    var settings: RuleSettings? {
        if severity == nil, parameters.isEmpty { return nil }
        return RuleSettings(parameters: parameters.mapValues(\.setting), severity: severity?.value)
    }

    /// The row of it, with the values of the rule as it was read.
    func row(_ rule: Rule, app: String?) -> EffectiveConfiguration.RuleRow {
        var settings: [EffectiveConfiguration.Setting] = []
        if let value = severity?.value ?? rule.severity {
            settings.append(
                .init(name: "severity", value: value.rawValue, origin: severity?.origin ?? .standard))
        }
        for parameter in rule.parameters {
            let chosen = parameters[parameter.name]
            let value: String =
                switch chosen?.setting {
                case .value(let text): text
                case .off: "off"
                case nil: parameter.text
                }
            settings.append(.init(name: parameter.name, value: value, origin: chosen?.origin ?? .standard))
        }
        return .init(id: rule.id, app: app, isOn: isOn, origin: origin, settings: settings)
    }
}
