// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel
import LifelintYAML

/// What one configuration file says, before it is known which rules there are.
struct Configuration {
    /// A text and where it stands.
    struct Name {
        var text: String
        var at: SourceLocation
    }

    /// What is set for a rule, or for all that a pattern matches.
    struct RuleEntry {
        /// `slow-launch: off` or `on`; nil where only options are set.
        var isOn: Bool?
        var rule: Name
        var severity: (value: Finding.Severity, at: SourceLocation)?
        var parameters: [(name: Name, setting: ParameterSetting, at: SourceLocation)] = []

        init(rule: Name) { self.rule = rule }
    }

    /// What holds for the apps of a bundle id or pattern.
    struct AppEntry {
        var app: Name
        var logs: [EventSelector] = []
        var durability: Durability?
        /// Where its settings stand, by key.
        var places: [String: SourceLocation] = [:]
        var recognisers: [Name] = []
        var rules: [RuleEntry] = []

        init(app: Name) { self.app = app }
    }

    /// Findings that do not count, and why.
    struct SuppressionEntry {
        var rule: Name
        var app: String?
        var condition: YAMLNode?
        var reason: String
        var until: CalendarDay?
        var at: SourceLocation
    }

    var rules: [RuleEntry] = []
    var apps: [AppEntry] = []
    var rulePaths: [Name] = []
    var events: [Name] = []
    var spans: [SpanDeclaration] = []
    /// Where the spans stand.
    var spansAt: SourceLocation?
    var recognisers: [Name] = []
    var suppressions: [SuppressionEntry] = []
}
