// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel

/// `lifelint rules schema --report`: the JSON Schema of the JSON report.
struct RulesSchemaCommand: Command {
    struct Settings: Sendable {
        var isReport = false
    }

    var declaration: CommandSpec {
        CommandSpec(
            name: "rules schema", summary: "Print a JSON Schema.",
            examples: [
                .init(
                    line: "lifelint rules schema --report > report.schema.json",
                    what: "The schema of 'lifelint analyze --report json'.")
            ])
    }

    var options: [SettingOption<Settings>] {
        [.flag(OptionSpec(name: "report", help: "The schema of the JSON report."), \.isReport)]
    }

    var defaults: Settings { Settings() }

    func run(_ settings: Settings, operands: [String], console: Console) throws(UsageError) -> ExitStatus {
        guard settings.isReport else { throw UsageError(.missingValue, "say which schema: --report") }
        let schema = ReportSchema.json
        console.print(schema.hasSuffix("\n") ? schema : schema + "\n")
        return .success
    }
}
