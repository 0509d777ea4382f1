// SPDX-License-Identifier: MIT

public import LifelintModel

/// The report that people look at: one file that fetches nothing, works without scripting, and never grows past two
/// megabytes.
///
/// What does not fit is left out from the far end: first events far from evidence, then drawings of the runs that say
/// least, then rows, and each place says so.
public struct HTMLRenderer: ReportRenderer {
    /// The name after `--report`.
    public let id = "html"
    /// What it is for.
    public let title = "for people in a browser: one file with timelines, evidence, why and how to fix"
    /// It leaves the machine.
    public let redactsByDefault = true

    /// Bytes of a page: what a viewer of artifacts opens without a wait.
    package static let maximumBytes = 2_000_000

    private static let maximumFindings = 550_000
    private static let maximumEndings = 350_000
    private static let maximumRows = 500_000
    private static let maximumClosing = 150_000
    private static let headlineRoom = 50_000
    private static let shownEvents = [80, 16]

    /// A renderer.
    public init() {}

    /// Writes the page.
    public func render(
        _ report: any ReportContents, options: RenderOptions, into sink: inout any ByteSink
    ) throws {
        var content = try ReportPage(report)
        var head = HTMLPage()
        PageFrame(report: content).writeOpening(to: &head)
        let closing = Self.closing(content)
        // Cards are written twice: first to learn how much room they leave for the drawings that they then link to.
        content.cards = Set(content.findings.map(\.key))
        content.plans = Self.plans(content, limit: .max).mapValues(\.plan)
        var summary = HTMLPage()
        SummarySection(report: content).writeEndings(to: &summary)
        var fixed = HTMLPage()
        FixedList(header: content.header).write(to: &fixed)
        var room = Self.maximumBytes - head.count - summary.count - closing.count - Self.maximumRows - Self.headlineRoom
        let measured = Self.findings(content)
        room -= measured.page.count + fixed.count + Self.endings(content).count
        content.cards = measured.cards
        let drawings = Self.plans(content, limit: room)
        content.plans = drawings.mapValues(\.plan)
        SummarySection(report: content).writeCounts(to: &head)
        HeadlineCard(content).write(to: &head)
        head.append(summary)
        head.append(Self.findings(content).page)
        head.append(fixed)
        head.append(Self.endings(content))
        head.append(Self.runs(content, drawings))
        head.append(closing)
        try sink.write(head.output.bytes)
    }

    // MARK: Parts

    private static func findings(_ report: ReportPage) -> (page: HTMLPage, cards: Set<String>) {
        var page = HTMLPage()
        var cards: Set<String> = []
        page.markup("<section id=\"findings\"><h2>Findings</h2>\n")
        var shown = 0
        for (index, group) in report.findings.enumerated() {
            var card = HTMLPage()
            FindingCard(report: report, group: group, isOpen: index == 0).write(to: &card)
            guard page.count + card.count <= maximumFindings else { break }
            page.append(card)
            cards.insert(group.key)
            shown += group.count
        }
        if shown == 0 { page.markup("<p>No finding counts.</p>\n") }
        writeLeft(report.survey.findings.groups.total - shown, "finding", to: &page)
        page.markup("</section>\n")
        return (page, cards)
    }

    private static func endings(_ report: ReportPage) -> HTMLPage {
        var page = HTMLPage()
        let groups = report.endings
        if groups.isEmpty { return page }
        let survey = report.survey.runs
        let isExplained = survey.notable.total > 0
        page.markup("<section id=\"endings\"><h2>")
        page.text(isExplained ? "Endings worth reading" : "Endings that the evidence does not explain")
        page.markup("</h2>\n")
        var shown = 0
        var unseen: [RankedGroups<AppRun, RunMark>.Group] = []
        for (index, group) in groups.enumerated() {
            var card = HTMLPage()
            EndingCard(report: report, group: group, number: index + 1).write(to: &card)
            guard page.count + card.count <= maximumEndings else { break }
            page.append(card)
            if group.rank > RunSurvey.unseenRank { shown += group.count } else { unseen.append(group) }
        }
        writeLeft(survey.notable.total - shown, "ending", to: &page)
        if let line = Phrasing.unseen(survey, besides: unseen) {
            page.wrap("<p class=\"note\">… and ", line, limit: 400, "</p>\n")
        }
        page.markup("</section>\n")
        return page
    }

    private static func runs(
        _ report: ReportPage, _ drawings: [String: (plan: RunPlan, section: HTMLPage)]
    ) -> HTMLPage {
        var page = HTMLPage()
        page.markup("<section id=\"runs\"><h2>Runs</h2>\n")
        page.markup("<div class=\"run-head\" aria-hidden=\"true\"><span></span><span>app</span><span>started</span>")
        page.markup("<span>lasted</span><span>ending</span><span>findings</span></div>\n")
        let rows = rows(report, drawings)
        for (index, line) in report.survey.rows.enumerated() {
            if let row = rows[index] {
                page.append(row)
            } else if let drawing = drawings[line.id] {
                page.append(drawing.section)
            }
        }
        let shown = rows.count + drawings.count
        writeLeft(report.survey.runs.runs - shown, "run", to: &page)
        page.markup("</section>\n")
        return page
    }

    /// The rows of runs that are not drawn, by their place, as far as they fit; those that others link to come first.
    private static func rows(
        _ report: ReportPage, _ drawings: [String: (plan: RunPlan, section: HTMLPage)]
    ) -> [Int: HTMLPage] {
        var rows: [Int: HTMLPage] = [:]
        let linked = Set(report.survey.order)
        var seen: Set<String> = []
        let undrawn = report.survey.rows.enumerated().map { index, line in
            (index, line, isFirst: seen.insert(line.id).inserted)
        }.filter { !$0.isFirst || drawings[$0.1.id] == nil }
        var room = maximumRows
        let first = undrawn.filter { linked.contains($0.1.id) }
        for (index, line, isFirst) in first + undrawn.filter({ !linked.contains($0.1.id) }) {
            var row = HTMLPage()
            let anchor = isFirst ? report.anchors.run(line.id) : nil
            RunSection(report: report, line: line, anchor: anchor).write(nil, to: &row)
            guard row.count <= room else { break }
            room -= row.count
            rows[index] = row
        }
        return rows
    }

    private static func closing(_ report: ReportPage) -> HTMLPage {
        var page = HTMLPage()
        ClosingSections(header: report.header).write(to: &page)
        if page.count > maximumClosing {
            page = HTMLPage()
            page.markup("<p class=\"note\">Rules, inputs and problems have no room here: --report json has them.</p>\n")
        }
        PageFrame(report: report).writeClosing(to: &page)
        return page
    }

    private static func writeLeft(_ count: Int, _ noun: String, to page: inout HTMLPage) {
        guard count > 0 else { return }
        let text =
            "… and " + Phrasing.count(count, "more " + noun) + " for which there is no room: --report json has all"
        page.wrap("<p class=\"note\">", text, "</p>\n")
    }

    // MARK: Drawings

    /// The drawings that fit into so many bytes, the most telling runs first.
    private static func plans(_ report: ReportPage, limit: Int) -> [String: (plan: RunPlan, section: HTMLPage)] {
        var drawings: [String: (plan: RunPlan, section: HTMLPage)] = [:]
        let lines = Dictionary(report.survey.rows.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var room = limit
        for (index, id) in report.survey.order.enumerated() {
            guard let run = report.survey.drawn[id], let line = lines[id] else { continue }
            let texts = report.evidence(of: run)
            for events in shownEvents {
                let plan = RunPlan(run, number: index + 1, texts: texts, limit: events)
                var section = HTMLPage()
                RunSection(report: report, line: line, anchor: report.anchors.run(id)).write(plan, to: &section)
                guard section.count <= room else { continue }
                room -= section.count
                drawings[id] = (plan, section)
                break
            }
        }
        return drawings
    }
}
