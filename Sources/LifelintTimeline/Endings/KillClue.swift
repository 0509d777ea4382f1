// SPDX-License-Identifier: MIT

import LifelintModel

/// What may say whom a SIGKILL came from where the witness itself says nothing of it, in the order in which it is
/// asked.
///
/// The first that says something decides, as with ``EndingClue``.
enum KillClue: CaseIterable {
    /// A limit that was passed just before. Must come before all others: that kill is told, and whatever else was there
    /// needs none.
    case limit
    /// What runs the tests of an app stops it. Must come before the debugger's clues, with which it starts the app.
    case harness
    /// A debugger sent it, though none was told of before. Must come before `seenByDebugger`: what a debugger sends it
    /// sees, too.
    case debugger
    /// A debugger stopped at it, so that it came from elsewhere. Must come before `underDebugger`, which supposes that
    /// it did not.
    case seenByDebugger
    /// The process ran under a debugger, which ends it without a word; or else it was asked to terminate. Must come
    /// before what follows: what a debugger ends was mostly not at its end by itself.
    case underDebugger
    /// An extension that was done. Must come before `settings` and `outside`: it ends so whatever befalls its app.
    case extensionDone
    /// A permission that was changed while it was not in front. Must come before `outside`: it befalls this app, and no
    /// other.
    case settings
    /// What befell the device, or the installation. Must come before `asked`: it asks first.
    case outside
    /// It was asked to terminate. Must come before `task`: a task that it leaves open then ends with it.
    case asked
    /// A background task that it did not end in time.
    case task

    /// All, as they are asked: made once.
    static let order = allCases
}

extension EndingJudge {
    /// SIGKILL with nothing said: somebody outside ended the process.
    func killed(_ exit: ExitWitness) -> Ending { decide(killBy: exit)?.ending ?? unexplainedKill(exit) }

    /// The first clue that says something, and what it says; nil where none does.
    func decide(killBy exit: ExitWitness) -> (clue: KillClue, ending: Ending)? {
        for clue in KillClue.order {
            if let ending = ending(by: clue, exit) { return (clue, ending) }
        }
        return nil
    }

    /// What a clue says of whom the kill came from; nil for nothing.
    private func ending(by clue: KillClue, _ exit: ExitWitness) -> Ending? {
        switch clue {
        case .limit: lastLimit(before: exit.moment)
        case .harness: run.isHarnessed ? ending(.harnessStop, .likely) : nil
        case .debugger: isSentByUntoldDebugger(exit) ? stoppedByDebugger(exit) : nil
        case .seenByDebugger: exit.isWatched ? killedBeforeDebugger : nil
        case .underDebugger: run.isDebugged ? endedUnderDebugger(exit) : nil
        case .extensionDone: extensionDone.map { ending(.extensionEnd, .likely, because: [$0.evidence]) }
        case .settings: settingsChanged(before: exit)
        case .outside: endedFromOutside(exit.moment)
        case .asked: askedToTerminate(before: exit)
        case .task: leftTask(before: exit)
        }
    }

    /// What is left where no clue says anything: some causes would have been told otherwise.
    private func unexplainedKill(_ exit: ExitWitness) -> Ending {
        var ending = unexplained(exit)
        if exit.isOwnFault {
            // It crashed while it was killed, or is killed for what it did.
            ending.candidates.insert(.init(cause: .crashSignal, likelihood: .possible), at: 0)
        } else {
            ending.ruledOut += noCrash(ofKill: exit)
        }
        if exit.event == .reportCrash && !exit.isOfSDK || exits.contains(where: \.isReported) {
            // Who kills itself is killed for nothing else.
            if isByItself(exit) { ending.candidates = [] } else { tellReported(in: &ending) }
        }
        // Where the system says that nothing but a signal ended it, it would have said otherwise that it did so itself.
        if exit.namespace == TerminationNamespace.signal {
            if watchdogAtWork == nil {
                ending.ruledOut.append(.init(cause: .watchdogOther, because: "a watchdog states its code"))
            }
            ending.ruledOut += EndingJudge.noMemory([.memoryLimit, .systemPressure, .reclaimed])
            ending.candidates.removeAll { $0.cause == .reclaimed }
        }
        return ending
    }

    /// What the kernel kills for its memory it says so of.
    private static func noMemory(_ causes: [EndingCause]) -> [Ending.RuledOut] {
        causes.map { .init(cause: $0, because: "the kernel would have said that it was for memory") }
    }

    /// Whether the system tells of the end that nothing but a signal brought it.
    private var isToldToBeSignalAlone: Bool { exits.contains { $0.namespace == TerminationNamespace.signal } }

    // MARK: What single clues say

    private func isSentByUntoldDebugger(_ exit: ExitWitness) -> Bool {
        !run.isDebugged && exit.byProcess.map { exitText.isDebugger($0) } ?? false
    }

    /// SIGKILL under a debugger: mostly its own, but those of the app switcher and of the kernel look the same there.
    ///
    /// Where the app had just been warned of its memory, or stopped for it, or was not in front, those are as likely.
    private func stoppedByDebugger(_ exit: ExitWitness) -> Ending {
        let warning = [run.words.memoryStop, run.words.memoryWarning].compactMap(\.self)
            .first { $0.moment.isWithin(TimelineWindows.shortlyBefore, of: exit.moment) }
        let isWarned = warning != nil && !run.isSimulated && !isToldToBeSignalAlone
        let isInFront = state == .active || state == .launching || state == nil
        var ending = ending(.debuggerStop, isWarned || !isInFront ? .possible : .likely)
        if isWarned, let warning { ending.because.append(warning.evidence) }
        addOthersUnderDebugger(to: &ending, isWarned: isWarned)
        ending.ruledOut += EndingJudge.noCrash(9)
        return ending
    }

    private func addOthersUnderDebugger(to ending: inout Ending, isWarned: Bool) {
        let kills: [EndingCause] = [.memoryLimit, .systemPressure]
        let isForMemory = !run.isSimulated && !isToldToBeSignalAlone
        let others: [EndingCause] = !isForMemory ? [.userQuit] : isWarned ? kills + [.userQuit] : [.userQuit] + kills
        ending.candidates += others.map { .init(cause: $0, likelihood: .possible) }
        if isToldToBeSignalAlone { ending.ruledOut += EndingJudge.noMemory(kills) }
    }

    /// The debugger told of SIGKILL as of something that befell the process.
    private var killedBeforeDebugger: Ending {
        var ending = ending(.unknown, .possible)
        let isWarned = run.words.memoryWarning != nil || run.words.memoryStop != nil
        addOthersUnderDebugger(to: &ending, isWarned: isWarned)
        ending.ruledOut.append(.init(cause: .debuggerStop, because: "the debugger saw the kill, and stopped for it"))
        ending.ruledOut += EndingJudge.noCrash(9)
        return ending
    }

    /// The debugger's stop tells the app nothing before.
    private func endedUnderDebugger(_ exit: ExitWitness) -> Ending {
        guard let word = run.words.termination(before: exit.moment) else { return stoppedByDebugger(exit) }
        var ending = quit(word, because: [])
        ending.candidates.insert(.init(cause: .debuggerStop, likelihood: .possible), at: 0)
        ending.ruledOut = EndingJudge.noCrash(9)
        return ending
    }

    /// Who changes a setting is in Settings; what an app asks for itself, in front, ends nothing.
    private func settingsChanged(before exit: ExitWitness) -> Ending? {
        let isInFront = (state == .active || state == .inactive) && !run.isLeavingUntold
        guard !isInFront, let changed = run.words.permissionChanged,
            changed.moment.isWithin(TimelineWindows.inFront, of: exit.moment), !wasInFront(changed.moment)
        else { return nil }
        return ending(.settingsChange, .likely, because: [changed.evidence])
    }

    /// Nobody asks an app to end that is killed for a limit; who takes too long about it has a watchdog of its own.
    private func askedToTerminate(before exit: ExitWitness) -> Ending? {
        guard exit.namespaceText == nil, watchdogAtWork == nil,
            let word = run.words.termination(before: exit.moment)
        else { return nil }
        var ending = quit(word, because: [])
        ending.candidates.append(.init(cause: .watchdogExit, likelihood: .possible))
        ending.ruledOut += EndingJudge.noCrash(9)
        return ending
    }

    /// Who does not end a background task in time is killed, and an app's log has no more of it than that.
    private func leftTask(before exit: ExitWitness) -> Ending? {
        guard exit.event == .processExit, exit.namespaceText == nil, var expired = expiredTask() else { return nil }
        expired.ruledOut += EndingJudge.noCrash(9)
        return expired
    }

    /// Whether the app itself was in front then, or was being launched; of a log that never tells that it is left,
    /// nobody knows.
    private func wasInFront(_ moment: Moment) -> Bool {
        guard let place = run.app.stretches.lastIndex(where: { $0.from <= moment }) else { return false }
        switch run.app.stretches[place].state {
        case .active, .inactive: return place + 1 < run.app.stretches.count || !run.isLeavingUntold
        case .launching: return true
        default: return false
        }
    }
}
