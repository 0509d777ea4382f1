// SPDX-License-Identifier: MIT

import LifelintModel

/// What a line that comes late says of a run that is over, or of one before it.
extension RunMachine {
    /// Whether nothing but a line of a process that was seen to end shortly before has begun this run.
    func isStraggler(after memory: DeviceFacts.AppMemory?) -> Bool {
        guard let memory, memory.pid != .min, memory.pid != -1, memory.pid == identity.pid else { return false }
        return first.order.subtractingClamped(memory.end) <= TimelineWindows.oneLaunch
    }

    /// Whether it may have begun after a moment, as far as the clock tells that told its beginning.
    func mayFollow(_ moment: Moment) -> Bool { moment.since(first) < first.resolution }

    /// Lines about it are witnesses of its end for two more seconds.
    func awaitWitnesses(ofEndAt end: Moment) {
        // Where the end is told in coarse steps it may have been later by nearly one.
        witnessesUntil = end.order.addingClamped(TimelineWindows.afterEnd).addingClamped(end.resolution - 1)
        endLagEnd = end.order.addingClamped(max(TimelineWindows.sameEdge, end.resolution))
    }

    /// Whoever is asked to end does so later: its end, too, has witnesses.
    func awaitMoreWitnesses(after event: EventView) {
        guard RunMachine.isExit(event), event.record.witness != .report, exits.first?.isRequest == true,
            event.moment.order.addingClamped(TimelineWindows.afterEnd) > witnessesUntil
        else { return }
        awaitWitnesses(ofEndAt: event.moment)
    }

    /// Whether an event tells the death of a process that was asked to end a while ago, and did not.
    func isWaitedFor(by event: EventView) -> Bool {
        guard RunMachine.isExit(event), let request = exits.first else { return false }
        // What was never started is told to be gone some time after it was asked for.
        if identity.pid == -1, request.event == .processLaunch {
            return event.moment.isWithin(TimelineWindows.oneLaunch, of: request.moment)
        }
        guard request.isRequest else { return false }
        return event.moment.isWithin(TimelineWindows.dying, of: request.moment)
            && event.terminationCode == TerminationCode.watchdog
    }

    /// Whether an event tells that a launch failed which is another one than this run: what failed before was told of
    /// within moments, and what was told to be gone without a word of its launch had a process.
    func hasFailedAnew(by event: EventView) -> Bool {
        guard event.name == .processExit, event.record.pid == -1, let end = exits.last else { return false }
        if identity.pid == -1 { return event.record.order > witnessesUntil }
        return !identity.hasPID && !launch.sawStep && end.event == .processExit && event.record.time > end.moment.time
    }

    /// Whether an event tells the end of another job of launchd than that which this run is known to have been.
    func isOfOtherJob(than event: EventView) -> Bool {
        guard event.name == .processExit, let job = event.job else { return false }
        let own = exits.compactMap(\.job)
        return !own.isEmpty && !own.contains(job)
    }

    /// Whether a report tells the death of this very process: it has its id, and tells a time shortly after.
    ///
    /// Reports round times, and the clock of a log need not be that of the device. No other process of the app gets the
    /// same id so soon; within a day one does, where the device is started again, or on another device.
    func isReported(by event: EventView, _ inputs: InputNames) -> Bool {
        guard event.record.witness == .report, RunMachine.isExit(event), !settings.isSession,
            let end = exits.first?.moment
        else { return false }
        if event.moment.isWithin(TimelineWindows.report, of: end) { return true }
        // What is told of a window of time is told at the next launch, which may come a day later.
        guard event.batch.bool(.windowed, of: event.record) == true, !identity.isOfOtherVersion(than: event),
            identity.isOfApp(of: event) || identity.app == nil && identity.process != nil && identity.isMeant(by: event)
        else { return false }
        return (0...TimelineWindows.concluded).contains(event.moment.since(end))
            && !isEndedOtherwise(than: event, inputs)
    }

    /// Whether a payload tells what befell this process at some time of a window that is over, and ended nothing: that
    /// was before its end, which may be told by nothing but the next launch.
    func isToldOfWindow(before event: EventView) -> Bool {
        guard event.record.witness == .report, event.batch.bool(.windowed, of: event.record) == true,
            !RunMachine.isExit(event), event.name != .processLaunch, !settings.isSession,
            let end = toldEnd ?? (exits.isEmpty && (phase == .closing || phase == .over) ? last : nil)
        else { return false }
        return (0...TimelineWindows.concluded).contains(event.moment.since(end))
            && !identity.isOfOtherVersion(than: event)
    }

    /// Whether a report tells more of what ended this very process, of which it knows no time but a window.
    func isToldAgain(inWindowOf event: EventView, _ inputs: InputNames) -> Bool {
        !exits.isEmpty && !identity.isOfOtherVersion(than: event)
            && (0...TimelineWindows.concluded).contains(event.moment.since(last))
            && !isEndedOtherwise(than: event, inputs)
    }

    /// Whether it is told to have ended otherwise than a report of a window tells: a report of its crash knows that
    /// better than any log.
    func isEndedOtherwise(than event: EventView, _ inputs: InputNames) -> Bool {
        guard event.record.witness == .report, event.batch.bool(.windowed, of: event.record) == true,
            RunMachine.isExit(event)
        else { return false }
        let crash = ExitWitness(event, inputs: inputs, settings: settings)
        let reports = exits.filter { $0.event == .reportCrash && $0.witness == .report && !$0.isSupposed }
        return (reports.isEmpty ? exits : reports).contains { $0.rulesOut(crash) }
    }

    /// Whether the system may still have to write its report of the death, though the app was launched again by then.
    func mayBeReported(at moment: Moment) -> Bool {
        guard settings.awaitsReports, let end = exits.first?.moment, !exits.contains(where: { $0.witness == .report })
        else {
            return false
        }
        return moment.since(end) <= TimelineWindows.report
    }

    /// Whether somebody may still tell of the death that was seen, though the app was launched again by then: what is
    /// told so late with its process id is told of no other process.
    ///
    /// Of an end without a cause the next launch tells, and no more.
    func mayBeTold(at moment: Moment) -> Bool {
        guard !settings.isSession, identity.hasPID, let end = toldEnd,
            exits.contains(where: { $0.namespaceText != nil || $0.hasCrashed || $0.isThrown })
        else { return false }
        return moment.since(end) <= TimelineWindows.report
    }

    /// Whether whoever writes reports tells, without a process id, that it has written one of this death, which was
    /// seen some seconds before.
    ///
    /// It says so once for each.
    func isCounted(by event: EventView, as count: ExitWitness) -> Bool {
        guard !isAnonymous, let end = exits.first?.moment,
            (0...TimelineWindows.report).contains(event.moment.since(end)),
            identity.isNamed(by: event),
            !exits.contains(where: { $0.event == .processExit && $0.witness == .report && !$0.namesPID })
        else { return false }
        return exits.allSatisfy { $0.mayBe(count) }
    }

    /// Whether an SDK may still have to conclude how it ended, at the launch of the run after it.
    func mayBeConcluded(by next: RunMachine) -> Bool {
        settings.awaitsConclusions && next.last.since(next.first) <= TimelineWindows.concluding
            && next.first.since(last) <= TimelineWindows.concluded
    }

    /// Whether a payload that says when only within a day tells the crash of this run that is told already: of the same
    /// version, and, where reports have told it, as one of them does and no other one denies, else ended as logs tell.
    ///
    /// - Parameter isLoose: whether an SDK that tells what was thrown, and nothing of what the kernel made of it, tells
    ///   as much as a log does.
    func isCrash(toldAgainBy event: EventView, _ crash: ExitWitness, loosely isLoose: Bool) -> Bool {
        guard !exits.isEmpty, !exits.contains(where: { $0.isWindowed }), identity.isOfVersion(of: event) else {
            return false
        }
        func isBefore(_ told: ExitWitness) -> Bool {
            (0...TimelineWindows.concluded).contains(event.moment.since(told.moment))
        }
        let reports = exits.filter { $0.event == .reportCrash && $0.witness == .report }
        if reports.isEmpty {
            return exits.contains { isBefore($0) && $0.tellsEnd(of: crash) }
                && !exits.contains { $0.contradicts(crash) }
        }
        return reports.contains { isBefore($0) && ($0.isToldAlike(by: crash) || isLoose && $0.isThrown(as: crash)) }
            && !reports.contains {
                // What is thrown in one place ends the process in another.
                $0.namesOtherException(than: crash) || !$0.isThrown(as: crash) && crash.isElsewhere(than: $0)
            }
    }

    /// Whether a payload that says when only within a day tells what killed this run, of which an SDK knew no more than
    /// that it was gone: it would have told a crash.
    func isSupposed(toBeKilledAsIn event: EventView) -> Bool {
        !exits.isEmpty && exits.allSatisfy(\.isSupposed) && event.isKill(settings)
            && identity.isOfVersion(of: event)
    }

    /// Whether a report tells the death that an SDK supposes: it knew no more of it than that the app was gone.
    func isSupposed(toEndBy event: EventView) -> Bool {
        guard RunMachine.isExit(event), event.name != .processExit, !exits.isEmpty,
            exits.allSatisfy({ $0.isSupposed }), !isLongBefore(event), identity.isMeant(by: event)
        else { return false }
        return exits.contains { event.moment.isWithin(TimelineWindows.report, of: $0.moment) }
    }

    /// Whether a report of the kernel tells a process in front where this one was told to be left, or the other way
    /// round.
    func isInOtherState(than event: EventView) -> Bool {
        guard !app.isInferred, let told = event.reportedState(settings.stateWords) else { return false }
        switch (told, app.current) {
        case (.suspended, .active), (.suspended, .inactive), (.background, .active), (.background, .inactive):
            return true
        case (.active, .background), (.active, .suspended): return true
        default: return false
        }
    }

    /// Whether it is in the background, and a report tells that of a process, too.
    func isBehind(as event: EventView) -> Bool {
        let behind: [AppState] = [.background, .suspended]
        guard let told = event.reportedState(settings.stateWords), behind.contains(told) else { return false }
        return app.current.map(behind.contains) ?? false
    }

    /// Whether the process that a report of the kernel tells to have been killed is far younger than this run.
    ///
    /// It got the same id then. Its age does not count while the device sleeps.
    func isLongBefore(_ event: EventView) -> Bool {
        guard event.name == .reportJetsam, startIsKnown, RunMachine.isExit(event),
            let age = event.batch.integer(.age, of: event.record)
        else { return false }
        return event.moment.since(first) > age.addingClamped(TimelineWindows.longestSleep)
    }

    /// Whether a line comes so long after the end that its process is another one, which got the same id.
    ///
    /// Reports may tell late of what was before, and that it is not there is no news.
    func isLongOver(at event: EventView) -> Bool {
        guard let end = exits.last?.moment, event.record.witness != .report,
            event.name != .processState || !RunMachine.isExit(event)
        else { return false }
        return event.moment.since(end) > TimelineWindows.reusedID
    }

    /// Whether a report tells the start of this very process, which a log has told to be over: the clock of the log is
    /// another one, and it lived for less than they differ.
    func isStartReported(by event: EventView) -> Bool {
        guard event.record.witness == .report, event.record.hasPID, identity.pid == event.record.pid,
            identity.fit(event) != nil, !settings.isSession, startIsKnown, !exits.isEmpty,
            !exits.contains(where: { $0.witness == .report })
        else { return false }
        return event.moment.isWithin(TimelineWindows.otherClock, of: first)
    }

    /// Whether it has just ended, and a line that names nobody may tell of that as well as of another process: the log
    /// tells the two apart.
    ///
    /// - Parameter other: nil where no process goes on that it may be about.
    func mayHaveEnded(as exit: ExitWitness, besides other: RunMachine?) -> Bool {
        guard !exits.isEmpty, !isAnonymous, exit.moment.order <= witnessesUntil,
            exits.allSatisfy({ $0.mayBe(exit) })
        else { return false }
        guard let other else { return true }
        let isApart =
            identity.hasPID && other.identity.hasPID && identity.pid != other.identity.pid
            || identity.app != nil && other.identity.app != nil && !isOfOneApp(other)
        return isApart && !isFollowed(by: other)
    }

    /// Whether the other is the process of its app that was launched since it ended: whoever launched that knew of the
    /// end.
    private func isFollowed(by other: RunMachine) -> Bool {
        guard isOfOneApp(other), let end = exits.first?.moment else { return false }
        return other.predecessor === self || other.first > end
    }

    /// Whether a launch long after its end may still tell that the user did not quit it: it ended as an app does then,
    /// or nothing tells what ended it, and no launch has told it yet.
    ///
    /// - Parameter moment: until when it has waited. Of an end of which nothing is told it is asked for a day.
    func mayBeQuit(at moment: Moment) -> Bool {
        if facts.userQuitIsRuledOut { return false }
        if words.willTerminate != nil { return true }
        return isApp && !isHeld && exits.allSatisfy(\.isPlainKill)
            && moment.since(last) <= TimelineWindows.concluded
    }
}
