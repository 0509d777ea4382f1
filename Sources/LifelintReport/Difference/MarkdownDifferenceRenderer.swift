// SPDX-License-Identifier: MIT

import LifelintModel

/// For a comment on a merge request, or the summary of a job.
public struct MarkdownDifferenceRenderer: DifferenceRenderer {
    /// The name after `--report`.
    public let id = "markdown"
    /// What it is for.
    public let title = "for a comment on a merge request, or the summary of a job"
    /// It leaves the machine.
    public let redactsByDefault = true

    private static let maximumEntries = 100
    private static let maximumText = 300

    /// A renderer.
    public init() {}

    /// The document.
    public func render(_ difference: ReportDifference, options: RenderOptions) -> [UInt8] {
        var output = OutputBuffer()
        output.append("## lifelint: \(difference.summary)\n\n")
        output.append(
            "\(Self.safe(difference.base.name)) (\(Phrasing.count(difference.base.header.summary.runs, "run"))) → "
                + "\(Self.safe(difference.head.name)) (\(Phrasing.count(difference.head.header.summary.runs, "run")))\n"
        )
        for section in difference.sections where !section.entries.isEmpty {
            let isLong = section.title == "Unchanged"
            output.append(
                isLong
                    ? "\n<details><summary>\(section.title): \(Phrasing.grouped(section.entries.count))</summary>\n\n"
                    : "\n### \(section.title): \(Phrasing.grouped(section.entries.count))\n\n")
            output.append("| | Rule | App | Who is to blame | What happened |\n|---|---|---|---|---|\n")
            for entry in section.entries.prefix(Self.maximumEntries) { write(entry, to: &output) }
            let left = section.entries.count - Self.maximumEntries
            if left > 0 { output.append("\n… and \(Phrasing.grouped(left)) more.\n") }
            if isLong { output.append("\n</details>\n") }
        }
        writeEndings(difference, to: &output)
        return output.bytes
    }

    private func write(_ entry: ReportDifference.Entry, to output: inout OutputBuffer) {
        let finding = entry.finding
        let cells = [
            finding.severity.rawValue, finding.rule, finding.appName ?? "", Phrasing.culprit(finding) ?? "",
            entry.message + (entry.times.map { " (\($0))" } ?? ""),
        ]
        output.append("| " + cells.map(Self.safe).joined(separator: " | ") + " |\n")
    }

    private func writeEndings(_ difference: ReportDifference, to output: inout OutputBuffer) {
        guard !difference.endings.isEmpty else { return }
        output.append("\n### How the runs ended\n\n| | Before | After |\n|---|---:|---:|\n")
        for row in difference.endings {
            output.append(
                "| \(Self.safe(row.cause.page.title + (row.unsure.map { " (\($0))" } ?? ""))) | \(Phrasing.grouped(row.base)) | \(Phrasing.grouped(row.head)) |\n"
            )
        }
    }

    /// Text of a log that stays text: no markup, no mention of people, no link, no second line.
    static func safe(_ text: String) -> String {
        var output = ""
        for character in TerminalText.cut(TerminalText.safe(text), to: maximumText).unicodeScalars {
            switch character {
            case "<": output += "&lt;"
            case ">": output += "&gt;"
            case "&": output += "&amp;"
            // Followed by nothing visible, it mentions nobody.
            case "@": output += "@\u{2060}"
            case "\\", "`", "*", "_", "[", "]", "(", ")", "|", "#", "~", "!", "$":
                output += "\\"
                output.unicodeScalars.append(character)
            // A scheme would become a link.
            case ":": output += ":\u{2060}"
            default: output.unicodeScalars.append(character)
            }
        }
        return output.replacing(":\u{2060} ", with: ": ")
    }
}
