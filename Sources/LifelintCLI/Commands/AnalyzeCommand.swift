// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel

/// `lifelint analyze`: logs in, reports out.
struct AnalyzeCommand: Command {
    struct Settings: Sendable {
        var input = InputSettings()
        var reports: [ReportRequest] = []
        var failOn = FailThreshold.error
        var isStrict = false
    }

    var declaration: CommandSpec {
        CommandSpec(
            name: "analyze", summary: "Read logs, rebuild each run of each app, and report why it ended.",
            operand: InputSettings.operand, sections: [Self.formats, Self.statuses], examples: Self.examples)
    }

    var options: [SettingOption<Settings>] {
        let report = OptionSpec(
            name: "report", placeholder: "FORMAT[=FILE]",
            help: "Write this report, to a file or to standard output (default: text to standard output).",
            completion: .words(ReportFormats.all.map { $0.id }))
        return [.values(report, \.reports) { text throws(UsageError) in try ReportRequest.parse(text) }]
            + InputSettings.readingOptions.map { $0.lifted(\.input) }
            + [
                .choice(
                    OptionSpec(
                        name: "fail-on",
                        help: "End with status 1 if a finding is at least this severe (default: error). "
                            + "Findings come from rules; this version has none yet."), \.failOn),
                .flag(
                    OptionSpec(
                        name: "strict",
                        help: "End with status 4 if a rule came to no verdict. This version has no rules yet."),
                    \.isStrict),
            ] + InputSettings.workingOptions.map { $0.lifted(\.input) }
    }

    var defaults: Settings { Settings() }

    func run(_ settings: Settings, operands: [String], console: Console) throws(UsageError) -> ExitStatus {
        var requests = settings.reports
        if requests.isEmpty { requests = [try ReportRequest.parse("text")] }
        try ReportRequest.check(requests)
        // Before the work, so that a mistyped folder costs a second and not the whole analysis.
        let outputs = try ReportOutput.open(requests)
        let analysis = try settings.input.analyze(operands, console: console)
        var status = ExitStatus.of(analysis.header, failOn: settings.failOn, isStrict: settings.isStrict)
        let options = settings.input.renderOptions(console.surroundings)
        for output in outputs {
            guard let trouble = output.write(analysis, options: options, console: console) else { continue }
            console.note(trouble)
            status = ExitStatus.first(of: [status, .usage])
        }
        settings.input.noteUnread(analysis.header, console: console)
        return status
    }

    private static var formats: CommandSpec.Section {
        CommandSpec.Section(title: "Reports", entries: ReportFormats.all.map { ($0.id, $0.title) })
    }

    static let statuses = CommandSpec.Section(
        title: "Exit status",
        entries: [
            ("0", "nothing at or above --fail-on"),
            ("1", "findings at or above it"),
            ("2", "the command line or the configuration is wrong, or a report could not be written"),
            (
                "3",
                "input is unread: a path that was named, a file of a format that lifelint knows, or one that could not "
                    + "be opened; the rest was analysed and reported"
            ),
            ("4", "with --strict: a rule came to no verdict"),
            ("130", "interrupted; no half-written report is left behind"),
            (
                "",
                "When several apply: 2, then 3, 1, 4, 0. A file that merely lies in a folder and is no log is a note "
                    + "in the report, nothing more. When standard output is closed early, the status stays."
            ),
        ])

    private static let examples: [CommandSpec.Example] = [
        .init(line: "lifelint analyze samples/", what: "What died and why, for every log in the folder."),
        .init(
            line: "lifelint analyze logs/ --report json=report.json --report text",
            what: "A report for programs in a file, and one for people on standard output."),
        .init(
            line: "lifelint analyze device.jsonl --app 'com.acme.*' --since 2026-03-01",
            what: "Only the apps of one maker, from that day on."),
        .init(line: "cat device.lifelog | lifelint analyze - --report brief", what: "From standard input."),
    ]
}
