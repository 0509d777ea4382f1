// SPDX-License-Identifier: MIT

/// The fields of every noun: the table of `rules/README.md`, “Fields of conditions”.
enum ConditionFields {
    /// The field of that name, where the noun declares it.
    static func field(_ name: String, of noun: ConditionNoun) -> ConditionField? {
        switch noun {
        case .event: events[name]
        case .span: spans[name]
        case .run: runs[name]
        case .scene: scenes[name]
        case .device: devices[name]
        case .rule: rules[name]
        case .record: nil
        }
    }

    private static let events = table(of: .event)
    private static let spans = table(of: .span)
    private static let runs = table(of: .run)
    private static let scenes = table(of: .scene)
    private static let devices = table(of: .device)
    private static let rules = table(of: .rule)

    private static func table(of noun: ConditionNoun) -> [String: ConditionField] {
        var table: [String: ConditionField] = [:]
        for field in declarations(of: noun) { table[field.path] = field }
        return table
    }

    static func declarations(of noun: ConditionNoun) -> [ConditionField] {
        switch noun {
        case .event: event + attributes
        case .span: span + attributes.filter { attribute in !span.contains { $0.path == attribute.path } }
        case .run: (run + EndingDetail.allCases.map(detail)).map { $0.closed() }
        case .scene: scene.map { $0.closed() }
        case .device: device
        case .rule: rule.map { $0.closed() }
        case .record: []
        }
    }

    private static let hosts = ProcessHost.allCases.compactMap(\.name)
    private static let causes = EndingCause.allCases.map(\.rawValue)

    private static let event: [ConditionField] = [
        .init("name", .string), .init("time", .instant), .init("clockStep", .duration),
        .init("phase", .string, ["begin", "end"]), .init("duration", .duration), .init("main", .bool),
        .init("state", .string, ["active", "inactive", "background"]), .init("scene", .key),
        // `process.state` has an attribute of this name with fixed values.
        .init("task", .key, ["running", "suspended", "notRunning"]),
        .init("via", .string, EventVia.allCases.compactMap(\.name)),
        .init("class", .string, WitnessClass.allCases.map(\.name)),
        .init("process", .string), .init("device", .string), .init("boot", .string), .init("pid", .integer),
        .init("host", .string, hosts), .init("appVersion", .version), .init("build", .version), .init("os", .version),
        .init("model", .string),
    ]

    private static let span: [ConditionField] = [
        .init("kind", .string, AttributeKey.kind.words), .init("key", .key), .init("name", .string),
        .init("begin", .instant), .init("end", .instant), .init("duration", .duration),
        .init("wallDuration", .duration), .init("replaced", .bool), .init("inferred", .bool), .init("blocked", .bool),
        .init("hidden", .bool), .init("openAtEnd", .bool), .init("via", .string, EventVia.allCases.compactMap(\.name)),
    ]

    private static let run: [ConditionField] = [
        .init("id", .string), .init("app", .string), .init("process", .string), .init("host", .string, hosts),
        .init("hostTold", .string, hosts.map { $0 == "watch" ? "watch app" : $0 }),
        .init("version", .version), .init("build", .version), .init("os", .version), .init("model", .string),
        .init("device", .string), .init("boot", .string), .init("pid", .integer), .init("debugger", .bool),
        .init("harness", .bool), .init("simulator", .bool), .init("mac", .bool), .init("start", .instant),
        .init("end", .instant),
        .init("startKnown", .bool), .init("endKnown", .bool), .init("duration", .duration),
        .init("wallDuration", .duration), .init("stateAtEnd", .string, AppState.allCases.map(\.rawValue)),
        .init("stateTold", .string, AppState.allCases.map(\.rawValue) + ["in front"]),
        .init("visible", .bool), .init("mode", .string), .init("unsaved", .integer), .init("openTasks", .integer),
        .init("openCalls", .integer),
        .init("lastEvent", .string), .init("buffered", .bool),
        .init("launch.kind", .string, Launch.Kind.allCases.map(\.rawValue)),
        .init("launch.reason", .string, Launch.Reason.allCases.map(\.rawValue)),
        .init("launch.after", .string, causes), .init("launch.afterUpdate", .bool), .init("launch.afterBoot", .bool),
        .init("launch.beforeFirstUnlock", .bool), .init("launch.firstEver", .bool),
        .init("launch.afterForceQuit", .bool), .init("ending.cause", .string, causes),
        .init("ending.causeTold", .string),
        .init("ending.confidence", .string, ["possible", "likely", "certain"]),
    ]

    private static let scene: [ConditionField] = [
        .init("id", .key), .init("state", .string, SceneState.allCases.map(\.rawValue)), .init("role", .string),
        .init("connectedAt", .instant), .init("run", .string),
    ]

    private static let device: [ConditionField] = [
        .init("id", .string), .init("model", .string), .init("os", .version), .init("boot", .string),
    ]

    private static let rule: [ConditionField] = [
        .init("id", .string), .init("severity", .string, ["error", "warning", "info"]), .init("limit", .any),
        .init("value", .any), .init("count", .integer),
    ]

    /// What conditions about findings may name before the fields of what a finding is about.
    static let findings = finding.map { $0.closed() }
    private static let finding: [ConditionField] = [
        .init("id", .string), .init("severity", .string, ["error", "warning", "info"]),
        .init("confidence", .string, Confidence.allCases.map(\.rawValue)), .init("key", .key),
        .init("culprit", .string),
        .init("message", .string), .init("count", .integer),
    ]

    private static let attributes: [ConditionField] = AttributeKey.declarations.map { row in
        // `path`, `document` and `name` tell spans apart, but are written as text.
        ConditionField(row.name, kind(row.type), row.key.words)
    }

    private static func detail(_ detail: EndingDetail) -> ConditionField {
        let kind: ConditionField.Kind =
            switch detail {
            case .limit, .code: .any
            case .allowance: .duration
            case .signal, .exitStatus: .integer
            case .cpuShare: .number
            case .sceneMandate, .duringHang: .bool
            default: .string
            }
        let words: [String] =
            switch detail {
            case .load: ["blocked", "busy", "starved"]
            case .allowanceOf: ["processor"]
            default: []
            }
        return ConditionField("ending.detail.\(detail.rawValue)", kind, words)
    }

    private static func kind(_ type: AttributeType) -> ConditionField.Kind {
        switch type {
        case .string: .string
        case .integer: .integer
        case .number: .number
        case .bool: .bool
        case .duration: .duration
        case .bytes: .bytes
        case .any: .any
        }
    }
}

extension AttributeKey {
    /// The values that the vocabulary names for it; empty where it takes any.
    package var words: [String] {
        switch self {
        case .intent: ["foreground", "background", "prewarm"]
        case .visibility: ["foreground", "background"]
        case .session: ["background"]
        case .kind:
            // Activities, scheduled tasks, resources: whatever an event of the vocabulary gives a kind.
            [
                "game", "video", "audio", "animation", "timer", "navigation", "location", "workout", "bluetooth",
                "accessory", "camera", "microphone", "download", "refresh", "processing", "continued", "view", "cache",
                "document",
            ]
        default: []
        }
    }
}
