// SPDX-License-Identifier: MIT

import LifelintModel

/// What the drawing of a run shows of its events: those at the evidence and near it; the others in one line a stretch.
struct RunPlan {
    /// A row of the table of events.
    enum Row {
        /// The event with that index.
        case event(Int)
        /// Events that are only counted.
        case summary(Range<Int>)
    }

    /// What a line of evidence shows.
    struct Proof {
        /// Its number in the drawing, by time.
        let number: Int
        /// The line's text.
        let text: String
    }

    /// The run.
    let run: AppRun
    /// The run's number, which the ids of its events have.
    let number: Int
    /// The rows, in order.
    let rows: [Row]
    /// Events that are evidence, by index.
    let proofs: [Int: Proof]
    private let anchors: [LinePlace: Int]

    /// A plan that shows so many events; `texts` are the lines of evidence.
    init(_ run: AppRun, number: Int, texts: [LinePlace: String], limit: Int) {
        self.run = run
        self.number = number
        var proofs: [Int: Proof] = [:]
        var shown: [LinePlace: Int] = [:]
        for (index, event) in run.events.enumerated() {
            let place = LinePlace(event.at)
            guard let text = texts[place], shown[place] == nil else { continue }
            proofs[index] = Proof(number: proofs.count + 1, text: text)
            shown[place] = index
        }
        self.proofs = proofs
        let kept = RunPlan.nearest(to: Set(proofs.keys), of: run.events.count, limit: limit)
        rows = RunPlan.rows(kept)
        anchors = shown.filter { kept[$0.value] }
    }

    /// The instants of the lines of evidence.
    var instants: Set<Int64> { Set(proofs.keys.map { run.events[$0].time.nanoseconds }) }

    /// The id of an event's row.
    func anchor(_ index: Int) -> String { "e\(number)-\(index + 1)" }

    /// The id of the row that shows a line of evidence, and its number; nil where no row does.
    func proof(_ place: SourceLocation) -> (anchor: String, number: Int)? {
        guard let index = anchors[LinePlace(place)], let proof = proofs[index] else { return nil }
        return (anchor(index), proof.number)
    }

    /// Which of so many events are shown: the nearest to evidence, or to both ends where there is none.
    private static func nearest(to proofs: Set<Int>, of count: Int, limit: Int) -> [Bool] {
        guard count > limit else { return Array(repeating: true, count: count) }
        var distances = Array(repeating: count, count: count)
        let marked = proofs.isEmpty ? [0, count - 1] : proofs
        for index in marked where distances.indices.contains(index) { distances[index] = 0 }
        for index in distances.indices.dropFirst() {
            distances[index] = min(distances[index], distances[index - 1] + 1)
        }
        for index in distances.indices.dropLast().reversed() {
            distances[index] = min(distances[index], distances[index + 1] + 1)
        }
        var kept = Array(repeating: false, count: count)
        let order = distances.indices.sorted { (distances[$0], $0) < (distances[$1], $1) }
        for index in order.prefix(max(limit, proofs.count)) { kept[index] = true }
        return kept
    }

    private static func rows(_ kept: [Bool]) -> [Row] {
        var rows: [Row] = []
        var index = 0
        while index < kept.count {
            if kept[index] {
                rows.append(.event(index))
                index += 1
            } else {
                let end = kept[index...].firstIndex(of: true) ?? kept.count
                rows.append(.summary(index..<end))
                index = end
            }
        }
        return rows
    }
}
