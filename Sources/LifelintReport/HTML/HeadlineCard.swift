// SPDX-License-Identifier: MIT

import LifelintModel

/// The answer that a reader came for: what died, why, who is to blame, which line proves it, how to fix it.
struct HeadlineCard {
    private static let maximumFigure = 40_000

    /// The page it stands on.
    private let report: ReportPage
    private let finding: Finding?
    /// The run it speaks of, and whether its ending is what the card is about.
    private let run: AppRun?
    private let isDeath: Bool

    /// The worst of a report: an error before an ending that the user saw, and that before anything else.
    ///
    /// A death is told with what was found of it, and never with what else went wrong in that run.
    init(_ report: ReportPage) {
        self.report = report
        let first = report.findings.first?.item
        if let worst = report.survey.runs.notable.ordered.first?.item, first?.severity != .error {
            finding = HeadlineCard.finding(thatTells: worst, report)
            run = worst
            isDeath = true
        } else {
            finding = first
            run = first?.run.flatMap { report.survey.drawn[$0] }
            isDeath = run.map { run in first.map { HeadlineCard.tells($0, run) } ?? false } ?? false
        }
    }

    /// The worst of what was found of how a run ended, as long as it has a card.
    private static func finding(thatTells run: AppRun, _ report: ReportPage) -> Finding? {
        let told = (report.survey.found[run.id]?.listed ?? []).filter { tells($0, run) }
        let keys = Set(report.findings.map(\.key))
        return told.filter { keys.contains($0.fingerprint) }
            .reduce(nil) { worst, next in
                guard let worst else { return next }
                return FindingSurvey.rank(next) > FindingSurvey.rank(worst) ? next : worst
            }
    }

    /// Whether a finding is about how a run ended, and that is worth a headline: it begins with what the ending rests
    /// on.
    static func tells(_ finding: Finding, _ run: AppRun) -> Bool {
        guard RunSurvey.rank(run) > RunSurvey.unseenRank else { return false }
        if finding.tellsEnding { return true }
        return finding.evidence.first.map { first in run.ending.because.contains { $0.at == first.line.at } } ?? false
    }

    /// Writes the card; where nothing is wrong, that is the answer.
    func write(to page: inout HTMLPage) {
        if finding == nil, run == nil {
            if let unread = UnreadInputs(report.header).count {
                page.markup("<section class=\"headline\"")
                page.attribute("data-s", RunMarks.style(.warning))
                page.wrap(
                    "><h2>", RunMarks.sign(.warning) + " " + unread + ". " + quiet, "</h2></section>\n")
            } else if let nothing = Phrasing.nothingLeft(report.header) {
                page.markup("<section class=\"headline\"")
                page.attribute("data-s", RunMarks.style(.warning))
                let text = RunMarks.sign(.warning) + " No " + nothing + ": nothing was checked"
                page.wrap("><h2>", text, "</h2></section>\n")
            } else {
                page.wrap("<section class=\"headline ok\"><h2>✓ ", quiet, "</h2></section>\n")
            }
            return
        }
        page.markup("<section class=\"headline\"")
        page.attribute("data-s", RunMarks.style(severity))
        page.markup("><h2>")
        page.text(RunMarks.sign(severity) + " " + title, limit: 200)
        page.markup("</h2>\n<dl>")
        writeWhat(to: &page)
        writeWhy(to: &page)
        page.markup("<dt>Who is to blame</dt><dd>")
        page.wrap("<strong>", culprit, limit: 200, "</strong></dd>")
        writeProof(to: &page)
        writeFix(to: &page)
        page.markup("</dl>\n")
        writeFigure(to: &page)
        page.markup("</section>\n")
    }

    /// The timeline stands here too, where it is of a size that leaves room for others.
    private func writeFigure(to page: inout HTMLPage) {
        guard let plan = run.flatMap({ report.plans[$0.id] }) else { return }
        var figure = HTMLPage()
        RunFigure(plan: plan).write(to: &figure)
        if figure.count <= HeadlineCard.maximumFigure { page.append(figure) }
    }

    private var quiet: String {
        let runs = report.survey.runs
        if let nothing = Phrasing.nothingLeft(report.header) { return "No " + nothing }
        if runs.runs == 0 {
            let isCounted = !ExitSection(exits: report.header.exitCounts).rows.isEmpty
            return isCounted
                ? "No run of an app was found in what was read; MetricKit counted exits"
                : "Nothing to report: no run of an app was found in what was read"
        }
        if runs.unseen.total == 0 { return Phrasing.quiet(runs) }
        return "Nothing wrong was found; the evidence does not explain " + Phrasing.count(runs.unseen.total, "ending")
    }

    private var severity: Finding.Severity? {
        let ending = run.flatMap { isDeath ? $0.ending.page.severity(isVisible: $0.isVisible) : nil }
        let found = finding?.severity
        return RunFindings.weight(found) > RunFindings.weight(ending) ? found : ending
    }

    private var title: String {
        if isDeath, let run { return Phrasing.title(run.ending) }
        if let finding { return report.rules[finding.rule]?.title ?? finding.rule }
        return run.map { Phrasing.title($0.ending) } ?? ""
    }

    private func writeWhat(to page: inout HTMLPage) {
        page.markup(isDeath ? "<dt>What died</dt><dd>" : "<dt>Where</dt><dd>")
        if let run {
            report.writeLink(to: run.id, Phrasing.app(run), to: &page)
            page.wrap(", ", (isDeath ? death(of: run) : circumstances(in: run)), limit: 300, "")
        } else {
            report.writeLink(to: finding?.run, finding?.run ?? finding?.app ?? "not known", to: &page)
        }
        page.markup("</dd>")
    }

    private func death(of run: AppRun) -> String {
        var parts = [Phrasing.end(run, report.clock) + " UTC"]
        if let state = Phrasing.stateAtEnd(run) { parts.append(state) }
        if let sight = Phrasing.sight(run, apostrophe: "’") { parts.append(sight) }
        return parts.joined(separator: ", ")
    }

    /// When it was, and how the run ended where that is another story.
    private func circumstances(in run: AppRun) -> String {
        let time = finding.map { report.clock.time($0.time) + " UTC" } ?? ""
        guard RunSurvey.rank(run) > RunSurvey.unseenRank else { return time }
        let end = (run.end.isKnown ? "ended at " : "is told of last at ") + report.clock.time(run.end.time)
        return time + "; the run " + end + ": " + Phrasing.ending(run.ending)
    }

    private func writeWhy(to page: inout HTMLPage) {
        page.markup("<dt>Why</dt><dd>")
        if let finding {
            page.text(finding.message, limit: 600)
            page.wrap(" <span class=\"note\">(", finding.confidence.rawValue, ")</span> <a")
            page.attribute("href", "#" + PageAnchors.finding(finding.fingerprint))
            page.markup(">the finding</a>")
        } else if let run {
            let story = StoryText(run: run).text
            page.text(story.isEmpty ? run.ending.page.summary : story, limit: 1_000)
            page.wrap(" <span class=\"note\">(", run.ending.confidence.rawValue, ")</span> <a href=\"#ending-1\">")
            page.markup("the story</a>")
        }
        page.markup("</dd>")
    }

    /// Whoever the evidence names: a finding's culprit, else what the termination says of itself.
    private var culprit: String {
        if let culprit = finding.flatMap(Phrasing.culprit) { return culprit }
        let nobody = "the app; the evidence names nobody in it"
        guard isDeath else { return nobody }
        for key in [EndingDetail.task, .owner, .path, .domain] {
            if let value = run?.ending.detail[key] { return value.text }
        }
        // Where the system was short of something, the app need not have done wrong.
        return run?.ending.page.visibleSeverity == .error ? nobody : "nobody whom the evidence names"
    }

    private func writeProof(to page: inout HTMLPage) {
        let plan = (finding?.run ?? run?.id).flatMap { report.plans[$0] }
        let list = finding.map { EvidenceList($0, plan: plan) } ?? run.map { EvidenceList($0.ending, plan: plan) }
        guard let list, let first = list.lines.first else { return }
        // What happened, and what led to it: a second witness of the same stands in the card of the finding.
        let others = list.lines.dropFirst().filter { $0.note != first.note }
        let lines =
            [first] + [others.first { $0.note != Finding.Evidence.groundNote } ?? others.first].compactMap(\.self)
        page.markup(
            lines.count > 1 ? "<dt>The lines that prove it</dt><dd>" : "<dt>The line that proves it</dt><dd>")
        for (line, note) in lines {
            list.writePlace(line.at, to: &page)
            if !note.isEmpty { page.wrap(" <span class=\"note\">", note, limit: 80, "</span>") }
            page.wrap("<code class=\"line\">", line.text, limit: 300, "</code>")
        }
        page.markup("</dd>")
    }

    private func writeFix(to page: inout HTMLPage) {
        page.markup("<dt>How to fix it</dt><dd>")
        if let finding, let rule = report.rules[finding.rule] {
            RuleProse.writeLine(RuleProse(text: rule.fix).opening, to: &page)
            page.markup(" <a")
            page.attribute("href", "#" + PageAnchors.finding(finding.fingerprint))
            page.markup(">more</a>")
        } else if let finding {
            page.wrap("<code>lifelint explain ", finding.rule, limit: 80, "</code>")
        } else if let run {
            page.text(run.ending.page.whatToDo.first ?? "Nothing is to be done.")
            page.markup(" <a href=\"#ending-1\">more</a>")
        }
        page.markup("</dd>")
    }
}
