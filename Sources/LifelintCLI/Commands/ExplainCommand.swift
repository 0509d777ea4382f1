// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintLanguage
import LifelintModel
import LifelintRules

/// `lifelint explain`: what an ending means, what a rule is about, or what a word or a line of a report or log means.
struct ExplainCommand: Command {
    struct Settings: Sendable {
        var rules = RuleArguments()
        var isFormula = false
        var isMarkdown = false
    }

    var declaration: CommandSpec {
        CommandSpec(
            name: "explain", summary: "Tell what an ending means, or what a rule finds and what to do about it.",
            operand: .init(
                placeholder: "RULE|CAUSE|WORD",
                help:
                    "A rule, a cause of an ending, or what stands in a report or a log: a termination code or namespace, a "
                    + "bug type, a jetsam reason, an exception, a signal, a callback, a counter, or a line; without one, all "
                    + "causes are listed.",
                isRequired: false, completion: .words(Self.causes + RuleLibrary.shippedIds)),
            examples: [
                .init(line: "lifelint explain reclaimed", what: "What it means that a suspended app was ended."),
                .init(line: "lifelint explain 0x8badf00d", what: "What the code of a termination means."),
                .init(line: "lifelint explain slow-launch", what: "Why that is bad, and what to do."),
                .init(
                    line: "lifelint explain sceneDidEnterBackground",
                    what: "When it is called, and which rules listen to it."),
                .init(line: "lifelint explain", what: "All causes, a line each."),
            ])
    }

    var options: [SettingOption<Settings>] {
        [
            .flag(OptionSpec(name: "formula", help: "Print the formula that a rule means, instead."), \.isFormula),
            .flag(
                OptionSpec(name: "markdown", help: "Print the page of a rule or cause as Markdown."), \.isMarkdown),
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
        let width = Self.width(console.surroundings)
        if let cause = EndingCause(rawValue: name), settings.isMarkdown, !settings.isFormula {
            let page = EndingPageMarkdown.render(cause)
            console.print(page.hasSuffix("\n") ? page : page + "\n")
            return .success
        }
        let library = try settings.rules.load(console).library
        let explainer = WordExplainer(library)
        let known = library.rules
        let exact = EndingCause(rawValue: name)
        // `GUARD` is a namespace, and `guard` a cause: what is spelt as it is written goes before what is spelt alike.
        if let cause = exact ?? (explainer.hasOtherName(name) ? nil : WordExplainer.cause(spelt: name)),
            !settings.isFormula
        {
            console.print(
                Self.page(
                    of: cause, explainer.sayings(ofCause: name),
                    isExact: name.lowercased() == cause.rawValue.lowercased(), isMarkdown: settings.isMarkdown, width))
            return .success
        }
        let called = known.first { $0.id == name } ?? known.first { $0.aliases.contains(name) }
        if called == nil, !settings.isFormula, let record = RecognisedLine(record: name, by: library) {
            console.print(Self.page(of: record, explainer, width))
            return .success
        }
        let meanings = called == nil ? explainer.meanings(of: name) : []
        guard let rule = called ?? (meanings.isEmpty ? WordExplainer.rule(spelt: name, among: known) : nil) else {
            if settings.isFormula { throw Self.noFormula(name, isKnown: !meanings.isEmpty, among: known) }
            if !meanings.isEmpty {
                console.print(WordPageText.render(meanings, width: width))
                return .success
            }
            if let line = RecognisedLine(name, by: library) {
                console.print(Self.page(of: line))
                return .success
            }
            if Self.isCode(name) {
                throw UsageError(
                    .unknownTopic, "no termination code, kind of report or reason '\(name)' is known",
                    hint: "It may be a code of the app's own. Run 'lifelint explain' for all causes.")
            }
            let names = explainer.names + Self.causes + known.map(\.id) + known.flatMap(\.aliases)
            throw UsageError(
                .unknownTopic,
                "no rule and no cause is called '\(name)'" + Suggestion.question(for: name, among: names),
                hint: "Run 'lifelint rules list' for all rules, 'lifelint explain' for all causes.")
        }
        if settings.isFormula {
            console.print(FormulaText.text(rule))
        } else {
            console.print(settings.isMarkdown ? RulePage.markdown(rule) : RulePage.text(rule, width: width))
        }
        return .success
    }

    /// The page of a cause, and what else its name means: that first, where somebody else spells it so.
    private static func page(
        of cause: EndingCause, _ others: [WordMeaning], isExact: Bool, isMarkdown: Bool, _ width: Int
    ) -> String {
        var page = isMarkdown ? EndingPageMarkdown.render(cause) : EndingPageText.render(cause, width: width)
        if !page.hasSuffix("\n") { page += "\n" }
        if isMarkdown || others.isEmpty { return page }
        let meanings = WordPageText.render(others, width: width)
        return isExact ? page + "\n" + meanings : meanings + (meanings.hasSuffix("\n") ? "\n" : "\n\n") + page
    }

    /// What a record of a life cycle tells: its event, or why the process ended, which says more.
    private static func page(of record: RecognisedLine, _ explainer: WordExplainer, _ width: Int) -> String {
        var meanings = record.end.map { explainer.meanings(of: $0) } ?? []
        if meanings.isEmpty { meanings = record.events.compactMap { explainer.meaning(ofEvent: $0) } }
        let told =
            meanings.isEmpty
            ? "An event of the app's own: rules of yours may speak of it.\n"
            : WordPageText.render(meanings, width: width)
        return facts(of: record) + "\n" + told
    }

    /// What becomes of a line of a log.
    private static func page(of line: RecognisedLine) -> String {
        facts(of: line)
            + "\nWhat it ends, and with what confidence, depends on the lines around it: lifelint analyze FILE\n"
            + "What the event is: lifelint explain \(line.events.first ?? "")\n"
    }

    /// What is read of a line.
    private static func facts(of line: RecognisedLine) -> String {
        let subject = line.subject.map { $0 + (line.pid.map { " (pid \($0))" } ?? "") } ?? line.pid.map { "pid \($0)" }
        var rows = [("means", line.events.joined(separator: ", "))]
        if let subject { rows.append(("of", subject)) }
        rows.append(("known by", line.knownBy))
        return "A line that lifelint reads\n\n" + HelpText.table(rows)
    }

    /// Prose is read best in lines of no more than 80 columns, whatever the terminal has.
    private static func width(_ surroundings: Surroundings) -> Int {
        guard surroundings.isOutputTerminal, let width = surroundings.width else { return 80 }
        return min(max(width, 40), 80)
    }

    /// What is no rule has no formula.
    private static func noFormula(_ name: String, isKnown: Bool, among rules: [Rule]) -> UsageError {
        let hint = "Run 'lifelint rules list' for all rules."
        if EndingCause(rawValue: name) != nil {
            return UsageError(.unknownTopic, "--formula needs a rule: '\(name)' is a cause of an ending", hint: hint)
        }
        if isKnown {
            return UsageError(.unknownTopic, "--formula needs a rule: '\(name)' is a word of reports", hint: hint)
        }
        let names = rules.map(\.id) + rules.flatMap(\.aliases)
        return UsageError(
            .unknownTopic, "no rule is called '\(name)'" + Suggestion.question(for: name, among: names), hint: hint)
    }

    /// Whether a name is a number in either base.
    private static func isCode(_ name: String) -> Bool {
        let lower = name.lowercased()
        let digits = lower.hasPrefix("0x") ? lower.dropFirst(2) : lower[...]
        return !digits.isEmpty && digits.allSatisfy(lower.hasPrefix("0x") ? { $0.isHexDigit } : { $0.isNumber })
    }

    private static var causes: [String] { EndingCause.allCases.map(\.rawValue) }
}
