// SPDX-License-Identifier: MIT

extension CompletionScript {
    /// Plain bash: it works without the bash-completion package.
    static func bash(_ commands: [CommandSpec]) -> String {
        let groups = groups(commands)
        var text = """
            # bash completion for lifelint
            _lifelint() {
                local cur="${COMP_WORDS[COMP_CWORD]}" prev="" command="" words="" files=""
                [ "$COMP_CWORD" -gt 0 ] && prev="${COMP_WORDS[COMP_CWORD-1]}"
                # bash splits --option=value at the sign.
                if [ "$cur" = "=" ]; then
                    cur=""
                elif [ "$prev" = "=" ] && [ "$COMP_CWORD" -gt 1 ]; then
                    prev="${COMP_WORDS[COMP_CWORD-2]}"
                fi
                [ "$COMP_CWORD" -gt 1 ] && command="${COMP_WORDS[1]}"
                case "$command" in

            """
        for group in groups {
            text += "        \(group.name)) [ \"$COMP_CWORD\" -gt 2 ] && command=\"$command ${COMP_WORDS[2]}\" ;;\n"
        }
        text += "    esac\n    case \"$command:$prev\" in\n"
        for command in commands {
            for option in command.options where option.placeholder != nil {
                text += "        \(quoted("\(command.name):\(option.flag)"))) \(bashWords(option.completion)) ;;\n"
            }
        }
        text += "        *) case \"$command\" in\n"
        let first = firstWords(commands) + ["--help", "--version"]
        text += "            '') words=\(quoted(first.joined(separator: " "))) ;;\n"
        for group in groups {
            text += "            \(group.name)) words=\(quoted(group.words.joined(separator: " "))) ;;\n"
        }
        for command in commands {
            let flags = (command.options + [.help]).map(\.flag).joined(separator: " ")
            let operand = command.operand?.completion ?? .nothing
            text += "            \(quoted(command.name)))\n"
            text += "                case \"$cur\" in\n"
            text += "                    -*) words=\(quoted(flags)) ;;\n"
            text += "                    *) \(bashWords(operand)) ;;\n"
            text += "                esac ;;\n"
        }
        text += """
                    esac ;;
                esac
                COMPREPLY=()
                if [ -n "$files" ]; then
                    local IFS=$'\\n'
                    COMPREPLY=($(compgen -f -- "$cur"))
                    compopt -o filenames 2>/dev/null
                else
                    COMPREPLY=($(compgen -W "$words" -- "$cur"))
                fi
            }
            complete -F _lifelint lifelint

            """
        return text
    }

    private static func bashWords(_ completion: OptionSpec.Completion) -> String {
        switch completion {
        case .nothing: ":"
        case .files: "files=1"
        case .words(let words): "words=\(quoted(words.joined(separator: " ")))"
        }
    }
}
