// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel

/// One thing that the program does: a word on the command line.
protocol Command: Sendable {
    /// What its options set.
    associatedtype Settings
    /// What help and completion say about it; its options are taken from ``options``.
    var declaration: CommandSpec { get }
    /// Its options, in the order of the help.
    var options: [SettingOption<Settings>] { get }
    /// What holds where no option says otherwise.
    var defaults: Settings { get }
    /// Does it.
    func run(_ settings: Settings, operands: [String], console: Console) throws(UsageError) -> ExitStatus
}

extension Command {
    /// The whole declaration.
    var spec: CommandSpec {
        var spec = declaration
        spec.options = options.map(\.spec)
        return spec
    }

    /// Reads the arguments, and does it or shows its help.
    func run(arguments: [String], console: Console) throws(UsageError) -> ExitStatus {
        var settings = defaults
        do throws(UsageError) {
            let remainder = try ArgumentParser.parse(arguments, options: options, into: &settings)
            if remainder.wantsHelp {
                console.print(HelpText.command(spec))
                return .success
            }
            try check(remainder.operands)
            return try run(settings, operands: remainder.operands, console: console)
        } catch {
            var error = error
            // What is wrong in a file is not found in the help.
            if error.hint == nil, error.code != .configuration {
                error.hint = "Run 'lifelint help \(declaration.name)' for what it takes."
            }
            throw error
        }
    }

    private func check(_ operands: [String]) throws(UsageError) {
        guard let operand = declaration.operand else {
            if let first = operands.first {
                throw UsageError(.unexpectedOperand, "'\(declaration.name)' takes no argument: '\(first)'")
            }
            return
        }
        if operands.isEmpty, operand.isRequired {
            throw UsageError(.missingOperand, "'\(declaration.name)' needs \(operand.placeholder)")
        }
        if operands.count > 1, !operand.isRepeatable {
            throw UsageError(
                .unexpectedOperand, "'\(declaration.name)' takes one \(operand.placeholder): '\(operands[1])'")
        }
        if operands.contains("") {
            throw UsageError(.badValue, "an empty \(operand.placeholder) was given")
        }
    }
}

/// The settings of a command without options.
struct NoSettings: Sendable {}
