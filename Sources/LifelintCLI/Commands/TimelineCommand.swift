// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel

/// `lifelint timeline`: each run drawn in the terminal.
struct TimelineCommand: Command {
    var declaration: CommandSpec {
        CommandSpec(
            name: "timeline", summary: "Draw the states, scenes, tasks and the ending of each run.",
            operand: InputSettings.operand,
            sections: [
                .init(
                    title: "Exit status",
                    entries: [
                        ("0", "everything was read"), ("2", "the command line or the configuration is wrong"),
                        ("3", "input is unread, as for 'lifelint analyze'; the rest was drawn"),
                    ])
            ],
            examples: [
                .init(line: "lifelint timeline samples/", what: "Every run of every log in the folder."),
                .init(
                    line: "lifelint timeline device.jsonl --app com.acme.notes --since '2026-03-01 10:00'",
                    what: "The runs of one app from that time on."),
            ])
    }

    var options: [SettingOption<InputSettings>] { InputSettings.readingOptions + InputSettings.workingOptions }
    var defaults: InputSettings { InputSettings() }

    func run(_ settings: InputSettings, operands: [String], console: Console) throws(UsageError) -> ExitStatus {
        let analysis = try settings.analyze(operands, console: console)
        let options = settings.renderOptions(console.surroundings)
        var status = ExitStatus.of(analysis.header, failOn: .never, isStrict: false)
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
        if isFirst, !settings.isQuiet { console.note("no run was found") }
        settings.noteUnread(analysis.header, console: console)
        return status
    }
}
