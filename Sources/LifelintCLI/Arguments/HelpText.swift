// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel

/// Writes help from declarations.
enum HelpText {
    /// Columns of help.
    static let width = 80

    /// The help of the program.
    static func program(_ commands: [CommandSpec]) -> String {
        var text = wrapped(
            "lifelint reads the lifecycle logs of iOS apps, rebuilds each run as a timeline, and tells why it ended.",
            indent: 0)
        text += "\nUsage: lifelint COMMAND [OPTIONS] [ARGUMENTS]\n\nCommands:\n"
        text += table(commands.map { ($0.name, $0.summary) })
        text += "\nOptions:\n"
        text += table([("--version", "Show the version."), ("--help", "Show this help.")])
        text += "\n"
        text += wrapped("Run 'lifelint help COMMAND' for its options, examples and exit statuses.", indent: 0)
        return text
    }

    /// The help of a group of commands.
    static func group(_ name: String, _ commands: [CommandSpec]) -> String {
        var text = "Usage: lifelint \(name) COMMAND [OPTIONS] [ARGUMENTS]\n\nCommands:\n"
        text += table(commands.map { ($0.name, $0.summary) })
        text += "\n"
        text += wrapped("Run 'lifelint help \(name) COMMAND' for its options, examples and exit statuses.", indent: 0)
        return text
    }

    /// The help of one command.
    static func command(_ spec: CommandSpec) -> String {
        var text = "\(wrapped(spec.summary, indent: 0))\n"
        text += "Usage: lifelint \(spec.name) [OPTIONS]\(spec.operand.map { " " + $0.usage } ?? "")\n"
        if let operand = spec.operand {
            text += "\nArguments:\n" + table([(operand.placeholder, operand.help)])
        }
        let options = spec.options + [.help]
        text += "\nOptions:\n"
        text += table(options.map { ($0.usage, $0.isRepeatable ? $0.help + " Repeatable." : $0.help) })
        for section in spec.helpSections {
            text += "\n\(section.title):\n"
            let terms = section.entries.filter { !$0.term.isEmpty }
            if !terms.isEmpty { text += table(terms) }
            for entry in section.entries where entry.term.isEmpty { text += wrapped(entry.text, indent: 2) }
        }
        text += "\nExamples:\n"
        for example in spec.examples {
            text += "  \(example.line)\n" + wrapped(example.what, indent: 6)
        }
        return text
    }

    /// Terms and what they mean in two columns; a term that is too long stands on a line of its own.
    static func table(_ rows: [(term: String, text: String)], width: Int = width) -> String {
        let column = min(26, (rows.map(\.term.count).max() ?? 0) + 2)
        var output = ""
        for row in rows {
            let lines = lines(of: row.text, width: width - column - 2)
            var rest = lines[...]
            if row.term.count + 2 <= column {
                let padding = String(repeating: " ", count: column - row.term.count)
                output += "  " + row.term + padding + (rest.popFirst() ?? "") + "\n"
            } else {
                output += "  " + row.term + "\n"
            }
            for line in rest { output += String(repeating: " ", count: column + 2) + line + "\n" }
        }
        return output
    }

    /// A paragraph, broken between words.
    static func wrapped(_ text: String, indent: Int, width: Int = width) -> String {
        let margin = String(repeating: " ", count: indent)
        return lines(of: text, width: width - indent).map { margin + $0 + "\n" }.joined()
    }

    /// The words of a text in lines of that width.
    static func lines(of text: String, width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? String(word) : " " + word
        }
        return line.isEmpty ? lines : lines + [line]
    }
}
