// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel

/// `lifelint timeline`: each run drawn in the terminal.
struct TimelineCommand: Command {
    struct Settings: Sendable {
        var input = InputSettings()
        var rules = RuleArguments()
    }

    var declaration: CommandSpec {
        CommandSpec(
            name: "timeline", summary: "Draw the states, scenes, tasks and the ending of each run.",
            operand: InputSettings.operand,
            sections: [
                .init(
                    title: "Exit status",
                    entries: [
                        ("0", "everything was read"),
                        (
                            "2",
                            "the command line or the configuration is wrong, or input is unread, and the rest was drawn"
                        ),
                    ])
            ],
            examples: [
                .init(line: "lifelint timeline samples/", what: "Every run of every log in the folder."),
                .init(
                    line: "lifelint timeline device.jsonl --app com.acme.notes --since '2026-03-01 10:00'",
                    what: "The runs of one app from that time on."),
            ])
    }

    var options: [SettingOption<Settings>] {
        InputSettings.readingOptions.map { $0.lifted(\.input) } + [RuleArguments.configuration.lifted(\.rules)]
            + InputSettings.workingOptions.map { $0.lifted(\.input) }
    }
    var defaults: Settings { Settings() }

    func run(_ settings: Settings, operands: [String], console: Console) throws(UsageError) -> ExitStatus {
        // Spans and recognisers of the configuration show in the drawing; rules judge nothing here.
        var arguments = settings.rules
        arguments.select = ["none"]
        let rules = try arguments.load(console, isBrief: true)
        let settings = settings.input
        let analysis = try settings.analyze(operands, by: rules, console: console)
        let options = settings.renderOptions(console.surroundings)
        var status = ExitStatus.ofReading(analysis.header)
        var isFirst = true
        let error = console.write { sink throws in
            try analysis.forEachRun { run in
                var drawing = OutputBuffer()
                if isFirst { drawing.append(TimelineDrawing.legend) }
                isFirst = false
                TimelineDrawing().draw(run, options: options, into: &drawing)
                try sink.write(drawing.bytes)
            }
        }
        if let error {
            console.note("the timelines could not be drawn: \(error)")
            status = .usage
        }
        if isFirst, !settings.isQuiet, !analysis.header.leavesNothing { console.note("no run was found") }
        settings.noteUnread(analysis, console: console)
        return status
    }
}
