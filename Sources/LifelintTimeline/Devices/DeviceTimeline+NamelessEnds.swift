// SPDX-License-Identifier: MIT

import LifelintModel

extension DeviceTimeline {
    /// Whether an event tells an end and names nobody.
    private func isNamelessEnd(_ event: EventView) -> Bool {
        let record = event.record
        return RunMachine.isExit(event) && record.witness != .report && !record.hasPID && !record.app.isPresent
            && !record.process.isPresent && !record.run.isPresent
    }

    /// The processes that have just ended, and of whose end a line may tell that fits another one: it tells an end and
    /// names nobody, and what is told of theirs may be the same.
    func dead(of event: EventView, besides run: RunMachine?, _ inputs: InputNames) -> [RunMachine] {
        guard isNamelessEnd(event), !ended.isEmpty else { return [] }
        let exit = ExitWitness(event, inputs: inputs, settings: settings)
        return ended.filter {
            $0.phase == .closing && $0.identity.fit(event) != nil && $0.mayHaveEnded(as: exit, besides: run)
        }
    }

    /// An end may be that of any of several processes: it is told of nobody, where no two parts of the system tell of
    /// one in the same words.
    func tell(_ event: EventView, ofOneOf dead: [RunMachine], besides living: RunMachine?, inputs: InputNames) {
        let exit = ExitWitness(event, inputs: inputs, settings: settings)
        let named = dead.filter { $0.isToldAgain(by: exit) && $0.exits.contains(where: \.isLabelledKill) }
        if exit.isLabelledKill, named.count == 1 { return takeWitness(event, of: named[0], inputs: inputs) }
        if dead.count == 1, let run = dead.first, run.isToldAgain(by: exit) {
            if !exit.isLabelledKill { return takeWitness(event, of: run, inputs: inputs) }
            if run.isMeant(by: exit, event, besides: living) {
                let count = run.exits.count
                takeWitness(event, of: run, inputs: inputs)
                for exit in run.exits.dropFirst(count) { exit.isOfNobody = true }
                return run.note(.ambiguousJoin, "the line says too little and fits several runs", event, inputs)
            }
        }
        // What says something else, or comes behind another launch, is another end.
        if let told = ended.last(where: { $0.phase == .closing && $0.isAnonymous && $0.identity.fit(event) != nil }),
            told.exits.allSatisfy({ $0.mayBe(exit) }),
            !open.contains(where: { $0.first > told.first && $0.identity.fit(event) != nil })
        {
            return takeWitness(event, of: told, inputs: inputs)
        }
        begin(with: event, as: .besideDead, inputs: inputs)
    }

    // MARK: Ends that wait

    /// Holds what a process was killed for, if nobody is named and several may be meant, until a second has passed:
    /// what names the one that died may stand behind it.
    func hold(end event: EventView, inputs: InputNames) -> Bool {
        guard !settings.isSession, !isUndated, isNamelessEnd(event), !event.record.isTimeless, !event.isAppSide,
            held.ends.count < HeldEvents.most, ExitWitness(event, inputs: inputs, settings: settings).isLabelledKill
        else { return false }
        let living = open.filter { !$0.isAnonymous && $0.identity.fit(event) != nil }
        guard let run = living.first,
            living.count > 1 || !dead(of: event, besides: run, inputs).isEmpty
        else { return false }
        held.ends.append(HeldEnd(event: waiting(event), isTie: isTie))
        return true
    }

    /// Settles the ends of which nothing more is told.
    func settleEnds(before event: EventView, inputs: InputNames) {
        let ends = held.ends.takeAll()
        for (index, end) in ends.enumerated() {
            guard end.isSettled(before: event) else {
                held.ends += ends[index...]
                return
            }
            settle(end, inputs: inputs)
        }
    }

    /// No more is told.
    func releaseEnds(inputs: InputNames) {
        for end in held.ends.takeAll() { settle(end, inputs: inputs) }
    }

    private func settle(_ end: HeldEnd, inputs: InputNames) {
        guard let told = end.event.view else { return }
        let now = (position, isTie)
        (position, isTie) = (end.event.position, end.isTie)
        defer { (position, isTie) = now }
        let living = openRun(of: told)
        let dead = dead(of: told, besides: living, inputs)
        // Of several that go on each may be meant, unless the one that died is told to have died of just that.
        let isOfSeveral = living == nil && open.contains { !$0.isAnonymous && $0.identity.fit(told) != nil }
        let exit = ExitWitness(told, inputs: inputs, settings: settings)
        if dead.isEmpty
            || isOfSeveral
                && !dead.contains(where: { $0.isToldAgain(by: exit) && $0.exits.contains(where: \.isLabelledKill) })
        {
            return place(told, inputs: inputs)
        }
        tell(told, ofOneOf: dead, besides: living, inputs: inputs)
    }
}

extension RunMachine {
    /// Whether another part of the system tells again all that was told of its end before, or something that comes
    /// behind that.
    func isToldAgain(by exit: ExitWitness) -> Bool {
        var isToldAgain = false
        for told in exits {
            if told.isToldAgain(by: exit) {
                isToldAgain = true
            } else if told.moment <= exit.moment || !told.mayBe(exit) {
                return false
            }
        }
        return isToldAgain
    }

    /// What ends only a process that runs, beside what tells that of one whose name is told, too.
    private static let endsOfRunning: Set<EndingCause> = [.crashSignal, .dyld, .exec, .sandbox, .tcc]
    /// What ends a process that is not in front.
    private static let endsBehind: Set<EndingCause> = [.backgroundTask, .fetch, .fileLock, .urlSession, .watchBudget]
    /// What has a process abort, which nobody kills then.
    private static let aborts: Set<EndingCause> = [.dyld, .objc]

    /// Whether it is the one that ended for what a line without a name tells, and not one that goes on: its state does
    /// not rule that out, and the other is not rather what it speaks of.
    func isMeant(by exit: ExitWitness, _ event: EventView, besides living: RunMachine?) -> Bool {
        let isOfWatchdog = exit.code == TerminationCode.watchdog
        let cause = meaning(ofEnd: event)?.cause ?? (isOfWatchdog ? .watchdogOther : .unknown)
        if app.current == .suspended {
            if isOfWatchdog || cause.isWatchdog { return false }
            // That it was suspended is merely concluded, if from its silence: what would deny that where it named it
            // does so here.
            let isOfRunning = isEndOfRunning(event) || RunMachine.endsOfRunning.contains(cause)
            if isOfRunning, !app.isInferred || !deniesSuspension(event) { return false }
        }
        if RunMachine.aborts.contains(cause), exits.contains(where: \.isPlainKill) { return false }
        if cause.isWatchdog { return !(living?.isTimed(at: exit.moment) ?? false) || isTimed(at: exit.moment) }
        guard RunMachine.endsBehind.contains(cause) else { return true }
        // It may have come to the front while it was being ended.
        let isAsked = isAskedToEndTask(at: exit.moment)
        if app.current == .active || app.current == .inactive, !isAsked { return false }
        return cause != .backgroundTask || isAsked || !(living?.isAskedToEndTask(at: exit.moment) ?? false)
    }

    /// Whether it has just been asked to end a background task, and has not by all that is told.
    private func isAskedToEndTask(at moment: Moment) -> Bool {
        words.lastExpiry.map { moment.since($0.moment) <= TimelineWindows.dying } ?? false
    }

    /// Whether it is at something that a watchdog of the system times.
    private func isTimed(at moment: Moment) -> Bool {
        guard !isUnwatched, !isExtension else { return false }
        return app.current == .launching || openCallbacks.contains { !$0.hasKnownEnd } || words.isHanging(at: moment)
            || words.watchdogWarning.map { moment.since($0.moment) <= TimelineWindows.longestLaunch } ?? false
    }
}
