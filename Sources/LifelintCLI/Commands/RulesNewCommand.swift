// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintLanguage

/// `lifelint rules new`: a rule to begin with, which loads and whose tests pass.
struct RulesNewCommand: Command {
    struct Settings: Sendable {
        var log: String?
        var line: Int?
        var expected: String?
        var rules = RuleArguments()
    }

    var declaration: CommandSpec {
        CommandSpec(
            name: "rules new",
            summary: "Print a draft of a rule with tests: with comments, or made from an example in a log.",
            operand: .init(
                placeholder: "ID", help: "The id of the rule, which is also the name of its file: in kebab-case.",
                isRequired: true),
            examples: [
                .init(
                    line: "lifelint rules new cart-lost-at-kill > lifelint/rules/cart-lost-at-kill.yml",
                    what: "Then change it, and run 'lifelint rules test lifelint/rules'."),
                .init(
                    line: "lifelint rules new late-sync --log app.jsonl --line 214",
                    what: "A rule that finds what happened at that line: too long, in a wrong state, too soon."),
                .init(
                    line: "lifelint rules new cart-not-saved --log app.jsonl --line 214 --expect data.save",
                    what: "A rule that finds that something did not follow."),
            ])
    }

    var options: [SettingOption<Settings>] {
        [
            .value(
                OptionSpec(name: "log", placeholder: "FILE", help: "A log of the mistake.", completion: .files), \.log
            ) { text throws(UsageError) in try NumberArgument.text(text) },
            .value(
                OptionSpec(name: "line", placeholder: "N", help: "The line of the log at which it went wrong."), \.line
            ) { text throws(UsageError) in
                if let line = Int(text), line > 0 { return line }
                throw UsageError(.badValue, "expected the number of a line, from 1")
            },
            .value(
                OptionSpec(
                    name: "expect", placeholder: "EVENT", help: "The event that should have followed that line."),
                \.expected
            ) { text throws(UsageError) in try NumberArgument.text(text) },
            RuleArguments.configuration.lifted(\.rules),
        ]
    }
    var defaults: Settings { Settings() }

    func run(_ settings: Settings, operands: [String], console: Console) throws(UsageError) -> ExitStatus {
        let id = operands.first ?? ""
        let words = id.split(separator: "-", omittingEmptySubsequences: false)
        let isKebab = words.allSatisfy { word in
            !word.isEmpty && word.allSatisfy { ("a"..."z").contains($0) || ("0"..."9").contains($0) }
        }
        guard isKebab, id.first?.isNumber == false else {
            throw UsageError(
                .badValue, "'\(id)' is no id of a rule",
                hint: "An id is in kebab-case and names the bad pattern: draft-lost-at-kill.")
        }
        guard let log = settings.log else {
            if settings.line != nil || settings.expected != nil {
                throw UsageError(.conflict, "--line and --expect are about a log: name it with --log")
            }
            try refuseTaken(id, try settings.rules.load(console, isBrief: true, begun: id).library)
            console.print(RuleDraft.text(id: id))
            return .success
        }
        guard let line = settings.line else {
            throw UsageError(.conflict, "--log needs --line: the line at which it went wrong")
        }
        let library = try settings.rules.load(console, isBrief: true, begun: id).library
        try refuseTaken(id, library)
        do throws(AnalyzerError) {
            console.print(
                try RuleProposal.text(id: id, path: log, line: line, expected: settings.expected, in: library))
        } catch {
            throw UsageError(.badValue, error.message)
        }
        return .success
    }

    /// A draft of a rule that is there already would not load beside it.
    private func refuseTaken(_ id: String, _ library: RuleLibrary) throws(UsageError) {
        guard let rule = library.rules.first(where: { $0.id == id || $0.aliases.contains(id) }) else { return }
        let named = rule.id == id ? "a rule '\(id)'" : "a rule that was called '\(id)' once, '\(rule.id)',"
        throw UsageError(
            .badValue, "there is \(named) already", hint: "lifelint explain \(rule.id) tells what it finds.")
    }
}
