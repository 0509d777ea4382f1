// SPDX-License-Identifier: MIT

public import LifelintModel

/// A run drawn for a terminal: lanes of states, scenes and spans over a time axis, then what happened, in order.
public struct TimelineDrawing: Sendable {
    private static let maximumLanes = 24
    private static let labelColumns = 24
    private static let maximumEvidence = 4

    /// A drawing.
    public init() {}

    /// What the signs mean: for once before the first run.
    public static let legend = """
        L▒ launching  I▓ inactive  A█ active  B░ background  S· suspended
        ├─┤ a span   ▶ open at the end   ╳ begun again while open   ┃ a short one
        lower case, ~> and ╌ are inferred


        """

    /// Draws a run.
    public func draw(_ run: AppRun, options: RenderOptions, into output: inout OutputBuffer) {
        var page = TextPage(width: options.width ?? 80, usesColor: options.usesColor)
        swap(&page.output, &output)
        writeHead(run, to: &page)
        let spans = SpanReading(run)
        writeLanes(run, spans, to: &page)
        TimelineEvents(run: run, spans: spans).write(to: &page)
        writeEnding(run, to: &page)
        swap(&page.output, &output)
    }

    private func writeHead(_ run: AppRun, to page: inout TextPage) {
        page.line(TerminalText.safe(run.id), .bold)
        var parts = [Phrasing.app(run)]
        let place = Phrasing.whereItRan(run)
        if !place.isEmpty { parts.append(place) }
        parts.append(Phrasing.launch(run))
        if let length = Phrasing.length(from: run.start, to: run.end) { parts.append(length) }
        page.paragraph(parts.joined(separator: "; "), indent: 0)
        page.endLine()
    }

    // MARK: Lanes

    private func writeLanes(_ run: AppRun, _ spans: SpanReading, to page: inout TextPage) {
        if run.end.time <= run.start.time || (run.states.isEmpty && run.scenes.isEmpty && run.spans.isEmpty) { return }
        let lanes = TimelineDrawing.lanes(of: run, spans, scale: TimelineScale(run, columns: 1))
        let labels = min(lanes.map { TerminalText.width($0.name) }.max() ?? 0, TimelineDrawing.labelColumns)
        let scale = TimelineScale(run, columns: max(page.width - labels - 4, 10))
        writeAxis(run, scale, indent: labels + 2, to: &page)
        let drawn = TimelineDrawing.lanes(of: run, spans, scale: scale)
        for (index, lane) in drawn.prefix(TimelineDrawing.maximumLanes).enumerated() {
            let name = TerminalText.cut(lane.name, to: labels)
            let pad = String(repeating: " ", count: max(labels - TerminalText.width(name), 0) + 2)
            page.line(name + pad + lane.text, index == 0 ? .bold : nil)
        }
        let left = drawn.count - TimelineDrawing.maximumLanes
        if left > 0 { page.line("… and \(Phrasing.count(left, "more lane"))") }
        if scale.isShortened { page.line("(long suspensions are drawn shorter than they were)", .dim) }
        page.endLine()
    }

    private static func lanes(of run: AppRun, _ spans: SpanReading, scale: TimelineScale) -> [TimelineLane] {
        var state = TimelineLane(name: "state", scale: scale)
        for stretch in run.states {
            let (letter, fill) = sign(of: stretch.state)
            state.draw(letter, fill: fill, from: stretch.from, to: stretch.to, isInferred: stretch.isInferred)
        }
        var lanes = [state]
        for scene in run.scenes {
            var lane = TimelineLane(name: scene.id.isEmpty ? "scene" : "scene " + scene.id, scale: scale)
            for stretch in scene.states {
                let (letter, fill) = sign(of: stretch.state)
                lane.draw(letter, fill: fill, from: stretch.from, to: stretch.to, isInferred: stretch.isInferred)
            }
            lanes.append(lane)
        }
        return lanes + spanLanes(of: run, spans, scale: scale)
    }

    /// One lane for each kind and key, in order of first appearance.
    private static func spanLanes(
        of run: AppRun, _ spans: SpanReading, scale: TimelineScale
    ) -> [TimelineLane] {
        var lanes: [TimelineLane] = []
        var places: [[String]: Int] = [:]
        for (number, span) in run.spans.enumerated() {
            let isOpen = spans.openAtEnd.contains(number)
            let place = [span.kind, span.key]
            if let index = places[place] {
                lanes[index].draw(span, isOpen: isOpen)
            } else {
                var name = span.kind
                if !span.key.isEmpty { name += " " + span.key }
                if let given = span.name, given != span.key { name += " " + given }
                var lane = TimelineLane(name: name, scale: scale)
                lane.draw(span, isOpen: isOpen)
                places[place] = lanes.count
                lanes.append(lane)
            }
        }
        return lanes
    }

    private func writeAxis(_ run: AppRun, _ scale: TimelineScale, indent: Int, to page: inout TextPage) {
        let length = Double(run.end.time.nanoseconds) - Double(run.start.time.nanoseconds)
        let digits: UInt8 = length < 20e9 ? min(run.start.time.digits, 3) : 0
        var labels = String(repeating: " ", count: indent)
        var ruler = labels
        var column = 0
        let step = 16
        while column + step <= scale.columns || column == 0 {
            let label = scale.instant(ofColumn: column, digits: digits).clockTime
            if column > 0 { labels += String(repeating: " ", count: max(indent + column - labels.count, 1)) }
            labels += label
            ruler += "|" + String(repeating: "-", count: step - 1)
            column += step
        }
        page.line(TerminalText.cut(labels, to: page.width), .dim)
        page.line(TerminalText.cut(ruler, to: page.width), .dim)
    }

    private static func sign(of state: AppState) -> (Character, Character) {
        switch state {
        case .notRunning: (" ", " ")
        case .launching: ("L", "▒")
        case .inactive: ("I", "▓")
        case .active: ("A", "█")
        case .background: ("B", "░")
        case .suspended: ("S", "·")
        }
    }

    private static func sign(of state: SceneState) -> (Character, Character) {
        switch state {
        case .unattached: ("U", " ")
        case .inactive: ("I", "▓")
        case .active: ("A", "█")
        case .background: ("B", "░")
        case .disconnected: ("D", " ")
        }
    }

    // MARK: Ending

    private func writeEnding(_ run: AppRun, to page: inout TextPage) {
        let rank = RunSurvey.rank(run)
        let effect: TextPage.Effect? = rank >= 10 ? .red : rank > RunSurvey.unseenRank ? .yellow : nil
        page.line(page.styled(Phrasing.ending(run.ending), effect))
        if let detail = Phrasing.detail(run.ending) { page.paragraph("Detail: " + detail, indent: 2) }
        let story = StoryText(run: run).text
        if !story.isEmpty { page.paragraph(story, indent: 2) }
        let lines = run.ending.because
        for line in lines.prefix(TimelineDrawing.maximumEvidence) { page.evidence(line.at, line.text, indent: 2) }
        let left = lines.count - TimelineDrawing.maximumEvidence
        if left > 0 { page.line("… and \(Phrasing.count(left, "more line"))", indent: 2) }
        CandidateSection(ending: run.ending, indent: 2).write(to: &page)
        page.endLine()
    }
}
