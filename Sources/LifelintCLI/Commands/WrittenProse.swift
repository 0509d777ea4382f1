// SPDX-License-Identifier: MIT

/// Text of a rule, broken anew where it is prose; code stays as it was written.
enum WrittenProse {
    /// The text with a margin, in lines of that width.
    static func wrapped(_ text: String, indent: Int, width: Int) -> String {
        let margin = String(repeating: " ", count: indent)
        var output = ""
        var words = ""
        var lead = ""
        var isCode = false

        func endParagraph() {
            guard !words.isEmpty else { return }
            let hang = String(repeating: " ", count: lead.count)
            for (index, line) in HelpText.lines(of: words, width: width - indent - lead.count).enumerated() {
                output += margin + (index == 0 ? lead : hang) + line + "\n"
            }
            words = ""
            lead = ""
        }

        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        while lines.last?.isEmpty == true { lines.removeLast() }
        for line in lines {
            if line.isEmpty {
                endParagraph()
                output += "\n"
            } else if isCode || line.hasPrefix("```") || line.hasPrefix("    ") {
                endParagraph()
                if line.hasPrefix("```") { isCode.toggle() }
                output += margin + line + "\n"
            } else {
                let marker = marker(of: line)
                if !marker.isEmpty {
                    endParagraph()
                    lead = marker
                }
                words += words.isEmpty ? line.dropFirst(marker.count) : " " + line
            }
        }
        endParagraph()
        return output
    }

    /// What an item of a list begins with, up to its text; empty for any other line.
    private static func marker(of line: Substring) -> String {
        let space = line.prefix { $0 == " " }
        let rest = line.dropFirst(space.count)
        if rest.hasPrefix("- ") || rest.hasPrefix("* ") { return String(space + rest.prefix(2)) }
        let digits = rest.prefix { $0.isNumber }
        return !digits.isEmpty && rest.dropFirst(digits.count).hasPrefix(". ") ? String(space + digits) + ". " : ""
    }
}
