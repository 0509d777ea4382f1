// SPDX-License-Identifier: MIT

import LifelintModel

extension RunMachine {
    /// What may open a prewarmed process.
    private static let openings: [EventName] = [
        .sceneWillConnect, .sceneWillEnterForeground, .sceneDidBecomeActive, .appWillEnterForeground,
        .appDidBecomeActive, .processState, .processDeactivation,
    ]
    /// What may end a launch.
    private static let launchEnds: [EventName] = [
        .uiFirstFrame, .appDidBecomeActive, .sceneDidBecomeActive, .appDidFinishLaunching,
    ]

    /// Tells the time before `main`, which begins with the run.
    func tellPreMain(until main: Moment) {
        guard let tape else { return }
        var edges = RunStretch.SpanEdges(
            kind: "preMain", number: tape.nextSpanNumber(), key: "", begin: first,
            beginPosition: max(1, tape.firstEvent), beginEvent: 0)
        // A process comes to its `main` once.
        edges.isOnePair = true
        tape.add(TapedSpan(edges, attributes: SpanAttributes())).end(at: main, event: number, position: tape.count + 1)
    }

    /// Tells a return to the front, which ends with the edge into the current state.
    func tellResume(from began: Moment, to moment: Moment) {
        guard let tape else { return }
        tape.add(tapedResume(from: began, on: tape))
            .end(at: moment, event: app.mark.event, position: app.mark.position ?? tape.count)
    }

    /// A return to the front of which nothing tells the end.
    func tapedResume(from began: Moment, on tape: RunTape) -> TapedSpan {
        let begin = resumeMark.placed(at: began, on: tape)
        var edges = RunStretch.SpanEdges(
            kind: "resume", number: tape.nextSpanNumber(), key: "", begin: began,
            beginPosition: begin.position ?? tape.firstEvent, beginEvent: begin.event)
        edges.confidence = app.mark.confidence
        return TapedSpan(edges, attributes: SpanAttributes())
    }

    /// The launch as rules see it, where it can be seen.
    func tapedLaunch(endedAt end: Moment?) -> TapedSpan? {
        guard let tape, !launchIsTold, let launch = launchInterval(endedAt: end) else { return nil }
        let begin = launch.from == first ? 0 : tape.number(of: launch.from, among: RunMachine.openings) ?? -1
        let beginPosition = begin >= 0 ? begin + 1 : tape.position(of: launch.from.order, after: -1)
        var edges = RunStretch.SpanEdges(
            kind: "launch", number: 0, key: "", begin: launch.from,
            beginPosition: max(beginPosition, tape.firstEvent), beginEvent: begin)
        // Where its beginning is not told it took at least that long.
        if launch.from == first, !self.launch.sawBeginning { edges.confidence = .likely }
        let span = TapedSpan(edges, attributes: SpanAttributes())
        if launch.isOpen { return span }
        let event = tape.number(of: launch.to, among: RunMachine.launchEnds) ?? -1
        span.end(
            at: launch.to, event: event,
            position: event >= 0 ? event + 1 : tape.position(of: launch.to.order, after: begin))
        return span
    }
}
