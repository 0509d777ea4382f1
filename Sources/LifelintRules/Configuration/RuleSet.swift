// SPDX-License-Identifier: MIT

package import LifelintLanguage
package import LifelintModel

/// The rules in force, with what configuration makes of them: what the engine is given.
package struct RuleSet: Sendable {
    /// A rule and what configuration says of it.
    package struct Selected: Sendable {
        package var rule: Rule
        /// Bundle ids (with `*`) for which it is off; the first app entry that matches decides.
        package var apps: [(app: Glob, rule: Rule?)] = []
        /// It is off, and judged only because a rule that is on uses it: it tells neither findings nor verdicts.
        package var isSilent = false

        package init(rule: Rule) { self.rule = rule }
    }

    /// What an app declares of itself.
    package struct AppDeclaration: Sendable {
        package var app: Glob
        /// Events that it logs: their absence means something.
        package var logs: [EventSelector] = []
        package var durability: Durability?

        package init(app: Glob) { self.app = app }
    }

    package struct Suppression: Sendable {
        package var rule: String
        package var app: Glob?
        package var condition: Condition?
        package var reason: String
        package var until: CalendarDay?
        package var at: SourceLocation

        package init(rule: String, reason: String, at: SourceLocation) {
            self.rule = rule
            self.reason = reason
            self.at = at
        }
    }

    /// By id.
    package var rules: [Selected]
    package var declarations: [AppDeclaration] = []
    package var suppressions: [Suppression] = []
    /// Ids of rules about endings: of those violated for one run's end the first is the primary.
    package var headlines: [String] = []
    /// The spans that exist, declared and derived.
    package var spans: [SpanDeclaration]

    package init(rules: [Selected], spans: [SpanDeclaration]) {
        self.rules = rules
        self.spans = spans
    }
}
