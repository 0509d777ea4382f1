// SPDX-License-Identifier: MIT

import LifelintModel

/// What stands around the sections: the policy that forbids everything else, the bar at the top, the keys, the end.
struct PageFrame {
    /// The page.
    let report: ReportPage

    /// The policy: nothing is fetched, styles stand in the page, and only the one script with this digest runs.
    static let policy =
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-" + SHA256.base64(script)
        + "'; base-uri 'none'; form-action 'none'"

    private static let script = PageScript.text.withUTF8Buffer { unsafe Array($0) }
    private static let maximumChoices = 80

    /// Writes everything before the first section.
    func writeOpening(to page: inout HTMLPage) {
        page.markup("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        page.markup("<meta http-equiv=\"Content-Security-Policy\"")
        page.attribute("content", PageFrame.policy)
        page.markup(">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        page.markup(
            "<meta name=\"referrer\" content=\"no-referrer\">\n<meta name=\"color-scheme\" content=\"light dark\">\n")
        page.wrap("<title>lifelint: ", title, "</title>\n<style>\n")
        page.markup(PageStyle.text)
        page.markup(FigureStyle.text)
        page.markup("</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#findings\">Skip to the findings</a>\n")
        page.markup(FigureStyle.patterns)
        writeBar(to: &page)
        page.markup("<main>\n")
    }

    /// Writes everything after the last section.
    func writeClosing(to page: inout HTMLPage) {
        page.markup("</main>\n<footer><p>")
        page.text(
            "\(report.header.tool.name) \(report.header.tool.version), preset \(report.header.configuration.preset)")
        if let today = report.header.configuration.today {
            page.text(
                ", as of \(today.year)-\(today.month < 10 ? "0" : "")\(today.month)-\(today.day < 10 ? "0" : "")\(today.day)"
            )
        }
        page.markup("; times are in UTC. <code>--report json</code> has everything.</p></footer>\n")
        page.markup(PageFrame.keys)
        page.markup("<div id=\"tip\" role=\"status\" hidden></div>\n<script>")
        page.markup(PageScript.text)
        page.markup("</script>\n</body>\n</html>\n")
    }

    private var title: String {
        let counts = Phrasing.scope(report.survey.runs, report.header) + ", " + Phrasing.findings(report.header.summary)
        return counts + (UnreadInputs(report.header).count.map { ", " + $0 } ?? "")
    }

    // MARK: Bar

    private func writeBar(to page: inout HTMLPage) {
        page.markup("<header class=\"bar\"><h1>lifelint</h1>\n<nav aria-label=\"Parts of the page\">")
        page.markup("<a href=\"#findings\">Findings</a>")
        if !report.endings.isEmpty { page.markup(" <a href=\"#endings\">Endings</a>") }
        page.markup(" <a href=\"#runs\">Runs</a></nav>\n<form class=\"needs-script\" role=\"search\">")
        page.markup("<input id=\"search\" type=\"search\" placeholder=\"Search ( / )\" aria-label=\"Search\">")
        page.markup("<select id=\"by-severity\" aria-label=\"Severity\"><option value=\"\">any severity</option>")
        page.markup("<option value=\"error\">■ error</option><option value=\"warning\">▲ warning</option>")
        page.markup("<option value=\"info\">● info</option></select>")
        let rules = Set(report.findings.map(\.item.rule)).sorted()
        writeChoice("<select id=\"by-rule\" aria-label=\"Rule\"><option value=\"\">any rule</option>", rules, to: &page)
        let causes = Set(report.survey.runs.endings.keys.map(\.cause.rawValue)).sorted()
        writeChoice(
            "<select id=\"by-cause\" aria-label=\"Ending\"><option value=\"\">any ending</option>", causes, to: &page)
        page.markup("<output id=\"shown\" aria-live=\"polite\"></output></form>\n")
        page.markup("<span class=\"buttons needs-script\"><button id=\"theme\" type=\"button\">◐ theme</button>")
        page.markup("<button id=\"keys-button\" type=\"button\" aria-label=\"Keys\">?</button></span></header>\n")
    }

    private func writeChoice(_ opening: StaticString, _ names: [String], to page: inout HTMLPage) {
        page.markup(opening)
        for name in names.prefix(PageFrame.maximumChoices) {
            page.markup("<option")
            page.attribute("value", name)
            page.wrap(">", name, limit: 60, "</option>")
        }
        page.markup("</select>")
    }

    private static let keys: StaticString = """
        <dialog id="keys"><h2>Keys</h2><dl>
        <dt><kbd>j</kbd> <kbd>k</kbd></dt><dd>next, previous finding, ending or run</dd>
        <dt><kbd>Enter</kbd></dt><dd>to the evidence of a finding; unfold a run; from a mark to its line</dd>
        <dt><kbd>t</kbd></dt><dd>to the timeline of a run</dd>
        <dt><kbd>←</kbd> <kbd>→</kbd></dt><dd>in a timeline: previous, next event</dd>
        <dt><kbd>+</kbd> <kbd>-</kbd> <kbd>0</kbd></dt><dd>in a timeline: zoom in, out, show all; or drag over it</dd>
        <dt><kbd>/</kbd></dt><dd>search</dd>
        <dt><kbd>Escape</kbd></dt><dd>end what was begun: a hint, a zoom, a search</dd>
        <dt><kbd>?</kbd></dt><dd>these keys</dd>
        </dl><p><button type="button">Close</button></p></dialog>

        """
}
