// SPDX-License-Identifier: MIT

/// `lifelint completion`: a script that lets a shell complete commands, options and values.
struct CompletionCommand: Command {
    var declaration: CommandSpec {
        CommandSpec(
            name: "completion", summary: "Print a completion script for a shell.",
            operand: .init(
                placeholder: "SHELL", help: "bash, zsh or fish.", isRequired: true,
                completion: .words(CompletionScript.allCases.map(\.rawValue))),
            examples: [
                .init(
                    line: "lifelint completion bash > ~/.local/share/bash-completion/completions/lifelint",
                    what: "bash, with the bash-completion package."),
                .init(
                    line: "lifelint completion zsh > ~/.zfunc/_lifelint",
                    what: "zsh, with ~/.zfunc in fpath before compinit runs."),
                .init(
                    line: "lifelint completion fish > ~/.config/fish/completions/lifelint.fish", what: "fish."),
            ])
    }

    var options: [SettingOption<NoSettings>] { [] }
    var defaults: NoSettings { NoSettings() }

    func run(_ settings: NoSettings, operands: [String], console: Console) throws(UsageError) -> ExitStatus {
        let name = operands.first ?? ""
        guard let script = CompletionScript(rawValue: name) else {
            throw UsageError(.badValue, "no completion for '\(name)': expected bash, zsh or fish")
        }
        console.print(script.text(for: Commands.all.map(\.spec)))
        return .success
    }
}
