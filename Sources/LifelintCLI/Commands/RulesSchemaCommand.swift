// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import LifelintRules

/// `lifelint rules schema`: the JSON Schemas of what people write and of what programs read.
struct RulesSchemaCommand: Command {
    struct Settings: Sendable {
        var kinds: [RuleSchema.Kind] = []
        var isReport = false
    }

    var declaration: CommandSpec {
        CommandSpec(
            name: "rules schema", summary: "Print a JSON Schema: for editors, or for programs that read reports.",
            examples: [
                .init(
                    line: "lifelint rules schema > lifelint-rule.schema.json",
                    what: "For an editor that completes and checks rule files."),
                .init(
                    line: "lifelint rules schema --report > report.schema.json",
                    what: "The schema of 'lifelint analyze --report json'."),
            ])
    }

    var options: [SettingOption<Settings>] {
        let kinds = RuleSchema.Kind.allCases.map { kind in
            SettingOption<Settings>(spec: OptionSpec(name: kind.rawValue, help: Self.help(kind))) { settings, _ in
                settings.kinds.append(kind)
            }
        }
        return kinds + [.flag(OptionSpec(name: "report", help: "The schema of the JSON report."), \.isReport)]
    }

    var defaults: Settings { Settings() }

    func run(_ settings: Settings, operands: [String], console: Console) throws(UsageError) -> ExitStatus {
        guard settings.kinds.count + (settings.isReport ? 1 : 0) <= 1 else {
            throw UsageError(.conflict, "only one schema is printed at a time")
        }
        let schema = settings.isReport ? ReportSchema.json : RuleSchema.json(for: settings.kinds.first ?? .rules)
        console.print(schema.hasSuffix("\n") ? schema : schema + "\n")
        return .success
    }

    private static func help(_ kind: RuleSchema.Kind) -> String {
        switch kind {
        case .rules: "The schema of rule files (the default)."
        case .recognisers: "The schema of recogniser files."
        case .spans: "The schema of vocabulary/spans.yml."
        case .config: "The schema of .lifelint.yml."
        }
    }
}
