// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel

extension InputSettings {
    /// The operand of the commands that read logs.
    static let operand = CommandSpec.Operand(
        placeholder: "PATH",
        help: "A log, a folder (walked; hidden files are left out), an archive, or '-' for standard input.",
        isRequired: true,
        isRepeatable: true, completion: .files)

    /// What is read and how it is understood.
    static var readingOptions: [SettingOption<InputSettings>] {
        [
            .values(
                OptionSpec(
                    name: "recognisers", placeholder: "PATH",
                    help: "A file that tells what an app's own records mean, beside those that lifelint knows.",
                    completion: .files), \.recognisers, NumberArgument.text),
            .values(
                OptionSpec(
                    name: "app", placeholder: "BUNDLE",
                    help:
                        "Only runs of apps with this bundle id; '*' stands for any characters, at least one, '?' for one. "
                        + "A process that no bundle id is told of is left out, unless it is called like such an app; one "
                        + "that nothing names is kept where its device tells of no other app."
                ),
                \.apps,
                NumberArgument.text),
            .flag(
                OptionSpec(
                    name: "all-processes",
                    help: "Runs of the system's own processes, too, not only of apps."), \.includesDaemons),
            .value(
                OptionSpec(
                    name: "device", placeholder: "D",
                    help: "The device of logs that name none; only its runs are reported."), \.device
            ) { text throws(UsageError) in try NumberArgument.text(text) },
            .value(
                OptionSpec(
                    name: "since", placeholder: "T",
                    help: "Only runs that go on after this time: RFC 3339, YYYY-MM-DD, or "
                        + "'YYYY-MM-DD HH:MM[:SS]'."),
                \.since
            ) { text throws(UsageError) in try InstantArgument.parse(text) },
            .value(
                OptionSpec(
                    name: "until", placeholder: "T", help: "Only runs that begin before this time; a day counts whole."),
                \.until
            ) { text throws(UsageError) in try InstantArgument.parse(text) },
            .value(
                OptionSpec(
                    name: "timezone", placeholder: "Z",
                    help: "The zone of times without one: +0200, -03:00, UTC or Z (default: UTC). "
                        + "Bare times of .lifelog are UTC."), \.zone
            ) { text throws(UsageError) in try ZoneArgument.parse(text) },
            .value(
                OptionSpec(
                    name: "year", placeholder: "Y",
                    help: "The year of times without one, as device logs write them (default: that of --date or of "
                        + "other inputs, else 1970)."), \.year
            ) { text throws(UsageError) in try NumberArgument.count(text, in: 1970...2200) },
            .value(
                OptionSpec(
                    name: "date", placeholder: "D",
                    help: "The day of bare clock times that no header dates: YYYY-MM-DD (default: 2000-01-01)."), \.date
            ) { text throws(UsageError) in try DayArgument.parse(text) },
            .value(
                OptionSpec(
                    name: "today", placeholder: "D",
                    help: "The day that the report is made for: YYYY-MM-DD (default: the system's date)."), \.today
            ) { text throws(UsageError) in try DayArgument.parse(text) },
        ]
    }

    /// How the work is done and shown.
    static var workingOptions: [SettingOption<InputSettings>] {
        [
            .value(
                OptionSpec(
                    name: "jobs", placeholder: "N",
                    help: "Cores to use (default: all). Changes the speed, never the report."), \.jobs
            ) { text throws(UsageError) in try NumberArgument.count(text, in: 1...1_024) },
            .value(
                OptionSpec(
                    name: "memory", placeholder: "SIZE",
                    help: "What results may take in memory before they are spooled: 64MB, 512MiB, 2G (default: 64MB)."),
                \.memory
            ) { text throws(UsageError) in try NumberArgument.size(text) },
            problems,
            .flag(
                OptionSpec(
                    name: "no-spool",
                    help:
                        "Write no temporary files: results and members of archives stay in memory, and large disorder "
                        + "is reported."),
                \.avoidsSpool),
            .flag(
                OptionSpec(name: "quiet", help: "No progress and no notices, only errors and what is unread."),
                \.isQuiet),
            .choice(
                OptionSpec(
                    name: "progress", help: "Show progress on standard error (default: if that is a terminal)."),
                \.progress),
            colors,
        ]
    }

    /// How reports are drawn that were made before.
    static var drawingOptions: [SettingOption<InputSettings>] { [problems, colors] }

    private static var problems: SettingOption<InputSettings> {
        .value(
            OptionSpec(
                name: "max-problems", placeholder: "N",
                help:
                    "Problems to keep (default: 1000, of each stretch of a file at most 64) and, in text and "
                    + "Markdown, to show (default: 5); all are counted. Why inputs were not read is kept beside them."),
            \.maximumProblems
        ) { text throws(UsageError) in try NumberArgument.count(text, in: 0...1_000_000) }
    }

    private static var colors: SettingOption<InputSettings> {
        .choice(
            OptionSpec(
                name: "color",
                help: "Use colours (default: if standard output is a terminal and NO_COLOR is not set)."), \.color)
    }
}
