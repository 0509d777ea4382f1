// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintLanguage
import LifelintModel
import LifelintRules

/// `lifelint rules test`: runs the tests inside rules.
struct RulesTestCommand: Command {
    struct Settings: Sendable {
        var rules = RuleArguments()
        var isQuiet = false
        var isMutating = false
    }

    var declaration: CommandSpec {
        CommandSpec(
            name: "rules test", summary: "Run the tests inside rules: each log, judged by that rule alone.",
            operand: RulesUnderTest.operand,
            sections: [
                .init(
                    title: "Exit status",
                    entries: [
                        ("0", "all tests passed"), ("1", "a test failed, or did not notice a change of its rule"),
                        ("2", "a rule is wrong, or has no test that fires or none that is silent"),
                    ])
            ],
            examples: [
                .init(line: "lifelint rules test lifelint/rules", what: "The tests of your rules."),
                .init(line: "lifelint rules test", what: "The tests of every rule in force."),
                .init(
                    line: "lifelint rules test my-rule.yml --mutate",
                    what: "Whether its tests notice a limit halved, a guard dropped, the check turned round."),
            ])
    }

    var options: [SettingOption<Settings>] {
        [
            RuleArguments.configuration.lifted(\.rules),
            .flag(OptionSpec(name: "quiet", help: "Print failures only."), \.isQuiet),
            .flag(
                OptionSpec(
                    name: "mutate",
                    help: "Also make each rule wrong in many ways, and tell what its tests do not notice."),
                \.isMutating),
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
        if settings.isMutating, mutate(found, settings, console) > 0 { statuses.append(.findings) }
        if !settings.isQuiet || failures > 0 {
            let verdict = failures == 0 ? (tests == 0 ? "nothing to run" : "all passed") : "\(failures) failed"
            console.print(
                RulesUnderTest.count(found.rules.count, "rule") + ", " + RulesUnderTest.count(tests, "test")
                    + ", \(verdict)\n")
        }
        return ExitStatus.first(of: statuses)
    }

    /// Tells which changes of rules no test noticed, and gives their number.
    private func mutate(_ found: RulesUnderTest, _ settings: Settings, _ console: Console) -> Int {
        var tried = 0
        var survivors = 0
        for rule in found.rules {
            let outcome = MutationTester.outcome(of: rule, in: found.library)
            tried += outcome.tried
            survivors += outcome.survivors.count
            for survivor in outcome.survivors {
                let place = "\(survivor.at.file):\(survivor.at.line)"
                console.print("\(place): \(rule.id): no test notices \(survivor.change)\n")
            }
        }
        if !settings.isQuiet || survivors > 0 {
            console.print(
                RulesUnderTest.count(tried, "change") + ", "
                    + (survivors == 0 ? "all noticed" : "\(survivors) not noticed") + "\n")
        }
        return survivors
    }
}
