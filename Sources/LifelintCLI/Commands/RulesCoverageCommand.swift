// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintLanguage
import LifelintModel
import LifelintRules

/// `lifelint rules coverage`: which rules these logs let judge, what they would have to show for the others, and how.
struct RulesCoverageCommand: Command {
    struct Settings: Sendable {
        var input = InputSettings()
        var rules = RuleArguments()
    }

    var declaration: CommandSpec {
        CommandSpec(
            name: "rules coverage",
            summary: "Tell which rules could judge these logs, what the logs lack for the others, and how to log it.",
            operand: InputSettings.operand,
            sections: [
                .init(
                    title: "Exit status",
                    entries: [
                        ("0", "everything was read"),
                        (
                            "2",
                            "the command line, the configuration or a rule is wrong, or input is unread, and the rest was "
                                + "judged"
                        ),
                    ])
            ],
            examples: [
                .init(line: "lifelint rules coverage logs/", what: "Every rule of the preset in force."),
                .init(
                    line: "lifelint rules coverage logs/ --select saving",
                    what: "What these logs would have to show for the rules about saving."),
            ])
    }

    var options: [SettingOption<Settings>] {
        RuleArguments.options.map { $0.lifted(\.rules) }
            + InputSettings.readingOptions.map { $0.lifted(\.input) }
            + InputSettings.workingOptions.map { $0.lifted(\.input) }
    }

    var defaults: Settings { Settings() }

    func run(_ settings: Settings, operands: [String], console: Console) throws(UsageError) -> ExitStatus {
        let rules = try settings.rules.load(console, isBrief: true)
        let analysis = try settings.input.analyze(operands, by: rules, console: console)
        console.print(CoverageTable.text(rules.effective.ruleSet.rules.map(\.rule.id), analysis.header))
        settings.input.noteUnread(analysis, console: console)
        return ExitStatus.ofReading(analysis.header)
    }
}

/// What became of each rule on some logs.
enum CoverageTable {
    /// A line for each rule with its verdicts; below those that came to none, why.
    static func text(_ rules: [String], _ header: ReportHeader) -> String {
        if rules.isEmpty { return "no rule is selected\n" }
        var rows = [["rule", "violated", "satisfied", "inconclusive", "not evaluated"]]
        var lacking: [(rule: String, names: [String])] = []
        var others: [[String]] = []
        var judged = 0
        var idle = 0
        for rule in rules {
            let counts = header.verdicts[rule] ?? VerdictCounts()
            rows.append(
                [rule] + [counts.violated, counts.satisfied, counts.inconclusive, counts.notEvaluated].map(String.init))
            if counts.violated > 0 || counts.satisfied > 0 {
                judged += 1
            } else if counts.inconclusive == 0, counts.notEvaluated == 0 {
                idle += 1
            }
            let names = counts.requirements.sorted()
            if !names.isEmpty { lacking.append((rule, names)) }
            let why = counts.reasons.keys.sorted().compactMap { otherReasons[SkippedReason(rawValue: $0)] }
            if !why.isEmpty { others.append(["  " + rule, why.joined(separator: "; ")]) }
        }
        var text = RuleTable.columns(rows)
        if !lacking.isEmpty {
            text += "\nNot evaluated where no log shows\n"
            text += RuleTable.columns(lacking.map { ["  " + $0.rule, $0.names.joined(separator: ", ")] })
            text += LoggingAdvice.text(lacking)
        }
        if !others.isEmpty { text += "\nNot evaluated for another reason\n" + RuleTable.columns(others) }
        text += "\n\(RulesUnderTest.count(rules.count, "rule")): \(judged) judged something"
        if idle > 0 { text += ", \(idle) met nothing to judge" }
        return text + "\n"
    }

    /// What else a rule may lack.
    private static let otherReasons: [SkippedReason: String] = [
        .tooFewRuns: "more runs or cases: a habit is not told from so few",
        .valueMissing: "a value, such as how long a callback took: duration, or phase=begin and phase=end",
    ]
}
