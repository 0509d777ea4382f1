// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import LifelintRules

/// `lifelint rules test`: runs the tests inside rules.
struct RulesTestCommand: Command {
    struct Settings: Sendable {
        var rules = RuleArguments()
        var isQuiet = false
    }

    var declaration: CommandSpec {
        CommandSpec(
            name: "rules test", summary: "Run the tests inside rules: each log, judged by that rule alone.",
            operand: RulesUnderTest.operand,
            sections: [
                .init(
                    title: "Exit status",
                    entries: [
                        ("0", "all tests passed"), ("1", "a test failed"),
                        ("2", "a rule is wrong, or has no test that fires or none that is silent"),
                    ])
            ],
            examples: [
                .init(line: "lifelint rules test lifelint/rules", what: "The tests of your rules."),
                .init(line: "lifelint rules test", what: "The tests of every rule in force."),
            ])
    }

    var options: [SettingOption<Settings>] {
        [
            RuleArguments.configuration.lifted(\.rules),
            .flag(OptionSpec(name: "quiet", help: "Print failures only."), \.isQuiet),
        ]
    }

    var defaults: Settings { Settings() }

    func run(_ settings: Settings, operands: [String], console: Console) throws(UsageError) -> ExitStatus {
        let found = try RulesUnderTest.load(operands, settings.rules, console)
        var statuses = [found.tell(console)]
        var tests = 0
        var failures = 0
        for rule in found.rules {
            for result in RuleTester.test(rule, in: found.library) {
                tests += 1
                if result.isPassed { continue }
                failures += 1
                console.print(result.description + "\n")
            }
        }
        if failures > 0 { statuses.append(.findings) }
        if !settings.isQuiet || failures > 0 {
            let verdict = failures == 0 ? (tests == 0 ? "nothing to run" : "all passed") : "\(failures) failed"
            console.print(
                RulesUnderTest.count(found.rules.count, "rule") + ", " + RulesUnderTest.count(tests, "test")
                    + ", \(verdict)\n")
        }
        return ExitStatus.first(of: statuses)
    }
}
