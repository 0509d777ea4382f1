// SPDX-License-Identifier: MIT

import LifelintModel

extension DeviceTimeline {
    // MARK: Reports beside a log

    /// Whether a report tells the beginning of a process while a log tells another one of its app.
    ///
    /// The one of the log ended before, or it is on another device, or one of the two clocks is off: its next lines
    /// tell.
    func isApart(_ run: RunMachine, begunBy event: EventView) -> Bool {
        guard event.record.witness == .report, event.name == .processLaunch, run.isApp else { return false }
        return open.contains {
            $0.isApp && !$0.isAnonymous && !$0.identity.isToldOnlyByReports && isSameApp($0, run)
        }
    }

    /// A run is told by a report beside a log.
    func setApart(_ run: RunMachine, inputs: InputNames) {
        run.isApart = true
        apart.append(run)
        if apart.count > DeviceTimeline.apartLimit { placeApart(apart[0], inputs: inputs) }
    }

    /// Of more reports than that beside one log the first do not wait for what it goes on with.
    private static let apartLimit = 64

    /// It is known by now whether the other processes of the app went on: those that did not have ended before this
    /// run.
    func placeApart(_ run: RunMachine, inputs: InputNames) {
        apart.removeAll { $0 === run }
        guard run.isApart, run.phase != .complete else { return }
        run.isApart = false
        run.launchContext = facts.takeContext(of: key(of: run), at: run.first)
        for other in open where other !== run && other.isApp && !other.isAnonymous && isSameApp(other, run) {
            if run.mayFollow(other.last) {
                endImplied(other, by: run, inputs: inputs)
            } else if !run.anomalies.contains(where: { $0.code == .identityConflict }) {
                run.noteOverlap(with: other)
            }
        }
        guard run.predecessor == nil,
            let earlier = ended.last(where: {
                $0 !== run && $0.successor == nil && !$0.awaitsWindowAlone && run.mayFollow($0.last)
                    && isSameApp($0, run)
            })
        else { return }
        earlier.successor = run
        run.predecessor = earlier
    }

    /// What a report still has to tell of a run that another launch seemed to end is about that run.
    func takeRestOfReport(_ event: EventView, inputs: InputNames) -> Bool {
        guard event.record.witness == .report, event.record.hasPID, !open.contains(where: { $0.awaitsRest(in: event) }),
            let run = ended.last(where: { $0.awaitsRest(in: event) })
        else { return false }
        takeWitness(event, of: run, inputs: inputs)
        if RunMachine.isExit(event), open.contains(where: { $0.identity.pid == run.identity.pid && isSameApp($0, run) })
        {
            run.note(.identityConflict, "its process id was launched again before", event, inputs)
        }
        if let successor = run.successor, successor.launch.settled != nil {
            resolvePredecessor(of: successor, inputs: inputs)
        }
        return true
    }

    /// Whether a report tells the beginning of a process beside which all live on that it might be told of.
    func isBesideAll(_ event: EventView) -> Bool {
        event.name == .processLaunch
            && open.allSatisfy {
                $0.isAnonymous || $0.livesBeside(processBegunBy: event) || $0.identity.fit(event) == nil
            }
    }

    /// What a report without a process id tells of a crash is about the process whose beginning it told, though another
    /// one of the app lives beside that.
    func takeCrashOfBegun(_ event: EventView, inputs: InputNames) -> Bool {
        guard event.record.crashReport > 0, event.name == .reportCrash, open.count > 1 else { return false }
        func begun(isOfLine: Bool) -> [RunMachine] {
            open.filter { $0.reports.crashes(in: event, isOfLine: isOfLine) && $0.identity.fit(event) != nil }
        }
        let told = begun(isOfLine: false)
        let meant = told.count > 1 ? begun(isOfLine: true) : told
        guard meant.count == 1, let run = meant.first else { return false }
        feed(event, to: run, inputs: inputs)
        return true
    }

    /// The run that alone can be the one of whose end a report tells no more than a window of time.
    func runInWindow(of event: EventView) -> RunMachine? {
        guard event.record.witness == .report, event.record.hasPID, RunMachine.isExit(event),
            event.batch.bool(.windowed, of: event.record) == true
        else { return nil }
        let meant = (Array(open) + ended).filter {
            $0.identity.pid == event.record.pid && $0.identity.fit(event) != nil
        }
        guard meant.count == 1, let run = meant.first, run.phase != .open, run.awaits(event) else { return nil }
        return run
    }

    /// Takes what a payload tells of a window, with the id of a process of which a log goes on to tell: ids begin anew
    /// with each boot, and it is written at the launch after the death.
    ///
    /// It is about one that ended so before with that id; else, where the process that goes on is so young that it may
    /// have been written at its launch, about the only one before that with the id, if nothing tells how that ended.
    /// Else the log tells whether the process goes on.
    func takeBesideLiving(_ event: EventView, inputs: InputNames) -> Bool {
        guard isOfWindow(event), RunMachine.isExit(event), !settings.isSession,
            let run = open.last(where: {
                $0.identity.pid == event.record.pid && $0.isToldByLog && $0.identity.fit(event) != nil
            })
        else { return false }
        let others = ended.filter { $0.identity.pid == event.record.pid && $0.identity.fit(event) != nil }
        let isYoung = run.launch.sawStep && event.moment.since(run.first) <= TimelineWindows.concluding
        let told = others.last { $0.isReported(by: event, inputs) || $0.isToldAgain(inWindowOf: event, inputs) }
        let untold = isYoung && others.count == 1 ? others.first.flatMap { $0.awaits(event) ? $0 : nil } : nil
        if let dead = told ?? untold {
            takeInWindow(event, of: dead, inputs: inputs)
        } else {
            hold(report: event, of: run, as: .ofWindow)
        }
        return true
    }

    /// It was over by then, and may be another one than the payload tells of, where nothing else tells how it ended.
    func takeInWindow(_ event: EventView, of run: RunMachine, inputs: InputNames) {
        if run.exits.isEmpty { run.endBasis.insert(.window) }
        takeWitness(event, of: run, inputs: inputs)
        if let successor = run.successor, successor.launch.settled != nil {
            resolvePredecessor(of: successor, inputs: inputs)
        }
    }

    /// Whether a report tells a process by its id and no more of the time than a window.
    func isToldOfWindow(_ event: EventView) -> Bool {
        !settings.windowedReports.isEmpty && isOfWindow(event)
    }

    /// Takes what a payload tells of a window, with the id of a process, where it is the death of a run whose id nobody
    /// tells: one that a report has told as that payload does, or of which an SDK knew no more than that it was gone.
    func takeAgain(_ event: EventView, inputs: InputNames) -> Bool {
        guard event.name == .reportCrash, RunMachine.isExit(event), isOfWindow(event) else { return false }
        func isHolder(_ run: RunMachine) -> Bool {
            run.identity.pid == event.record.pid && run.identity.fit(event) != nil
        }
        guard !open.contains(where: isHolder), !ended.contains(where: isHolder) else { return false }
        let others = ended.filter { !$0.identity.hasPID && mayBeMeant($0.identity, endedAt: $0.last.time, by: event) }
        let crash = ExitWitness(event, inputs: inputs, settings: settings)
        let alike = others.filter { $0.isCrash(toldAgainBy: event, crash, loosely: false) }
        let crashed = alike.isEmpty ? others.filter { $0.isCrash(toldAgainBy: event, crash, loosely: true) } : alike
        let killed = crashed.isEmpty ? others.filter { $0.isSupposed(toBeKilledAsIn: event) } : []
        guard let run = crashed.first ?? killed.first, killed.count <= 1 else { return false }
        if crashed.isEmpty { run.endBasis.insert(.window) }
        takeWitness(event, of: run, inputs: inputs)
        if crashed.count > 1 {
            run.note(.ambiguousJoin, "the payload tells a crash of the app as several runs had it", event, inputs)
        }
        if let successor = run.successor, successor.launch.settled != nil {
            resolvePredecessor(of: successor, inputs: inputs)
        }
        return true
    }

    /// Whether a report tells a process by its id and no more of the time than a window.
    private func isOfWindow(_ event: EventView) -> Bool {
        event.record.witness == .report && event.record.hasPID
            && event.batch.bool(.windowed, of: event.record) == true
    }

    /// Takes what is told of a window and fits a run whose process id nobody tells, where it is about another one: that
    /// which has the id and ended, any of several without an id, or one that is not told at all.
    ///
    /// An SDK's reports tell a few moments of a process: that it is silent later says nothing of its end.
    func takeBeside(_ run: RunMachine, _ event: EventView, inputs: InputNames) -> Bool {
        guard !run.identity.hasPID, isOfWindow(event) else { return false }
        let holder = ended.last { $0.identity.pid == event.record.pid && $0.identity.fit(event) != nil }
        if let holder, holder.isReported(by: event, inputs) || holder.isToldAgain(inWindowOf: event, inputs) {
            takeWitness(event, of: holder, inputs: inputs)
            return true
        }
        guard event.name != .processLaunch else { return false }
        let isMeant =
            event.name == .processExit || run.isToldByLog && event.moment.since(run.last) <= TimelineWindows.concluded
        if holder != nil || !isMeant || !RunMachine.isExit(event) {
            begin(with: event, as: .first, inputs: inputs)
            return true
        }
        let others = ended.filter { !$0.identity.hasPID && mayBeMeant($0.identity, endedAt: $0.last.time, by: event) }
        let wasHandedOn = facts.numberless(of: event.batch.string(event.record.app) ?? "").map {
            mayBeMeant($0.identity, endedAt: $0.end, by: event)
        }
        guard !others.isEmpty || wasHandedOn == true else { return false }
        begin(with: event, as: .ambiguous, inputs: inputs)
        return true
    }

    /// Whether who ended then may be whose end a report tells of a window that closes with it.
    private func mayBeMeant(_ identity: RunIdentity, endedAt end: Int64, by event: EventView) -> Bool {
        (0...TimelineWindows.concluded).contains(event.record.time.subtractingClamped(end))
            && identity.fit(event) != nil && !identity.isOfOtherVersion(than: event)
    }

    /// Remembers a run whose process id nobody told, where reports of windows tell ids of its app.
    func noteNumberless(_ run: RunMachine) {
        guard !settings.windowedReports.isEmpty, !run.identity.hasPID, let app = run.identity.app?.string,
            settings.windowedReports[app] != nil, !run.exits.contains(where: \.isWindowed)
        else { return }
        facts.noteNumberless(run.identity, endedAt: run.last.time, of: app)
    }

    // MARK: What SDKs conclude

    /// Takes what an SDK concludes at the next launch where nobody saw the end of the run that it is about: the one
    /// that began when its report tells, else the only one that may be it, unless the log goes on with that.
    func takeConclusion(_ event: EventView, inputs: InputNames) -> Bool {
        guard event.name == .processExit, RunMachine.isExit(event) else { return false }
        let begun = (Array(open) + ended).filter {
            $0.reports.isBegun(in: event.record.input) && $0.phase != .complete && $0.identity.fit(event) != nil
        }
        if begun.count == 1, let run = begun.first, run.phase != .open {
            takeConclusion(event, of: run, inputs: inputs)
            return true
        }
        let fitting = begun.count == 1 ? begun : open.filter { !$0.isAnonymous && $0.identity.fit(event) != nil }
        // One that is younger may be the one that concludes.
        guard fitting.count == 1, let run = fitting.first, run.identity.isNamed(by: event),
            begun.count == 1 || event.moment.since(run.first) > TimelineWindows.concluding,
            !run.identity.isOfOtherVersion(than: event),
            event.moment.since(run.last) <= TimelineWindows.concluded
        else { return false }
        hold(report: event, of: run, as: .conclusion)
        return true
    }

    /// It was over by then, and was last heard of before.
    private func takeConclusion(_ event: EventView, of run: RunMachine, inputs: InputNames) {
        if run.phase == .open {
            run.settleLastSilence(until: event.moment)
            close(run, at: event.moment, inputs: inputs)
        }
        takeWitness(event, of: run, inputs: inputs)
    }

    // MARK: Names that many apps have

    /// Whether nothing says that the kernel tells of this app's process but a name that apps have which were made from
    /// one template.
    func isNamedAsMany(_ event: EventView, _ run: RunMachine) -> Bool {
        let (record, batch) = (event.record, event.batch)
        guard run.identity.app != nil, run.identity.process == nil, !run.identity.hasPID, !record.app.isPresent,
            record.process.isPresent
        else { return false }
        return names.isOfMany(batch.copy(record.process.range))
    }

    /// Whether a report tells a process by its name alone, and that is the name of an app and a word that speaks of
    /// another process of it, as of an extension.
    func isCalledOther(_ event: EventView, than run: RunMachine) -> Bool {
        let (record, batch) = (event.record, event.batch)
        guard let app = run.identity.app, !record.app.isPresent, record.process.isPresent else { return false }
        return names.isOfOther(batch.copy(record.process.range), than: app.bytes)
    }

    /// Whether a name says so little of whose a process is that it takes one which is in front in the report and in the
    /// log.
    func isJoinedByFront(_ event: EventView, _ run: RunMachine) -> Bool {
        isCalledOther(event, than: run) || run.identity.mayBeOfOther(thanOnWatch: event)
    }

    // MARK: Reports that a log may contradict

    /// Whether nothing but the app's name says that a report of an end is about a run, whose log tells launches.
    ///
    /// Where that log goes on without one, the report was about another process. So it was where not even a name says
    /// it, and the report lists another process that the log may be of.
    func mayBeContradicted(_ event: EventView, as run: RunMachine) -> Bool {
        guard event.record.witness == .report, RunMachine.isExit(event), event.name != .processLaunch,
            !(event.record.hasPID && run.identity.hasPID), !run.awaitsRest(in: event)
        else { return false }
        // Who else is listed comes behind it.
        if event.name == .reportJetsam, run.identity.isNameless { return true }
        return run.isToldByApp && run.launch.isToldByOthersThanReports
    }

    func hold(report event: EventView, of run: RunMachine, as kind: HeldReport.Kind) {
        held.reports.append(HeldReport(run: run, event: waiting(event), kind: kind))
    }

    /// What comes next says whether held reports are about the runs that they joined.
    func settleHeldReports(before event: EventView, inputs: InputNames) {
        var kept: [HeldReport] = []
        for report in held.reports.takeAll() {
            switch verdict(on: report, by: event) {
            case .open: kept.append(report)
            case .meant: takeHeld(report, inputs: inputs)
            case .contradicted: tellApart(report, inputs: inputs)
            }
        }
        held.reports += kept
    }

    private enum Verdict { case open, meant, contradicted }

    private func verdict(on report: HeldReport, by event: EventView) -> Verdict {
        let run = report.run
        switch report.kind {
        case .conclusion where run.phase == .open: return verdict(onConclusion: report, by: event)
        case .ofWindow: return verdict(onWindow: report, by: event)
        case .conclusion, .named: break
        }
        guard run.phase == .open, DeviceEvent.scope(of: event.name) == .process else { return .meant }
        guard run.identity.fit(event) != nil else {
            // With the next launch of the app the run is over, and the report told how.
            return LaunchStep.isStep(event.name) && run.identity.isOfApp(of: event) ? .meant : .open
        }
        if run.identity.isNameless, event.name == .reportJetsam, event.record.input == report.event.input {
            guard isRival(event, of: report) else { return .open }
            run.contestedBy = report.event.input
            return .contradicted
        }
        // That another process is listed in a report of that time says nothing of this one.
        if event.name == .reportJetsam, !RunMachine.isExit(event) {
            return report.isListed(alive: event) ? .contradicted : .open
        }
        let isOwnLine =
            event.isAppSide && !LaunchStep.isStep(event.name) && !RunMachine.isExit(event)
            && (!event.record.hasPID || run.identity.pid == event.record.pid)
        guard isOwnLine else { return .meant }
        // The clock of a log need not be that of the report.
        return event.moment.since(report.moment) > TimelineWindows.report ? .contradicted : .open
    }

    /// With its end, or the next launch, the run is over, and whatever else is told of it a while later shows that it
    /// is not.
    private func verdict(onConclusion report: HeldReport, by event: EventView) -> Verdict {
        guard DeviceEvent.scope(of: event.name) == .process else { return .open }
        if LaunchStep.isStep(event.name) { return report.run.identity.isOfApp(of: event) ? .meant : .open }
        guard report.run.identity.isNamed(by: event) else { return .open }
        if RunMachine.isExit(event) { return .meant }
        // A report may tell late what was before; and the clock of a log need not be that of the report.
        guard event.record.witness != .report, event.moment.since(report.moment) > TimelineWindows.report else {
            return .open
        }
        return .contradicted
    }

    /// With the next launch of the app, or of the device, the run is over; who is told of later than the window was not
    /// ended in it.
    private func verdict(onWindow report: HeldReport, by event: EventView) -> Verdict {
        let run = report.run
        guard run.phase == .open else { return .meant }
        guard DeviceEvent.scope(of: event.name) == .process else {
            return DeviceEvent.isBoot(event.name) ? .meant : .open
        }
        guard run.identity.fit(event) != nil else {
            return LaunchStep.isStep(event.name) && run.identity.isOfApp(of: event) ? .meant : .open
        }
        // A report may tell late what was before, and that a process is not there is no news.
        if event.record.witness == .report || RunMachine.isExit(event) && event.name != .processExit { return .open }
        if LaunchStep.isStep(event.name) { return run.isLaunchedAnew(by: event) ? .meant : .open }
        guard !event.record.hasPID || run.identity.pid == event.record.pid else { return .open }
        return event.moment.since(report.moment) > TimelineWindows.otherClock ? .contradicted : .open
    }

    /// The report is about the run.
    func takeHeld(_ report: HeldReport, inputs: InputNames) {
        guard report.run.phase == .open || report.kind != .named && report.run.phase != .complete,
            let event = report.event.view
        else { return }
        if report.kind == .ofWindow, report.run.phase != .open {
            let isLater = report.run.exits.contains {
                $0.moment.since(report.moment) > TimelineWindows.otherClock
            }
            if isLater || report.run.isEndedOtherwise(than: event, inputs) { return tellApart(report, inputs: inputs) }
            return takeInWindow(event, of: report.run, inputs: inputs)
        }
        if report.kind == .conclusion { return takeConclusion(event, of: report.run, inputs: inputs) }
        // The run has learnt meanwhile who it is.
        if report.run.identity.fit(event) == nil { return tellApart(report, inputs: inputs) }
        let isLate = report.run.last.since(event.moment) > TimelineWindows.afterEnd
        let exit = ExitWitness(event, inputs: inputs, settings: settings)
        if !exit.isWindowed, exit.guess == nil { report.run.takeBackStates(after: event.moment) }
        feed(event, to: report.run, inputs: inputs)
        if isLate { report.run.noteAfterEnd(event, inputs) }
    }

    /// The report is about a process of its own.
    private func tellApart(_ report: HeldReport, inputs: InputNames) {
        guard let event = report.event.view else { return }
        if report.kind == .ofWindow { return begin(with: event, as: .ambiguous, inputs: inputs) }
        report.run.endBasis.remove(.name)
        if report.run.contestedBy == report.event.input {
            report.run.note(
                .ambiguousJoin, "a report tells several processes, of which each may be this one", event, inputs)
        } else if report.run.identity.fit(event) != nil {
            report.run.note(
                .identityConflict, "a report tells an end of the app here, and the log goes on without a launch", event,
                inputs)
        }
        begin(with: event, as: .first, inputs: inputs)
    }
}
