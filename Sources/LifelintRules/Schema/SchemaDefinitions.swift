// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// The pieces that schemas share.
enum SchemaDefinitions {
    /// Those that files of a kind need.
    static func all(for kind: RuleSchema.Kind) -> [(key: String, value: SchemaValue)] {
        switch kind {
        case .rules: names + rule
        case .recognisers: [("condition", condition), ("eventName", eventName), ("record", record), ("line", line)]
        case .spans: [("condition", condition), ("eventName", eventName), ("event", event), ("span", declaredSpan)]
        case .config:
            [
                ("condition", condition), ("eventName", eventName), ("event", event), ("span", declaredSpan),
                ("value", value), ("severity", severity), ("ruleSetting", ruleSetting), ("app", app),
                ("suppression", suppression),
            ]
        }
    }

    // MARK: Names

    private static var names: [(key: String, value: SchemaValue)] {
        [
            ("severity", severity), ("value", value), ("condition", condition), ("eventName", eventName),
            ("event", event), ("events", .oneOrMore(.reference("event"))), ("span", span), ("cause", cause),
            ("causes", causes), ("limit", limit),
        ]
    }

    private static var severity: SchemaValue { .name(of: Finding.Severity.allCases.map(\.rawValue)) }

    private static var value: SchemaValue {
        .object([("type", .list([.text("string"), .text("number"), .text("boolean")]))])
    }

    private static var condition: SchemaValue { .object([("type", .list([.text("string"), .text("boolean")]))]) }

    /// The known names, for completion; custom ones and globs are as good.
    private static var eventName: SchemaValue { .any([.name(of: KnownEvents.names), .string()]) }

    private static var event: SchemaValue {
        .any([
            .reference("eventName"),
            .record(
                RuleKeys.event + [
                    .init("within", "In which time, where a run is looked at."),
                    .init("in", "run: told in this very run."),
                    .init("repeat", "How often in a row: 2, or 2+."),
                    .init("during", "Spans one of which is open then, where a run is looked at."),
                    .init("near", "Events one of which lies within the time, where a run is looked at."),
                ], required: ["event"]
            ) { key in
                switch key {
                case "event": .oneOrMore(.reference("eventName"))
                case "where": .reference("condition")
                case "phase": .name(of: ["begin", "end"])
                case "same": .oneOrMore(.string())
                case "capture": .map(of: .string())
                case "in": .name(of: ["run"])
                case "repeat": .number
                default: .object([])
                }
            },
        ])
    }

    private static var span: SchemaValue {
        .any([
            .name(of: RuleNames.derivedSpans + RuleNames.callbacks), .string(),
            .record([
                .init("span", "Its name."), .init("where", "A condition on the instance."),
                .init("from", "The event that begins it."), .init("to", "The event that ends it."),
            ]) {
                $0 == "where" ? .reference("condition") : $0 == "span" ? .oneOrMore(.string()) : .reference("events")
            },
        ])
    }

    private static var cause: SchemaValue {
        .any([.name(of: EndingCause.allCases.map(\.rawValue)), .string(pattern: "[*?{]")])
    }

    private static var causes: SchemaValue {
        .any([
            .oneOrMore(.reference("cause")),
            .record([.init("by", "Causes."), .init("confidence", "The least that counts.")], required: ["by"]) {
                $0 == "by"
                    ? .oneOrMore(.reference("cause")) : .name(of: Confidence.allCases.map(\.rawValue))
            },
        ])
    }

    private static var limit: SchemaValue {
        .any([
            .string(pattern: "^([0-9.]+(ns|us|µs|ms|s|m|min|h|d)( of .+)?|.*\\{.*)$"),
            .record(
                [
                    .init("time", "The time."), .init("clock", "What it counts."),
                    .init("of", "The event before the ending."),
                ], required: ["time"]
            ) { key in
                switch key {
                case "clock": .name(of: RuleClock.allCases.map(\.rawValue))
                case "of": .reference("events")
                default: .string()
                }
            },
        ])
    }

    // MARK: Parts of rules

    private static var rule: [(key: String, value: SchemaValue)] {
        let ending: [DeclaredKey] = [
            .init("by", "Causes."), .init("confidence", "The least that counts."),
            .init("during", "Spans one of which was open."), .init("within", "A time and an event: 10s of hang."),
            .init("naming", "Spans of which the message speaks where one is open; none need be."),
        ]
        return [
            ("run", run),
            (
                "requirement",
                .any([.reference("event"), .record([.init("ended_by", "Causes.")]) { _ in .reference("causes") }])
            ),
            (
                "ending",
                .record(ending, required: ["by"]) { key in
                    switch key {
                    case "by": .oneOrMore(.reference("cause"))
                    case "confidence": .name(of: Confidence.allCases.map(\.rawValue))
                    case "during", "naming": .oneOrMore(.reference("span"))
                    default: .reference("limit")
                    }
                }
            ),
            ("step", step),
            ("usually", usually), ("parameterChoice", parameterChoice), ("severityChoice", severityChoice),
            ("branch", branch), ("test", test),
        ]
    }

    private static var run: SchemaValue {
        let further: [DeclaredKey] = [
            .init("same", "Fields that are the same in both runs."), .init("within", "Since its first active edge."),
        ]
        return .record(RuleKeys.runItem + further) { key in
            switch key {
            case "ended_by": .reference("causes")
            case "during": .oneOrMore(.reference("span"))
            case "launch": .oneOrMore(.name(of: Launch.Kind.allCases.map(\.rawValue)))
            case "saw", "missing": .oneOrMore(.oneOrMore(.reference("event")))
            case "state_at_end": .oneOrMore(.name(of: AppState.allCases.map(\.rawValue)))
            case "unsaved": .boolean
            case "where": .reference("condition")
            case "min_runs": .integer(atLeast: 1)
            case "within": .reference("limit")
            default: .oneOrMore(.string())
            }
        }
    }

    private static var step: SchemaValue {
        .any([
            .reference("events"),
            .record([.init("any_of", "Any of these events."), .init("repeat", "How often: 2, or 2+.")]) {
                $0 == "repeat" ? .number : .reference("events")
            },
            .record([.init("not", "None of these events between its neighbours.")]) { _ in .reference("events") },
        ])
    }

    private static var usually: SchemaValue {
        let keys = ["share", "of", "at_least"]
        let declared = RuleKeys.checks.filter { keys.contains($0.name) }
        return .record(declared, required: keys, RuleSchema.ruleValue)
    }

    private static var parameterChoice: SchemaValue {
        .record(
            [
                .init("when", "A condition on the run."), .init("set", "Parameters and their values."),
                .init("times", "What every duration among the parameters is multiplied by."),
            ], required: ["when"]
        ) { key in
            switch key {
            case "when": .reference("condition")
            case "set": .map(of: .reference("value"))
            default: .object([("type", .text("number"))])
            }
        }
    }

    private static var severityChoice: SchemaValue {
        .record(
            [.init("when", "A condition."), .init("severity", "What it is then; none is no finding.")],
            required: ["when", "severity"]
        ) {
            $0 == "when"
                ? .reference("condition") : .name(of: Finding.Severity.allCases.map(\.rawValue) + ["none"])
        }
    }

    private static var branch: SchemaValue {
        let own = RuleKeys.header.filter { ["severity", "message"].contains($0.name) }
        return .record(
            [RuleKeys.branchPreset, RuleKeys.branchAtMost] + own + RuleKeys.guards + RuleKeys.checks,
            RuleSchema.ruleValue)
    }

    private static var test: SchemaValue {
        .record(RuleKeys.test, required: ["name"]) { key in
            switch key {
            case "vacuous": .boolean
            case "preset": .name(of: Rule.Preset.allCases.map(\.rawValue))
            case "severity": .name(of: Finding.Severity.allCases.map(\.rawValue))
            case "confidence": .name(of: Confidence.allCases.map(\.rawValue))
            case "exempt": .oneOrMore(.name(of: RuleTest.Exemption.allCases.map(\.rawValue)))
            case "params": .map(of: .reference("value"))
            case "config": .object([])
            case "logs": .reference("events")
            default: .string()
            }
        }
    }

    // MARK: Other files

    private static var record: SchemaValue {
        .record(RecogniserFileReader.declaredPatternKeys, required: ["where", "means", "sample"]) { key in
            switch key {
            case "where": .reference("condition")
            case "with": .map(of: .scalar)
            case "proven": .boolean
            case "means":
                .oneOrMore(
                    .any([
                        .reference("eventName"),
                        .record([.init("event", "Its name."), .init("with", "What it is given.")], required: ["event"])
                        {
                            $0 == "event" ? .reference("eventName") : .map(of: .scalar)
                        },
                    ]))
            default: .string()
            }
        }
    }

    private static var line: SchemaValue {
        .record(RecogniserFileReader.declaredLineKeys, required: ["says", "means", "sample"]) { key in
            switch key {
            case "from": RuleSchema.source
            case "witness": .name(of: WitnessClass.allCases.map(\.name))
            case "where": .reference("condition")
            case "with": given
            case "says", "sample", "gives": .oneOrMore(.string())
            case "proven": .boolean
            case "means":
                .oneOrMore(
                    .any([
                        .reference("eventName"),
                        .record([.init("event", "Its name."), .init("with", "What it is given.")], required: ["event"])
                        {
                            $0 == "event" ? .reference("eventName") : given
                        },
                    ]))
            default: .string()
            }
        }
    }

    /// What an event is given: texts, or tables from texts to texts.
    private static var given: SchemaValue {
        .map(
            of: .any([
                .scalar,
                .record(
                    [.init("from", "The capture."), .init("map", "What each text becomes.")], required: ["from", "map"]
                ) { $0 == "from" ? .string() : .map(of: .scalar) },
            ]))
    }

    private static var declaredSpan: SchemaValue {
        .record(SpanFileReader.declaredKeys) { key in
            switch key {
            case "begins", "ends", "described_by": .oneOrMore(.reference("event"))
            case "while_open": .name(of: SpanDeclaration.WhileOpen.allCases.map(\.rawValue))
            case "missing_key": .name(of: ["all", "empty"])
            case "pairs": .name(of: SpanDeclaration.Pairs.allCases.map(\.rawValue))
            case "keeps_running", "unique": .boolean
            case "pooled": .reference("condition")
            case "union": .list(of: .any([.string(), .map(of: .reference("condition"))]))
            default: .string()
            }
        }
    }

    private static var ruleSetting: SchemaValue {
        .any([
            .name(of: ["off", "on"]), .boolean,
            .object([
                ("type", .text("object")),
                ("properties", .object([("severity", .reference("severity"))])),
                ("additionalProperties", .reference("value")),
            ]),
        ])
    }

    private static var app: SchemaValue {
        .record(ConfigurationKeys.app) { key in
            switch key {
            case "durability": .name(of: Durability.allCases.map(\.name))
            case "rules": .map(of: .reference("ruleSetting"))
            case "logs": .oneOrMore(.reference("eventName"))
            default: .oneOrMore(.string())
            }
        }
    }

    private static var suppression: SchemaValue {
        .record(ConfigurationKeys.suppression, required: ["rule", "reason"]) {
            $0 == "where" ? .reference("condition") : .string()
        }
    }
}
