// SPDX-License-Identifier: MIT

import LifelintModel

/// Reduces a run that is over to what reports tell of it.
struct RunReducer {
    let run: RunMachine
    let isStillRunning: Bool
    let inputs: InputNames

    func reduce() -> AppRun {
        let end = self.end
        let cut: Moment? = isStillRunning ? nil : end.moment
        var summary = AppRun(
            id: id, start: RunEdge(time: run.first.timestamp, isKnown: run.startIsKnown),
            end: RunEdge(time: end.moment.timestamp, isKnown: end.isKnown),
            ending: run.judged ?? Ending(cause: .unknown, confidence: .certain))
        fillIdentity(&summary)
        fillLaunch(&summary)
        summary.stateAtEnd = run.app.current
        summary.isVisible = isVisible
        summary.states = states(until: cut, last: end.moment)
        summary.scenes = scenes(until: cut)
        summary.spans = spans(until: cut)
        summary.events = run.keeper.events(scenes: run.scenes.map(\.id), inputs: inputs)
        summary.eventsOmitted = run.keeper.total - summary.events.count
        if !run.footprint.isEmpty { summary.counters = [run.footprint.counter()] }
        summary.anomalies = run.anomalies.sorted {
            ($0.time.nanoseconds, $0.code.rawValue) < ($1.time.nanoseconds, $1.code.rawValue)
        }
        summary.story = StoryTeller(run: run, summary: summary, isStillRunning: isStillRunning).tell()
        return summary
    }

    private var id: String {
        var output = OutputBuffer(capacity: 96)
        output.append(run.identity.app?.string ?? run.identity.process?.string ?? "-")
        output.append("/")
        output.append(run.device ?? "-")
        output.append("/")
        if run.identity.hasPID { output.append(run.identity.pid) } else { output.append("-") }
        output.append("@")
        output.append(run.first.timestamp)
        return output.string
    }

    /// The end: the earliest line of the system, else a report, else the app's own word, else the last event.
    private var end: (moment: Moment, isKnown: Bool) {
        if isStillRunning { return (run.last, false) }
        func earliest(_ wanted: (WitnessClass) -> Bool) -> Moment? {
            run.exits.filter { wanted($0.witness) }.map(\.moment).min()
        }
        if let told = earliest({ $0 != .app && $0 != .uikit && $0 != .report }) ?? earliest({ $0 == .report })
            ?? earliest({ _ in true })
        {
            return (max(told, run.first), true)
        }
        if let fact = run.facts.boot ?? run.facts.respring, fact.isTold { return (fact.moment, true) }
        return (run.last, false)
    }

    private func fillIdentity(_ summary: inout AppRun) {
        let identity = run.identity
        summary.app = identity.app?.string
        summary.process = identity.process?.string
        summary.host = identity.host == .missing ? .app : identity.host
        summary.version = identity.version?.string
        summary.build = identity.build?.string
        summary.os = identity.os?.string
        summary.model = identity.model?.string
        summary.device = run.device
        summary.boot = identity.boot?.string
        summary.pid = identity.hasPID ? Int(identity.pid) : nil
        summary.isDebugged = run.isDebugged
        summary.isHarnessed = run.isHarnessed
        summary.isSimulated = run.isSimulated
    }

    private func fillLaunch(_ summary: inout AppRun) {
        summary.launch.kind = run.launch.kind
        summary.launch.reason = run.launch.reason
        summary.launch.after = run.facts.previousCause
        summary.launch.confidence = run.launch.settled?.confidence
        summary.launch.isAfterUpdate = run.launchContext.isAfterUpdate
        summary.launch.isAfterBoot = run.launchContext.isAfterBoot
        summary.launch.isBeforeFirstUnlock = run.launchContext.isBeforeFirstUnlock
        summary.launch.isFirstEver = run.launchContext.isFirstEver
        summary.launch.isAfterForceQuit = run.launchContext.isAfterForceQuit
    }

    /// The user noticed the end: the app was on the screen, or did something the user hears or follows.
    private var isVisible: Bool {
        if isStillRunning { return false }
        switch run.app.current {
        case .active, .inactive: return true
        case .launching:
            return run.launch.kind == .foreground || run.launch.kind == .unknown
                || (run.launch.kind == .prewarmed && run.launch.firstForegroundEdge != nil)
        default: break
        }
        let declarations = run.settings.spans.declarations
        return run.spans.open.contains { instance in
            switch declarations[instance.span].name {
            case "audioPlaying", "audioRecording", "call", "pip", "carplay": true
            case "activity": instance.attributes["kind"] == .string("navigation")
            default: false
            }
        }
    }

    private func states(until cut: Moment?, last: Moment) -> [StateInterval] {
        let stretches = run.app.stretches
        var intervals: [StateInterval] = []
        intervals.reserveCapacity(stretches.count)
        for (index, stretch) in stretches.enumerated() {
            if let cut, stretch.from.time > cut.time { break }
            if cut == nil, stretch.from.time > last.time { break }
            var to = index + 1 < stretches.count ? stretches[index + 1].from : cut
            if let next = to, let cut, next.time > cut.time { to = cut }
            if cut == nil, let next = to, next.time > last.time { to = nil }
            intervals.append(
                StateInterval(
                    state: stretch.state, from: stretch.from.timestamp, to: to?.timestamp,
                    isInferred: stretch.isInferred))
        }
        return intervals
    }

    private func scenes(until cut: Moment?) -> [SceneTimeline] {
        run.scenes.map { scene in
            let stretches = scene.ledger.stretches
            return SceneTimeline(
                id: scene.id,
                states: stretches.enumerated().compactMap { index, stretch in
                    if let cut, stretch.from.time > cut.time { return nil }
                    var to = index + 1 < stretches.count ? stretches[index + 1].from : cut
                    if let next = to, let cut, next.time > cut.time { to = cut }
                    return .init(
                        state: stretch.state, from: stretch.from.timestamp, to: to?.timestamp,
                        isInferred: stretch.isInferred)
                })
        }
        .sorted { $0.id < $1.id }
    }

    private func spans(until cut: Moment?) -> [SpanInterval] {
        var spans = run.spans.intervals(endedAt: cut, spans: run.settings.spans)
        spans.append(contentsOf: run.derivedSpans)
        if let launch = run.launchSpan(endedAt: cut) { spans.append(launch) }
        return spans.sorted { left, right in
            if left.from.nanoseconds != right.from.nanoseconds { return left.from < right.from }
            if left.kind != right.kind { return left.kind < right.kind }
            if left.key != right.key { return left.key < right.key }
            return (left.to?.nanoseconds ?? .max) < (right.to?.nanoseconds ?? .max)
        }
    }
}
