// SPDX-License-Identifier: MIT

import LifelintModel

/// Reduces a run that is over to what reports tell of it.
struct RunReducer {
    let run: RunMachine
    let isStillRunning: Bool
    let inputs: InputNames
    /// When the run ended, or what was heard of it last.
    let end: End

    init(run: RunMachine, isStillRunning: Bool, inputs: InputNames) {
        self.run = run
        self.isStillRunning = isStillRunning
        self.inputs = inputs
        end = isStillRunning ? End(moment: run.last) : End(of: run)
    }

    func reduce() -> AppRun {
        let cut: Moment? = isStillRunning ? nil : end.moment
        var summary = facts()
        summary.states = states(until: cut)
        summary.scenes = scenes(until: cut)
        summary.spans = spans(until: cut)
        summary.events = run.keeper.events(scenes: run.scenes.map(\.id), inputs: inputs)
        summary.eventsOmitted = run.keeper.total - summary.events.count
        if !run.footprint.isEmpty { summary.counters = [run.footprint.counter()] }
        summary.anomalies = run.anomalies
        summary.anomalies.sort { ($0.time.nanoseconds, $0.code.rawValue) < ($1.time.nanoseconds, $1.code.rawValue) }
        summary.story = StoryTeller(run: run, summary: summary, isStillRunning: isStillRunning).tell()
        return summary
    }

    /// What is said of the run as a whole, without what it did from when to when.
    func facts() -> AppRun {
        var summary = AppRun(
            id: id, start: RunEdge(time: run.first.timestamp, isKnown: run.startIsKnown),
            end: RunEdge(time: end.moment.timestamp, isKnown: end.isKnown),
            ending: run.judged ?? Ending(cause: .unknown, confidence: .certain))
        fillIdentity(&summary)
        fillLaunch(&summary)
        // What was the last to be heard was heard of an app that was active then.
        let isForgotten =
            run.isLaunchForgotten || run.isWhereaboutsUntold || isFrontForgotten && end.isSeen
            || run.hasNoLaunchState && run.app.current == .launching
        summary.stateAtEnd = isForgotten ? nil : run.app.current
        summary.isVisible = isVisible
        return summary
    }

    private var id: String {
        var output = OutputBuffer(capacity: 96)
        output.append(run.identity.app?.string ?? run.identity.process?.string ?? "-")
        output.append("/")
        output.append(run.device ?? "-")
        output.append("/")
        if let pid = run.identity.shownPID { output.append(pid) } else { output.append("-") }
        output.append("@")
        output.append(run.first.timestamp)
        return output.string
    }

    /// When a run ended, and the line that told it.
    struct End {
        let moment: Moment
        /// nil where the end was not seen.
        let evidence: EvidenceLine?
        /// It ended some time before, or after: the moment is that of a payload, or of the last that an SDK saw.
        let isWindowed: Bool
        let isSeen: Bool

        init(moment: Moment, evidence: EvidenceLine? = nil, isWindowed: Bool = false) {
            self.moment = moment
            self.evidence = evidence
            self.isWindowed = isWindowed
            isSeen = evidence != nil
        }

        var isKnown: Bool { isSeen && !isWindowed }
    }

    private func fillIdentity(_ summary: inout AppRun) {
        let identity = run.identity
        summary.app = identity.app?.string
        summary.process = identity.process?.string
        summary.host = identity.host == .missing ? .app : identity.host
        summary.version = identity.version
        summary.build = identity.build
        summary.os = identity.os
        summary.model = identity.model
        summary.device = run.device
        summary.boot = identity.boot?.string
        summary.pid = identity.shownPID.map(Int.init)
        summary.isDebugged = run.isDebugged
        summary.isHarnessed = run.isHarnessed
        summary.isSimulated = run.isSimulated
        summary.isOnMac = identity.isOnMac
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

    /// Nothing tells whether it was still in use: it was seen to end long after it was last heard of, or its end was
    /// not seen.
    private var isFrontForgotten: Bool {
        if run.isLeftByBand || isFrontInDoubt && isSaidToBeBehind { return true }
        switch run.judged?.cause {
        // What befalls the device, or the installation, says nothing of what was in use.
        case .unknown, .systemPressure, .reclaimed, .reboot, .osUpdate, .springboardRestart, .appUpdate, .uninstalled:
            return end.isSeen ? run.isFrontForgotten(at: end.moment) : run.isLeavingUntold
        // These befall what was left, though nothing told that it was.
        case .fileLock where isFrontInDoubt, .backgroundTask where isFrontInDoubt: return true
        // What crashes is mostly in use: it is doubted only after a silence in which nobody uses an app.
        default: return end.isSeen && run.isFrontForgotten(at: end.moment, after: TimelineWindows.longUse)
        }
    }

    /// Nothing that would tell that it was left told that it came to the front.
    private var isFrontInDoubt: Bool {
        (run.app.current == .active || run.app.current == .inactive) && (run.app.isInferred || run.isLeavingUntold)
    }

    /// Who tells the end says that the process was behind the front by then.
    private var isSaidToBeBehind: Bool {
        run.exits.contains { $0.witness != .report && run.settings.exitText.isBehind(LoweredText($0.text)) }
    }

    /// The user noticed the end: the app was on the screen, or did something the user hears or follows.
    private var isVisible: Bool {
        if isStillRunning { return false }
        // The kernel says that nothing of it was in use.
        if run.judged?.cause == .reclaimed,
            run.exits.contains(where: {
                $0.isRunningBand?.isRunning == false || $0.reportedState == .suspended || $0.isIdle
            })
        {
            return false
        }
        switch run.app.current {
        case .active where isFrontForgotten, .inactive where isFrontForgotten: break
        case .active, .inactive: return true
        // It was launched long before, and a report found it in front.
        case .launching where run.isLaunchLongPast && run.reported.isInFront: return run.isApp
        // The user brought it to the front, and looked at what did not change.
        case .background where run.judged?.detail[.direction] == .string("foreground"): return run.isApp
        case .launching where run.isLaunchLongPast || run.exits.contains(where: \.isOfBandBehind): break
        case .launching: return run.isApp && (run.launch.kind == .foreground || mayBeOnItsWay)
        // It waited in the background until the user opened it.
        case .background where isOpening && mayBeOnItsWay: return run.isApp
        default: break
        }
        // The kernel's report names the processes that played or recorded.
        if run.app.current != .suspended, run.exits.contains(where: \.isAudible) { return true }
        // What is suspended is neither heard nor followed: the end of what is open was not told.
        if run.app.current == .suspended, !run.app.isInferred { return false }
        let declarations = run.settings.spans.declarations
        // What is open in a log that has never told how it ends may have been over for long.
        let isSilent = end.moment.since(run.lastHeard ?? run.first) > TimelineWindows.longestTask
        return run.spans.open.contains { instance in
            if isSilent, run.endsTold & SpanTracker.bit(of: instance.span) == 0 { return false }
            return switch declarations[instance.span].name {
            case "audioPlaying":
                run.words.soundBegan.map { $0 >= instance.from && !run.words.isSilenced(since: $0) } ?? false
            case "audioRecording":
                !run.words.isSilenced(since: max(instance.from, run.words.recordingBegan ?? instance.from))
            case "call", "pip", "carplay": true
            case "activity":
                switch instance.attributes.value(of: "kind") {
                case .string("audio"), .string("microphone"):
                    !run.words.isSilenced(since: run.words.lastSound(since: instance.from))
                case .string("navigation"): true
                default: false
                }
            default: false
            }
        }
    }

    /// Whether it was prewarmed, and opened, and nothing of the front was told of it by the end.
    private var isOpening: Bool {
        guard run.launch.kind == .prewarmed, run.launch.firstForegroundEdge == nil, run.launch.left == nil,
            !run.exits.contains(where: \.isOfBandBehind)
        else { return false }
        return run.launchInterval(endedAt: end.moment)?.isOpen == true
    }

    /// Whether an app that was launched nobody knows what for, or opened when it was prewarmed, may have been on its
    /// way to the front: for long it is not, and where memory is short it is what nobody sees that is ended.
    private var mayBeOnItsWay: Bool {
        guard run.launch.kind == .unknown || run.launch.kind == .prewarmed else { return false }
        // Time of the processor is allowed to launches that nobody waits for.
        if run.launch.kind == .unknown, run.judged?.detail[.allowanceOf] != nil { return false }
        let began = run.launch.kind == .prewarmed ? run.launch.opened ?? run.first : run.first
        if run.isHeld || run.judged?.cause.isWatchdog == true || run.exits.contains(where: \.isOfBandInUse) {
            return true
        }
        // On a Mac, where no watchdog ends a launch, an app may take long; but many a process there is a helper that
        // nobody sees.
        if run.isUnwatched, run.launch.sawAppCallback { return true }
        return run.judged?.cause != .systemPressure && end.moment.since(began) <= LaunchFacts.foregroundWindow
    }

    private func states(until cut: Moment?) -> [StateInterval] {
        // What came of its launch is not told, and it cannot have lasted for so long.
        let isForgotten = run.isLaunchForgotten
        let isLeft = isFrontForgotten && end.isSeen
        let stretches =
            run.hasNoLaunchState ? run.app.stretches.filter { $0.state != .launching } : run.app.stretches
        return cutting(stretches, at: cut) {
            StateInterval(
                state: $0.state, from: $1.timestamp, to: $2?.timestamp,
                isInferred: $0.isInferred || isForgotten && $0.state == .launching
                    || isLeft && $2 == cut && ($0.state == .active || $0.state == .inactive))
        }
    }

    private func scenes(until cut: Moment?) -> [SceneTimeline] {
        if run.scenes.isEmpty { return [] }
        return run.scenes.filter { $0.ledger.current != nil }.map { scene in
            SceneTimeline(
                id: scene.id,
                states: cutting(scene.ledger.stretches, at: cut) {
                    .init(state: $0.state, from: $1.timestamp, to: $2?.timestamp, isInferred: $0.isInferred)
                })
        }
        .sorted { $0.id < $1.id }
    }

    /// Stretches with their ends, none of which lies after the run's: the state it ended in is always the last one, for
    /// no time where it was concluded from the silence that followed.
    private func cutting<State, Interval>(
        _ stretches: [EdgeLedger<State>.Stretch], at cut: Moment?,
        _ make: (EdgeLedger<State>.Stretch, Moment, Moment?) -> Interval
    ) -> [Interval] {
        var intervals: [Interval] = []
        intervals.reserveCapacity(stretches.count)
        for (index, stretch) in stretches.enumerated() {
            let next = index + 1 < stretches.count ? stretches[index + 1].from : cut
            guard let cut, let to = next else {
                intervals.append(make(stretch, stretch.from, next))
                continue
            }
            if stretch.from > cut, index + 1 < stretches.count { continue }
            intervals.append(make(stretch, min(stretch.from, cut), min(to, cut)))
        }
        return intervals
    }

    private func spans(until cut: Moment?) -> [SpanInterval] {
        var spans = run.spans.intervals(endedAt: cut, spans: run.settings.spans)
        spans.append(contentsOf: run.derivedSpans)
        if let launch = run.launchSpan(endedAt: cut) { spans.append(launch) }
        if let cut, let began = run.openResume(endedAt: cut) {
            spans.append(
                SpanInterval(
                    kind: "resume", key: "", name: nil, from: began.timestamp, to: cut.timestamp, isEnded: false))
        }
        spans.sort { left, right in
            if left.from.nanoseconds != right.from.nanoseconds { return left.from < right.from }
            if left.kind != right.kind { return left.kind < right.kind }
            if left.key != right.key { return left.key < right.key }
            return (left.to?.nanoseconds ?? .max) < (right.to?.nanoseconds ?? .max)
        }
        return spans
    }
}

extension RunReducer.End {
    /// The end: the earliest line of the system, else a report, else the app's own word, else the last event.
    fileprivate init(of run: RunMachine) {
        // That nothing was launched is told later than that it was to be.
        let told = run.exits.filter { $0.event != .processLaunch }
        let exits = told.isEmpty ? run.exits : told
        func first(_ wanted: (ExitWitness) -> Bool, by precedes: (ExitWitness, ExitWitness) -> Bool) -> Int? {
            var first: Int?
            for index in exits.indices where wanted(exits[index]) {
                if first.map({ precedes(exits[index], exits[$0]) }) ?? true { first = index }
            }
            return first
        }
        func earliest(_ wanted: (ExitWitness) -> Bool) -> Int? { first(wanted, by: { $0.moment < $1.moment }) }
        // Of two reports the one of the better clock knows when in the step of the other it was.
        func finest(_ wanted: (ExitWitness) -> Bool) -> Int? {
            earliest(wanted).map { start in
                first({ wanted($0) && exits[start].isInStep($0.told) }, by: { $0.told.resolution < $1.told.resolution })
                    ?? start
            }
        }
        // It did not end when it was asked to.
        if run.judged?.cause == .watchdogExit, let killed = earliest({ !$0.isRequest }) {
            self.init(moment: exits[killed].moment, evidence: exits[killed].evidence)
        } else if let told = earliest({ $0.witness != .app && $0.witness != .uikit && $0.witness != .report })
            ?? finest({ $0.witness == .report && !$0.isWindowed && !$0.isSupposed })
            // A window is no time: the app's own word, where there is one, is.
            ?? earliest({ !$0.isWindowed && !$0.isSupposed }) ?? earliest({ $0.witness == .report })
            ?? earliest({ _ in true })
        {
            let exit = exits[told]
            // By the next launch it was over, however late that is told.
            let isOverBefore = exit.isWindowed && run.facts.successor.map { $0.moment < exit.moment } ?? false
            // What is concluded later rests on what was seen last.
            let seen = exit.isWindowed && exit.isSupposed ? run.lastHeard ?? exit.moment : exit.moment
            self.init(
                moment: isOverBefore ? run.last : max(seen, run.first), evidence: exit.evidence,
                isWindowed: exit.isWindowed || exit.isSupposed)
        } else if let fact = run.goneWithDevice, fact.isTold {
            self.init(moment: max(fact.moment, run.last), evidence: fact.evidence)
        } else {
            self.init(moment: run.last)
        }
    }
}
