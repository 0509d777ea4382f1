// SPDX-License-Identifier: MIT

import LifelintModel

/// The timeline of a run as SVG: lanes of states, scenes, spans and counters, the events, and the end.
///
/// Every place is a share of the width in percent, so that the drawing fits any screen, its text is never stretched,
/// and zooming is arithmetic on percentages.
struct RunFigure {
    /// The run, and which of its events are shown.
    let plan: RunPlan

    private static let maximumLanes = 24
    private static let maximumCounters = 4
    private static let lane = 22
    private static let axis = 20
    private static let counter = 44
    /// The share of the width from which on a name can be read.
    private static let readable = 0.035

    private var run: AppRun { plan.run }

    /// Writes the figure; nothing where the run has no length.
    func write(to page: inout HTMLPage) {
        if run.end.time <= run.start.time { return }
        let scale = TimelineScale(run, columns: 1_000)
        let lanes = FigureLane.packed(run, SpanReading(run), proofs: plan.instants)
        let shown = RunFigure.shown(lanes)
        let counters = run.counters.filter { $0.samples.count > 1 }.prefix(RunFigure.maximumCounters)
        page.markup("<figure class=\"tl\"><ol class=\"lanes\" aria-hidden=\"true\"><li class=\"ax\">UTC</li>")
        for lane in shown { writeName(lane.name, "<li", to: &page) }
        for counter in counters { writeName(RunFigure.name(of: counter), "<li class=\"tall\"", to: &page) }
        page.markup("<li>events</li>")
        page.markup(run.end.isKnown ? "<li>end</li></ol>" : "<li>last told of</li></ol>")
        writePlot(shown, Array(counters), scale, to: &page)
        writeCaption(left: lanes.count - shown.count, undrawn: shown.reduce(0) { $0 + $1.left }, scale, to: &page)
        page.markup("</figure>\n")
    }

    /// The first lanes; of too many those with something to tell before the others.
    private static func shown(_ lanes: [FigureLane]) -> [FigureLane] {
        guard lanes.count > maximumLanes else { return lanes }
        let isTelling = lanes.enumerated().map { index, lane in
            index == 0 || lane.stretches.contains(where: \.isTelling)
        }
        let order = lanes.indices.filter { isTelling[$0] } + lanes.indices.filter { !isTelling[$0] }
        return order.prefix(maximumLanes).sorted().map { lanes[$0] }
    }

    private func writeName(_ name: String, _ open: StaticString, to page: inout HTMLPage) {
        let name = TerminalText.cut(TerminalText.safe(name), to: 80)
        page.markup(open)
        page.attribute("title", name)
        page.wrap(">", name, "</li>")
    }

    private func writePlot(
        _ lanes: [FigureLane], _ counters: [Counter], _ scale: TimelineScale, to page: inout HTMLPage
    ) {
        let bottom = RunFigure.axis + lanes.count * RunFigure.lane + counters.count * RunFigure.counter
        let height = bottom + 2 * RunFigure.lane
        page.markup("<svg class=\"plot\" role=\"img\" width=\"100%\" height=\"")
        page.number(height)
        page.markup("\"")
        page.attribute("aria-label", label(lanes.count))
        writeKnots(scale, to: &page)
        page.markup(">")
        writeAxis(scale, height: height, to: &page)
        var y = RunFigure.axis
        for lane in lanes {
            for stretch in lane.stretches { write(stretch, y: y, scale, to: &page) }
            y += RunFigure.lane
        }
        for counter in counters {
            write(counter, y: y, scale, to: &page)
            y += RunFigure.counter
        }
        writeEnd(y: y + RunFigure.lane, to: &page)
        writeEvents(y: y, scale, to: &page)
        page.markup("</svg>")
    }

    private func label(_ lanes: Int) -> String {
        "Timeline of " + Phrasing.app(run) + " from " + ReportClock.dated(run.start.time) + " to "
            + ReportClock.dated(run.end.time) + " UTC, " + Phrasing.count(lanes, "lane") + ". "
            + Phrasing.ending(run.ending) + ". The tables below tell the same."
    }

    /// Where a share of the run's time lies in the drawing: the edges leave room for half a mark.
    private static func place(_ share: Double) -> Double { 0.01 + share * 0.98 }

    // MARK: Axis

    /// What a script needs to tell the time at any place: milliseconds since 1970 and the share of the width.
    private func writeKnots(_ scale: TimelineScale, to page: inout HTMLPage) {
        page.markup(" data-knots=\"")
        for (index, knot) in scale.knots.prefix(200).enumerated() {
            if index > 0 { page.markup(" ") }
            page.number(Int64(exactly: (knot.time / 1e6).rounded()) ?? 0)
            page.markup(":")
            page.number(Int64(exactly: (RunFigure.place(knot.share) * 1e7).rounded()) ?? 0)
        }
        page.markup("\"")
    }

    private func writeAxis(_ scale: TimelineScale, height: Int, to page: inout HTMLPage) {
        let length = Double(run.end.time.nanoseconds) - Double(run.start.time.nanoseconds)
        let digits: UInt8 = length < 20e9 ? min(run.start.time.digits, 3) : 0
        page.markup("<g class=\"axis\">")
        for tick in 0..<5 {
            let share = Double(tick) / 5
            page.markup("<svg")
            page.percent("x", RunFigure.place(share))
            page.markup(" width=\"20%\" height=\"")
            page.number(height)
            page.markup("\"><rect width=\"1\" height=\"")
            page.number(height)
            let instant = scale.instant(ofColumn: Int(share * Double(scale.columns)), digits: digits)
            page.wrap("\"/><text x=\"4\" y=\"13\">", instant.clockTime, "</text></svg>")
        }
        page.markup("</g>")
    }

    // MARK: Lanes

    private func write(_ stretch: FigureLane.Stretch, y: Int, _ scale: TimelineScale, to page: inout HTMLPage) {
        let from = RunFigure.place(min(scale.share(of: stretch.from), 0.998))
        let length = max(RunFigure.place(stretch.to.map(scale.share) ?? 1) - from, 0.002)
        page.markup("<svg")
        page.attribute("class", length < RunFigure.readable ? stretch.style + " short" : stretch.style)
        page.percent("x", from)
        page.percent("width", length)
        page.markup(" y=\"")
        page.number(y + 2)
        page.markup("\" height=\"18\">")
        page.markup("<title>")
        page.lines(stretch.title, limit: 160)
        page.markup("</title><rect width=\"100%\" height=\"18\"/>")
        page.wrap("<text dx=\"4\" y=\"13\">", stretch.label, limit: 60, "</text></svg>")
    }

    private static func name(of counter: Counter) -> String {
        guard let most = counter.samples.map(\.value).max() else { return counter.name }
        return counter.name + " ≤ " + (counter.unit == "bytes" ? Wording.bytes(most) : "\(most) \(counter.unit)")
    }

    private func write(_ counter: Counter, y: Int, _ scale: TimelineScale, to page: inout HTMLPage) {
        let most = max(counter.samples.map { Double($0.value) }.max() ?? 1, 1)
        page.markup("<svg class=\"counter\" x=\"1%\" width=\"98%\" y=\"")
        page.number(y + 2)
        page.markup("\" height=\"40\" viewBox=\"0 0 1000 40\" preserveAspectRatio=\"none\"><title>")
        page.text(RunFigure.name(of: counter), limit: 200)
        page.markup("</title><polyline points=\"")
        for (index, sample) in counter.samples.prefix(RunLimits.counterSamples).enumerated() {
            if index > 0 { page.markup(" ") }
            page.number(Int((scale.share(of: sample.time) * 1_000).rounded()))
            page.markup(",")
            page.number(38 - Int((max(Double(sample.value), 0) / most * 36).rounded()))
        }
        page.markup("\"/></svg>")
    }

    // MARK: Events and end

    /// Writes the marks of events; those of evidence last, so that nothing covers them.
    private func writeEvents(y: Int, _ scale: TimelineScale, to page: inout HTMLPage) {
        let shown = plan.rows.compactMap { row in
            if case .event(let index) = row { index } else { nil }
        }
        for index in shown where plan.proofs[index] == nil { writeEvent(index, y: y, scale, to: &page) }
        let proven = shown.filter { plan.proofs[$0] != nil }
        for index in proven { writeEvent(index, y: y, scale, to: &page) }
        let pins = proven.compactMap { index in
            plan.proofs[index].map {
                (number: $0.number, share: RunFigure.place(scale.share(of: run.events[index].time)))
            }
        }
        PinGroups(pins).write(y: y, to: &page)
    }

    private func writeEvent(_ index: Int, y: Int, _ scale: TimelineScale, to page: inout HTMLPage) {
        let event = run.events[index]
        let proof = plan.proofs[index]
        page.markup("<a")
        page.attribute("href", "#" + plan.anchor(index))
        page.markup(proof == nil ? " class=\"ev\" tabindex=\"-1\">" : " class=\"ev proof\" tabindex=\"-1\">")
        let offset = TimelineOffset(start: run.start.time).text(event.time)
        var title = [event.event, event.time.clockTime + " UTC, " + offset, Phrasing.place(event.at)]
        let text = proof?.text ?? event.text
        if !text.isEmpty { title.append(text) }
        page.markup("<title>")
        page.lines(title, limit: 160)
        page.markup("</title>")
        let place = RunFigure.place(scale.share(of: event.time))
        writeMark(share: place, number: proof?.number, y: y, to: &page)
        page.markup("</a>")
    }

    private func writeMark(share: Double, number: Int?, y: Int, to page: inout HTMLPage) {
        page.markup("<rect class=\"hit\"")
        page.percent("x", share)
        page.markup(" width=\"14\" height=\"20\" y=\"")
        page.number(y + 1)
        page.markup("\"/><rect class=\"tick\"")
        page.percent("x", share)
        page.markup(" width=\"2\" y=\"")
        page.number(number == nil ? y + 5 : RunFigure.axis)
        page.markup("\" height=\"")
        page.number(number == nil ? 12 : y - RunFigure.axis + 4)
        page.markup("\"/>")
        guard let number else { return }
        page.markup("<circle r=\"8\"")
        page.percent("cx", share)
        page.markup(" cy=\"")
        page.number(y + 11)
        page.markup("\"/><text class=\"pin\"")
        page.percent("x", share)
        page.markup(" y=\"")
        page.number(y + 15)
        page.markup("\">")
        page.number(number)
        page.markup("</text>")
    }

    private func writeEnd(y: Int, to page: inout HTMLPage) {
        let rank = RunSurvey.rank(run)
        page.markup(rank > RunSurvey.unseenRank ? "<g class=\"end bad\">" : "<g class=\"end\">")
        page.wrap("<title>", Phrasing.ending(run.ending), "</title><rect class=\"stop\" x=\"99%\" width=\"3\" y=\"0\"")
        page.markup(" height=\"")
        page.number(y + RunFigure.lane)
        page.markup("\"/><text x=\"99%\" dx=\"-8\" y=\"")
        page.number(y + 15)
        page.markup("\">")
        page.text(RunMarks.sign(rank: rank, run.ending.cause) + " " + Phrasing.title(run.ending))
        page.markup("</text></g>")
    }

    private func writeCaption(left: Int, undrawn: Int, _ scale: TimelineScale, to page: inout HTMLPage) {
        var notes: [String] = []
        if left > 0 { notes.append(Phrasing.count(left, "more lane") + " not drawn") }
        if undrawn > 0 { notes.append(Phrasing.count(undrawn, "more stretch", "more stretches") + " not drawn") }
        if scale.isShortened { notes.append("long suspensions are drawn shorter than they were") }
        if !plan.proofs.isEmpty { notes.append("numbers mark lines of evidence") }
        page.wrap("<figcaption>", notes.joined(separator: "; "), "<span class=\"hint\">")
        page.markup(notes.isEmpty ? "drag to zoom" : "; drag to zoom")
        page.markup(", double-click to see all</span></figcaption>")
    }
}
