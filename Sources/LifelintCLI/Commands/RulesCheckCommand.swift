// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel

/// `lifelint rules check`: whether rule files are right, without running anything.
struct RulesCheckCommand: Command {
    var declaration: CommandSpec {
        CommandSpec(
            name: "rules check", summary: "Check rule files, and tell what is wrong or doubtful in them.",
            operand: RulesUnderTest.operand,
            sections: [
                .init(
                    title: "Exit status",
                    entries: [
                        ("0", "all can be used; there may be warnings"),
                        ("2", "a rule is wrong, or has no test that fires or none that is silent"),
                    ])
            ],
            examples: [
                .init(line: "lifelint rules check lifelint/rules", what: "Your rules."),
                .init(line: "lifelint rules check", what: "Every rule in force, those that ship included."),
            ])
    }

    var options: [SettingOption<RuleArguments>] { [RuleArguments.configuration] }
    var defaults: RuleArguments { RuleArguments() }

    func run(_ settings: RuleArguments, operands: [String], console: Console) throws(UsageError) -> ExitStatus {
        let found = try RulesUnderTest.load(operands, settings, console)
        let status = found.tell(console)
        var line = RulesUnderTest.count(found.rules.count, "rule") + ": "
        line += found.errors.isEmpty ? "no errors" : RulesUnderTest.count(found.errors.count, "error")
        if !found.warnings.isEmpty { line += ", " + RulesUnderTest.count(found.warnings.count, "warning") }
        console.print(line + "\n")
        return status
    }
}
