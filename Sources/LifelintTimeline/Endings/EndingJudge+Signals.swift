// SPDX-License-Identifier: MIT

import LifelintModel

extension EndingJudge {
    /// A signal ended the process.
    func signalled(_ signal: Int, _ exit: ExitWitness, _ text: LoweredText) -> Ending {
        var ending: Ending
        switch signal {
        case 9: ending = killed(exit)
        case _ where SignalNames.asks(signal): ending = sent(signal, exit)
        case SignalNames.processorTime:
            ending = sent(signal, exit)
            if !isSentByOther(exit) { ending.candidates.append(.init(cause: .cpuLimit, likelihood: .likely)) }
        default: ending = crashed(signal, exit, text)
        }
        ending.detail[.signal] = .integer(Int64(signal))
        if ending.cause == .unknown, let by = exit.byProcess, !exitText.isOwnSender(by) {
            ending.detail[.trigger] = .string(by)
        }
        return ending
    }

    /// A signal that no fault brings, and that the system does not kill with: it came from outside, or the process sent
    /// it.
    private func sent(_ signal: Int, _ exit: ExitWitness) -> Ending {
        if SignalNames.asks(signal), let ended = endedFromOutside(exit.moment) { return ended }
        var ending = unexplained(exit)
        if isSentByOther(exit) {
            ending.ruledOut += EndingJudge.noCrash(sent: signal)
        } else if !isByItself(exit) {
            ending.ruledOut += EndingJudge.noCrash(signal)
        }
        ending.ruledOut += EndingJudge.noKill(ending.candidates, signal)
        addStop(by: signal, to: &ending)
        return ending
    }

    /// Control-C stops what a terminal shows, and a tool that is stopped ends the app whose console it shows.
    private func addStop(by signal: Int, to ending: inout Ending) {
        guard signal == EndingJudge.interrupt || run.isShownByTool && SignalNames.asks(signal), !run.isHarnessed,
            !ending.candidates.contains(where: { $0.cause == .debuggerStop })
        else { return }
        ending.candidates.insert(.init(cause: .debuggerStop, likelihood: .likely), at: 0)
    }

    /// What terminals send, and debuggers.
    private static let interrupt = 2

    private func crashed(_ signal: Int, _ exit: ExitWitness, _ text: LoweredText) -> Ending {
        var ending: Ending
        if let meaning = meaning(ofCrash: text) {
            // What was said names a cause of its own, such as the call that a VoIP push announced.
            ending = self.ending(meaning.cause, meaning.standing == .unproven ? .likely : .certain)
        } else if [4, 5, 6].contains(signal),
            exit.isSceneMandate || exitText.isSceneMandate(text) || run.words.isSceneMandate
        {
            ending = self.ending(.crashAssertion, .certain, detail: [.sceneMandate: .bool(true)])
        } else if exit.isOfPrivacy, [4, 5, 6].contains(signal) {
            ending = self.ending(.tcc, .certain)
        } else if exit.isUnreportedCall, [4, 5, 6].contains(signal) {
            ending = self.ending(.voip, .certain)
        } else if exit.isOfLoader, [4, 5, 6].contains(signal) {
            ending = self.ending(.dyld, .likely)
        } else if exit.isUncaught, [4, 5, 6].contains(signal) {
            ending = self.ending(.crashException, .certain)
        } else if signal == 6, exits.contains(where: \.isThrown) || exitText.isUncaught(text) {
            ending = self.ending(.crashException, .certain)
        } else if [4, 5, 6].contains(signal), exit.isAsserted || exitText.gaveUp(text) {
            ending = self.ending(.crashAssertion, .certain)
        } else if isSentByOther(exit) {
            // Whatever the signal stands for elsewhere: it is no fault of the process, and why it was sent is not said.
            ending = sent(signal, exit)
        } else {
            ending = self.ending(.crashSignal, .certain)
            // What would tell a failed check from a fault is missing.
            if [4, 5, 6].contains(signal), exit.event == .reportCrash, !exit.isProven, !exit.isInHandler {
                ending.candidates.append(.init(cause: .crashAssertion, likelihood: .possible))
            }
        }
        // What the handler was called for may have been an exception.
        if exit.isInHandler { ending.candidates.append(.init(cause: .crashException, likelihood: .possible)) }
        // Signalled from outside is not the app's fault.
        if isSentByOther(exit), let by = exit.byProcess { ending.detail[.trigger] = .string(by) }
        return ending
    }

    /// Whether another process is told to have sent the signal.
    private func isSentByOther(_ exit: ExitWitness) -> Bool {
        guard let by = exit.byProcess else { return false }
        return !exitText.isOwnSender(by) && !isByItself(exit)
    }

    /// Whether the process itself sent the signal that ended it; logs and reports may call it by different names.
    func isByItself(_ exit: ExitWitness) -> Bool {
        guard let by = exit.byProcess else { return false }
        return exit.isByItself || by == run.identity.process?.string
    }

    /// The kernel threw a fault of the process itself, and no signal is told: SDKs leave it out.
    func faulted(_ exit: ExitWitness, _ text: LoweredText) -> Ending {
        switch exit.exceptionType {
        case "EXC_BREAKPOINT": crashed(5, exit, text)
        case "EXC_BAD_INSTRUCTION": crashed(4, exit, text)
        default: crashed(11, exit, text)
        }
    }

    /// What was said of a process that a signal of its own ended: by itself as an exception, or by others.
    private func meaning(ofCrash text: LoweredText) -> TerminationTable.Meaning? {
        if let thrown = meanings.meaning(ofThrown: text) { return thrown }
        for subtype in exits.compactMap(\.exceptionSubtype) {
            if let thrown = meanings.meaning(ofThrown: LoweredText(subtype)) { return thrown }
        }
        let others = LoweredText(
            exits.filter { !$0.speaksForItself && !$0.isHint && !$0.isRequest }.map(\.text).joined(separator: "\n"))
        return others.isEmpty ? nil : meanings.meaning(namespace: nil, code: nil, text: others)
    }

    /// A crash report of a kill: for many kills the system writes none.
    func tellReported(in ending: inout Ending) {
        excludeUnreported(in: &ending)
        let behind: [EndingCause] = state == .active || state == .inactive ? [] : [.fileLock]
        let memory: [EndingCause] = run.isSimulated || namesOtherException ? [] : [.memoryLimit]
        for cause in [.watchdogOther, .codeSigning] + behind + memory + [.systemOther]
        where !ending.candidates.contains(where: { $0.cause == cause }) {
            ending.candidates.append(.init(cause: cause, likelihood: .possible))
        }
    }

    /// Takes out what the system writes no crash report of.
    ///
    /// Of a process that was over its own limit of memory it may write one, which names the limit; of what the user
    /// quits rarely.
    func excludeUnreported(in ending: inout Ending) {
        let silent: [EndingCause] = [.systemPressure, .reclaimed, .appUpdate, .reboot]
        ending.candidates.removeAll { silent.contains($0.cause) || $0.cause == .userQuit }
        ending.ruledOut.removeAll { silent.contains($0.cause) }
        ending.ruledOut += silent.prefix(2).map {
            .init(cause: $0, because: "the system writes no crash report for it")
        }
        if namesOtherException {
            ending.candidates.removeAll { $0.cause == .memoryLimit }
            ending.ruledOut.append(.init(cause: .memoryLimit, because: "the crash report would name the limit"))
        }
    }

    /// Whether a report of the system says what the kernel threw, and that it was no limit.
    private var namesOtherException: Bool {
        exits.contains { $0.isReportOfCrash && !$0.isResourceReport && $0.exceptionType != nil }
    }

    /// No crash ends with SIGKILL, whoever sent it.
    func noCrash(ofKill exit: ExitWitness) -> [Ending.RuledOut] {
        isByItself(exit) ? EndingJudge.noCrash(because: "no crash ends with signal 9") : EndingJudge.noCrash(9)
    }

    static func noCrash(_ signal: Int) -> [Ending.RuledOut] {
        noCrash(because: "signal \(signal) is sent from outside; no crash ends with it")
    }

    private static func noCrash(sent signal: Int) -> [Ending.RuledOut] {
        noCrash(because: "another process sent signal \(signal)")
    }

    private static func noCrash(because sender: String) -> [Ending.RuledOut] {
        [.init(cause: .crashSignal, because: sender), .init(cause: .crashException, because: sender)]
    }

    /// Whoever sends SIGTERM or its like asks; the system does not ask where a limit is over.
    private static func noKill(_ candidates: [Ending.Candidate], _ signal: Int) -> [Ending.RuledOut] {
        let kind =
            SignalNames.asks(signal)
            ? "signal \(signal) asks a process to end; the system kills for it with signal 9"
            : "the system kills for it with signal 9, not with signal \(signal)"
        // The app switcher kills, too, where it does not ask; nobody's finger interrupts.
        let isByUser = SignalNames.asks(signal) && signal != interrupt
        return candidates.map(\.cause).filter { $0.isKillForLimit || $0 == .userQuit && !isByUser }.map {
            let isQuit = $0 == .userQuit && signal == interrupt
            return .init(cause: $0, because: isQuit ? "signal 2 comes from a terminal, or a debugger" : kind)
        }
    }

    /// The process ended by itself, with status 0.
    func voluntary(_ exit: ExitWitness) -> Ending {
        if isExtension { return ending(.extensionEnd, .certain) }
        guard let word = run.words.termination(before: exit.moment) else {
            if let (cause, fact) = endOfDevice(before: exit.moment) {
                var ending = self.ending(cause, .likely, because: [fact.evidence])
                ending.candidates = [.init(cause: .cleanExit, likelihood: .possible)]
                return ending
            }
            // Who swipes an app away makes it inactive before, and not every app is told that it is about to terminate.
            let isInUse = state == .active && !isLongForgotten || state == .launching
            if run.isHeardSinceEdge, isInUse || run.words.willTerminate != nil {
                guard state == .active, !run.app.isProven else { return ending(.cleanExit, .certain) }
                var ending = self.ending(.cleanExit, .likely)
                ending.candidates = [.init(cause: .userQuit, likelihood: .possible)]
                return ending
            }
            // Where the app's own log is not there, nobody would have told that it was asked to.
            var ending = self.ending(.cleanExit, .possible)
            ending.candidates = [.init(cause: .userQuit, likelihood: run.isToldByApp ? .likely : .possible)]
            return ending
        }
        return quit(word, because: [])
    }

    /// The app was asked to terminate and did: mostly the user quit it.
    func quit(_ word: LastWords.Fact, because lines: [EvidenceLine]) -> Ending {
        var ending: Ending
        if var outside = endedFromOutside(endMoment) {
            outside.because = EndingJudge.distinct(outside.because + [word.evidence] + lines)
            outside.candidates.append(.init(cause: .userQuit, likelihood: .possible))
            return outside
        }
        if run.isHarnessed {
            ending = self.ending(.harnessStop, .likely, because: [word.evidence] + lines)
            ending.candidates = [.init(cause: .userQuit, likelihood: .possible)]
            return ending
        }
        if run.facts.userQuitIsRuledOut {
            ending = self.ending(.systemRequest, .possible, because: [word.evidence] + lines)
        } else {
            ending = self.ending(.userQuit, .likely, because: [word.evidence] + lines)
            ending.candidates = [.init(cause: .systemRequest, likelihood: .possible)]
        }
        if exits.isEmpty || run.facts.userQuitIsRuledOut { ending.ruledOut = ruledOut() }
        return ending
    }

    /// What befell the device, or the app's installation, about the time at which the process ended; nil if nothing
    /// did.
    func endedFromOutside(_ moment: Moment) -> Ending? {
        if let (cause, fact) = installation(around: moment) { return ending(cause, .likely, because: [fact.evidence]) }
        guard let (cause, fact) = endOfDevice(around: moment) else { return nil }
        return ending(cause, .likely, because: [fact.evidence])
    }

    /// What ended every process of the device: told before the end of this one, or shortly after.
    private func endOfDevice(around moment: Moment) -> (cause: EndingCause, fact: PredecessorFacts.Fact)? {
        if let before = endOfDevice(before: moment) { return before }
        guard let after = run.facts.endOfDevice, after.fact.moment.isWithin(TimelineWindows.inFront, of: moment) else {
            return nil
        }
        return after
    }

    /// What ended every process of the device, and was told before this one was seen to end.
    private func endOfDevice(before moment: Moment) -> (cause: EndingCause, fact: PredecessorFacts.Fact)? {
        guard let until = run.facts.lastWordsUntil, moment.order <= until else { return nil }
        if let fact = run.facts.boot, fact.isTold { return (run.facts.osUpdate == nil ? .reboot : .osUpdate, fact) }
        return run.facts.respring.map { (.springboardRestart, $0) }
    }

    /// A status, which nothing else stands beside.
    ///
    /// A wait(2) status carries the exit code in its second byte and a signal in its first; whoever tells the code
    /// itself says so, or writes a number that is no signal. The signals below SIGILL nobody sends to an app, while
    /// apps exit with them.
    func exitCode(_ status: Int, _ exit: ExitWitness, _ text: LoweredText) -> Ending {
        let code = status > 255 ? status >> 8 & 0xFF : status
        guard status > 3, let signal = exit.possibleSignal else {
            return ending(.exitCode, .certain, detail: [.exitStatus: .integer(Int64(code))])
        }
        var ending = signalled(signal, exit, text)
        ending.confidence = min(ending.confidence, .likely)
        ending.candidates.append(.init(cause: .exitCode, likelihood: .possible))
        return ending
    }

    /// It ended, and nothing says why.
    func unexplained(_ exit: ExitWitness) -> Ending {
        if let done = extensionDone { return ending(.extensionEnd, .likely, because: [done.evidence]) }
        var ending = self.ending(.unknown, .possible)
        if let front = settings(inFrontAt: exit.moment, isSeen: true) {
            ending.because.append(front.evidence)
        }
        let guessed = guessed()
        // It ended, and was asked to: no more is told, and nothing else either.
        if exit.signal == nil, exit.waitSignal == nil, exit.code == nil, exit.namespaceText == nil, guessed.isEmpty,
            exit.explanation == nil
        {
            if exit.event == .processExit, let word = run.words.termination(before: exit.moment) {
                return quit(word, because: [])
            }
            if exit.event == .processExit || exit.event == .processState,
                let (cause, fact) = endOfDevice(before: exit.moment)
            {
                return self.ending(cause, .likely, because: [fact.evidence])
            }
        }
        // What an SDK saw leave in order was neither killed nor did it crash.
        let others = guessed.contains { $0.cause == .cleanExit } ? [] : candidates()
        ending.candidates = guessed + others.filter { candidate in !guessed.contains { $0.cause == candidate.cause } }
        ending.ruledOut = ruledOut()
        return ending
    }
}
