// SPDX-License-Identifier: MIT

import LifelintFiles
import LifelintKit
import LifelintModel

/// `lifelint init`: a configuration to begin with, for any logs or for some.
struct InitCommand: Command {
    var declaration: CommandSpec {
        var operand = InputSettings.operand
        operand.isRequired = false
        return CommandSpec(
            name: "init",
            summary: "Write a commented .lifelint.yml into this folder, for these logs where some are named.",
            operand: operand,
            sections: [
                .init(
                    title: "Exit status",
                    entries: [
                        ("0", "it was written"),
                        (
                            "2",
                            "it is there already, or the command line is wrong, or input is unread (where some was read, it is written)"
                        ),
                    ])
            ],
            examples: [
                .init(line: "lifelint init", what: "What there is to say; nothing changes until you say it."),
                .init(
                    line: "lifelint init logs/",
                    what: "The same with the apps of these logs, what they do not log, and what was found."
                ),
            ])
    }

    var options: [SettingOption<InputSettings>] { InputSettings.readingOptions + InputSettings.workingOptions }
    var defaults: InputSettings { InputSettings() }

    func run(_ settings: InputSettings, operands: [String], console: Console) throws(UsageError) -> ExitStatus {
        let path = Self.path
        if Surroundings.hasFile(path) {
            throw UsageError(
                .unwritable, "\(path) is there already, and stays as it is",
                hint: "Run 'lifelint config show' for what it says.")
        }
        var text = Self.text
        var status = ExitStatus.success
        if !operands.isEmpty {
            let rules = try RuleArguments().load(console, isBrief: true)
            let analysis = try settings.analyze(operands, by: rules, console: console)
            text = try Self.draft(analysis)
            settings.noteUnread(analysis, console: console)
            status = ExitStatus.ofReading(analysis.header)
            if status != .success, analysis.header.inputs.allSatisfy({ $0.status == .unread }) {
                console.note("\(path) is not written, since nothing was read")
                return status
            }
        }
        do {
            let file = try AtomicFile(path: path)
            try file.write(Array(text.utf8))
            try file.commit()
        } catch let error as FileError {
            throw UsageError(.unwritable, error.message)
        } catch {
            throw UsageError(.unwritable, "\(path): \(error)")
        }
        console.print("wrote \(path)\n")
        return status
    }

    /// A file with some of the apps would say that it has all.
    private static func draft(_ analysis: Analysis) throws(UsageError) -> String {
        do {
            return try ConfigurationDraft(analysis).text
        } catch {
            let reason = (error as? FileError)?.message ?? "\(error)"
            throw UsageError(.unwritable, "\(path) is not written, since the runs cannot be read back: \(reason)")
        }
    }

    private static let path = ".lifelint.yml"

    /// What is written without logs: it loads, and it says what holds without it.
    static let text = ConfigurationDraft().text
}
