// SPDX-License-Identifier: MIT

import Foundation
import LifelintKit
import LifelintModel
import Testing

@testable import LifelintCLI

@Suite struct DeclarationTests {
    private static let specs = Commands.all.map(\.spec)

    @Test("Names of commands and of the options of each are unique and typed without surprises")
    func names() {
        #expect(Set(Self.specs.map(\.name)).count == Self.specs.count)
        for spec in Self.specs {
            let names = (spec.options + [.help]).map(\.name)
            #expect(Set(names).count == names.count, "\(spec.name)")
            for name in names + spec.words {
                #expect(name.allSatisfy { $0.isLowercase || $0 == "-" } && !name.hasPrefix("-"), "\(name)")
            }
        }
    }

    @Test("Everything is described in whole sentences, with an example that begins as it must")
    func descriptions() {
        for spec in Self.specs {
            let texts = [spec.summary] + spec.options.map(\.help) + spec.examples.map(\.what)
            #expect(texts.allSatisfy { $0.hasSuffix(".") && !$0.contains("\u{2014}") }, "\(spec.name)")
            #expect(!spec.examples.isEmpty, "\(spec.name)")
            #expect(spec.examples.allSatisfy { $0.line.contains("lifelint \(spec.name)") }, "\(spec.name)")
        }
    }

    @Test(
        "What is said of masking is true of the command that says it",
        arguments: [
            ("analyze", "(default: in sarif, junit, github, gitlab, checkstyle, markdown, html), and in a baseline"),
            ("convert", "(default: in sarif, junit, github, gitlab, checkstyle, markdown, html)."),
            ("diff", "(default: in markdown, html)."),
        ])
    func masking(command: String, words: String) throws {
        let spec = try #require(Self.specs.first { $0.name == command })
        let help = try #require(spec.options.first { $0.name == "redact" }?.help)
        #expect(help.contains(words), "\(help)")
    }

    @Test("The example of every command is a command line that parses")
    func examples() throws {
        for command in Commands.all {
            for example in command.spec.examples {
                // Shell syntax around the command: what feeds it, and where its output goes.
                let tail = example.line.split(separator: "|").last.map(String.init) ?? ""
                let line = tail.split(separator: ">").first.map(String.init) ?? ""
                let words = Self.words(line).dropFirst()
                let (found, rest) = try Commands.find(Array(words))
                #expect(found.declaration.name == command.declaration.name)
                #expect(try Self.parses(found, rest), "\(example.line)")
            }
        }
    }

    @Test("The help of the program lists every command")
    func programHelp() {
        let expected = """
            lifelint reads the lifecycle logs of iOS apps, rebuilds each run as a timeline,
            and tells why it ended.

            Usage: lifelint COMMAND [OPTIONS] [ARGUMENTS]

            Commands:
              analyze         Read logs, rebuild each run of each app, and report why it
                              ended and what went wrong.
              timeline        Draw the states, scenes, tasks and the ending of each run.
              explain         Tell what an ending means, or what a rule finds and what to do
                              about it.
              diff            Compare two JSON reports: what is new, fixed, not seen and
                              unchanged.
              convert         Render a JSON report again, in other formats.
              recognise       Show what reports say and which lines of logs mean what, and
                              draft patterns for those nobody knows.
              formats         List every format that is read, how it is recognised, and what
                              it can tell.
              rules list      List the rules: those that ship, and yours.
              rules check     Check rule files, and tell what is wrong or doubtful in them.
              rules test      Run the tests inside rules: each log, judged by that rule
                              alone.
              rules coverage  Tell which rules could judge these logs, what the logs lack
                              for the others, and how to log it.
              rules new       Print a draft of a rule with tests: with comments, or made
                              from an example in a log.
              rules schema    Print a JSON Schema: for editors, or for programs that read
                              reports.
              init            Write a commented .lifelint.yml into this folder, for these
                              logs where some are named.
              config show     Show the configuration in force, with the origin of each
                              value.
              completion      Print a completion script for a shell.
              help            Show the help of a command.

            Options:
              --version  Show the version.
              --help     Show this help.

            Run 'lifelint help COMMAND' for its options, examples and exit statuses.

            """
        #expect(HelpText.program(Self.specs) == expected)
    }

    @Test("All help fits 80 columns, apart from examples")
    func width() {
        let causes = HelpText.table(EndingCause.allCases.map { ($0.rawValue, $0.page.title) })
        let pages = [HelpText.program(Self.specs), causes] + Self.specs.map(HelpText.command)
        let examples = Set(Self.specs.flatMap { $0.examples.map { "  " + $0.line } })
        for line in pages.flatMap({ $0.split(separator: "\n") }) where !examples.contains(String(line)) {
            #expect(line.count <= 80, "\(line)")
        }
    }

    @Test("The help of a command is laid out from its declaration")
    func commandHelp() {
        let spec = CommandSpec(
            name: "example", summary: "Do it.",
            operand: .init(placeholder: "PATH", help: "What.", isRequired: true, isRepeatable: true),
            options: [
                OptionSpec(name: "short", help: "A flag."),
                OptionSpec(name: "list", placeholder: "ITEM", help: "An item.", isRepeatable: true),
                OptionSpec(
                    name: "a-rather-long-name", placeholder: "VALUE",
                    help: "A text that is long enough to need a second line in the column beside the names."),
            ],
            sections: [.init(title: "Exit status", entries: [("0", "fine"), ("", "A paragraph.")])],
            examples: [.init(line: "lifelint example x", what: "Does it with x.")])
        let expected = """
            Do it.

            Usage: lifelint example [OPTIONS] PATH...

            Arguments:
              PATH  What.

            Options:
              --short                   A flag.
              --list ITEM               An item. Repeatable.
              --a-rather-long-name VALUE
                                        A text that is long enough to need a second line in
                                        the column beside the names.
              --help                    Show this help.

            Exit status:
              0  fine
              A paragraph.

            Examples:
              lifelint example x
                  Does it with x.

            """
        #expect(HelpText.command(spec) == expected)
    }

    @Test("The help of analyze documents every exit status and every report")
    func analyzeHelp() throws {
        let help = HelpText.command(AnalyzeCommand().spec)
        for status in LifelintCLI.ExitStatus.allCases { #expect(help.contains("\n  \(status.rawValue)    ")) }
        #expect(help.contains("\n  130  "))
        for report in ReportFormats.all { #expect(help.contains("\n  \(report.id) ")) }
        #expect(help.split(separator: "\n").allSatisfy { $0.count <= 100 })
    }

    @Test("The help of every command tells how it ends, as the manual page does")
    func statuses() {
        let title = CommandSpec.Section.usualStatuses.title
        for spec in Self.specs {
            let help = HelpText.command(spec)
            #expect(help.components(separatedBy: "\n\(title):\n  0  ").count == 2, "\(spec.name)")
        }
        #expect(ManPage.text(for: Self.specs).components(separatedBy: title).count == Self.specs.count + 1)
    }

    @Test("Help is offered for every first word")
    func helpWords() {
        let operand = HelpCommand().declaration.operand?.completion
        #expect(operand == .words(CompletionScript.firstWords(Self.specs)))
    }

    private static func parses(_ command: some Command, _ arguments: [String]) throws -> Bool {
        var settings = command.defaults
        let remainder = try ArgumentParser.parse(arguments, options: command.options, into: &settings)
        return !remainder.wantsHelp
    }

    /// Words of a command line, with single quotes.
    private static func words(_ line: String) -> [String] {
        var words: [String] = []
        var word = ""
        var isQuoted = false
        for character in line {
            if character == "'" {
                isQuoted.toggle()
            } else if character == " ", !isQuoted {
                if !word.isEmpty { words.append(word) }
                word = ""
            } else {
                word.append(character)
            }
        }
        return word.isEmpty ? words : words + [word]
    }
}
