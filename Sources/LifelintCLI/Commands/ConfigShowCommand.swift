// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import LifelintRules

/// `lifelint config show`: what is in force, and who said so.
struct ConfigShowCommand: Command {
    var declaration: CommandSpec {
        CommandSpec(
            name: "config show", summary: "Show the configuration in force, with the origin of each value.",
            operand: .init(
                placeholder: "FILE",
                help: "Configurations to show, one after the other (default: the nearest .lifelint.yml).",
                isRequired: false, isRepeatable: true, completion: .files),
            sections: [
                .init(
                    title: "What wins",
                    entries: [
                        (
                            "",
                            "Later wins: the rule's own defaults, what is extended (in order), rules, the app's rules, "
                                + "the command line."
                        )
                    ])
            ],
            examples: [
                .init(line: "lifelint config show", what: "Of the nearest .lifelint.yml."),
                .init(line: "lifelint config show --select strict", what: "What that would change."),
            ])
    }

    var options: [SettingOption<RuleArguments>] { RuleArguments.options }
    var defaults: RuleArguments { RuleArguments() }

    func run(_ settings: RuleArguments, operands: [String], console: Console) throws(UsageError) -> ExitStatus {
        if !operands.isEmpty, settings.file != nil {
            throw UsageError(.conflict, "a configuration is named once: with --config, or as an argument")
        }
        var texts: [String] = []
        for file in operands.isEmpty ? [settings.file] : operands.map(Optional.some) {
            var arguments = settings
            arguments.file = file
            let rules = try arguments.load(console, isBrief: true)
            texts.append(ConfigurationText.text(rules.effective, digest: rules.digest))
        }
        console.print(texts.joined(separator: "\n"))
        return .success
    }
}

/// A configuration in force as text.
enum ConfigurationText {
    /// A line for each value: what, how, and who said so.
    ///
    /// - Parameter digest: that of reports with this configuration.
    static func text(_ configuration: EffectiveConfiguration, digest: String) -> String {
        var rows: [[String]] = []
        rows.append(["file", configuration.file ?? "none found", ""])
        rows.append(["digest", digest, ""])
        rows.append(["preset", configuration.preset.value, configuration.preset.origin.description])
        rows += configuration.others.map { [$0.name, $0.value, $0.origin.description] }
        for rule in configuration.rules {
            rows.append([name(rule), rule.isOn ? "on" : "off", rule.origin.description])
            // What a rule that is off would do matters to nobody, unless somebody said it.
            for setting in rule.settings where rule.isOn || setting.origin != .standard {
                rows.append(["  " + setting.name, setting.value, setting.origin.description])
            }
        }
        return RuleTable.columns(rows.map { $0.last == "" ? Array($0.dropLast()) : $0 })
    }

    private static func name(_ rule: EffectiveConfiguration.RuleRow) -> String {
        rule.app.map { "apps.\($0).\(rule.id)" } ?? rule.id
    }
}
