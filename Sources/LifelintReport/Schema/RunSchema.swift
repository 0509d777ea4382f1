// SPDX-License-Identifier: MIT

import LifelintModel

/// The part of the schema that describes runs.
enum RunSchema {
    /// Its definitions.
    static var definitions: [(key: String, value: SchemaNode)] {
        [
            ("run", .record(identity + course)), ("ending", ending), ("edge", edge),
            ("state", stretch(AppState.allCases.map(\.rawValue))),
            ("sceneState", stretch(SceneState.allCases.map(\.rawValue))),
        ]
    }

    private static var identity: [(key: String, value: SchemaNode)] {
        [
            ("id", .string("<app|process|->/<device|->/<pid|->@<start>; equal ones get #2, #3 in order.")),
            ("app", .nullable(.string(), "Bundle id.")), ("process", .nullable(.string(), "Process name.")),
            ("host", .nullable(.name(of: ProcessHost.allCases.compactMap(\.name)))), ("version", .nullable(.string())),
            ("build", .nullable(.string())), ("os", .nullable(.string())), ("model", .nullable(.string())),
            ("device", .nullable(.string())), ("boot", .nullable(.string())), ("pid", .nullable(.integer())),
            ("debugger", .boolean()), ("harness", .boolean()), ("simulator", .boolean()),
        ]
    }

    private static var course: [(key: String, value: SchemaNode)] {
        [
            ("start", .reference("edge")), ("end", .reference("edge")), ("launch", launch),
            ("stateAtEnd", .nullable(.name(of: AppState.allCases.map(\.rawValue)))),
            ("visible", .boolean("The user noticed the end.")), ("ending", .reference("ending")),
            ("states", .array(of: .reference("state"), "By beginning.")),
            (
                "scenes",
                .array(
                    of: .record([
                        ("id", .string("Empty where the log has none.")),
                        ("states", .array(of: .reference("sceneState"))),
                    ]), "By key.")
            ),
            ("spans", .array(of: span, "By beginning, then kind and key.")),
            ("events", .array(of: event, maximum: RunLimits.keptEvents, "Those that matter most, by time.")),
            ("eventsOmitted", .count("Events of the run that are not listed.")),
            ("counters", .array(of: counter, "By name.")), ("anomalies", .array(of: anomaly, "By time.")),
            ("story", .string("One paragraph for people.")),
        ]
    }

    private static var edge: SchemaNode {
        .record([("time", .reference("time")), ("known", .boolean("Seen rather than concluded."))])
    }

    private static var launch: SchemaNode {
        .record([
            ("kind", .name(of: Launch.Kind.allCases.map(\.rawValue))),
            ("reason", .nullable(.name(of: Launch.Reason.allCases.map(\.rawValue)))),
            ("after", .nullable(.reference("cause"), "What ended the previous run of the app on that device.")),
            ("confidence", .nullable(.reference("confidence"), "How sure the kind is.")),
            ("afterUpdate", .boolean()), ("afterBoot", .boolean()), ("beforeFirstUnlock", .boolean()),
            ("firstEver", .boolean()), ("afterForceQuit", .boolean()),
        ])
    }

    private static func stretch(_ states: [String]) -> SchemaNode {
        .record([
            ("state", .name(of: states)), ("from", .reference("time")),
            ("to", .nullable(.reference("time"), "Null only while the run has no end.")),
            ("inferred", .boolean("Concluded rather than told.")),
        ])
    }

    private static var span: SchemaNode {
        .record([
            ("kind", .string()), ("key", .string("Empty where the log has none.")), ("name", .nullable(.string())),
            ("from", .reference("time")), ("to", .nullable(.reference("time"))), ("inferred", .boolean()),
            ("replaced", .boolean("Closed because it was begun again while open.")),
            (
                "ended",
                .boolean("Its own end was told; false where it was open when the run ended, goes on, or was replaced.")
            ),
        ])
    }

    private static var event: SchemaNode {
        .record([
            ("time", .reference("time")), ("event", .string()), ("scene", .nullable(.string())),
            ("at", .reference("place")),
            ("text", .string("The beginning of its line: at most \(RunLimits.eventText) bytes of it.")),
        ])
    }

    private static var counter: SchemaNode {
        let sample = SchemaNode.object([
            ("type", .text("array")), ("prefixItems", .list([.reference("time"), .integer()])),
            ("minItems", .number(2)),
            ("maxItems", .number(2)),
        ])
        return .record([
            ("name", .string()), ("unit", .string()),
            ("samples", .array(of: sample, maximum: RunLimits.counterSamples, "By time.")),
        ])
    }

    private static var anomaly: SchemaNode {
        .record([
            ("code", .name(of: Anomaly.Code.allCases.map(\.rawValue))), ("message", .string("For people.")),
            ("at", .reference("place")),
        ])
    }

    // MARK: Endings

    private static var ending: SchemaNode {
        .record([
            ("cause", .reference("cause")), ("confidence", .reference("confidence")),
            (
                "detail",
                .partial(EndingDetail.allCases.map { (key: $0.rawValue, value: detail($0)) }, "Keys as they apply.")
            ),
            (
                "because",
                .array(
                    of: .record([("text", .string("The line.")), ("at", .reference("place"))]), "What it rests on.")
            ),
            (
                "ruledOut",
                .array(of: .record([("cause", .reference("cause")), ("because", .string("In words."))]))
            ),
            (
                "candidates",
                .array(
                    of: .record([
                        ("cause", .reference("cause")),
                        ("likelihood", .name(of: [Confidence.likely.rawValue, Confidence.possible.rawValue])),
                    ]), "Most likely first.")
            ),
        ])
    }

    private static func detail(_ key: EndingDetail) -> SchemaNode {
        switch key.type {
        case .text: .string(text(key))
        case .flag: .boolean()
        case .integer: .integer()
        case .number: .real("As the evidence states it.")
        case .seconds: .real("Seconds.")
        case .bytes: .integer("Bytes.")
        case .code: .string("Lower-case hexadecimal.", pattern: "^0x[0-9a-f]+$")
        }
    }

    private static func text(_ key: EndingDetail) -> String {
        switch key {
        case .load: "What the main thread was: blocked, busy or starved."
        case .allowanceOf: "processor where `allowance` is time of the processor; else it is time that passed."
        default: ""
        }
    }
}
