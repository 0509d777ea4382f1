// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// JSON Schemas (draft 7) of the files people write: editors complete and check them with these.
///
/// A schema lets through whatever the readers let through; the readers say what is wrong with the rest.
package enum RuleSchema {
    /// The kinds of files.
    package enum Kind: String, CaseIterable, Sendable {
        case rules, recognisers, spans, config
    }

    /// The schema of a kind of file.
    package static func json(for kind: Kind) -> String {
        let (title, root) =
            switch kind {
            case .rules: ("A rule of lifelint", rule)
            case .recognisers: ("A recogniser of lifelint", recogniser)
            case .spans: ("Spans of lifelint", SchemaValue.map(of: .reference("span")))
            case .config: ("The configuration of lifelint", configuration)
            }
        guard case .object(let members) = root else { return "" }
        let schema = SchemaValue.object(
            [
                ("$schema", .text("http://json-schema.org/draft-07/schema#")), ("title", .text(title)),
            ] + members + [("definitions", .object(SchemaDefinitions.all(for: kind)))])
        return schema.json() + "\n"
    }

    private static var rule: SchemaValue {
        .record(
            RuleKeys.header + RuleKeys.guards + RuleKeys.checks, required: ["id", "title", "message"], ruleValue)
    }

    /// The value of a key of a rule, or of a branch of one.
    static func ruleValue(_ key: String) -> SchemaValue {
        switch key {
        case "id": .string(pattern: "^[a-z][a-z0-9]*(-[a-z0-9]+)*$")
        case "preset": .name(of: Rule.Preset.allCases.map(\.rawValue))
        case "at_most": .name(of: RuleReader.AtMost.allCases.map(\.rawValue))
        case "severity": .reference("severity")
        case "params": .map(of: SchemaValue.oneOrMore(.reference("value")))
        case "params_by": .list(of: .reference("parameterChoice"))
        case "severity_by": .list(of: .reference("severityChoice"))
        case "links", "aliases", "subsumes", "uses", "same", "culprit": .oneOrMore(.string())
        case "let": .map(of: .any([.string(pattern: "^(last|first) "), .map(of: .reference("events"))]))
        case "evidence":
            .record([DeclaredKey("min_runs", "How many.")], required: ["min_runs"]) { _ in .integer(atLeast: 1) }
        case "unless_next", "each", "ignore": .reference("run")
        case "interrupted_by": .reference("events")
        case "usually": .reference("usually")
        case "once_per": .any([.name(of: ["appVersion"]), .map(of: .name(of: ["appVersion"]))])
        case "overrides", "strictly": .boolean
        case "tests": .list(of: .reference("test"))
        case "any_of", "all_of", "none_of": .list(of: .reference("branch"), atLeast: 1)
        case "requires": .oneOrMore(.oneOrMore(.reference("requirement")))
        case "where", "applies_if": .reference("condition")
        case "clock": .name(of: RuleClock.allCases.map(\.rawValue))
        case "for_each": .string()
        default: checkValue(key)
        }
    }

    private static func checkValue(_ key: String) -> SchemaValue {
        switch key {
        case "after", "expect", "forbid", "unless", "until", "before", "since", "without", "event", "rising",
            "told_by":
            .reference("events")
        case "at": .reference("events")
        case "between": .list(of: .reference("events"), atLeast: 2)
        case "count": .any([.reference("events"), .map(of: .reference("span"))])
        case "within", "shorter_than": .reference("limit")
        case "longer_than": .any([.reference("limit"), .map(of: .reference("limit"))])
        case "more_than", "times", "streak": .number
        case "at_least_of": .integer(atLeast: 1)
        case "while", "only_during", "never_during", "covered_by", "not_covered_by":
            .oneOrMore(.oneOrMore(.reference("span")))
        case "during", "span", "still_open", "overlaps", "inside", "outlives": .oneOrMore(.reference("span"))
        case "when": .name(of: Check.OpenEnd.Moment.allCases.map(\.rawValue))
        case "on_run_end": .name(of: Check.RunEndVerdict.allCases.map(\.rawValue))
        case "on_silence": .name(of: Check.SilenceVerdict.allCases.map(\.rawValue))
        case "pairs": .name(of: ["in_order", "all"])
        case "per", "across": .name(of: Check.Place.Group.allCases.map(\.rawValue))
        case "when_run_ends": .reference("ending")
        case "sequence": .list(of: .reference("step"), atLeast: 2)
        case "runs", "versions": .list(of: .reference("run"), atLeast: 2)
        case "share", "of": .any([.reference("events"), .reference("span"), .reference("run")])
        case "by": .oneOrMore(.string())
        case "over": .reference("limit")
        case "measure":
            .any([
                .string(),
                .record(
                    [.init("field", "What is measured."), .init("by", "What tells medians apart.")], required: ["field"]
                ) {
                    _ in .string()
                },
            ])
        case "at_least": .string(pattern: "^([0-9]+ of [0-9]+|.*\\{.*)$")
        default: .string()
        }
    }

    private static var recogniser: SchemaValue {
        .record(RecogniserFileReader.declaredKeys, required: ["about"]) { key in
            switch key {
            case "from":
                source
            case "witness": .name(of: WitnessClass.allCases.map(\.name))
            case "events": .oneOrMore(.string())
            case "records": .list(of: .reference("record"))
            case "lines": .list(of: .reference("line"))
            default: .string()
            }
        }
    }

    /// Whose records or lines.
    static var source: SchemaValue {
        .record(RecogniserFileReader.declaredSourceKeys) { key in
            switch key {
            case "any", "bare": .boolean
            case "subsystem", "sender", "app": .string()
            default: .oneOrMore(.string())
            }
        }
    }

    private static var configuration: SchemaValue {
        .record(ConfigurationKeys.top) { key in
            switch key {
            case "extends": .oneOrMore(.string())
            case "rules": .orNothing(.map(of: .reference("ruleSetting")))
            case "apps": .orNothing(.map(of: .reference("app")))
            case "rule_paths", "events", "recognisers": .oneOrMore(.string())
            case "spans": .orNothing(.map(of: .reference("span")))
            case "suppress": .orNothing(.list(of: .reference("suppression")))
            default: .object([])
            }
        }
    }
}

/// The keys of configuration.
enum ConfigurationKeys {
    static let top: [DeclaredKey] = [
        .init("extends", "recommended (the default), strict, all or none, or a file."),
        .init("rules", "By id: off, or severity and parameters."),
        .init("apps", "By bundle id, with *: what an app says of itself, and what holds for it alone."),
        .init("rule_paths", "Folders with more rules; vocabulary and recognisers below them are read, too."),
        .init("events", "Names of custom events that rules may use."),
        .init("spans", "Spans of the app’s own events."), .init("recognisers", "Files of recognisers."),
        .init("suppress", "Findings that do not count, with the reason."),
    ]
    static let app: [DeclaredKey] = [
        .init("logs", "Events that the app logs: their absence means something."),
        .init("durability", "Whether its log may lose the last seconds at a kill."),
        .init("recognisers", "Files of recognisers."), .init("rules", "By id: off, or severity and parameters."),
    ]
    static let suppression: [DeclaredKey] = [
        .init("rule", "The id of the rule."), .init("app", "A bundle id, with *."),
        .init("where", "A condition on the finding."), .init("reason", "Why it does not count."),
        .init("until", "The last day on which it does not count: YYYY-MM-DD."),
    ]
}
