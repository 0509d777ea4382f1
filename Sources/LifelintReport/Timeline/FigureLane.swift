// SPDX-License-Identifier: MIT

import LifelintModel

/// One lane of a run's figure: its name, and what is drawn in it.
struct FigureLane {
    /// A stretch of a lane.
    struct Stretch {
        /// How it looks: names of styles.
        let style: String
        /// What it is called.
        let name: String
        /// What stands inside of it: its name, and what is special about it.
        let label: String
        /// What a pointer that rests on it is told, in lines.
        let title: [String]
        /// When it began.
        let from: Timestamp
        /// When it ended; nil where it was open at the end.
        let to: Timestamp?
    }

    /// What stands before the lane.
    let name: String
    /// What is drawn, in order.
    var stretches: [Stretch] = []

    /// More in one lane cannot be told apart in a figure.
    static let maximumStretches = 120

    /// All lanes of a run: its state, its scenes, its spans by kind and key; at most so many stretches in each.
    static func lanes(
        of run: AppRun, _ spans: SpanReading, limit: Int = FigureLane.maximumStretches
    ) -> [FigureLane] {
        var state = FigureLane(name: "app state")
        for stretch in run.states.suffix(limit) {
            let name = stretch.state.rawValue
            state.add(name, style: "st-" + name, stretch.from, stretch.to, isInferred: stretch.isInferred)
        }
        var lanes = [state]
        for scene in run.scenes {
            var lane = FigureLane(name: scene.id.isEmpty ? "scene" : "scene " + scene.id)
            for stretch in scene.states.suffix(limit) {
                let name = stretch.state.rawValue
                lane.add(name, style: "st-" + name, stretch.from, stretch.to, isInferred: stretch.isInferred)
            }
            lanes.append(lane)
        }
        return lanes + spanLanes(of: run, spans, limit: limit)
    }

    /// Adds a stretch of a state.
    private mutating func add(
        _ name: String, style: String, _ from: Timestamp, _ to: Timestamp?, isInferred: Bool
    ) {
        let label = isInferred ? name + " (inferred)" : name
        stretches.append(
            Stretch(
                style: isInferred ? style + " inferred" : style, name: name, label: label,
                title: [label, FigureLane.interval(from, to)], from: from, to: to))
    }

    /// The same lanes, with spans of one kind side by side where none overlaps the next: a figure has little height.
    static func packed(_ run: AppRun, _ spans: SpanReading) -> [FigureLane] {
        var bare = run
        bare.spans = []
        var lanes = FigureLane.lanes(of: bare, SpanReading(bare))
        var places: [String: [Int]] = [:]
        var keys: [Int: Set<String>] = [:]
        for (index, span) in run.spans.enumerated() {
            let free = places[span.kind]?.first { lanes[$0].isFree(from: span.from) }
            let lane = free ?? lanes.count
            if free == nil {
                places[span.kind, default: []].append(lane)
                lanes.append(FigureLane(name: span.kind))
            }
            keys[lane, default: []].insert(span.key)
            guard lanes[lane].stretches.count < maximumStretches else { continue }
            lanes[lane].stretches.append(stretch(of: span, isOpen: spans.openAtEnd.contains(index)))
        }
        return lanes.enumerated().map { index, lane in
            guard let only = keys[index], only.count == 1, let key = only.first, !key.isEmpty else { return lane }
            return FigureLane(name: lane.name + " " + key, stretches: lane.stretches)
        }
    }

    private func isFree(from: Timestamp) -> Bool {
        guard let last = stretches.last else { return true }
        return last.to.map { $0 <= from } ?? false
    }

    private static func spanLanes(of run: AppRun, _ spans: SpanReading, limit: Int) -> [FigureLane] {
        var lanes: [FigureLane] = []
        var places: [[String]: Int] = [:]
        for (index, span) in run.spans.enumerated() {
            let place = [span.kind, span.key]
            let lane = places[place] ?? lanes.count
            if lane == lanes.count {
                places[place] = lane
                lanes.append(FigureLane(name: [span.kind, span.key].filter { !$0.isEmpty }.joined(separator: " ")))
            }
            guard lanes[lane].stretches.count < limit else { continue }
            lanes[lane].stretches.append(stretch(of: span, isOpen: spans.openAtEnd.contains(index)))
        }
        return lanes
    }

    private static func stretch(of span: SpanInterval, isOpen: Bool) -> Stretch {
        var style = "sp-" + FigureLane.family(span.kind)
        if span.isInferred { style += " inferred" }
        let name = [span.name ?? "", span.key].first { !$0.isEmpty } ?? span.kind
        var label = name
        let subject = [span.kind, SpanReading.label(span)].filter { !$0.isEmpty }.joined(separator: " ")
        var title = [subject, interval(span.from, span.to)]
        if isOpen {
            style += " open"
            label = "▶ " + label + " (open at the end)"
            title.append("open at the end")
        } else if span.isReplaced {
            style += " replaced"
            label = "╳ " + label
            title.append("begun again while open")
        }
        return Stretch(
            style: style, name: name, label: label, title: title, from: span.from, to: isOpen ? nil : span.to)
    }

    /// What kind of work a span stands for, as far as the figure tells it apart.
    private static func family(_ kind: String) -> String {
        switch kind {
        case "backgroundTask", "scheduledTask", "push", "fetch", "urlSession", "voip", "extension": "task"
        case "fileLock", "database", "unsaved", "saving", "resource": "data"
        case "launch", "preMain", "resume", "hang", "sdkInit": "pace"
        default: "else"
        }
    }

    private static func interval(_ from: Timestamp, _ to: Timestamp?) -> String {
        guard let to else { return "from " + from.clockTime }
        let (length, isTooLong) = to.nanoseconds.subtractingReportingOverflow(from.nanoseconds)
        let ends =
            from.day == to.day ? [from.clockTime, to.clockTime] : [ReportClock.dated(from), ReportClock.dated(to)]
        return ends.joined(separator: " – ") + (isTooLong ? "" : ", " + Phrasing.duration(length))
    }
}
