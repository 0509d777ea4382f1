// SPDX-License-Identifier: MIT

import LifelintModel

/// One run as it happens: a push machine that takes the events of one process in order.
///
/// It keeps what a report, a story and an ending need, and nothing that grows with the log: states, spans, counters and
/// events are bounded by ``RunLimits``.
final class RunMachine {
    enum Phase {
        /// Events go on.
        case open
        /// Its end was seen or is implied; late witnesses are awaited.
        case closing
        /// It is over; only its successor can still say something about it.
        case over
        /// It was judged and handed on.
        case complete
    }

    let settings: TimelineSettings
    /// What tells its device from others, which need not be a name.
    let deviceLine: String?
    /// The name of its device.
    let device: String?
    let identity: RunIdentity
    var phase = Phase.open
    /// Until when lines about it are witnesses of its end.
    var witnessesUntil: Int64 = .max
    /// Until when a line of the app came before the end all the same, as clocks are apart.
    var endLagEnd = Int64.min
    /// The run of the app before it, and the one after it, while they have something to say to each other.
    var predecessor: RunMachine?
    var successor: RunMachine?
    /// It holds lines that say too little to be given to any of several runs.
    var isAnonymous = false
    /// A report tells it while a log tells another process of the app, which may have ended before or not: that one's
    /// next lines tell.
    var isApart = false
    /// What told of it first is known to be of some time of a window, such as a day, and no more.
    let isToldOfDay: Bool

    let first: Moment
    var startIsKnown = false
    var last: Moment
    /// Until when its own lines say that it was at work: their times and stated durations.
    var busyUntil: Moment
    /// The last line of the run: its place, and its text in a buffer that is used again and again.
    private var lastPlace: EventPlace
    private var lastIsCut = false
    private var lastText: [UInt8] = []
    let firstEvidence: EvidenceLine
    /// Its last line as evidence, once it is over.
    var lastLine: EvidenceLine

    var app = EdgeLedger<AppState>()
    /// UIKit's reasons why the app is not active, as bits, where a line told them, and when it did.
    var deactivationMask: Int64?
    var deactivationToldAt: Moment?
    /// When they showed an app in the background that had gone there where lines are missing: no later than this.
    var backgroundMissedAt: Moment?
    var scenes: [SceneMachine] = []
    /// What the app was told of scenes that have not connected yet: their roles by their keys.
    var configuredRoles: [[UInt8]: String] = [:]
    /// The role of a scene without a name that the app was asked about last, and when.
    var unnamedRole: (role: String, at: Moment)?
    /// What is told of how the app leaves the front.
    var leaving = LeavingRecord()
    /// Of the windows whose lines name none.
    var lastUnnamed: UnnamedTelling?
    var isSceneBased = false
    /// A scene shows the app on the screen of a car.
    var isShownInCar = false
    let spans = SpanTracker()
    var derivedSpans: [SpanInterval] = []
    let launch: LaunchFacts
    var launchContext = LaunchContext()
    var openCallbacks: [OpenCallback] = []
    /// What was told of each machine in the step of a coarse clock in which SwiftUI told a phase of it last.
    var phaseSteps: [PhaseStep] = []
    var callbackLines = CallbackLines()
    var keeper = EventKeeper()
    var footprint = CounterKeeper(name: "memory.footprint", unit: "bytes")
    var anomalies: [Anomaly] = []

    /// A debugger held it.
    var isDebugged: Bool { showsDebugger || isDebuggedByEnd }
    private var showsDebugger = false
    /// A debugger told its end.
    var isDebuggedByEnd = false
    /// A tool that is no debugger showed its console, and told its end.
    var isShownByTool = false
    var isHarnessed = false
    var isSimulated = false
    /// Who tells of its suspensions, and what is known of the last one.
    var suspension = SuspensionRecord()
    /// The app, or its frameworks, told of it.
    private(set) var isToldByApp = false
    /// They did so in a log that is the app's own, and goes on as long as the app does.
    private(set) var hasOwnLog = false
    /// A log of the system told of it.
    private(set) var isToldBySystem = false
    /// The system, or a report, told of it by the bundle id: that of an extension is one of its own.
    private var isNamedBySystem = false
    /// It turned out to be a process of the system's own, which is no app.
    var isSystems = false
    /// Something told of it that tells of no process by its name alone.
    private var isToldOtherwise = false
    /// Another process under its app's bundle id was told to live while it does: one of them at least is an extension
    /// that calls itself by the id of its app.
    var isOneOfSeveral = false
    /// The input whose report tells several ends of which each may be its own, as nothing says whose process it is.
    var contestedBy: UInt32?
    /// Another process of its app lived when a report began it: they are of two devices.
    var isBesideAnother = false
    /// A log told of it, and not only reports.
    private(set) var isToldByLog = false
    /// An SDK's report told of it.
    private(set) var isToldBySDK = false
    /// Which reports are still to come, by what reports told of it so far.
    var reports: AwaitedReports
    /// What its end rests on, where no line tells it of just this process.
    var endBasis: EndBasis = []
    /// What it was killed for only a line says that names nobody.
    var isEndExplainedByNobody: Bool {
        exits.contains(where: \.isOfNobody) && !exits.contains { $0.isLabelledKill && !$0.isOfNobody }
    }
    /// The run after it was handed on while a report of a window was still to come: it waits for that, and for nothing
    /// else.
    var awaitsWindowAlone = false
    /// By the numbers of spans, as bits: of which an end was told, in this run or in one before it.
    var endsTold: UInt64 = 0
    /// When the app's own log told of it first.
    private(set) var firstWord: Moment?
    /// When the app itself was last heard of, its end aside.
    private(set) var lastHeard: Moment?
    /// What reports of its end tell of its state, and what a log says against that.
    var reported = ReportedState()
    /// The app's return to the front has begun.
    var resumeBegan: Moment?
    var hasAssumedZone = false
    var hasStatedZone = false
    private var lastMemoryWarning: Moment?
    /// Tells runs apart, in the order of their beginnings.
    let serial: Int
    /// What it does, where rules ask.
    let tape: RunTape?
    /// The number of the event at hand on the tape; −1 where it is no event of its own.
    private(set) var number = -1
    /// The number of the event that began the return to the front, and before which event it began.
    var resumeMark = EdgeMark.none
    /// The launch was told in a stretch before.
    var launchIsTold = false

    /// What says that it ended.
    var exits: [ExitWitness] = []
    /// What tells of an end that another witness has to tell, the latest last.
    var hints: [ExitWitness] = []
    /// When it ended, where somebody tells that to the moment.
    var toldEnd: Moment? { exits.lazy.filter { !$0.isWindowed && !$0.isSupposed }.map(\.moment).max() }
    var words = LastWords()
    var facts = PredecessorFacts()
    /// Of an extension: the first of another process of it that began long after this one had been heard of.
    var younger: PredecessorFacts.Fact?
    /// Why it ended: decided when its successor, if any, has said what it has to say.
    var judged: Ending?

    /// What the launch follows.
    struct LaunchContext {
        var isAfterUpdate = false
        var isAfterBoot = false
        var isBeforeFirstUnlock = false
        var isFirstEver = false
        var isAfterForceQuit = false

        /// Takes what is told of the first launch after something, and was told of one that did not come about.
        mutating func inherit(_ other: LaunchContext) {
            if other.isAfterUpdate { isAfterUpdate = true }
            if other.isAfterBoot { isAfterBoot = true }
            if other.isFirstEver { isFirstEver = true }
        }
    }

    /// A callback that has begun and is not known to have ended.
    struct OpenCallback {
        var name: EventName
        /// Index of its scene, or −1.
        var scene: Int
        var from: Moment
        /// Its begin states how long it takes.
        var hasKnownEnd: Bool
    }

    init(
        opening event: EventView, serial: Int, device: String?, settings: TimelineSettings, inputs: InputNames
    ) {
        self.settings = settings
        identity = RunIdentity(settings.stateWords)
        self.serial = serial
        tape = settings.tellsStretches ? RunTape() : nil
        deviceLine = device
        self.device = device.flatMap(NamelessDevice.shown)
        isToldOfDay = event.batch.bool(.windowed, of: event.record) == true
        first = event.moment
        last = event.moment
        busyUntil = event.moment
        lastPlace = EventPlace(event)
        launch = LaunchFacts(start: event.moment)
        firstEvidence = event.evidence(inputs)
        lastLine = firstEvidence
        reports = AwaitedReports(opening: event)
    }

    /// Whether its last event is of that input.
    func isToldLast(by input: UInt32) -> Bool { lastPlace.input == input }

    private func noteTeller(of event: EventView, _ inputs: InputNames) {
        if inputs.isOfSDK(event.record.input) {
            isToldBySDK = true
        } else if event.record.witness != .report {
            isToldByLog = true
        }
    }

    /// Takes the next event of the run.
    ///
    /// - Parameter isToldAlready: it tells of a hang that another run's log told of: here it is no span.
    func apply(_ event: EventView, inputs: InputNames, isToldAlready: Bool = false) {
        let isRepetition = event.name == .memoryWarning && !isAnotherMemoryWarning(event.moment)
        if let tape { number = isRepetition ? -1 : tape.count }
        settle(upTo: event.record.order)
        identity.learn(from: event)
        if event.record.isZoneAssumed { hasAssumedZone = true } else { hasStatedZone = true }
        learnSurroundings(event)

        if event.isAppSide {
            isToldByApp = true
            if !hasOwnLog, !inputs.isOfSystem(event.record.input) { hasOwnLog = true }
            if inputs.passesLinesOver(event.record.input) { suspension.hasUnheardLines = true }
            if firstWord == nil, event.record.witness == .app { firstWord = event.moment }
            if !RunMachine.isExit(event) { lastHeard = event.moment }
        } else if RunMachine.isNamedBySystem(event) {
            isNamedBySystem = true
        }
        if event.isToldBySystem { isToldBySystem = true }
        if !RunMachine.isByNameAlone(event) { isToldOtherwise = true }
        if !isToldByLog || !isToldBySDK { noteTeller(of: event, inputs) }
        reports.hear(event)
        let scene = sceneIndex(for: event)
        // RunningBoard would have told that it suspended the process.
        if event.record.witness == .runningboard, event.name == .processState {
            trustExactSuspension(isResume: false)
        }
        suspension.take(event)
        settleGap(before: event, scene: scene)
        if event.name.isCallback {
            callbackLines.note(event)
            checkCallback(event, inputs: inputs)
        }
        if suspension.isLagging(event.record.order) { delaySuspension(behind: event) }
        let half = callbackHalf(of: event, scene: scene)
        var isNotable = false
        if LaunchStep.isStep(event.name) {
            takeLaunchStep(event, inputs: inputs)
            isNotable = true
        } else if launch.isOfInterest(event.name) {
            launch.addOther(event)
        }
        if event.record.via == .swiftui || !phaseSteps.isEmpty { notePhase(event, scene: scene) }
        if takeEdges(event, half, scene: scene, inputs: inputs) { isNotable = true }
        if !phaseSteps.isEmpty { doubtUntoldPhases() }
        // Before the event ends what it names, which then is known no more.
        let task = spans.knownTask(of: event, settings.spans)
        if !isToldAlready, spans.apply(event, spans: settings.spans, spanTelling) { isNotable = true }
        // One memory warning is told by everybody it reaches, and one wake by the system and the app: those told again
        // are no events of their own.
        if !isRepetition {
            if takeWords(event, task: task, inputs: inputs) { isNotable = true }
            if isToldAlready || !spans.isTellingAgain { tape?.append(event, task: task) }
        } else {
            tape?.repeatWarning(event)
        }
        if isNotable || event.name != .memoryWarning { keeper.count() }
        if isNotable { keeper.keep(event, scene: scene) }
        remember(event)
        if scene >= 0, scenes[scene].isCar { takeCarScene(event) }
    }

    /// Takes what an event tells beside what it is: spans and rules see it, and it counts as no event of its own.
    func apply(derived event: EventView) {
        if let tape { number = tape.count }
        _ = spans.apply(event, spans: settings.spans, spanTelling)
        tape?.append(event)
    }

    private var spanTelling: SpanTelling? { tape.map { SpanTelling(tape: $0, event: number) } }

    /// What the log lost lies before the line that tells it, where that does not say for how long.
    private func noteLoss(_ event: EventView, _ inputs: InputNames) {
        let log = inputs.log(of: event.record.input)
        guard event.record.hasDuration else {
            return words.noteLoss(from: min(last, event.moment), until: event.moment, log: log)
        }
        words.noteLoss(from: event.moment, until: event.moment.later(by: event.record.duration), log: log)
    }

    /// A device-level event that happened during the run.
    func witness(_ event: EventView, inputs: InputNames) {
        // A gap in another process's log says nothing about this one.
        let isForeign = event.name == .logGap && identity.fit(event) == nil
        if let tape { number = isForeign ? -1 : tape.count }
        settle(upTo: event.record.order)
        switch event.name {
        case .logGap:
            if !isForeign {
                note(.gap, "a stretch of the log is lost here, or could not be read", event, inputs)
                leaving.noteLoss(event)
                noteLoss(event, inputs)
            }
        case .clockChanged: note(.clockChanged, "the clock of the device was changed", event, inputs)
        case .screenLock:
            excuseMissingResign(lockedAt: event.moment)
            if isApp { cover(event) }
        case .screenUnlock: uncover()
        case .frontAppChanged: takeFront(event)
        default: break
        }
        words.take(deviceEvent: event, inputs: inputs)
        _ = spans.apply(event, spans: settings.spans, spanTelling)
        if !isForeign { tape?.append(event) }
    }

    /// A line about the run within two seconds of its end.
    ///
    /// - Parameters:
    ///   - isOwn: the next process of the app did not say it.
    ///   - isToldAlready: it tells what another input told.
    func takeWitness(
        _ event: EventView, isOwn: Bool = true, isToldAlready: Bool = false, inputs: InputNames
    ) {
        if isOwn, isLagging(behindEnd: event), launch.sawAppCallback || !mayBeFollowed(by: event) {
            return delayEnd(behind: event, inputs: inputs)
        }
        identity.learn(from: event)
        // Who held the process, and where it ran, may be told by nobody but who tells of its end.
        if isOwn { learnSurroundings(event) }
        let isRepetition = event.name == .memoryWarning && !isAnotherMemoryWarning(event.moment)
        if let tape { number = isRepetition ? -1 : tape.count }
        reports.take(event)
        // What a report tells of the state may come behind what a log tells of the end, too.
        if !takeUntoldResume(before: event) { takeBackSuspension(deniedBy: event) }
        seeReportedState(event, inputs)
        // What the process itself says to be done was done before its end, whatever the clocks of two logs say.
        if event.isAppSide, !isRepetition, let end = exits.last?.moment,
            event.moment.since(end) < max(TimelineWindows.sameEdge, end.resolution)
        {
            spans.applyEnds(event, spans: settings.spans, spanTelling)
        } else if !isToldAlready, isToldOfWindow(before: event), !spans.isOpen(endedBy: event, settings.spans) {
            // What was not over ended with the run, and is most likely what is told.
            spans.runEnd = toldEnd
            spans.applyEnds(event, spans: settings.spans, spanTelling)
        }
        if isToldBetter(event) {
            // It is evidence, and tells rules nothing: its time is that of a payload, and it has fewer words.
            _ = takeWords(event, inputs: inputs)
        } else if !isRepetition {
            _ = takeWords(event, inputs: inputs)
            tape?.append(event)
        } else {
            tape?.repeatWarning(event)
        }
        keeper.count()
        keeper.keep(event, scene: -1)
    }

    /// Whether the app tells less than a second after the system told its end, or in the same step of a coarse clock,
    /// which may be a report's, what came before that: who is dead tells nothing.
    func isLagging(behindEnd event: EventView) -> Bool {
        guard event.record.order < endLagEnd, event.record.witness == .app, !event.record.isTimeless,
            event.moment.order == event.record.order, !RunMachine.isExit(event)
        else { return false }
        // What the app told of its own end stands in its log where it was.
        return !exits.contains { $0.witness == .app } && exits.contains { $0.mayFollow(event.moment) }
    }

    /// Whether such a line may be of the next process as well, as it names none: it comes behind the step of the clock
    /// in which the end was told.
    func mayBeFollowed(by event: EventView) -> Bool {
        !event.record.hasPID && isLagging(behindEnd: event)
            && !exits.contains { $0.mayFollow(event.moment) && $0.isInStep(event.moment) }
    }

    /// The end was no earlier than what the app did before it.
    private func delayEnd(behind event: EventView, inputs: InputNames) {
        apply(event, inputs: inputs)
        settle(atEnd: event.moment)
        for exit in exits where exit.moment < event.moment && exit.mayFollow(event.moment) {
            exit.moment = event.moment
        }
    }

    /// Whether an event tells the end for some time of a window, and a report has told when it was, or when it was
    /// heard of last.
    private func isToldBetter(_ event: EventView) -> Bool {
        event.batch.bool(.windowed, of: event.record) == true && RunMachine.isExit(event)
            && exits.contains { $0.witness == .report && (!$0.isWindowed || $0.isSupposed) }
    }

    /// Lets time pass: held edges and stated durations take effect.
    func settle(upTo time: Int64) {
        if app.held != nil, app.settle(upTo: time, on: tape) { appStateChanged() }
        for index in scenes.indices where scenes[index].ledger.held != nil {
            if scenes[index].ledger.settle(upTo: time, on: tape) { sceneStateChanged(index) }
        }
        spans.settle(upTo: time, spans: settings.spans, on: tape)
        if launch.settled == nil, let edge = launch.firstForegroundEdge,
            time.subtractingClamped(edge.order) > TimelineWindows.sameEdge
        {
            settleLaunch()
        }
    }

    /// The run is over: what had been told by then took place.
    func settle(atEnd end: Moment) {
        settle(upTo: end.order)
        if app.held != nil, app.settle(atEnd: end, on: tape) { appStateChanged() }
        for index in scenes.indices where scenes[index].ledger.held != nil {
            if scenes[index].ledger.settle(atEnd: end, on: tape) { sceneStateChanged(index) }
        }
    }

    /// Records something that no legal sequence explains.
    func note(_ code: Anomaly.Code, _ message: @autoclosure () -> String, _ event: EventView, _ inputs: InputNames) {
        guard anomalies.count < RunLimits.anomalies else { return }
        let anomaly = Anomaly(
            code: code, message: message(), time: event.moment.timestamp, at: inputs.location(of: event))
        note(anomaly, event: number)
    }

    func note(_ anomaly: Anomaly, event: Int) {
        guard anomalies.count < RunLimits.anomalies else { return }
        anomalies.append(anomaly)
        tape?.note(anomaly.code, event: event, at: anomaly.time.nanoseconds)
    }

    /// Records that it was told to run while another process of its app did.
    func noteOverlap(with other: RunMachine) {
        guard anomalies.count < RunLimits.anomalies else { return }
        let whose = other.identity.hasPID ? "pid \(other.identity.pid)" : "another process"
        anomalies.append(
            Anomaly(
                code: .identityConflict, message: "\(whose) of the app goes on meanwhile", time: first.timestamp,
                at: firstEvidence.at))
        tape?.note(.identityConflict, event: -1, at: first.time)
    }

    /// The ticks of the device say that its clock was changed since the event before.
    func noteClockChange(before event: EventView, inputs: InputNames) {
        number = -1
        note(
            .clockChanged, "ticks and clock of the device disagree: the clock was set, or the ticks stood still", event,
            inputs)
    }

    /// A line after the end that is none of its events.
    func noteAfterEnd(_ event: EventView, _ inputs: InputNames) {
        number = -1
        keeper.count()
        note(.eventAfterExit, "a line of the process after it was seen to end", event, inputs)
    }

    /// The last line of the run, as evidence.
    func lastEvidence(_ inputs: InputNames) -> EvidenceLine {
        EvidenceLine(
            text: EventView.evidenceText(lastText[...], isCut: lastIsCut), at: inputs.location(of: lastPlace))
    }

    private func remember(_ event: EventView) {
        last = max(last, event.moment)
        if event.record.tellsBothEnds {
            busyUntil = max(busyUntil, last.later(by: max(event.record.duration, 0)))
        }
        lastPlace = EventPlace(event)
        let source = event.keptSource
        lastIsCut = source.count < event.record.source.range.count
        lastText.removeAll(keepingCapacity: true)
        event.batch.append(source, to: &lastText)
    }

    /// What an event tells of who held the process, and of where it ran, beside what it says.
    private func learnSurroundings(_ event: EventView) {
        if event.record.showsDebugger { showsDebugger = true }
        if event.record.attributesCount > 0 { learnFlags(event) }
        if event.record.showsHarness { isHarnessed = true }
        if event.record.showsSimulator { isSimulated = true }
    }

    private func learnFlags(_ event: EventView) {
        for attribute in event.batch.attributes(of: event.record) where attribute.kind == .bool {
            if attribute.bits == 0 {
                // A tool says it that shows the console of an app as a debugger would.
                if attribute.key == .debugger, RunMachine.isExit(event) {
                    showsDebugger = false
                    isDebuggedByEnd = false
                    isShownByTool = true
                }
                continue
            }
            switch attribute.key {
            case .debugger where RunMachine.isExit(event): isDebuggedByEnd = true
            case .debugger: showsDebugger = true
            case .harness: isHarnessed = true
            case .simulator: isSimulated = true
            default: break
            }
        }
        if event.name == .processLaunch, let reason = event.batch.string(.reason, of: event.record) {
            if reason == "debugger" { showsDebugger = true }
            if reason == "xctest" { isHarnessed = true }
        }
    }

    /// One warning reaches every view controller, delegate and observer: whether this is another one.
    func isAnotherMemoryWarning(_ moment: Moment) -> Bool {
        if let lastMemoryWarning, moment.since(lastMemoryWarning) <= TimelineWindows.memoryWarnings { return false }
        lastMemoryWarning = moment
        return true
    }
}

extension RunMachine {
    /// No watchdog and no suspension where a debugger or a UI-test driver holds the process, or in a simulator.
    var isHeld: Bool { isDebugged || isHarnessed || isSimulated }

    /// No watchdog ends a launch where something holds the process, and none does on a Mac.
    var isUnwatched: Bool { isHeld || identity.isOnMac }

    /// Whether it is called launching only because nothing tells what came of its launch.
    var isLaunchForgotten: Bool {
        guard app.current == .launching, !isHeld else { return false }
        if isLaunchLongPast { return true }
        // Who watches launches says by itself that one went on.
        guard let shown = launch.shown, judged?.cause != .watchdogLaunch, judged?.cause != .watchdogSceneCreate else {
            return false
        }
        return last.since(shown) > TimelineWindows.shownLaunch
    }

    /// Whether it is called launching so long after its launch that anything may have come of it.
    var isLaunchLongPast: Bool {
        app.current == .launching && !isHeld && last.since(first) > TimelineWindows.longestLaunch
    }

    /// Whether the app itself was heard of since it came to the state that it is in; else its own log may have ended
    /// before.
    var isHeardSinceEdge: Bool {
        guard let lastHeard else { return false }
        return app.since.map { $0.since(lastHeard) <= TimelineWindows.sameEdge } ?? true
    }

    /// Whether it is the app itself, be it on a watch, rather than an extension of it, of which several may run.
    var isApp: Bool { [.missing, .app, .watch].contains(identity.host) }

    /// Whether it is surely the process of the app itself, of which there is one at a time: UIKit calls nothing else
    /// back as an app, and nobody launches anything else into the foreground.
    var isAppItself: Bool {
        isNamedBySystem || [.app, .watch].contains(identity.host) || launch.statedKind == .foreground
    }

    /// Whether an event tells that its process is the app itself, who launches that or tells of it.
    static func isOfAppItself(_ event: EventView) -> Bool {
        isNamedBySystem(event) || event.name == .processLaunch && LaunchFacts.statedKind(of: event) == .foreground
    }

    /// Whether nothing told of it but names that may be those of any process.
    var isToldByNameAlone: Bool { identity.app == nil && identity.hasPID && !isToldOtherwise }

    /// Whether an event calls a process by its name, and by nothing that only an app has: the kernel and those who
    /// report crashes call all processes so.
    static func isByNameAlone(_ event: EventView) -> Bool {
        !event.isAppSide && !event.record.app.isPresent && event.record.process.isPresent
            && event.record.host == .missing && event.name != .processLaunch
    }

    private static func isNamedBySystem(_ event: EventView) -> Bool {
        !event.isAppSide && event.record.app.isPresent && !event.record.isWitnessAssumed
    }

    /// Whether the time that an app is given in the background is known of it: on a watch it is another, and work there
    /// may be silent for long.
    var isTimedAsApp: Bool { isApp && identity.host != .watch }

    /// Whether it is an extension, of which several processes may run at once.
    var isExtension: Bool { [.extension, .widget].contains(identity.host) }

    /// Whether it is an extension that was heard of: nothing calls it back as an app, and nothing tells when it was
    /// launched.
    var hasNoLaunchState: Bool { isExtension && lastHeard != nil && !reported.isTold }

    /// Which of two things that befell its app one after the other it did not outlive: the first one, where it was not
    /// heard of since.
    func earliest(of known: PredecessorFacts.Fact?, _ fact: PredecessorFacts.Fact) -> PredecessorFacts.Fact {
        known.flatMap { $0.moment >= last ? $0 : nil } ?? fact
    }

    /// When its app is told to have been removed or replaced after it was last heard of: it was over by then.
    var goneWithItsApp: Moment? {
        [facts.uninstall, facts.appUpdate].compactMap(\.self).filter { $0.isTold && $0.moment >= last }
            .map(\.moment).min()
    }

    /// What befell the device, and every process on it; nil where its app was gone before.
    var goneWithDevice: PredecessorFacts.Fact? {
        guard let fact = facts.boot ?? facts.respring else { return nil }
        if let goneWithItsApp, goneWithItsApp < fact.moment { return nil }
        return fact
    }
}
