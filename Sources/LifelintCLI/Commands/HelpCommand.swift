// SPDX-License-Identifier: MIT

/// `lifelint help`: the help of the program or of a command.
struct HelpCommand: Command {
    var declaration: CommandSpec {
        CommandSpec(
            name: "help", summary: "Show the help of a command.",
            operand: .init(
                placeholder: "COMMAND", help: "The command; without one, all commands are listed.", isRequired: false,
                isRepeatable: true, completion: .words(HelpCommand.names)),
            examples: [.init(line: "lifelint help analyze", what: "Options, exit statuses and examples of 'analyze'.")])
    }

    var options: [SettingOption<NoSettings>] { [] }
    var defaults: NoSettings { NoSettings() }

    func run(_ settings: NoSettings, operands: [String], console: Console) throws(UsageError) -> ExitStatus {
        if operands.isEmpty {
            console.print(HelpText.program(Commands.all.map(\.spec)))
            return .success
        }
        let (command, rest) = try Commands.find(operands)
        if let extra = rest.first { throw UsageError(.unexpectedOperand, "no command '\(extra)' within it") }
        console.print(HelpText.command(command.spec))
        return .success
    }

    // Written out, since the registry contains this command.
    private static let names = [
        "analyze", "timeline", "explain", "recognise", "formats", "rules", "init", "config", "completion", "help",
    ]
}
