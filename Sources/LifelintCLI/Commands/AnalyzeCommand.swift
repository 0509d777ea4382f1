// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintLanguage
import LifelintModel

/// `lifelint analyze`: logs in, reports out.
struct AnalyzeCommand: Command {
    struct Settings: Sendable {
        var input = InputSettings()
        var rules = RuleArguments()
        var baseline = BaselineArguments()
        var reports: [ReportRequest] = []
        var redaction = RedactionChoice.byFormat
        var failOn = FailThreshold.error
        var isStrict = false
    }

    var declaration: CommandSpec {
        CommandSpec(
            name: "analyze",
            summary: "Read logs, rebuild each run of each app, and report why it ended and what went wrong.",
            operand: InputSettings.operand, sections: [Self.formats, Self.statuses], examples: Self.examples)
    }

    var options: [SettingOption<Settings>] {
        [.values(ReportRequest.option, \.reports) { text throws(UsageError) in try ReportRequest.parse(text) }]
            + RedactionChoice.options(ReportFormats.all.map { ($0.id, $0.redactsByDefault) }, writesBaseline: true)
            .map { $0.lifted(\.redaction) } + RuleArguments.options.map { $0.lifted(\.rules) }
            + InputSettings.readingOptions.map { $0.lifted(\.input) }
            + [
                .choice(
                    OptionSpec(
                        name: "fail-on",
                        help: "End with status 1 if a finding is at least this severe (default: error)."), \.failOn),
                .flag(
                    OptionSpec(
                        name: "strict",
                        help: "End with status 4 if a selected rule was inconclusive or not evaluated."),
                    \.isStrict),
            ] + BaselineArguments.options.map { $0.lifted(\.baseline) }
            + InputSettings.workingOptions.map { $0.lifted(\.input) }
    }

    var defaults: Settings { Settings() }

    func run(_ settings: Settings, operands: [String], console: Console) throws(UsageError) -> ExitStatus {
        let requests = try ReportRequest.checked(settings.reports)
        let rules = try settings.rules.loadStated(console)
        let warnings = settings.input.isQuiet ? [] : rules?.warnings ?? []
        for warning in warnings { console.note("warning: \(warning.description)") }
        // Before the work, so that a mistyped folder costs a second and not the whole analysis.
        let baseline = try settings.baseline.load()
        let files = try settings.baseline.check(beside: requests)
        try files.check("the input", operands)
        try files.check("the configuration", settings.rules.files(console))
        try files.check("the recognisers", settings.input.recognisers)
        let outputs = try ReportOutput.open(requests)
        let kept = try settings.baseline.open()
        let analysis = try settings.input.analyze(operands, by: rules, baseline: baseline, console: console)
        try files.check(analysis.header.inputs, in: analysis.places)
        var status = ExitStatus.of(
            analysis.header, failOn: settings.failOn, isStrict: settings.isStrict,
            failsFixed: settings.baseline.isStrict)
        if settings.isStrict, analysis.header.leavesNothing {
            status = ExitStatus.first(of: [status, .inconclusive])
        }
        if settings.baseline.isStrict, let failure = FixedSection.failure(analysis.header) {
            console.note(failure + " (--strict-baseline)")
        }
        var options = settings.input.renderOptions(console.surroundings)
        options.failsFixed = settings.baseline.isStrict
        for output in outputs {
            let trouble = output.write(
                analysis, redaction: settings.redaction, options: options, console: console)
            guard let trouble else { continue }
            console.note(trouble)
            status = ExitStatus.first(of: [status, .usage])
        }
        if let trouble = kept?.write(analysis, beside: baseline, redaction: settings.redaction) {
            console.note(trouble)
            status = ExitStatus.first(of: [status, .usage])
        }
        settings.input.noteUnread(analysis, console: console)
        return status
    }

    private static var formats: CommandSpec.Section {
        CommandSpec.Section(title: "Reports", entries: ReportFormats.all.map { ($0.id, $0.title) })
    }

    static let statuses = CommandSpec.Section(
        title: "Exit status",
        entries: [
            ("0", "nothing at or above --fail-on"),
            ("1", "findings at or above it; with --strict-baseline, also fixed ones that the baseline still lists"),
            ("2", "the command line, the configuration or a rule is wrong, or a report could not be written"),
            (
                "3",
                "input is unread: a path that was named (also a folder in which nothing was read), a file of a format that "
                    + "lifelint reads, or one that could not be opened; the rest was analysed and reported"
            ),
            (
                "4",
                "with --strict: a selected rule was inconclusive or not evaluated, or --app and its like left nothing"
            ),
            (
                "130",
                "interrupted with Ctrl-C (by another signal 128 and its number: 143 for SIGTERM); no half-written report is "
                    + "left behind"
            ),
            (
                "",
                "When several apply: 2, then 3, 1, 4, 0. A file that merely lies in a folder and is no log, and a "
                    + "binary unified log (.tracev3, .logarchive) there, is told in the report, nothing more. When standard output is closed early, the status stays."
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
        .init(
            line: "lifelint analyze logs/ --select tasks,'slow-*' --fail-on warning",
            what: "Only the rules about background tasks and those about slowness; warnings fail, too."),
        .init(
            line: "lifelint analyze logs/ --write-baseline .lifelint-baseline.json --fail-on never",
            what: "Accept what is known today."),
        .init(
            line: "lifelint analyze logs/ --baseline .lifelint-baseline.json --strict-baseline",
            what: "Fail for what is new, and for what is fixed and still listed."),
        .init(line: "cat device.lifelog | lifelint analyze - --report brief", what: "From standard input."),
    ]
}
