// SPDX-License-Identifier: MIT

import LifelintModel

/// One page for a browser: no script, nothing from elsewhere, readable in light and dark and on paper.
public struct HTMLDifferenceRenderer: DifferenceRenderer {
    /// The name after `--report`.
    public let id = "html"
    /// What it is for.
    public let title = "one page for a browser, without scripts"
    /// It leaves the machine.
    public let redactsByDefault = true

    /// A renderer.
    public init() {}

    /// The page.
    public func render(_ difference: ReportDifference, options: RenderOptions) -> [UInt8] {
        var output = OutputBuffer()
        output.append(Self.head)
        output.append("<title>lifelint: \(difference.summary)</title>\n</head>\n<body>\n<main>\n")
        output.append("<h1>\(difference.summary)</h1>\n<p>")
        for (index, side) in [difference.base, difference.head].enumerated() {
            output.append(
                (index == 0 ? "" : " → ") + "<code>\(Self.safe(side.name))</code> "
                    + "(\(Phrasing.count(side.header.summary.runs, "run")))")
        }
        output.append("</p>\n")
        for section in difference.sections {
            let isRare = section.name == "notSeen" || section.name == "notLookedFor"
            if !isRare || !section.entries.isEmpty { write(section.title, section.entries, to: &output) }
        }
        writeEndings(difference, to: &output)
        output.append("</main>\n</body>\n</html>\n")
        return output.bytes
    }

    private func write(_ title: String, _ entries: [ReportDifference.Entry], to output: inout OutputBuffer) {
        output.append("<section>\n<h2>\(title): \(Phrasing.grouped(entries.count))</h2>\n")
        if !entries.isEmpty { output.append("<ul>\n") }
        for entry in entries {
            let finding = entry.finding
            output.append(
                "<li><span class=\"\(finding.severity.rawValue)\">\(finding.severity.rawValue)</span> "
                    + "<strong>\(Self.safe(finding.rule))</strong>")
            if !entry.place.isEmpty { output.append(": \(Self.safe(entry.place))") }
            if let times = entry.times { output.append(", \(times)") }
            output.append("<p>\(Self.safe(entry.message))</p>")
            if entry.base == 0, let line = finding.evidence.first?.line {
                output.append(
                    "<pre>\(Self.safe(Phrasing.place(line.at)))\n\(Self.safe(TerminalText.safe(line.text)))</pre>")
            }
            output.append("</li>\n")
        }
        output.append(entries.isEmpty ? "<p>None.</p>\n</section>\n" : "</ul>\n</section>\n")
    }

    private func writeEndings(_ difference: ReportDifference, to output: inout OutputBuffer) {
        guard !difference.endings.isEmpty else { return }
        output.append(
            "<section>\n<h2>How the runs ended</h2>\n<table>\n<thead><tr><th scope=\"col\">Ending</th>"
                + "<th scope=\"col\">Before</th><th scope=\"col\">After</th></tr></thead>\n<tbody>\n")
        for row in difference.endings {
            output.append(
                "<tr><th scope=\"row\">\(Self.safe(row.cause.page.title + (row.unsure.map { " (\($0))" } ?? "")))</th><td>\(Phrasing.grouped(row.base))</td>"
                    + "<td>\(Phrasing.grouped(row.head))</td></tr>\n")
        }
        output.append("</tbody>\n</table>\n</section>\n")
    }

    /// Text that can never become markup.
    private static func safe(_ text: String) -> String {
        var output = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "<": output += "&lt;"
            case ">": output += "&gt;"
            case "&": output += "&amp;"
            case "\"": output += "&quot;"
            case "'": output += "&#39;"
            // Not allowed in a document, whatever a log holds.
            case "\u{0}"..."\u{8}", "\u{B}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}"..."\u{FFFF}":
                output += "\u{FFFD}"
            default: output.unicodeScalars.append(scalar)
            }
        }
        return output
    }

    private static let head: StaticString = """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <style>
        :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
        main { max-width: 60rem; margin: 0 auto; padding: 1rem; }
        li { margin-bottom: 1rem; }
        p { margin: 0.25rem 0; overflow-wrap: anywhere; }
        pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 0.5rem; border-left: 3px solid; }
        th, td { text-align: left; padding: 0.2rem 1rem 0.2rem 0; }
        td { text-align: right; }
        .error, .warning, .info { padding: 0 0.4rem; border: 2px solid; font-weight: bold; }
        .warning { border-style: dashed; }
        .info { border-style: dotted; }
        @media print { li { break-inside: avoid; } }
        </style>

        """
}
