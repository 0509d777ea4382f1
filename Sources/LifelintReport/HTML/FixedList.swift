// SPDX-License-Identifier: MIT

import LifelintModel

/// What the page says of mistakes that the baseline knows and nothing shows any more.
struct FixedList {
    /// Those mistakes, and those of which nothing was judged.
    let header: ReportHeader

    private var entries: [BaselineEntry] { header.mended }

    private static let maximumEntries = 50

    /// Writes the section, if there is anything to say.
    func write(to page: inout HTMLPage) {
        writeFixed(to: &page)
        if let unseen = FixedSection.notSeen(header.notSeen) {
            page.wrap("<p id=\"not-seen\" class=\"note\">", unseen, limit: 1_000, "</p>\n")
        }
    }

    private func writeFixed(to page: inout HTMLPage) {
        if entries.isEmpty { return }
        page.markup("<section id=\"fixed\"><h2>Fixed since the baseline: ")
        page.text(Phrasing.grouped(entries.count))
        page.markup("</h2>\n<ul>")
        for entry in entries.prefix(FixedList.maximumEntries) {
            page.wrap("<li>✓ <code>", entry.rule, limit: 80, "</code>")
            if let culprit = entry.culprit { page.wrap(": <strong>", culprit, limit: 160, "</strong>") }
            if let app = entry.appName { page.wrap(" <span class=\"note\">(", app, limit: 120, ")</span>") }
            page.markup("</li>\n")
        }
        page.markup("</ul>\n")
        let left = entries.count - FixedList.maximumEntries
        if left > 0 {
            page.wrap("<p class=\"note\">… and ", Phrasing.grouped(left), " more: --report json has all</p>\n")
        }
        page.wrap("<p class=\"note\">", FixedSection.advice, "<code>")
        page.wrap("", FixedSection.option, "</code></p>\n</section>\n")
    }
}
