// SPDX-License-Identifier: MIT

/// `lifelint help`: the help of the program or of a command.
struct HelpCommand: Command {
    var declaration: CommandSpec {
        CommandSpec(
            name: "help", summary: "Show the help of a command.",
            operand: .init(
                placeholder: "COMMAND", help: "The command; without one, all commands are listed.", isRequired: false,
                isRepeatable: true, completion: .words(HelpCommand.names)),
            examples: [
                .init(line: "lifelint help analyze", what: "Options, exit statuses and examples of 'analyze'."),
                .init(line: "lifelint help --man > lifelint.1", what: "The manual page, for 'man ./lifelint.1'."),
            ])
    }

    struct Settings: Sendable {
        var isManual = false
    }

    var options: [SettingOption<Settings>] {
        [.flag(OptionSpec(name: "man", help: "Print the manual page of all commands, in roff."), \.isManual)]
    }
    var defaults: Settings { Settings() }

    func run(_ settings: Settings, operands: [String], console: Console) throws(UsageError) -> ExitStatus {
        if settings.isManual {
            if let operand = operands.first {
                throw UsageError(.unexpectedOperand, "--man is one page for all commands: '\(operand)'")
            }
            console.print(ManPage.text(for: Commands.all.map(\.spec)))
            return .success
        }
        if operands.isEmpty {
            console.print(HelpText.program(Commands.all.map(\.spec)))
            return .success
        }
        if operands.count == 1, let group = operands.first.map(Commands.group), !group.isEmpty {
            console.print(HelpText.group(operands[0], group.map(\.spec)))
            return .success
        }
        let (command, rest) = try Commands.find(operands)
        if let extra = rest.first { throw UsageError(.unexpectedOperand, "no command '\(extra)' within it") }
        console.print(HelpText.command(command.spec))
        return .success
    }

    // Written out, since the registry contains this command.
    private static let names = [
        "analyze", "timeline", "explain", "diff", "convert", "recognise", "formats", "rules", "init",
        "config", "completion", "help",
    ]
}
