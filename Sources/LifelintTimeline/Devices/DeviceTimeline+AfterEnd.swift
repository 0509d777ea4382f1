// SPDX-License-Identifier: MIT

import LifelintModel

/// What lines say of a run that has ended: that it lives, what ended it, or what nobody can place.
extension DeviceTimeline {
    /// Takes a line about a run that has ended, if it is one.
    func takeAfterEnd(_ event: EventView, inputs: InputNames) -> Bool {
        takeSignOfLife(event, inputs: inputs) || takeWordOfExtension(event, inputs: inputs)
            || takeAwaitedWitness(event, inputs: inputs) || takeLate(event, inputs: inputs)
    }

    // MARK: It lives

    /// A line that nobody recognised, of no run that goes on: one that seemed to be over may have written it.
    func hearOfEnded(_ event: EventView) {
        guard !ended.isEmpty, open.count < DeviceTimeline.openLimit else { return }
        for run in ended.reversed() where run.identity.pid == event.record.pid {
            guard let revival = Revival.byUnknownLines.first(where: { run.lives(by: event, as: $0) }),
                run.identity.fit(event) != nil
            else { continue }
            reopen(run, as: revival)
            return run.hear(event)
        }
    }

    /// Takes a line that shows that a run lives which was taken to be over.
    private func takeSignOfLife(_ event: EventView, inputs: InputNames) -> Bool {
        guard open.count < DeviceTimeline.openLimit else { return false }
        for revival in Revival.beforeWitnesses {
            guard let run = ended.last(where: { $0.lives(by: event, as: revival) && $0.identity.fit(event) != nil })
            else { continue }
            if revival == .besideHolder, let holder = extensionHolding(event) {
                feed(event, to: holder, inputs: inputs)
            } else {
                goOn(run, with: event, as: revival, inputs: inputs)
            }
            return true
        }
        return false
    }

    private func goOn(_ run: RunMachine, with event: EventView, as revival: Revival, inputs: InputNames) {
        reopen(run, as: revival)
        feed(event, to: run, inputs: inputs)
        switch revival {
        case .endingWithDevice: close(run, at: event.moment, inputs: inputs)
        case .besideHolder:
            run.note(.identityConflict, "pid \(run.identity.pid) was another app's meanwhile", event, inputs)
        default: break
        }
    }

    /// A run of which only unproven words told the end, or such without a time, goes on, or is told to have ended at a
    /// time.
    private func goOn(_ run: RunMachine, behindUnprovenEnd event: EventView, inputs: InputNames) {
        // What told the end without a time may say more of it than what tells the time: it is one end.
        let untimed = RunMachine.isExit(event) ? run.exits : []
        let basis = RunMachine.isExit(event) ? run.endBasis.intersection(.doubtful) : []
        for exit in untimed { exit.moment = event.moment }
        goOn(run, with: event, as: .unproven, inputs: inputs)
        run.exits += untimed
        run.endBasis.formUnion(basis)
    }

    /// What seemed to be the next run of an app was its process before, which lives.
    func goOn(with event: EventView, insteadOf run: RunMachine, as revival: Revival, inputs: InputNames) {
        guard let living = run.predecessor else { return }
        open.remove(run)
        run.predecessor = nil
        if lastRun === run { lastRun = nil }
        goOn(living, with: event, as: revival, inputs: inputs)
    }

    /// Puts a run among those that go on, which was taken to be over.
    func reopen(_ run: RunMachine, as revival: Revival) {
        ended.removeAll { $0 === run }
        run.revive(as: revival)
        open.append(run)
    }

    // MARK: It is over

    /// Takes the end of a process whose app is dead, and was not seen to die just now: it is that of the extension
    /// which has its id.
    private func takeWordOfExtension(_ event: EventView, inputs: InputNames) -> Bool {
        guard RunMachine.isExit(event), let holder = extensionHolding(event),
            !ended.contains(where: { $0.phase == .closing && $0.identity.fit(event) != nil })
        else { return false }
        feed(event, to: holder, inputs: inputs)
        return true
    }

    /// Takes what is told of an end that was seen just now, that an SDK supposes, or that is waited for.
    private func takeAwaitedWitness(_ event: EventView, inputs: InputNames) -> Bool {
        if let run = ended.last(where: {
            $0.phase == .closing && $0.identity.fit(event) != nil && !$0.hasFailedAnew(by: event)
                && !$0.isOlder(than: event)
                && !$0.isOfOtherJob(than: event)
        }) {
            if !hold(lastWord: event, of: run) { takeWitness(event, of: run, inputs: inputs) }
            return true
        }
        if event.record.witness == .report, let run = ended.last(where: { $0.isSupposed(toEndBy: event) }) {
            takeWitness(event, of: run, inputs: inputs)
            return true
        }
        // Without an id it can only be the death that is waited for.
        if !event.record.hasPID,
            let run = ended.last(where: { $0.isWaitedFor(by: event) && $0.identity.fit(event) != nil })
        {
            takeWitness(event, of: run, inputs: inputs)
            return true
        }
        return false
    }

    /// Takes a line with the process id of a run that is over for longer: a late witness, the word of another process
    /// that got the id, or what nothing explains.
    private func takeLate(_ event: EventView, inputs: InputNames) -> Bool {
        guard event.record.hasPID,
            let run = ended.last(where: { $0.identity.pid == event.record.pid && $0.identity.fit(event) != nil })
        else { return false }
        if open.count < DeviceTimeline.openLimit, run.lives(by: event, as: .unproven) {
            goOn(run, behindUnprovenEnd: event, inputs: inputs)
        } else if isLateWitness(event, of: run, inputs: inputs) {
            takeWitness(event, of: run, inputs: inputs)
            if let successor = run.successor, successor.launch.settled != nil {
                resolvePredecessor(of: successor, inputs: inputs)
            }
        } else if settings.isSession, RunMachine.isExit(event) {
            begin(with: event, as: .first, inputs: inputs, isLate: true)
        } else if run.exits.isEmpty || run.isLongOver(at: event) || run.hasFailedAnew(by: event) {
            return false
        } else if event.record.witness == .report, RunMachine.isExit(event) {
            // The death of another process, which got the same id.
            begin(with: event, as: .first, inputs: inputs)
        } else {
            run.noteAfterEnd(event, inputs)
        }
        return true
    }

    /// Takes the word, without a process id, of whoever has written a report of a death that was seen some seconds
    /// before: the app may have been launched again by then.
    func takeCount(_ event: EventView, inputs: InputNames) -> Bool {
        // Few lines are such counts: others ask no run.
        guard event.name == .processExit, event.record.witness == .report, !event.record.hasPID else { return false }
        let count = ExitWitness(event, inputs: inputs, settings: settings)
        guard let run = ended.last(where: { $0.isCounted(by: event, as: count) }) else { return false }
        takeWitness(event, of: run, inputs: inputs)
        if let successor = run.successor, successor.launch.settled != nil {
            resolvePredecessor(of: successor, inputs: inputs)
        }
        return true
    }

    private func isLateWitness(_ event: EventView, of run: RunMachine, inputs: InputNames) -> Bool {
        event.record.order <= run.witnessesUntil || run.isWaitedFor(by: event) || run.isReported(by: event, inputs)
            || isEndReportedBefore(of: run, event) || run.awaits(event) || run.isToldOfWindow(before: event)
    }

    /// Whether a line tells the end of a run of which only a report has told it so far, a little earlier: their clocks
    /// differ.
    private func isEndReportedBefore(of run: RunMachine, _ event: EventView) -> Bool {
        guard let end = run.exits.first, end.witness == .report, event.record.witness != .report, !settings.isSession
        else {
            return false
        }
        return RunMachine.isExit(event) && event.moment.isWithin(TimelineWindows.report, of: end.moment)
    }

    /// Whether a run that just ended has the process id of an event, and the open one that it fits has none: what is
    /// told of a death belongs to the dead.
    func isWitness(_ event: EventView, ofAnotherThan run: RunMachine) -> Bool {
        guard event.record.hasPID, !run.identity.hasPID, !LaunchStep.isStep(event.name) else { return false }
        return ended.contains {
            $0.awaits(event)
                || $0.identity.pid == event.record.pid && $0.identity.fit(event) != nil
                    // What merely the next launch shows to be over is told of no more: the id may be used again.
                    && ($0.phase == .closing && (RunMachine.isExit(event) || !$0.exits.isEmpty)
                        || $0.mayBeTold(at: event.moment))
        }
    }

    /// The run before an open one, where it was just seen to end and an event tells late that the app has no process
    /// any more: it names none, and told nothing of that end yet.
    func predecessor(of run: RunMachine, seenGoneBy event: EventView) -> RunMachine? {
        guard event.name == .processState, !event.record.hasPID, RunMachine.isExit(event),
            let dead = run.predecessor, dead.phase == .closing, !dead.exits.isEmpty,
            dead.identity.fit(event) != nil,
            !dead.exits.contains(where: {
                $0.event == .processState && !$0.namesPID && $0.witness == event.record.witness
            })
        else { return nil }
        return dead
    }

    /// A process of the app that was first heard of behind the last word of an open one, and has just ended, where a
    /// line tells an end of the app and no process id: the older one was gone before.
    func younger(than run: RunMachine, goneBy event: EventView, inputs: InputNames) -> RunMachine? {
        guard RunMachine.isExit(event), !event.record.hasPID, event.record.witness != .report, !event.isAppSide,
            event.record.app.isPresent, run.identity.hasPID
        else { return nil }
        let exit = ExitWitness(event, inputs: inputs, settings: settings)
        return ended.last { dead in
            dead.phase == .closing && dead.first > run.last && !dead.exits.isEmpty && dead.identity.hasPID
                && isSameApp(dead, run) && dead.identity.fit(event) != nil
                && dead.exits.allSatisfy { $0.mayBe(exit) }
        }
    }

    /// Takes the end of an app as that of its younger process; where no process of the app is left, the older one is over,
    /// too.
    func take(_ event: EventView, of dead: RunMachine, ratherThanOf run: RunMachine, inputs: InputNames) {
        takeWitness(event, of: dead, inputs: inputs)
        guard event.name == .processState, run.isApp, dead.isApp, run.successor == nil, dead.predecessor == nil,
            !run.isOneOfSeveral || run.isAppItself
        else { return }
        endImplied(run, by: dead, inputs: inputs)
        guard let place = ended.firstIndex(where: { $0 === run }) else { return }
        run.successor = dead
        dead.predecessor = run
        // What else is told of the end is told of the one that ended last.
        ended.remove(at: place)
        ended.insert(run, at: ended.firstIndex { $0 === dead } ?? place)
    }

    /// The run before an open one, where a log without process ids tells less than a second after its end what the app
    /// did: such a log tells launches, and not yet that of the open one.
    ///
    /// What comes behind the launch of the open one is that one's, and so is whatever comes to the front when it was
    /// launched: only the step of a coarse clock leaves open which was first.
    func predecessor(of run: RunMachine, lastHeardBy event: EventView) -> RunMachine? {
        guard !event.record.hasPID, event.record.witness == .app, !LaunchStep.isStep(event.name), !run.isToldByApp,
            event.moment.since(run.first) < run.first.resolution, !AppEdge.isForeground(event),
            let dead = run.predecessor, dead.phase == .closing, dead.launch.sawAppCallback,
            dead.isLagging(behindEnd: event), dead.identity.fit(event) != nil
        else { return nil }
        return dead
    }
}
