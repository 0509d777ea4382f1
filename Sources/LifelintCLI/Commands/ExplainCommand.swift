// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import LifelintRules

/// `lifelint explain`: what an ending means, or what a rule is about.
struct ExplainCommand: Command {
    struct Settings: Sendable {
        var rules = RuleArguments()
        var isFormula = false
    }

    var declaration: CommandSpec {
        CommandSpec(
            name: "explain", summary: "Tell what an ending means, or what a rule finds and what to do about it.",
            operand: .init(
                placeholder: "RULE|CAUSE", help: "A rule, or a cause of an ending; without one, all causes are listed.",
                isRequired: false, completion: .words(Self.causes + RuleLibrary.shippedIds)),
            examples: [
                .init(line: "lifelint explain reclaimed", what: "What it means that a suspended app was ended."),
                .init(line: "lifelint explain slow-launch", what: "Why that is bad, what to do, and a log of each kind."),
                .init(line: "lifelint explain", what: "All causes, a line each."),
            ])
    }

    var options: [SettingOption<Settings>] {
        [
            .flag(OptionSpec(name: "formula", help: "Print the formula that a rule means, instead."), \.isFormula),
            RuleArguments.rules.lifted(\.rules), RuleArguments.configuration.lifted(\.rules),
        ]
    }

    var defaults: Settings { Settings() }

    func run(_ settings: Settings, operands: [String], console: Console) throws(UsageError) -> ExitStatus {
        guard let name = operands.first else {
            if settings.isFormula { throw UsageError(.missingOperand, "--formula needs a rule") }
            console.print(HelpText.table(EndingCause.allCases.map { ($0.rawValue, $0.page.title) }))
            return .success
        }
        if let cause = EndingCause(rawValue: name), !settings.isFormula {
            let page = EndingPageText.render(cause)
            console.print(page.hasSuffix("\n") ? page : page + "\n")
            return .success
        }
        let known = try settings.rules.load(console).library.rules
        guard let rule = known.first(where: { $0.id == name }) ?? known.first(where: { $0.aliases.contains(name) })
        else {
            let names = Self.causes + known.map(\.id) + known.flatMap(\.aliases)
            throw UsageError(
                .unknownTopic,
                "no rule and no cause is called '\(name)'" + Suggestion.question(for: name, among: names),
                hint: "Run 'lifelint rules list' for all rules, 'lifelint explain' for all causes.")
        }
        console.print(settings.isFormula ? FormulaText.text(rule) : RulePage.text(rule))
        return .success
    }

    private static var causes: [String] { EndingCause.allCases.map(\.rawValue) }
}
