// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel

/// The whole program, from its arguments to its exit status.
enum Program {
    /// Runs the command that the arguments name.
    static func run(_ arguments: [String], console: Console) -> ExitStatus {
        var status: ExitStatus
        do throws(UsageError) {
            status = try dispatch(arguments, console: console)
        } catch {
            console.note(error.message)
            if let hint = error.hint { console.note(hint) }
            status = .usage
        }
        switch console.finish() {
        // Whoever reads the output has seen enough: that is no failure, and what was found stays found.
        case nil, .closed: break
        case .failed(let reason):
            console.note("standard output: \(reason)")
            status = ExitStatus.first(of: [status, .usage])
        }
        return status
    }

    private static func dispatch(_ arguments: [String], console: Console) throws(UsageError) -> ExitStatus {
        guard let first = arguments.first else {
            throw UsageError(.unknownCommand, "a command is missing", hint: "Run 'lifelint help' for the commands.")
        }
        switch first {
        case "--version":
            console.print("lifelint \(ToolVersion.current)\n")
            return .success
        case "--help", "-h":
            console.print(HelpText.program(Commands.all.map(\.spec)))
            return .success
        default:
            let group = arguments.count == 2 && ["--help", "-h"].contains(arguments[1]) ? Commands.group(first) : []
            if !group.isEmpty {
                console.print(HelpText.group(first, group.map(\.spec)))
                return .success
            }
            let (command, rest) = try Commands.find(arguments)
            return try command.run(arguments: rest, console: console)
        }
    }
}
