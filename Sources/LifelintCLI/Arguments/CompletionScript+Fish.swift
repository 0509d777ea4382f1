// SPDX-License-Identifier: MIT

extension CompletionScript {
    /// One line of `complete` an option and value.
    static func fish(_ commands: [CommandSpec]) -> String {
        var text = """
            # fish completion for lifelint
            complete -c lifelint -f
            complete -c lifelint -n __fish_use_subcommand -l version -d 'Show the version.'
            complete -c lifelint -n __fish_use_subcommand -l help -d 'Show this help.'

            """
        for word in firstWords(commands) {
            let summary = commands.first { $0.words == [word] }?.summary ?? "Commands about \(word)."
            text += "complete -c lifelint -n __fish_use_subcommand -a \(word) -d \(fishQuoted(summary))\n"
        }
        for group in groups(commands) {
            let condition = "__fish_seen_subcommand_from \(group.name); and not __fish_seen_subcommand_from "
            for word in group.words {
                let names = group.words.joined(separator: " ")
                text += "complete -c lifelint -n \(fishQuoted(condition + names)) -a \(word)\n"
            }
        }
        for command in commands {
            let condition = command.words.map { "__fish_seen_subcommand_from \($0)" }.joined(separator: "; and ")
            let start = "complete -c lifelint -n \(fishQuoted(condition))"
            for option in command.options + [.help] {
                let value = option.placeholder == nil ? "" : " -r" + fishValue(option.completion)
                text += "\(start) -l \(option.name)\(value) -d \(fishQuoted(option.help))\n"
            }
            switch command.operand?.completion {
            case .files: text += "\(start) -F\n"
            case .words(let words): text += "\(start) -a \(fishQuoted(words.joined(separator: " ")))\n"
            case nil, .nothing: break
            }
        }
        return text
    }

    private static func fishValue(_ completion: OptionSpec.Completion) -> String {
        switch completion {
        case .nothing: " -f"
        case .files: " -F"
        case .words(let words): " -f -a \(fishQuoted(words.joined(separator: " ")))"
        }
    }

    /// fish, unlike other shells, knows escapes inside single quotes.
    private static func fishQuoted(_ text: String) -> String {
        var output = "'"
        for character in text {
            if character == "'" || character == "\\" { output.append("\\") }
            output.append(character)
        }
        return output + "'"
    }
}
