// SPDX-License-Identifier: MIT

import LifelintModel

/// Makes what rules see of a run out of its machine and its tape.
struct StretchBuilder {
    let run: RunMachine
    let tape: RunTape
    let inputs: InputNames

    /// All that was not told before, once everything about the run is settled.
    func complete(_ summary: AppRun, end: RunReducer.End, isStillRunning: Bool) -> RunStretch {
        let stretch = stretch(
            summary, of: tape.batch, from: tape.firstEvent, end: end.moment, isComplete: true,
            isStillRunning: isStillRunning)
        stretch.endEvidence = end.evidence
        fill(stretch, from: tape.firstEvent, before: .max, endedAt: isStillRunning ? nil : end.moment)
        return stretch
    }

    /// The first half of a tape that is full; it is taken off.
    func removeFirstHalf() -> RunStretch {
        let first = tape.firstEvent
        let cut = tape.cut
        // Why only the facts: what is between them is told here, and a long run is cut often.
        let summary = RunReducer(run: run, isStillRunning: true, inputs: inputs).facts()
        let stretch = stretch(
            summary, of: EventBatch(bytes: [], records: [], attributes: []), from: first, end: run.last,
            isComplete: false, isStillRunning: true)
        fill(stretch, from: first, before: cut, endedAt: nil)
        stretch.events = tape.removeFirstHalf()
        tape.removeTold()
        return stretch
    }

    private func stretch(
        _ summary: AppRun, of events: EventBatch, from first: Int, end: Moment, isComplete: Bool, isStillRunning: Bool
    ) -> RunStretch {
        let stretch = RunStretch(
            run: summary, number: run.serial, isComplete: isComplete, isStillRunning: isStillRunning,
            firstEvent: first, events: events, begin: run.first, end: end, beginEvidence: run.firstEvidence)
        stretch.deviceLine = run.deviceLine
        stretch.files = inputs.names
        stretch.formats = inputs.formats
        stretch.systemFormats = inputs.systemFormats
        stretch.crossesAssumedZone = run.hasAssumedZone && run.hasStatedZone
        stretch.leavingTellers = run.leaving.tellers
        if run.launch.kind == .prewarmed { stretch.waitsUntil = run.launch.opened ?? end }
        return stretch
    }

    /// Takes what lies between the events of the stretch.
    private func fill(_ stretch: RunStretch, from first: Int, before cut: Int, endedAt end: Moment?) {
        let wanted = first..<cut
        // Of an end that nobody saw the last line is the time: what that line says to go on for a while ended before
        // the silence after it can have been a suspension.
        let busy = end.map { run.exits.isEmpty ? max($0, run.busyUntil) : $0 }
        stretch.states = edges(of: run.app, in: wanted, endedAt: end, lastAt: busy) { edge, event, position in
            RunStretch.StateEdge(
                state: edge.state, at: edge.from, confidence: edge.mark.confidence, position: position, event: event)
        }
        for scene in run.scenes {
            stretch.scenes += edges(of: scene.ledger, in: wanted, endedAt: end, lastAt: end) { edge, event, position in
                RunStretch.SceneEdge(
                    scene: scene.id, state: edge.state, at: edge.from, position: position,
                    event: event)
            }
        }
        if run.scenes.count > 1 {
            stretch.scenes.sort { ($0.position, $0.at.order, $0.event) < ($1.position, $1.at.order, $1.event) }
        }
        stretch.spans = spans(in: wanted, endedAt: end)
        stretch.anomalies = tape.anomalies.map(\.mark).filter { $0.position < cut }
            .sorted { ($0.position, $0.code.rawValue) < ($1.position, $1.code.rawValue) }
    }

    /// The edges of a machine that stand there; none lies after the end, save the last, which comes no later than
    /// `latest`.
    private func edges<State, Edge>(
        of ledger: EdgeLedger<State>, in wanted: Range<Int>, endedAt end: Moment?, lastAt latest: Moment?,
        _ make: (EdgeLedger<State>.Stretch, _ event: Int, _ position: Int) -> Edge
    ) -> [Edge] {
        var edges: [Edge] = []
        for (index, stretch) in ledger.stretches.enumerated() {
            guard let position = stretch.mark.position, wanted.contains(position) else { continue }
            var edge = stretch
            if let end, edge.from > end {
                if index + 1 < ledger.stretches.count { continue }
                edge.from = min(edge.from, latest ?? end)
            }
            let event = stretch.mark.event
            edges.append(make(edge, event < wanted.upperBound ? event : -1, position))
        }
        return edges
    }

    private func spans(in wanted: Range<Int>, endedAt end: Moment?) -> [RunStretch.SpanEdges] {
        var spans = tape.spans.filter { isWanted($0.edges, in: wanted) }.map { $0.edges(before: wanted.upperBound) }
        if let launch = run.tapedLaunch(endedAt: end),
            launch.edges.endPosition.map(wanted.contains) ?? (wanted.upperBound == .max)
        {
            spans.append(launch.edges(before: wanted.upperBound))
            run.launchIsTold = true
        }
        if wanted.upperBound == .max, let began = run.openResume(endedAt: end) {
            spans.append(run.tapedResume(from: began, on: tape).edges(before: wanted.upperBound))
        }
        return spans.sorted {
            ($0.beginPosition, $0.begin.order, $0.number) < ($1.beginPosition, $1.begin.order, $1.number)
        }
    }

    private func isWanted(_ span: RunStretch.SpanEdges, in wanted: Range<Int>) -> Bool {
        wanted.contains(span.beginPosition) || span.endPosition.map(wanted.contains) ?? false
    }
}
