// SPDX-License-Identifier: MIT

import LifelintModel

/// The events of a run as a table: when, what, which state it led to, and where it stands; stretches that nobody asks
/// for are one row that counts them.
struct EventTable {
    /// The run, and which of its events are shown.
    let plan: RunPlan

    private static let maximumNames = 3

    private var run: AppRun { plan.run }
    private var clock: ReportClock { ReportClock(first: run.start.time, last: run.end.time) }

    /// Writes the table; nothing where the run has no events.
    func write(to page: inout HTMLPage) {
        if run.events.isEmpty { return }
        let places = EventPlaces(run.events)
        let spans = SpanReading(run)
        page.markup("<div class=\"scroll\"><table class=\"events\"><caption>Events")
        if let file = places.file { page.wrap(" <span class=\"place\">", file, limit: 160, "</span>") }
        page.markup(
            "</caption><thead><tr><th>since start</th><th>UTC</th><th>event</th><th>state</th><th>line</th></tr></thead><tbody>\n"
        )
        let steps = StateSteps(run)
        for row in plan.rows {
            switch row {
            case .event(let index): write(index, places, spans, steps.led[index] ?? [], to: &page)
            case .summary(let range): write(summary: range, to: &page)
            }
        }
        page.markup("</tbody></table></div>\n")
        guard run.eventsOmitted > 0 else { return }
        page.wrap(
            "<p class=\"note\">", Phrasing.count(run.eventsOmitted, "event") + " farther from evidence not listed",
            "</p>\n")
    }

    private func write(
        _ index: Int, _ places: EventPlaces, _ spans: SpanReading, _ states: [StateInterval],
        to page: inout HTMLPage
    ) {
        let event = run.events[index]
        let proof = plan.proofs[index]
        page.markup("<tr")
        page.attribute("id", plan.anchor(index))
        if proof != nil { page.markup(" class=\"proof\"") }
        page.wrap("><td>", TimelineOffset(start: run.start.time).text(event.time), "</td><td>")
        page.wrap("", clock.time(event.time), "</td><td>")
        if let proof { page.wrap("<b class=\"pin\">", String(proof.number), "</b>") }
        page.wrap("<code>", event.event, limit: 80, "</code>")
        if let subject = spans.subject(of: event) { page.wrap(" ", subject, limit: 80, "") }
        if let scene = event.scene, !scene.isEmpty { page.wrap(" <small>", scene, limit: 40, "</small>") }
        let text = proof?.text ?? event.text
        if !text.isEmpty { page.wrap("<code class=\"line\">", text, limit: 300, "</code>") }
        page.markup("</td><td>")
        page.text(
            states.map { "→ " + $0.state.rawValue + ($0.isInferred ? " (inferred)" : "") }.joined(separator: " "),
            limit: 200)
        page.wrap("</td><td>", places.text(event.at), limit: 60, "</td></tr>\n")
    }

    private func write(summary range: Range<Int>, to page: inout HTMLPage) {
        var counts: [String: Int] = [:]
        for event in run.events[range] { counts[event.event, default: 0] += 1 }
        let ordered = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let names = ordered.prefix(EventTable.maximumNames).map { "\($0.value) × \($0.key)" }
        page.markup("<tr class=\"gap\"><td colspan=\"5\">")
        page.text(
            "… " + Phrasing.count(range.count, "event") + ": " + Phrasing.list(names, of: ordered.count), limit: 200)
        page.markup("</td></tr>\n")
    }
}
