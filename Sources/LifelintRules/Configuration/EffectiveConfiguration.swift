// SPDX-License-Identifier: MIT

import LifelintModel

/// What is in force: which rules are on, with which values, and where each of these comes from.
///
/// Later wins: the rule's own defaults, what is extended (in order), `rules:`, the app's `rules:`, the command line.
package struct EffectiveConfiguration: Sendable {
    /// Who said so.
    package enum Origin: Sendable, Hashable, CustomStringConvertible {
        /// The rule, or lifelint itself.
        case standard
        case file(String, line: Int)
        /// An option of the command line.
        case option(String)

        init(_ place: SourceLocation) { self = .file(place.file, line: place.line) }

        package var description: String {
            switch self {
            case .standard: "default"
            case .file(let file, let line): "\(file):\(line)"
            case .option(let name): name
            }
        }
    }

    /// A value in force.
    package struct Setting: Sendable, Hashable {
        package var name: String
        package var value: String
        package var origin: Origin
    }

    /// A rule, as it stands for all apps or for those of a pattern.
    package struct RuleRow: Sendable, Hashable {
        package var id: String
        /// Nil for all apps.
        package var app: String?
        package var isOn: Bool
        /// Who switched it on or off.
        package var origin: Origin
        /// Its severity, if it has one, and its parameters in their order.
        package var settings: [Setting]
    }

    /// The configuration file.
    package var file: String?
    /// A preset's name, or what was selected in its place.
    package var preset: Setting
    /// Every rule by id, each followed by what apps have of their own.
    package var rules: [RuleRow]
    /// Everything else that was said: events, spans, paths, apps, suppressions.
    package var others: [Setting]
    /// What the engine is given.
    package var ruleSet: RuleSet
    /// 16 hexadecimal digits: equal digests mean equal configurations, wherever they are written.
    package var digest: String
}
