// SPDX-License-Identifier: MIT

import LifelintModel

extension DeviceTimeline {
    /// The end of a run was seen, or its successor implies it: lines about it are awaited for two more seconds.
    func close(_ run: RunMachine, at end: Moment, inputs: InputNames) {
        guard run.phase == .open else { return }
        run.phase = .closing
        if let app = run.identity.app, let process = run.identity.process, !run.identity.isMerelyAlike {
            names.note(process, of: app)
        }
        run.settle(atEnd: end)
        run.awaitWitnesses(ofEndAt: end)
        nextDue = min(nextDue, run.witnessesUntil)
        open.remove(run)
        ended.append(run)
        if ended.count > DeviceTimeline.endedLimit {
            let oldest = ended.removeFirst()
            endClosing(oldest, inputs: inputs)
            if oldest.phase != .complete { complete(oldest, isStillRunning: false, inputs: inputs) }
        }
    }

    /// No late witness is awaited any more.
    func endClosing(_ run: RunMachine, inputs: InputNames) {
        guard run.phase == .closing else { return }
        if !held.lastWords.isEmpty { releaseLastWords(of: run, inputs: inputs) }
        run.phase = .over
        learnScenes(of: run)
        run.settleLaunch()
        run.checkLaunchState()
        resolvePredecessor(of: run, inputs: inputs)
        if let successor = run.successor, successor.launch.settled != nil {
            resolvePredecessor(of: successor, inputs: inputs)
        }
    }

    /// The end of a run that its successor implies.
    func endImplied(_ run: RunMachine, by successor: RunMachine, inputs: InputNames) {
        if run.isMereRequest || run.isMereTap(before: successor) {
            // Nothing came of it, or this did: it follows what that would have followed.
            successor.takeOver(run)
            open.remove(run)
            if lastRun === run { lastRun = nil }
            return
        }
        endImplied(run, at: successor.first, inputs: inputs)
        run.endBasis.insert(.successor)
    }

    private func endImplied(_ run: RunMachine, at moment: Moment, inputs: InputNames) {
        releaseOpenings(where: { $0.run === run }, inputs: inputs)
        run.settleLastSilence(until: moment)
        close(run, at: moment, inputs: inputs)
    }

    /// A new run of an app is the end of the one before.
    func succeed(_ run: RunMachine, openedBy event: EventView, inputs: InputNames) {
        // Many processes may have one name: what others say of a pid and a name tells no bundle id's next run.
        let isOwnWord = event.isAppSide || LaunchStep.isStep(event.name)
        func succeeds(_ other: RunMachine) -> Bool {
            // One name, or none, may be that of several devices.
            guard isSameApp(other, run), !HardwareModel.areOther(other.identity.model, run.identity.model) else {
                return false
            }
            if isOfUnknownTime(event, besides: other) { return false }
            let isNameOnly = run.identity.app == nil && other.identity.app != nil
            return isOwnWord || !isNameOnly || !run.identity.hasPID || !other.identity.hasPID
        }
        for other in apart where other !== run && succeeds(other) { placeApart(other, inputs: inputs) }
        if open.contains(where: { $0 !== run && isOfUnknownTime(event, besides: $0) && isSameApp($0, run) }) {
            run.note(.ambiguousJoin, "its log states no zone, and may be that of another run of the app", event, inputs)
        }
        var isBesideAnother = false
        if run.isApp {
            let isAppItself = run.isAppItself || RunMachine.isOfAppItself(event)
            for other in open where other.isApp && !other.isAnonymous && succeeds(other) {
                // Where a log begins in the middle, its process may be the one that lived at some time of a day.
                if other.isToldOnlyOfDay, !LaunchStep.isStep(event.name) { continue }
                if other.livesBeside(processBegunBy: event) {
                    if !isBesideAnother { run.noteOverlap(with: other) }
                    isBesideAnother = true
                    continue
                }
                if other.isOneOfSeveral, other.identity.hasPID, !other.isAppItself || !isAppItself {
                    run.isOneOfSeveral = true
                    other.noteYounger(run)
                    continue
                }
                endImplied(other, by: run, inputs: inputs)
            }
        } else if run.isExtension {
            succeedExtensions(run, openedBy: event, inputs: inputs)
        }
        // Several devices are told of: on which of them it follows what, nobody knows.
        if isBesideAnother {
            run.isBesideAnother = true
            return
        }
        guard let predecessor = ended.last(where: { $0.successor == nil && !$0.awaitsWindowAlone && succeeds($0) })
        else { return }
        predecessor.successor = run
        run.predecessor = predecessor
        learnScenes(of: run)
    }

    /// What seemed to be the next run of an app turns out to be of an extension: that is no end of the app.
    private func goOn(besides run: RunMachine) {
        guard let living = run.predecessor, living.isApp, living.endBasis.contains(.successor),
            !living.endBasis.contains(.holder),
            living.isOfOneApp(run), living.phase == .closing || living.phase == .over, living.mayLiveBeside(run),
            open.count < DeviceTimeline.openLimit
        else { return }
        reopen(living, as: .besideExtension)
    }

    /// Looks again at what a run has to do with others of its app, now that more is told of what it is.
    ///
    /// - Parameter mightBeExtension: that was possible before.
    func settleKind(of run: RunMachine, mightBeExtension: Bool, inputs: InputNames) {
        if run.predecessor != nil, run.isExtension { goOn(besides: run) }
        if mightBeExtension, run.isAppItself { endAppItself(before: run, inputs: inputs) }
    }

    /// A process that began beside others of its app turns out to be the app itself, of which there is one: the one
    /// before that is over.
    private func endAppItself(before run: RunMachine, inputs: InputNames) {
        for other in open
        where other !== run && other.isAppItself && other.isOneOfSeveral && other.isOfOneApp(run)
            && other.last < run.first
        {
            endImplied(other, at: run.first, inputs: inputs)
            if let known = run.predecessor {
                if known.isAppItself { continue }
                known.successor = nil
            }
            other.successor = run
            run.predecessor = other
        }
    }

    /// A new process of an extension is the end of those of other builds; beside the others of its own it may run.
    private func succeedExtensions(_ run: RunMachine, openedBy event: EventView, inputs: InputNames) {
        guard let app = run.identity.app else { return }
        for other in open where other.isExtension && !other.isAnonymous && other.identity.app?.bytes == app.bytes {
            if other.identity.isOfOtherVersion(than: event) {
                endImplied(other, by: run, inputs: inputs)
            } else if other.identity.process?.bytes == run.identity.process?.bytes {
                // Several extensions of an app may be called by its bundle id.
                other.noteYounger(run)
            }
        }
    }

    /// A process that was launched has the pid of another app's process: that one is no more.
    func endHolders(of run: RunMachine, inputs: InputNames) {
        guard run.identity.pid >= 0, let app = run.identity.app else { return }
        for other in open where other !== run && other.identity.pid == run.identity.pid {
            guard let otherApp = other.identity.app, otherApp.bytes != app.bytes else { continue }
            endImplied(other, by: run, inputs: inputs)
            other.endBasis.insert(.holder)
        }
    }

    /// An app's process is told of by an id that another app's process had: that one is no more.
    ///
    /// An extension has the name of its app in front of its own, and some lines call it by the one, some by the other:
    /// which of the two has an id by now its launch tells, or who states what it is.
    func freePID(of event: EventView, inputs: InputNames) {
        let record = event.record
        guard record.pid >= 0, record.app.isPresent, let holding = holding(of: event) else { return }
        var place = open.place(from: 0, mayTake: event)
        while let next = place {
            let run = open[next]
            place = open.place(from: next + 1, mayTake: event)
            // Two that speak at one time are a conflict that nobody can settle.
            guard run.identity.pid == record.pid, event.moment.since(run.last) > TimelineWindows.afterEnd,
                isOther(event, than: run, holding)
            else { continue }
            endImplied(run, at: event.moment, inputs: inputs)
            run.endBasis.insert(.holder)
            place = open.place(from: 0, mayTake: event)
        }
    }

    /// How a line tells that a process has its id.
    private enum Holding {
        /// It begins with it.
        case launch
        /// It says whether it is an app or an extension.
        case statedHost
        /// The system tells of it, by a bundle id that may be that of its app.
        case told
    }

    private func holding(of event: EventView) -> Holding? {
        let witness = event.record.witness
        if LaunchStep.isStep(event.name) { return .launch }
        // What else reports tell may be of any time.
        if witness == .report { return nil }
        // Who has spoken under the id before took it from nobody who came later.
        if event.record.host != .missing, !open.contains(where: { $0.identity.isSame(event) }) { return .statedHost }
        // That a process is not there is no news: it may have been gone for long.
        if RunMachine.isExit(event), event.name != .processExit { return nil }
        return witness == .frontboard || witness == .runningboard || witness == .kernel ? .told : nil
    }

    /// The extension that has the process id which the system tells of by the name of its app.
    func extensionHolding(_ event: EventView) -> RunMachine? {
        let record = event.record
        guard [.frontboard, .runningboard, .kernel].contains(record.witness), let app = event.batch.string(record.app)
        else { return nil }
        return open.last {
            $0.isExtension && $0.identity.pid == record.pid
                && $0.identity.app.map { $0.string.hasPrefix(app + ".") } ?? false
        }
    }

    /// Whether a line that tells whose a process id is tells of another process than a run that had it.
    private func isOther(_ event: EventView, than run: RunMachine, _ holding: Holding) -> Bool {
        let (record, batch) = (event.record, event.batch)
        guard let app = run.identity.app, !batch.equals(record.app, app.bytes) else { return false }
        // On many devices ids are the same, and a report need not say of which it is.
        if record.witness == .report,
            run.identity.isToldOnlyByReports || run.isToldOfDay
                || HardwareModel.areOther(run.identity.model, Name(record.model, in: batch)?.string)
        {
            return false
        }
        switch holding {
        case .launch: return true
        case .statedHost where [.extension, .widget].contains(record.host) != run.isExtension: return true
        case .statedHost where event.isAppSide: return false
        case .statedHost, .told: break
        }
        guard let other = batch.string(record.app) else { return false }
        return !other.hasPrefix(app.string + ".") && !app.string.hasPrefix(other + ".")
    }

    /// Remembers whose a process id and a process's name are, where only some apps are asked for.
    ///
    /// Most lines tell what the one before told.
    func noteHolder(_ event: EventView) {
        let (record, batch) = (event.record, event.batch)
        guard !settings.apps.isEmpty, record.app.isPresent else { return }
        if let lastHolder, lastHolder.pid == record.pid, lastHolder.isNamed || !record.process.isPresent,
            batch.equals(record.app, lastHolder.app)
        {
            return
        }
        lastHolder = (record.pid, batch.copy(record.app.range), record.process.isPresent)
        guard let app = Name(record.app, in: batch) else { return }
        let isSelected = settings.apps.contains { $0.matches(app.string) }
        if record.pid >= 0 { facts.noteHolder(of: record.pid, isSelected: isSelected) }
        if isSelected { return names.noteWanted(app.bytes) }
        facts.tellsOfOthers = true
        facts.tellsOfOtherApps = true
        // Its run, which would tell the name when it is over, is none.
        if let process = Name(record.process, in: batch) { names.note(process, of: app) }
    }

    /// Whether a run is of an app that was asked for.
    ///
    /// One that no bundle id names is told where its process is called like such an app, and where nothing names it at
    /// all, nor anybody else on its device: the death of another app must not be told as this one's.
    func isSelected(_ run: RunMachine) -> Bool {
        let identity = run.identity
        if settings.apps.isEmpty || identity.app != nil { return isSelected(identity.app?.string) }
        guard let process = identity.process else {
            // What the system tells of other processes makes the app's own log nobody else's.
            return !facts.tellsOfOthers || !facts.tellsOfOtherApps && run.hasOwnLog && run.exits.isEmpty
        }
        if names.isWanted(process.bytes, by: settings.apps, host: identity.host) { return true }
        facts.tellsOfOthers = true
        return false
    }

    /// Whether a line that names no app is of a process which is known to be another app's than those asked for.
    func isOfOtherApp(_ event: EventView) -> Bool {
        !settings.apps.isEmpty && !event.record.app.isPresent && event.record.hasPID
            && facts.isHeldByOthers(event.record.pid)
    }

    /// Whether the kernel calls a process that has the id of a run as another app's is called on this device: the id
    /// was given away, or is one of another device.
    func isOfOtherApp(_ event: EventView, than run: RunMachine) -> Bool {
        guard let app = run.identity.app, !LaunchStep.isStep(event.name) else { return false }
        let name = event.batch.copy(event.record.process.range)
        if let known = names.app(of: name) { return known != app.bytes }
        return open.contains {
            $0.identity.process?.bytes == name && $0.identity.app.map { $0.bytes != app.bytes } ?? false
        }
    }

    /// The kernel tells the end of a process that has the id of a run, and calls it by another name than was told: it
    /// need not be this one.
    func noteOtherName(of run: RunMachine, _ event: EventView, inputs: InputNames) {
        guard RunMachine.isExit(event), !run.endBasis.contains(.otherName), let process = run.identity.process,
            let name = event.batch.string(event.record.process)
        else { return }
        run.endBasis.insert(.otherName)
        run.note(.identityConflict, "the kernel calls this process \(name), and not \(process.string)", event, inputs)
    }

    /// The launch of a run is understood: what it says about the end of the run before can be used.
    ///
    /// Where the user may have quit the app, a launch that says nothing of that leaves it to the next one.
    ///
    /// - Parameter isLast: there is no next one.
    func resolvePredecessor(of run: RunMachine, isLast: Bool = false, inputs: InputNames) {
        guard let (earlier, run) = unawaitedPredecessor(of: run, isLast: isLast) else { return }
        var waiting = [earlier]
        while let before = waiting.last?.predecessor, before.phase == .over, isLast || !before.mayBeToldInWindow(),
            !before.isReportAwaited
        {
            waiting.append(before)
        }
        if !isLast, waiting.count < DeviceTimeline.quitLimit, let oldest = waiting.last, oldest.mayBeQuit(at: run.last),
            oldest.facts.isQuitOpen(after: run, oldest.identity)
        {
            return
        }
        for (place, before) in waiting.enumerated().reversed() {
            // Who opens the app allows it all that a quit forbids.
            if !waiting[..<place].contains(where: { $0.launch.mayBeByUser }) {
                before.facts.learnQuit(from: run, after: before.identity)
            }
            complete(before, isStillRunning: false, inputs: inputs)
        }
        ended.removeAll { $0.phase == .complete }
    }

    /// The latest run before another one of which nothing is to be told any more, and the one after it.
    ///
    /// Where an app is launched again and again, some of them wait, and those before are handed on all the same.
    private func unawaitedPredecessor(of last: RunMachine, isLast: Bool) -> (RunMachine, RunMachine)? {
        var run = last
        while let earlier = run.predecessor, earlier.phase == .over, !earlier.isReportAwaited {
            if isLast { return (earlier, run) }
            if earlier.mayGoOn(besides: run) || run.phase == .open && run.mayBeOfPredecessor { return nil }
            if earlier.isToldAgainInWindow || earlier.mayBeConcluded(by: run) { return nil }
            if !earlier.mayBeReported(at: last.last), !earlier.mayBeTold(at: last.last) { return (earlier, run) }
            run = earlier
        }
        return nil
    }

    /// More runs than that do not wait for one that tells whether the user quit the first of them.
    private static let quitLimit = 16

    /// The evidence ends.
    func finish(inputs: InputNames) {
        // Nothing tells that a process was launched.
        releaseOpenings(inputs: inputs)
        held.requests = []
        held.gates = []
        releaseEnds(inputs: inputs)
        releaseLines(inputs: inputs)
        for report in held.reports { takeHeld(report, inputs: inputs) }
        held.reports = []
        for run in apart { placeApart(run, inputs: inputs) }
        for run in ended {
            run.reports.awaitNone()
            endClosing(run, inputs: inputs)
        }
        let running = open.removeAll()
        for run in running {
            run.reports.awaitNone()
            learnScenes(of: run)
            run.settle(upTo: .max)
            run.settle(atEnd: run.last)
            run.settleLaunch()
            run.checkLaunchState()
            resolvePredecessor(of: run, isLast: true, inputs: inputs)
            // What was removed, or replaced, cannot be running.
            let isOver = run.goneWithItsApp != nil || run.isReplacedByYounger
            if run.isReplacedByYounger { run.facts.learn(younger: run.younger) }
            complete(run, isStillRunning: !isOver, inputs: inputs)
        }
        for run in ended where run.phase != .complete {
            resolvePredecessor(of: run, isLast: true, inputs: inputs)
            complete(run, isStillRunning: false, inputs: inputs)
        }
        ended = []
        forgetRuns()
    }

    /// More processes than can be: the one that was silent for longest is handed on as it is.
    func handOnSilent(inputs: InputNames) {
        guard let silent = open.min(by: { $0.last < $1.last }) else { return }
        releaseOpenings(where: { $0.run === silent }, inputs: inputs)
        held.forget(silent)
        apart.removeAll { $0 === silent }
        open.remove(silent)
        learnScenes(of: silent)
        silent.settle(atEnd: silent.last)
        silent.settleLaunch()
        resolvePredecessor(of: silent, isLast: true, inputs: inputs)
        if silent.isReplacedByYounger { silent.facts.learn(younger: silent.younger) }
        complete(silent, isStillRunning: !silent.isReplacedByYounger, inputs: inputs)
    }

    /// Judges a run and hands it on; the run after it learns what ended it.
    private func complete(_ run: RunMachine, isStillRunning: Bool, inputs: InputNames) {
        run.phase = .complete
        // The run after it may be the first to show them.
        learnScenes(of: run)
        if let earlier = run.predecessor { leave(earlier, before: run) }
        run.predecessor?.successor = nil
        run.predecessor = nil
        let successor = run.successor
        run.successor = nil
        successor?.predecessor = nil
        if let successor { run.facts.learn(from: successor, after: run.identity) }
        run.lastLine = run.lastEvidence(inputs)
        if let boot = run.identity.boot, let end = run.toldEnd {
            run.facts.isBootOutlived = facts.isHeard(inBoot: boot, after: end)
        }
        let key = key(of: run)
        learnTellers(of: run)
        run.spans.endWithParts(run.settings.spans, on: run.tape)
        run.endsTold =
            run.spans.endsTold
            | facts.endsTold(of: key, version: run.identity.version, and: run.spans.endsTold)
        let judged = EndingJudge.judge(run, isStillRunning: isStillRunning)
        run.judged = judged
        if [.crashSignal, .crashException, .crashAssertion].contains(judged.cause) { run.takeBackSuspension() }
        if judged.cause == .watchdogLaunch || judged.cause == .watchdogSceneCreate { run.staysInLaunch() }
        let cause = isStillRunning ? nil : judged.cause
        if !run.awaitsWindowAlone {
            facts.remember(
                DeviceFacts.AppMemory(
                    cause: cause, pid: run.exits.isEmpty ? .min : run.identity.pid, end: run.last.order),
                of: key)
        }
        names.noteLate(run.identity)
        if !isStillRunning { noteNumberless(run) }
        // What was seen to end later is not what the next launch came after.
        let endsLater = run.exits.first.map { exit in
            !exit.isWindowed && !exit.isSupposed
                && exit.moment.since(successor?.first ?? exit.moment) > TimelineWindows.afterEnd
        }
        if let successor, endsLater != true {
            successor.facts.previousCause = cause
            if run.facts.appUpdate != nil, run.facts.uninstall == nil { successor.launchContext.isAfterUpdate = true }
            if cause == .userQuit { successor.launchContext.isAfterForceQuit = true }
        }
        handOn(run, isStillRunning: isStillRunning)
    }

    /// A run is handed on while a report of a window is still to come of the one before, which waits for that alone.
    private func leave(_ earlier: RunMachine, before run: RunMachine) {
        guard earlier.phase == .over, !earlier.awaitsWindowAlone, earlier.mayBeToldInWindow() else { return }
        earlier.awaitsWindowAlone = true
        earlier.facts.learn(from: run, after: earlier.identity)
        if !earlier.exits.isEmpty {
            run.facts.previousCause = EndingJudge.judge(earlier, isStillRunning: false).cause
        }
    }

    /// Hands on the runs that wait for nothing but reports of windows which have all come by the time of an event.
    func handOnLeft(before event: EventView, inputs: InputNames) {
        guard ended.contains(where: \.awaitsWindowAlone) else { return }
        for run in ended
        where run.awaitsWindowAlone && run.phase == .over && !run.mayBeToldInWindow(from: event.record.time) {
            complete(run, isStillRunning: false, inputs: inputs)
        }
        ended.removeAll { $0.phase == .complete }
    }

    // MARK: Identity

    func key(of run: RunMachine) -> String {
        run.identity.app?.string ?? run.identity.process?.string ?? facts.onlyApp?.string ?? ""
    }

    /// Whether two runs are of one app.
    ///
    /// Where one of them does not say, it is where the device knows of one app only.
    func isSameApp(_ left: RunMachine, _ right: RunMachine) -> Bool {
        if let first = left.identity.app, let second = right.identity.app { return first.bytes == second.bytes }
        if let first = left.identity.process, let second = right.identity.process {
            return first.bytes == second.bytes
        }
        // An extension is no run of the app of which nobody tells the name.
        if left.isExtension != right.isExtension { return false }
        if left.identity.app == nil, right.identity.app == nil { return true }
        // A bundle id and a process name are two things: only a run that states neither may be of the device's one app.
        let silent = left.identity.app == nil ? left : right
        return silent.identity.process == nil && facts.onlyApp != nil
    }
}
