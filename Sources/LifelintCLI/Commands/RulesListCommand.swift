// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintLanguage
import LifelintModel
import LifelintRules

/// `lifelint rules list`: which rules there are.
struct RulesListCommand: Command {
    enum Format: String, CaseIterable, Sendable { case text, json }

    struct Settings: Sendable {
        var rules = RuleArguments()
        var format = Format.text
    }

    var declaration: CommandSpec {
        CommandSpec(
            name: "rules list", summary: "List the rules: those that ship, and yours.",
            examples: [
                .init(line: "lifelint rules list", what: "Every rule, a line each."),
                .init(line: "lifelint rules list --select recommended", what: "Those that run where nothing is said."),
                .init(line: "lifelint rules list --select tasks --format json", what: "For programs."),
            ])
    }

    var options: [SettingOption<Settings>] {
        RuleArguments.options.map { $0.lifted(\.rules) }
            + [.choice(OptionSpec(name: "format", help: "How they are listed (default: text)."), \.format)]
    }

    var defaults: Settings { Settings() }

    func run(_ settings: Settings, operands: [String], console: Console) throws(UsageError) -> ExitStatus {
        var arguments = settings.rules
        // A list is of all rules, whatever preset is in force.
        if arguments.select == nil { arguments.select = [Rule.Preset.all.rawValue] }
        let rules = try arguments.load(console, isBrief: true).effective.ruleSet.rules.map(\.rule)
        switch settings.format {
        case .text: console.print(RuleTable.text(rules))
        case .json: console.print(RuleTable.json(rules))
        }
        return .success
    }
}
