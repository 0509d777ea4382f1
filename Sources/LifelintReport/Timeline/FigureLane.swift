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
        /// It was open at the end, or a line of evidence is of its beginning or its end, or it is one of the last states:
        /// others are left out before it.
        var isTelling = false
    }

    /// What stands before the lane.
    let name: String
    /// What is drawn, in order.
    var stretches: [Stretch] = []
    /// How many stretches have no room.
    private(set) var left = 0

    /// More in one lane cannot be told apart in a figure.
    static let maximumStretches = 120
    /// States that tell how it came to the end.
    private static let lastStates = 8

    /// All lanes of a run: its state, its scenes, its spans by kind and key; `proofs` are the instants of the evidence.
    static func lanes(of run: AppRun, _ spans: SpanReading, proofs: Set<Int64> = []) -> [FigureLane] {
        var state = FigureLane(name: "app state")
        for stretch in run.states {
            let name = stretch.state.rawValue
            state.add(name, style: "st-" + name, stretch.from, stretch.to, isInferred: stretch.isInferred)
        }
        for index in state.stretches.indices.suffix(lastStates) { state.stretches[index].isTelling = true }
        var lanes = [state]
        for scene in run.scenes {
            var lane = FigureLane(name: scene.id.isEmpty ? "scene" : "scene " + scene.id)
            for stretch in scene.states {
                let name = stretch.state.rawValue
                lane.add(name, style: "st-" + name, stretch.from, stretch.to, isInferred: stretch.isInferred)
            }
            lanes.append(lane)
        }
        return lanes + spanLanes(of: run, spans, proofs)
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
    ///
    /// Of a lane at most so many stretches stay: those that tell something, and then the last.
    static func packed(
        _ run: AppRun, _ spans: SpanReading, proofs: Set<Int64> = [], limit: Int = FigureLane.maximumStretches
    ) -> [FigureLane] {
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
            lanes[lane].stretches.append(stretch(of: span, isOpen: spans.openAtEnd.contains(index), proofs))
        }
        return lanes.enumerated().map { index, lane in
            var lane = lane
            lane.cut(to: limit)
            guard let only = keys[index], only.count == 1, let key = only.first, !key.isEmpty else { return lane }
            return FigureLane(name: lane.name + " " + key, stretches: lane.stretches, left: lane.left)
        }
    }

    /// Leaves out what has no room.
    private mutating func cut(to limit: Int) {
        guard stretches.count > limit else { return }
        let kept = FigureLane.mostTelling(stretches, limit: limit)
        left = stretches.count - kept.count
        stretches = kept.map { stretches[$0] }
    }

    /// Which of many stretches are shown, in their order: those that tell something, and then the last.
    static func mostTelling(_ stretches: [Stretch], limit: Int) -> [Int] {
        let order = stretches.indices.sorted { left, right in
            let (one, other) = (stretches[left], stretches[right])
            if one.isTelling != other.isTelling { return one.isTelling }
            return one.from == other.from ? left > right : one.from > other.from
        }
        return order.prefix(limit).sorted()
    }

    private func isFree(from: Timestamp) -> Bool {
        guard let last = stretches.last else { return true }
        return last.to.map { $0 <= from } ?? false
    }

    private static func spanLanes(of run: AppRun, _ spans: SpanReading, _ proofs: Set<Int64>) -> [FigureLane] {
        var lanes: [FigureLane] = []
        var places: [[String]: Int] = [:]
        for (index, span) in run.spans.enumerated() {
            let place = [span.kind, span.key]
            let lane = places[place] ?? lanes.count
            if lane == lanes.count {
                places[place] = lane
                lanes.append(FigureLane(name: [span.kind, span.key].filter { !$0.isEmpty }.joined(separator: " ")))
            }
            lanes[lane].stretches.append(stretch(of: span, isOpen: spans.openAtEnd.contains(index), proofs))
        }
        return lanes
    }

    private static func stretch(of span: SpanInterval, isOpen: Bool, _ proofs: Set<Int64>) -> Stretch {
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
        let isProven =
            proofs.contains(span.from.nanoseconds) || span.to.map { proofs.contains($0.nanoseconds) } ?? false
        return Stretch(
            style: style, name: name, label: label, title: title, from: span.from, to: isOpen ? nil : span.to,
            isTelling: isOpen || isProven)
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
