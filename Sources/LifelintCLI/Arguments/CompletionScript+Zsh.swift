// SPDX-License-Identifier: MIT

extension CompletionScript {
    /// A function for zsh's completion system.
    static func zsh(_ commands: [CommandSpec]) -> String {
        let groups = groups(commands)
        var text = """
            #compdef lifelint

            _lifelint() {
                local -a names
                if (( CURRENT == 2 )); then
                    names=(

            """
        for word in firstWords(commands) {
            let summary = commands.first { $0.words == [word] }?.summary ?? "Commands about \(word)."
            text += "            \(quoted("\(word):\(summary)"))\n"
        }
        text += """
                    )
                    _describe command names
                    return
                fi
                local command="$words[2]"
                shift words
                (( CURRENT-- ))

            """
        for group in groups {
            text += """
                    if [[ "$command" == \(group.name) ]]; then
                        if (( CURRENT == 2 )); then
                            names=(\(group.words.map(quoted).joined(separator: " ")))
                            _describe command names
                            return
                        fi
                        command="$command $words[2]"
                        shift words
                        (( CURRENT-- ))
                    fi

                """
        }
        text += "    case \"$command\" in\n"
        for command in commands {
            text += "        \(quoted(command.name)))\n            _arguments"
            for option in command.options + [.help] { text += " \\\n                \(zshOption(option))" }
            if let operand = command.operand {
                let prefix = operand.isRepeatable ? "*" : "1"
                let action = zshAction(operand.completion)
                text += " \\\n                \(quoted("\(prefix):\(operand.placeholder):\(action)"))"
            }
            text += " ;;\n"
        }
        text += """
                esac
            }

            if [ "$funcstack[1]" = "_lifelint" ]; then
                _lifelint "$@"
            else
                compdef _lifelint lifelint
            fi

            """
        return text
    }

    private static func zshOption(_ option: OptionSpec) -> String {
        let help = escaped(option.help)
        let repeating = option.isRepeatable ? "*" : ""
        guard let placeholder = option.placeholder else { return quoted("\(repeating)\(option.flag)[\(help)]") }
        let name = escaped(placeholder)
        return quoted("\(repeating)\(option.flag)=[\(help)]:\(name):\(zshAction(option.completion))")
    }

    private static func zshAction(_ completion: OptionSpec.Completion) -> String {
        switch completion {
        case .nothing: " "
        case .files: "_files"
        case .words(let words): "(\(words.joined(separator: " ")))"
        }
    }

    /// Brackets and colons end the parts of a zsh option.
    private static func escaped(_ text: String) -> String {
        var output = ""
        for character in text {
            if "[]:\\".contains(character) { output.append("\\") }
            output.append(character)
        }
        return output
    }
}
