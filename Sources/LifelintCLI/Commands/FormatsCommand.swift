// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel

/// `lifelint formats`: what is read.
struct FormatsCommand: Command {
    var declaration: CommandSpec {
        CommandSpec(
            name: "formats", summary: "List every format that is read, how it is recognised, and what it can tell.",
            examples: [.init(line: "lifelint formats", what: "Formats are recognised by content, never by file name.")])
    }

    var options: [SettingOption<NoSettings>] { [] }
    var defaults: NoSettings { NoSettings() }

    func run(_ settings: NoSettings, operands: [String], console: Console) throws(UsageError) -> ExitStatus {
        let pages = InputFormatCatalogue.all.map { format in
            "\(format.id): \(format.title)\n"
                + HelpText.table([("recognised by", format.recognisedBy), ("tells", format.tells)])
        }
        console.print((pages + [Self.containers]).joined(separator: "\n"))
        return .success
    }

    /// What any of the formats may be packed in.
    private static let containers =
        "\(InputFormatCatalogue.archiveFormat): \(InputFormatCatalogue.archives.joined(separator: ", "))\n"
        + HelpText.table([
            ("recognised by", "Their first bytes; archives inside archives, too."),
            ("tells", "What the files in them tell; 'archive.zip!/folder/device.log' is one of them."),
        ])
}
