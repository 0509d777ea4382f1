// SPDX-License-Identifier: MIT

import LifelintModel

/// A run as a Mermaid gantt: states, scenes, spans and the end; of a long run only the stretch that the evidence is in.
struct GanttChart {
    /// The run.
    let run: AppRun
    /// When the first line of evidence was written; nil where there is none.
    let evidence: Timestamp?
    /// The instants of all of them.
    var proofs: Set<Int64> = []

    private static let maximumBars = 40
    /// What begins a statement in the language of charts, and not the name of a bar.
    private static let keywords: Set<String> = [
        "gantt", "title", "section", "click", "call", "href", "dateformat", "axisformat", "tickinterval", "excludes",
        "includes", "inclusiveenddates", "todaymarker", "topaxis", "weekday", "weekend", "acctitle", "accdescr",
    ]
    /// A run of up to ten minutes is drawn whole.
    private static let wholeLength: Int64 = .minutes(10)
    private static let leastStretch: Int64 = .minutes(1)

    /// Whether only a part of the run is drawn.
    var isCut: Bool { first > run.start.time.nanoseconds }

    /// How many stretches of what is drawn have no room.
    var left: Int { max(bars.count - GanttChart.maximumBars, 0) }

    /// The chart, between fences; nil where the run has no length.
    var text: String? {
        let last = run.end.time.nanoseconds
        guard last > run.start.time.nanoseconds, !run.states.isEmpty || !run.spans.isEmpty else { return nil }
        var lines = [
            "```mermaid", "gantt", "  dateFormat YYYY-MM-DD HH:mm:ss.SSS", "  axisFormat %H:%M:%S",
        ]
        let bars = bars
        if bars.isEmpty { return nil }
        var lane: Int?
        for bar in FigureLane.mostTelling(bars.map(\.stretch), limit: GanttChart.maximumBars).map({ bars[$0] }) {
            if bar.lane != lane { lines.append("  section " + named(bar.name, limit: 20)) }
            lane = bar.lane
            lines.append(bar.text)
        }
        let isBad = RunSurvey.rank(run) > RunSurvey.unseenRank
        lines.append("  section " + (run.end.isKnown ? "end" : "last told of"))
        lines.append(
            "  " + named(Phrasing.title(run.ending), limit: 80) + " :" + (isBad ? "crit, " : "") + "milestone, "
                + GanttChart.time(last) + ", 0s")
        lines.append("```")
        return lines.joined(separator: "\n")
    }

    /// Everything that can be drawn, lane by lane.
    private var bars: [(lane: Int, name: String, stretch: FigureLane.Stretch, text: String)] {
        let lanes = FigureLane.packed(run, SpanReading(run), proofs: proofs, limit: .max)
        return lanes.enumerated().flatMap { index, lane in
            lane.stretches.compactMap { stretch in
                bar(stretch).map { (lane: index, name: lane.name, stretch: stretch, text: $0) }
            }
        }
    }

    private func bar(_ stretch: FigureLane.Stretch) -> String? {
        let from = max(stretch.from.nanoseconds, first)
        let to = min(stretch.to?.nanoseconds ?? .max, run.end.time.nanoseconds)
        // Shorter than a millisecond cannot be written.
        let length = to.subtractingReportingOverflow(from)
        guard to > from, length.overflow || length.partialValue >= 1_000_000 else { return nil }
        let isOpen = stretch.style.contains("open")
        let tag = isOpen ? "crit, " : stretch.label.hasPrefix("active") ? "active, " : ""
        return "  " + named(stretch.label, limit: 40) + " :" + tag + GanttChart.time(from) + ", " + GanttChart.time(to)
    }

    /// Where the drawing begins: a quarter of the stretch from the first evidence to the end stands before it.
    private var first: Int64 {
        let (start, end) = (run.start.time.nanoseconds, run.end.time.nanoseconds)
        let length = end.subtractingReportingOverflow(start)
        if !length.overflow, length.partialValue <= GanttChart.wholeLength { return start }
        let seen = min(max(evidence?.nanoseconds ?? end, start), end)
        let shown = end.subtractingReportingOverflow(seen)
        let room = shown.overflow ? .max : max(min(shown.partialValue, .max / 2) / 4 * 5, GanttChart.leastStretch)
        let begin = end.subtractingReportingOverflow(room)
        return begin.overflow ? start : max(begin.partialValue, start)
    }

    private func named(_ text: String, limit: Int) -> String {
        let name = String(MarkdownText.chart(text, limit: limit).drop { $0 == " " })
        let word = name.prefix { $0 != " " }.lowercased()
        return name.isEmpty || GanttChart.keywords.contains(word) ? "- " + name : name
    }

    private static func time(_ nanoseconds: Int64) -> String {
        let text = Timestamp(nanoseconds: nanoseconds, digits: 3).rfc3339
        return String(text.dropLast()).replacing("T", with: " ")
    }
}
