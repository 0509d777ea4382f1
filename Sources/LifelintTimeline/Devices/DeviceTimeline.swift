// SPDX-License-Identifier: MIT

import LifelintModel

/// All runs of one device: decides which run an event belongs to, where runs begin and end, and hands on those that are
/// over.
///
/// Memory is O(open runs) plus one ended run per app, which waits for what its successor has to say: a few of them
/// where the user may have quit the first, and successors say nothing of that.
final class DeviceTimeline {
    /// More processes than a device runs; beyond them the one that was silent for longest is handed on.
    static let openLimit = 512
    /// Ended runs that wait for a successor; beyond them the oldest is handed on.
    static let endedLimit = 512

    let device: String?
    /// Nobody knows of which day it is.
    let isUndated: Bool
    let settings: TimelineSettings
    /// Runs that go on.
    var open = OpenRuns()
    /// Runs that are over and not handed on: late witnesses or a successor's launch are awaited.
    ///
    /// In order of their end.
    var ended: [RunMachine] = []
    var facts = DeviceFacts()
    let names: ProcessNames
    private var ticks = TickWatch()
    var recordings = RecordingWatch()
    /// The ids of processes that are the system's, and are not told of as runs.
    var systems: Set<Int32> = []
    private var hangs = HangMemory()
    /// Runs that only reports tell, beside logs that told other processes of their apps when they began.
    var apart: [RunMachine] = []
    /// Events that wait for what tells whose they are.
    var held = HeldEvents()
    /// Whose process id the last line told, and whether with its name, where only some apps are asked for.
    var lastHolder: (pid: Int32, app: [UInt8], isNamed: Bool)?
    /// Few devices have several logs.
    private lazy var echoes = Echoes()
    /// The earliest time at which something is due: nothing needs a look before.
    var nextDue: Int64 = .max
    /// The run that took the last event.
    var lastRun: RunMachine?
    /// The log without any time that the last run stands in, if it stands in one.
    private var undatedInput: UInt32?
    private var finished: [Finished] = []
    /// Runs whose app was not known when what they did began to be handed on: that is not broken off.
    private var begunToTell: Set<Int> = []
    /// Where it is: the shard that feeds it, and its index there.
    let shard: Int
    let index: Int
    /// The number of the next run: the place of the event at hand among all events.
    var position = 0
    /// The event at hand names no device, and fits runs of several others equally well.
    var isTie = false

    /// The time that the device was told last, where somebody tells it: nothing earlier will come.
    var heardUntil: Int64?

    /// What is handed on.
    enum Finished {
        /// A run that is over, with everything its summary needs.
        case run(RunMachine, isStillRunning: Bool)
        /// What a run did that goes on.
        case stretch(RunStretch)
    }

    init(device: String?, settings: TimelineSettings, shard: Int, index: Int) {
        self.device = device
        isUndated = device.map(NamelessDevice.isUndated) ?? false
        self.settings = settings
        names = ProcessNames(settings.nameWords, known: settings.appsOfNames, extensions: settings.extensions)
        self.shard = shard
        self.index = index
    }

    /// Takes the next event of the device.
    func apply(_ event: EventView, inputs: InputNames) {
        if inputs.hasSeveralOfSystem { noteRecording(event, inputs: inputs) }
        if event.record.isSignOfLife {
            return event.record.host == .system ? learnSystem(by: event) : hear(event, inputs: inputs)
        }
        if !held.lastWords.isEmpty { settleLastWords(before: event, inputs: inputs) }
        if !held.ends.isEmpty { settleEnds(before: event, inputs: inputs) }
        if nextDue < event.record.order { advance(to: event.record.order, inputs: inputs) }
        if !held.reports.isEmpty { settleHeldReports(before: event, inputs: inputs) }
        if !held.lines.isEmpty { settleLines(before: event, inputs: inputs) }
        if event.name == .clockChanged {
            // What is told needs not be concluded.
            ticks = TickWatch()
        } else if event.record.hasMach, event.record.boot.isPresent, ticks.seesChange(before: event) {
            for run in open { run.noteClockChange(before: event, inputs: inputs) }
        }
        switch DeviceEvent.scope(of: event.name) {
        case .process:
            if HeldGate.isGate(event) { return hold(gate: event) }
            if !held.requests.isEmpty { settleRequest(before: event, inputs: inputs) }
            if !held.gates.isEmpty { settleGates(before: event, inputs: inputs) }
            applyProcessEvent(event, inputs: inputs)
        case .device:
            releaseOpenings(inputs: inputs)
            dropGatesOfRuns()
            applyDeviceEvent(event, inputs: inputs)
        case .installation:
            releaseOpenings(inputs: inputs)
            dropGatesOfRuns()
            applyInstallation(event, inputs: inputs)
        }
    }

    /// The event at hand, so that it can wait.
    func waiting(_ event: EventView) -> HeldEvent { HeldEvent(event, at: position) }

    /// A line that nobody recognised: it is of a run that is known, and surely of that one, or of none.
    private func hear(_ event: EventView, inputs: InputNames) {
        if let run = openRun(of: event), run.identity.pid == event.record.pid {
            releaseOpenings(where: { $0.run === run }, inputs: inputs)
            return run.hear(event)
        }
        hearOfEnded(event)
    }

    /// Moves the device's clock.
    func advance(to time: Int64, inputs: InputNames) {
        guard nextDue < time else { return }
        nextDue = .max
        releaseOpenings(where: { $0.due < time }, inputs: inputs)
        for request in held.requests where request.isOpening { nextDue = min(nextDue, request.due) }
        for run in ended where run.phase == .closing {
            if run.witnessesUntil < time {
                endClosing(run, inputs: inputs)
            } else {
                nextDue = min(nextDue, run.witnessesUntil)
            }
        }
        ended.removeAll { $0.phase == .complete }
    }

    /// Until when a run that goes on would have been heard of; nil where its order is not that of its wall clock.
    func heardMoment(of run: RunMachine) -> Moment? {
        guard let heardUntil, run.last.order == run.last.time, heardUntil > run.last.order else { return nil }
        return Moment(time: heardUntil, order: heardUntil, digits: 9)
    }

    /// How well an event without a device fits the open runs here: the best count of equal fields.
    func fit(_ event: EventView, _ inputs: InputNames) -> Int? {
        var best: Int?
        var next = open.place(from: 0, mayTake: event)
        while let place = next {
            if let fit = open[place].identity.fit(event), fit > best ?? -1 { best = fit }
            next = open.place(from: place + 1, mayTake: event)
        }
        for run in ended where run.phase == .closing {
            if let fit = run.identity.fit(event), fit > best ?? -1, !run.isEndedOtherwise(than: event, inputs) {
                best = fit
            }
        }
        return best
    }

    /// Whether a report that names nobody comes long after the last word of whatever run it fits here, of which a log
    /// tells.
    ///
    /// What an SDK writes of one process may stand in several files, of which one names it.
    func isLongSilent(before event: EventView) -> Bool {
        let fitting = settings.isSession ? [] : open.filter { $0.identity.fit(event) != nil }
        return !fitting.isEmpty
            && fitting.allSatisfy {
                event.moment.since($0.last) > TimelineWindows.report && $0.isToldByLog && !$0.isToldBySDK
                    && !$0.isToldLast(by: event.record.input)
            }
    }

    /// Whether there is something to hand on since it was last asked.
    var hasFinished: Bool { !finished.isEmpty }

    /// What is to be handed on since it was last asked.
    func takeFinished() -> [Finished] {
        defer { finished.removeAll(keepingCapacity: true) }
        return finished
    }

    /// No more events come: what only they ask for is not kept until all devices are finished.
    func forgetRuns() {
        lastRun = nil
        apart = []
        facts = DeviceFacts()
        hangs = HangMemory()
    }

    func handOn(_ run: RunMachine, isStillRunning: Bool) {
        // A line that names no app may have begun it, and another told whose it is.
        let isBegun = begunToTell.remove(run.serial) != nil
        guard isBegun || isSelected(run) && !run.isSystems else { return }
        finished.append(.run(run, isStillRunning: isStillRunning))
    }

    /// Hands on what a run did so far, where that is more than is kept.
    func cutTape(of run: RunMachine, inputs: InputNames) {
        guard let tape = run.tape, tape.isFull else { return }
        let stretch = StretchBuilder(run: run, tape: tape, inputs: inputs).removeFirstHalf()
        if !settings.apps.isEmpty {
            guard isSelected(run) || begunToTell.contains(run.serial) else { return }
            if run.identity.app == nil { begunToTell.insert(run.serial) }
        }
        finished.append(.stretch(stretch))
    }

    // MARK: Events of a process

    private func applyProcessEvent(_ event: EventView, inputs: InputNames) {
        if event.record.boot.isPresent { noteBoot(event, inputs: inputs) }
        if inputs.mayRepeat(event.record.input), echoes.takes(event) {
            // The line that it repeats may have been the last one of a run that is over.
            if !isOfEnded(event), let run = openRun(of: event), run.identity.isNamed(by: event) {
                learn(from: event, about: run, inputs: inputs)
            }
            return
        }
        noteHolder(event)
        if facts.isLocked, AppEdge.isForeground(event), DeviceEvent.isOfApp(event) { facts.unlock() }
        // Some time in a window, somewhere: without a process id it cannot be said of which run.
        if event.record.witness == .report, !event.record.hasPID,
            event.batch.bool(.windowed, of: event.record) == true
        {
            // The report may tell when the run began that it is about, or what was recorded in it. A hang of that day
            // need not be of the run that ended.
            handOnLeft(before: event, inputs: inputs)
            let told = open.filter {
                $0.identity.fit(event) != nil && !($0.isToldOfDay && RunMachine.isExit(event))
                    && ($0.reports.isToldOnly(by: event.record.input) || $0.isToldLast(by: event.record.input))
            }
            if told.count == 1, let run = told.first { return feed(event, to: run, inputs: inputs) }
            if takeConclusion(event, inputs: inputs) { return }
            if let run = runConcluded(by: event) ?? runCrashed(toldAgainBy: event, inputs) {
                return takeWitness(event, of: run, inputs: inputs)
            }
            return begin(with: event, as: .first, inputs: inputs)
        }
        if isOfOtherApp(event) || isOfSystem(event) { return }
        if isToldOfWindow(event) { handOnLeft(before: event, inputs: inputs) }
        freePID(of: event, inputs: inputs)
        if takeRestOfReport(event, inputs: inputs) || takeCrashOfBegun(event, inputs: inputs) { return }
        if let run = runInWindow(of: event) {
            run.endBasis.insert(.window)
            takeWitness(event, of: run, inputs: inputs)
            if let successor = run.successor, successor.launch.settled != nil {
                resolvePredecessor(of: successor, inputs: inputs)
            }
            return
        }
        if takeBesideLiving(event, inputs: inputs) || takeAgain(event, inputs: inputs)
            || takeCount(event, inputs: inputs)
        {
            return
        }
        if !hold(end: event, inputs: inputs) { place(event, inputs: inputs) }
    }

    /// Finds the run that an event of a process belongs to, or begins it.
    func place(_ event: EventView, inputs: InputNames) {
        switch openRun(for: event) {
        case .run(let run):
            let dead = dead(of: event, besides: run, inputs)
            if !dead.isEmpty { return tell(event, ofOneOf: dead, besides: run, inputs: inputs) }
            if isOfOther(event, thanOfNameless: run, inputs) { return begin(with: event, as: .first, inputs: inputs) }
            if RunMachine.isExit(event), isNamedBySystem(event, inputs), run.identity.isNameless {
                run.endBasis.insert(.name)
            }
            if event.name == .reportJetsam, run.identity.app != nil {
                let isOfMany = isNamedAsMany(event, run)
                if isOfMany || run.identity.isMerelyAlike(to: event),
                    run.isInOtherState(than: event) || run.app.current != .active && isJoinedByFront(event, run)
                {
                    return begin(with: event, as: .first, inputs: inputs)
                }
                if isOfMany, RunMachine.isExit(event) { run.endBasis.insert(.name) }
            }
            if event.record.witness == .kernel, run.identity.isNamedOtherwise(by: event) {
                if isOfOtherApp(event, than: run) { return begin(with: event, as: .first, inputs: inputs) }
                noteOtherName(of: run, event, inputs: inputs)
            }
            if takeBeside(run, event, inputs: inputs) { return }
            if let revival = run.revivalOfPredecessor(by: event) {
                return goOn(with: event, insteadOf: run, as: revival, inputs: inputs)
            }
            if isWitness(event, ofAnotherThan: run), takeAfterEnd(event, inputs: inputs) { return }
            if mayBeContradicted(event, as: run) {
                return hold(report: event, of: run, as: .named)
            }
            if let dead = predecessor(of: run, seenGoneBy: event) ?? predecessor(of: run, lastHeardBy: event) {
                return takeWitness(event, of: dead, inputs: inputs)
            }
            if let dead = younger(than: run, goneBy: event, inputs: inputs) {
                return take(event, of: dead, ratherThanOf: run, inputs: inputs)
            }
            if isOpening(event, of: run) { return hold(opening: event, of: run, inputs: inputs) }
            if run.isOfToldCallback(event) || run.awaitsProcess(besides: event) { return run.hear(event) }
            if run.isLongBefore(event) {
                begin(with: event, as: .launchAnew(run), inputs: inputs)
            } else if LaunchStep.isStep(event.name), run.isLaunchedAnew(by: event) {
                if isRequest(event, besides: run) { return hold(event, besides: run, inputs: inputs) }
                let isBeside =
                    run.livesBeside(processBegunBy: event) || isReportBeside(event, nameless: run)
                    || isOfUnknownTime(event, besides: run)
                begin(with: event, as: isBeside ? .first : .launchAnew(run), inputs: inputs)
            } else {
                feed(event, to: run, inputs: inputs)
            }
        case .none:
            let isStep = LaunchStep.isStep(event.name)
            if event.name == .processLaunch, ended.contains(where: { $0.isStartReported(by: event) }) { return }
            let isOfEnded = ended.contains { $0.isToldAgain(by: event) || $0.isStarted(by: event) }
            if !isStep || isOfEnded, takeAfterEnd(event, inputs: inputs) {
                return
            }
            if let launch = launchAwaiting(event) {
                return held.lines.append(HeldLine(run: launch, event: waiting(event)))
            }
            begin(with: event, as: .first, inputs: inputs)
        case .several:
            begin(with: event, as: isBesideAll(event) ? .first : .ambiguous, inputs: inputs)
        }
    }

    /// The run that an SDK concludes about at the next launch: the app's last one, seen to end before.
    private func runConcluded(by event: EventView) -> RunMachine? {
        guard event.name == .processExit, event.record.app.isPresent || event.record.process.isPresent else {
            return nil
        }
        // One that went on for longer is not the one that concludes.
        var next: RunMachine?
        for run in open where run.identity.fit(event) != nil {
            if event.moment.since(run.first) > TimelineWindows.concluding { return nil }
            next = run
        }
        // Where nothing tells its end, the launch of the one that concludes does.
        guard let run = ended.last(where: { $0.identity.isNamed(by: event) }),
            !run.exits.isEmpty || next != nil && run.successor === next,
            event.moment.since(run.last) <= TimelineWindows.concluded
        else { return nil }
        return run.identity.isOfOtherVersion(than: event) ? nil : run
    }

    /// The run whose crash a report has told, and a payload of the day tells again without a process id: each tells a
    /// crash once, so it is the first one that the payload may mean and has not told yet.
    private func runCrashed(toldAgainBy event: EventView, _ inputs: InputNames) -> RunMachine? {
        guard event.name == .reportCrash, RunMachine.isExit(event) else { return nil }
        let crash = ExitWitness(event, inputs: inputs, settings: settings)
        return ended.first { $0.isCrash(toldAgainBy: event, crash, loosely: false) }
            ?? ended.first { $0.isCrash(toldAgainBy: event, crash, loosely: true) }
    }

    /// Whether a line is of a process that was just seen to end, by its id or as it tells an end: the next one of its
    /// app, which has no id yet, does not take over that of the dead.
    private func isOfEnded(_ event: EventView) -> Bool {
        RunMachine.isExit(event)
            || event.record.hasPID && ended.contains { $0.identity.hasPID && $0.identity.pid == event.record.pid }
    }

    /// Takes what a line says of whose it is, and nothing else of it.
    private func learn(from event: EventView, about run: RunMachine, inputs: InputNames) {
        let hadPID = run.identity.hasPID
        run.identity.learn(from: event)
        if !hadPID, run.identity.hasPID { noteProcessID(of: run, inputs: inputs) }
    }

    private func noteProcessID(of run: RunMachine, inputs: InputNames) {
        open.noteProcessID(of: run)
        if run.launch.sawStep { endHolders(of: run, inputs: inputs) }
    }

    func feed(_ event: EventView, to run: RunMachine, inputs: InputNames) {
        let hadPID = run.identity.hasPID
        let bearsConflict = LaunchStep.isStep(event.name) && run.identity.bearConflict(of: event)
        let mightBeExtension = run.isOneOfSeveral && !run.isAppItself
        run.apply(event, inputs: inputs, isToldAlready: hangs.take(event, of: run))
        if mightBeExtension || run.predecessor != nil {
            settleKind(of: run, mightBeExtension: mightBeExtension, inputs: inputs)
        }
        if !hadPID, run.identity.hasPID { noteProcessID(of: run, inputs: inputs) }
        if bearsConflict {
            run.note(
                .identityConflict, "a report of this process tells another version, system or model", event, inputs)
        }
        cutTape(of: run, inputs: inputs)
        lastRun = run
        if run.isApart, !run.identity.isToldOnlyByReports { placeApart(run, inputs: inputs) }
        if facts.isLocked, run.facts.lastWordsUntil == nil,
            event.name == .appProtectedDataDidBecomeAvailable || run.app.current == .active
        {
            facts.unlock()
        }
        if RunMachine.isExit(event) { close(run, at: event.moment, inputs: inputs) }
        if run.predecessor != nil, run.launch.settled != nil { resolvePredecessor(of: run, inputs: inputs) }
    }

    /// Which open run an event belongs to.
    private enum Belonging {
        case run(RunMachine)
        case none
        case several
    }

    private func openRun(for event: EventView) -> Belonging {
        /// No two processes that live have one id; of one app several may be told of.
        func sharesPID(_ run: RunMachine) -> Bool { event.record.hasPID && run.identity.pid == event.record.pid }
        /// At which time of a day that one lived nobody tells: what a log goes on with is not told of it.
        func isOfOther(_ run: RunMachine) -> Bool {
            run.isToldOnlyOfDay && event.record.witness != .report && !sharesPID(run) || run.isOlder(than: event)
        }
        if open.count > 1, RunMachine.ageWithoutID(event) != nil, let run = runBegun(with: event) { return .run(run) }
        if open.count == 1 {
            return open[0].identity.fit(event, isOnly: true) != nil && !isOfOther(open[0]) ? .run(open[0]) : .none
        }
        // Of one process mostly many lines come in a row; no other run shares both its app and its pid.
        if let lastRun, lastRun.phase == .open, !lastRun.isApart, !lastRun.isToldOnlyOfDay,
            lastRun.identity.isSame(event)
        {
            return .run(lastRun)
        }
        var best: RunMachine?
        var bestFit = -1
        var isTie = false
        var anonymous: RunMachine?
        var reported: RunMachine?
        var ofDay: RunMachine?
        var next = open.place(from: 0, mayTake: event)
        while let place = next {
            let run = open[place]
            next = open.place(from: place + 1, mayTake: event)
            guard let fit = run.identity.fit(event), !isOfOther(run) else { continue }
            if run.isAnonymous {
                anonymous = run
            } else if run.isToldOnlyOfDay, event.record.witness != .report {
                ofDay = run
            } else if run.isApart, event.record.witness != .report {
                // The launch that a report has just told, in the words of a log that knows no process ids.
                if LaunchStep.isStep(event.name), event.moment.since(run.first) <= TimelineWindows.oneLaunch {
                    return .run(run)
                }
                reported = run
            } else if let other = best, fit == bestFit, sharesPID(run) != sharesPID(other) {
                if sharesPID(run) { best = run }
            } else if fit > bestFit {
                best = run
                bestFit = fit
                isTie = false
            } else if fit == bestFit {
                isTie = true
            }
        }
        // What a log tells is of the run that it told before, unless the process id says otherwise.
        if let reported, sharesPID(reported) || best == nil, !(best.map(sharesPID) ?? false) { return .run(reported) }
        if let best, !isTie { return .run(best) }
        if best == nil, let ofDay { return .run(ofDay) }
        if isTie, let own = namelessRun(of: event) ?? speaker(of: event, fit: bestFit) { return .run(own) }
        // What the system launches begins then: what nobody knows whose it was came before.
        if let anonymous, event.name != .processLaunch || event.isAppSide { return .run(anonymous) }
        return isTie ? .several : .none
    }

    /// The only run that began when a report says that its process did, whose id it does not know.
    private func runBegun(with event: EventView) -> RunMachine? {
        let begun = open.filter { !$0.isAnonymous && $0.isBegun(with: event) && $0.identity.fit(event) != nil }
        return begun.count == 1 ? begun.first : nil
    }

    /// The one of several runs that an app's own words fit equally which alone may have said them by what is known of
    /// the others: nobody is launched twice, and whoever is suspended says nothing.
    private func speaker(of event: EventView, fit: Int) -> RunMachine? {
        guard event.isAppSide, !event.record.hasPID, !RunMachine.isExit(event) else { return nil }
        var speaker: RunMachine?
        for run in open where !run.isAnonymous && !run.isApart && run.identity.fit(event) == fit && run.maySay(event) {
            guard speaker == nil else { return nil }
            speaker = run
        }
        return speaker
    }

    /// The run that an event belongs to, if one is open.
    func openRun(of event: EventView) -> RunMachine? {
        if case .run(let run) = openRun(for: event) { return run }
        return nil
    }

    // MARK: Beginnings

    /// How a run comes to begin.
    enum Beginning {
        /// An event fits no open run.
        case first
        /// A launch that the open run cannot have had twice.
        case launchAnew(RunMachine)
        /// A line that says too little fits several runs.
        case ambiguous
        /// An end that names nobody, and may be that of a process which was just seen to end, or of another.
        case besideDead
    }

    func begin(with event: EventView, as beginning: Beginning, inputs: InputNames, isLate: Bool = false) {
        guard DeviceEvent.opensRun(event), isSelected(event.batch.string(event.record.app)) else { return }
        if open.count >= DeviceTimeline.openLimit { handOnSilent(inputs: inputs) }
        let run = newRun(openedBy: event, inputs: inputs)
        let key = key(of: run)
        if run.isApp { facts.noteApp(run.identity.app) }
        if run.identity.app == nil, !run.identity.hasPID, let process = run.identity.process {
            names.noteStranger(process)
        }

        var isSecondLaunch = false
        if case .launchAnew(let predecessor) = beginning {
            isSecondLaunch = predecessor.identity.hasPID && predecessor.identity.pid == run.identity.pid
            endImplied(predecessor, by: run, inputs: inputs)
        }
        let memory = facts.memory(of: key)
        let isAfterExit = !LaunchStep.isStep(event.name) && run.isStraggler(after: memory)
        switch beginning {
        case .ambiguous: run.isAnonymous = true
        case .besideDead:
            run.isAnonymous = true
            run.endBasis.insert(.nobody)
        default: break
        }
        // Nothing tells which of two logs without any time was first.
        let isOfOtherLog = undatedInput != nil && undatedInput != run.identity.undatedInput
        undatedInput = run.identity.undatedInput
        // A process that is only heard of at or after its end succeeds nobody, nor does one of which a day is known.
        if !run.isAnonymous, !isLate, !isAfterExit, !isOfOtherLog, !run.isToldOfDay,
            !RunMachine.isExit(event) || event.name == .processLaunch
        {
            if case .first = beginning, isApart(run, begunBy: event) {
                setApart(run, inputs: inputs)
            } else {
                follow(run, openedBy: event, key: key, inputs: inputs)
            }
        }
        if run.predecessor == nil, !run.isToldOfDay, !run.isApart, !run.isBesideAnother, !isOfOtherLog,
            memory.map({ $0.end.subtractingClamped(run.first.order) <= TimelineWindows.afterEnd }) ?? false
        {
            run.facts.previousCause = memory?.cause
        }

        open.append(run)
        feed(event, to: run, inputs: inputs)
        if run.isAnonymous || isTie && !event.record.device.isPresent {
            run.note(.ambiguousJoin, "the line says too little and fits several runs", event, inputs)
        }
        if isSecondLaunch { run.note(.secondLaunch, "launched again with the pid of the run before", event, inputs) }
        if isAfterExit { run.note(.eventAfterExit, "a line of a process that was seen to end", event, inputs) }
        if isLate { run.note(.lateWitness, "the end of a run that was handed on before", event, inputs) }
        noteConflict(run, event, inputs: inputs)
        noteTrueHolder(run)
    }

    /// A run follows the one before it of its app, and is launched in what the device tells of that.
    private func follow(_ run: RunMachine, openedBy event: EventView, key: String, inputs: InputNames) {
        succeed(run, openedBy: event, inputs: inputs)
        let inherited = run.launchContext
        run.launchContext = facts.takeContext(of: key, at: event.moment)
        run.launchContext.inherit(inherited)
    }

    /// A run of whoever an event tells of, which has taken nothing yet.
    private func newRun(openedBy event: EventView, inputs: InputNames) -> RunMachine {
        let run = RunMachine(opening: event, serial: position, device: device, settings: settings, inputs: inputs)
        run.identity.names = names
        run.identity.isFromReport = event.record.witness == .report
        run.identity.learn(from: event)
        if event.name == .reportJetsam, event.reportedState(settings.stateWords) != .active,
            open.contains(where: { isCalledOther(event, than: $0) && !$0.isBehind(as: event) })
        {
            run.identity.takeForExtension()
        }
        return run
    }

    /// A process that was just taken for an app's, since its name is like that, is told by its id to be another's:
    /// another pass over the evidence knows.
    private func noteTrueHolder(_ run: RunMachine) {
        guard run.identity.pid >= 0, let app = run.identity.app else { return }
        func note(_ other: RunMachine) {
            guard other !== run, other.identity.isMerelyAlike, other.identity.pid == run.identity.pid,
                let process = other.identity.process, other.identity.app?.bytes != app.bytes
            else { return }
            names.noteLate(process, of: app)
        }
        open.forEach(note)
        for other in ended where other.phase == .closing { note(other) }
    }

    /// Two different apps cannot have one pid at the same time.
    private func noteConflict(_ run: RunMachine, _ event: EventView, inputs: InputNames) {
        guard run.identity.hasPID, run.identity.pid >= 0, let app = run.identity.app, !isToldOfWindow(event)
        else { return }
        for other in open where other !== run && other.identity.pid == run.identity.pid {
            guard let otherApp = other.identity.app,
                !HardwareModel.areOther(other.identity.model, run.identity.model)
            else { continue }
            let holder = otherApp.bytes == app.bytes ? "another process of the app" : otherApp.string
            run.note(.identityConflict, "pid \(run.identity.pid) is also that of \(holder)", event, inputs)
            return
        }
    }

    /// Whether runs of that app were asked for; one that is not known may be it.
    func isSelected(_ app: @autoclosure () -> String?) -> Bool {
        guard !settings.apps.isEmpty, let app = app() else { return true }
        return settings.apps.contains { $0.matches(app) }
    }

    /// - Parameter isOwn: nobody else may have said it.
    func takeWitness(_ event: EventView, of run: RunMachine, isOwn: Bool = true, inputs: InputNames) {
        let isToldAlready = event.name == .reportHang && hangs.take(event, of: run)
        run.takeWitness(event, isOwn: isOwn, isToldAlready: isToldAlready, inputs: inputs)
        run.awaitMoreWitnesses(after: event)
        cutTape(of: run, inputs: inputs)
    }
}
