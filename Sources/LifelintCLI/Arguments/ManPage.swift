// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel

/// The manual page, written from the declarations of the commands.
enum ManPage {
    /// The page in roff.
    static func text(for commands: [CommandSpec]) -> String {
        var page = ".TH LIFELINT 1 \"\" \"lifelint \(escaped(ToolVersion.current))\" \"User Commands\"\n"
        page += ".SH NAME\nlifelint \\- tells why iOS apps died, and what they did wrong about their life cycle\n"
        page += ".SH SYNOPSIS\n" + commands.map(synopsis).joined(separator: ".br\n")
        page += ".SH DESCRIPTION\n"
        page += line(
            "lifelint reads the lifecycle logs of iOS apps and the reports that the system and crash SDKs write, rebuilds "
                + "each run as a timeline, names why it ended with the lines that prove it, and runs rules, written in "
                + "YAML, that find mistakes.")
        page += ".SH COMMANDS\n"
        for command in commands { page += section(command) }
        page += ".SH ENVIRONMENT\n"
        page += entry("NO_COLOR", "Set to anything: no colours, unless --color always is given.")
        page += entry("TMPDIR", "Where temporary files are made (default: /tmp); none has a name.")
        page += ".SH FILES\n"
        page += entry(".lifelint.yml", "The configuration: the nearest one, here or in a folder above.")
        page += ".SH NOTES\n"
        page += line("--help shows the help of each command; --version shows the version.")
        return page
    }

    private static func synopsis(_ command: CommandSpec) -> String {
        var line = ".B lifelint \(escaped(command.name))\n[\\fIOPTIONS\\fR]"
        if let operand = command.operand { line += " \\fI\(escaped(operand.usage))\\fR" }
        return line + "\n"
    }

    private static func section(_ command: CommandSpec) -> String {
        var text = ".SS lifelint \(escaped(command.name))\n" + line(command.summary)
        if let operand = command.operand { text += entry(operand.placeholder, operand.help) }
        for option in command.options + [.help] {
            let name =
                "\\fB\(escaped(option.flag))\\fR" + (option.placeholder.map { " \\fI\(escaped($0))\\fR" } ?? "")
            text += ".TP\n\(name)\n" + line(option.isRepeatable ? option.help + " Repeatable." : option.help)
        }
        for section in command.helpSections {
            text += ".PP\n\\fB\(escaped(section.title))\\fR\n"
            for row in section.entries { text += row.term.isEmpty ? paragraph(row.text) : entry(row.term, row.text) }
        }
        text += ".PP\n\\fBExamples\\fR\n"
        for example in command.examples { text += entry(example.line, example.what) }
        return text
    }

    private static func entry(_ term: String, _ text: String) -> String {
        ".TP\n\\fB\(escaped(term))\\fR\n" + line(text)
    }

    private static func paragraph(_ text: String) -> String { ".PP\n" + line(text) }

    /// Text as a line of its own; one that begins like a request would be taken for one.
    private static func line(_ text: String) -> String {
        (text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" : "") + escaped(text) + "\n"
    }

    private static func escaped(_ text: String) -> String {
        var output = ""
        for character in text {
            switch character {
            case "\\": output += "\\e"
            case "-": output += "\\-"
            // Between words a quote is typed as it is; roff would curl it.
            case "'": output += "\\(aq"
            case "`": output += "\\(ga"
            case "^": output += "\\(ha"
            case "~": output += "\\(ti"
            case "…": output += "\\&..."
            default: output.append(character)
            }
        }
        return output
    }
}
