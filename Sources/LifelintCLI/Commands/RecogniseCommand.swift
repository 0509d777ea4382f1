// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel

/// `lifelint recognise`: which lines mean what, what reports say, and drafts for lines that nobody recognises.
struct RecogniseCommand: Command {
    struct Settings: Sendable {
        var input = InputSettings()
        var rules = RuleArguments()
        var limit = 20
        var draftsOnly = false
    }

    var declaration: CommandSpec {
        CommandSpec(
            name: "recognise",
            summary:
                "Show what reports say and which lines of logs mean what, and draft patterns for those nobody knows.",
            operand: InputSettings.operand,
            sections: [
                .init(
                    title: "What is looked at",
                    entries: [
                        (
                            "",
                            "Lines of logs, and reports. Events of lifecycle logs (JSON Lines, text, dumps) have names already: "
                                + "what an app's own names mean, 'records:' of a recogniser file says; see samples/own-names."
                        )
                    ]),
                .init(
                    title: "Drafts",
                    entries: [
                        (
                            "--drafts",
                            "prints a file of recognisers: give each draft you want an event, delete the others, and hand it "
                                + "to 'lifelint analyze --recognisers FILE'"
                        )
                    ]),
                .init(
                    title: "Exit status",
                    entries: [
                        ("0", "done"),
                        ("2", "the command line, the configuration or a recogniser is wrong, or a path is unread"),
                    ]),
            ],
            examples: [
                .init(line: "lifelint recognise device.log", what: "What is known of that log, and what is not."),
                .init(
                    line: "lifelint recognise crash.ips --limit 100",
                    what: "What the report says, whatever wrote it, with up to 100 calls of a thread."),
                .init(
                    line: "lifelint recognise device.log --drafts > ours.yml",
                    what: "Drafts for the messages of the app itself that nobody knows."),
            ])
    }

    var options: [SettingOption<Settings>] {
        let shared = ["recognisers", "timezone", "year", "date"]
        return InputSettings.readingOptions.filter { shared.contains($0.spec.name) }.map { $0.lifted(\.input) } + [
            RuleArguments.configuration.lifted(\.rules),
            .value(
                OptionSpec(
                    name: "limit", placeholder: "N",
                    help: "Kinds of lines, reports, and calls of a thread to show (default: 20)."), \.limit
            ) {
                text throws(UsageError) in try NumberArgument.count(text, in: 1...100_000)
            },
            .flag(OptionSpec(name: "drafts", help: "Print drafts alone, as a file of recognisers."), \.draftsOnly),
        ]
    }
    var defaults: Settings { Settings() }

    func run(_ settings: Settings, operands: [String], console: Console) throws(UsageError) -> ExitStatus {
        var options = try settings.input.analyzerOptions(console.surroundings)
        // Recognisers of the configuration count; rules judge nothing here.
        if !settings.rules.files(console).isEmpty {
            var arguments = settings.rules
            arguments.select = ["none"]
            try arguments.load(console, isBrief: true).apply(to: &options)
        }
        let recognition: Recognition
        var reports = ReportPages(limit: settings.limit)
        do throws(AnalyzerError) {
            recognition = try Recognition(of: operands, options) { path, format, input in
                if !settings.draftsOnly { console.print(reports.page(path: path, format: format, input)) }
            }
        } catch {
            throw UsageError(.configuration, error.message)
        }
        for input in recognition.unread { console.note("unread: \(input.path): \(input.reason)") }
        if settings.draftsOnly, !recognition.unknown.contains(where: \.isPattern) {
            console.note(
                recognition.unknown.isEmpty
                    ? "nothing to draft: no app wrote a line that nobody recognises"
                    : "nothing to draft: what nobody recognises has too little text that stays the same")
        }
        let page = RecognitionPage(recognition: recognition, limit: settings.limit)
        console.print(settings.draftsOnly ? page.drafts : reports.rest + page.text)
        return recognition.unread.isEmpty ? .success : .usage
    }
}
