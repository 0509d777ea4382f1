// SPDX-License-Identifier: MIT

import LifelintModel

/// All commands, in the order of the help.
enum Commands {
    /// The registry.
    static let all: [any Command] = [
        AnalyzeCommand(),
        TimelineCommand(),
        ExplainCommand(),
        DiffCommand(),
        ConvertCommand(),
        RecogniseCommand(),
        FormatsCommand(),
        RulesListCommand(),
        RulesCheckCommand(),
        RulesTestCommand(),
        RulesCoverageCommand(),
        RulesNewCommand(),
        RulesSchemaCommand(),
        InitCommand(),
        ConfigShowCommand(),
        CompletionCommand(),
        HelpCommand(),
    ]

    /// The command that the arguments begin with, and the arguments after its name.
    static func find(_ arguments: [String]) throws(UsageError) -> (command: any Command, rest: [String]) {
        for command in all {
            let words = command.declaration.words
            if arguments.starts(with: words) { return (command, Array(arguments.dropFirst(words.count))) }
        }
        throw unknown(arguments)
    }

    /// The commands of a group, such as those of `rules`; none where the word names no group.
    static func group(_ word: String) -> [any Command] {
        all.filter { $0.declaration.words.count > 1 && $0.declaration.words[0] == word }
    }

    private static func unknown(_ arguments: [String]) -> UsageError {
        let first = arguments.first ?? ""
        let inner = group(first)
        if !inner.isEmpty {
            let names = inner.map { "'lifelint \($0.declaration.name)'" }.joined(separator: ", ")
            return UsageError(
                .unknownCommand, "'\(first)' is a group of commands: \(names)",
                hint: "Run 'lifelint help \(first)' for what they do.")
        }
        let hint = "Run 'lifelint help' for the commands."
        if first.hasPrefix("-"), first != "-" {
            return UsageError(.unknownOption, "unknown option '\(first)' before a command", hint: hint)
        }
        let names = all.map { $0.declaration.words[0] }
        let question = Suggestion.question(for: first, among: names)
        // Whoever names a log at once means the command that reads logs.
        let isPath = first == "-" || Surroundings.hasFile(first)
        return UsageError(
            .unknownCommand,
            "unknown command '\(first)'"
                + (question.isEmpty && isPath ? "; did you mean 'lifelint analyze \(first)'?" : question), hint: hint)
    }
}
