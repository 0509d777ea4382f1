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
        var page = HTMLPage()
        page.markup(Self.head)
        page.wrap("<title>lifelint: ", difference.summary, "</title>\n</head>\n<body>\n<main>\n")
        page.wrap("<h1>", difference.summary, "</h1>\n<p>")
        write(difference.base, to: &page)
        page.markup(" → ")
        write(difference.head, to: &page)
        page.markup("</p>\n")
        for section in difference.sections {
            let isRare = section.name == "notSeen" || section.name == "notLookedFor"
            if !isRare || !section.entries.isEmpty { write(section.title, section.entries, to: &page) }
        }
        writeEndings(difference, to: &page)
        page.markup("</main>\n</body>\n</html>\n")
        return page.output.bytes
    }

    private func write(_ side: ReportDifference.Side, to page: inout HTMLPage) {
        page.wrap("<code>", side.name, "</code> ")
        page.wrap("(", Phrasing.count(side.header.summary.runs, "run"), ")")
    }

    private func write(_ title: String, _ entries: [ReportDifference.Entry], to page: inout HTMLPage) {
        page.wrap("<section>\n<h2>", "\(title): \(Phrasing.grouped(entries.count))", "</h2>\n")
        if !entries.isEmpty { page.markup("<ul>\n") }
        for entry in entries { write(entry, to: &page) }
        page.markup(entries.isEmpty ? "<p>None.</p>\n</section>\n" : "</ul>\n</section>\n")
    }

    private func write(_ entry: ReportDifference.Entry, to page: inout HTMLPage) {
        let finding = entry.finding
        page.markup("<li><span")
        page.attribute("class", finding.severity.rawValue)
        page.wrap(">", finding.severity.rawValue, "</span> ")
        page.wrap("<strong>", finding.rule, "</strong>")
        if !entry.place.isEmpty { page.wrap(": ", entry.place, "") }
        if let times = entry.times { page.wrap(", ", times, "") }
        page.wrap("<p>", entry.message, "</p>")
        if entry.base == 0, let line = finding.evidence.first?.line {
            page.wrap("<pre>", Phrasing.place(line.at), "\n")
            page.wrap("", line.text, "</pre>")
        }
        page.markup("</li>\n")
    }

    private func writeEndings(_ difference: ReportDifference, to page: inout HTMLPage) {
        guard !difference.endings.isEmpty else { return }
        page.markup("<section>\n<h2>How the runs ended</h2>\n<table>\n<thead><tr><th scope=\"col\">Ending</th>")
        page.markup("<th scope=\"col\">Before</th><th scope=\"col\">After</th></tr></thead>\n<tbody>\n")
        for row in difference.endings {
            let title = row.cause.page.title + (row.unsure.map { " (\($0))" } ?? "")
            page.wrap("<tr><th scope=\"row\">", title, "</th>")
            page.wrap("<td>", Phrasing.grouped(row.base), "</td>")
            page.wrap("<td>", Phrasing.grouped(row.head), "</td></tr>\n")
        }
        page.markup("</tbody>\n</table>\n</section>\n")
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
