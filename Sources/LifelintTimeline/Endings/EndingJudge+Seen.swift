// SPDX-License-Identifier: MIT

import LifelintModel

extension EndingJudge {
    /// The system, a report or the process itself said that it ended.
    func seen() -> Ending {
        guard let primary = mostTelling(of: exits) else { return ending(.unknown, .possible) }
        let text = said
        var ending = cause(of: primary, text)
        if isUnopenedPrewarm, EndingJudge.isOrdinary(ending.cause), !exits.contains(where: \.isReported) {
            let reason: EndingDetails = ending.detail[.reason].map { [.reason: $0] } ?? [:]
            ending = self.ending(.prewarmDiscarded, .likely, because: ending.because, detail: reason)
        }
        if ending.cause == .unknown, primary.signal == 9, !primary.isOwnFault, exits.allSatisfy({ $0.guess == nil }) {
            ending.ruledOut += noCrash(ofKill: primary)
        }
        addFacts(of: primary, text, to: &ending)
        var lines = [primary.evidence]
        for exit in exits where exit !== primary { lines.append(exit.evidence) }
        ending.because = EndingJudge.distinct(lines + ending.because)
        return ending
    }

    /// All that witnesses say.
    var said: LoweredText {
        LoweredText(exits.count == 1 ? exits[0].text : exits.map(\.text).joined(separator: "\n"))
    }

    /// The witness that says most; of equals the earliest.
    func mostTelling(of witnesses: [ExitWitness]) -> ExitWitness? {
        if witnesses.count < 2 { return witnesses.first }
        var best: (witness: ExitWitness, rank: Int)?
        for witness in witnesses {
            let rank = rank(witness)
            if best.map({ rank > $0.rank }) ?? true { best = (witness, rank) }
        }
        return best?.witness
    }

    /// How much a witness says: a label of the system outranks a report of the kernel that tells the kill, that
    /// outranks a signal and an exception, those outrank a reason.
    ///
    /// A process can crash while it is being killed.
    private func rank(_ exit: ExitWitness) -> Int {
        let namespace = exit.namespace
        // Asked to end, it crashed before it did.
        if exit.isRequest || exit.isAsked, exits.contains(where: \.isFault) { return 15 }
        var rank = 0
        if namespace == nil, exit.isResourceReport || isJetsam(exit) {
            rank = 70
        } else if let namespace, namespace != TerminationNamespace.none, namespace != TerminationNamespace.signal {
            rank = exit.code != nil || exit.codeText != nil ? 80 : 40
        } else if exit.namespaceText == nil, let code = exit.code, code >= 0x1_0000 {
            rank = 60
        } else if let signal = namespace == TerminationNamespace.signal ? exit.terminatingSignal : exit.signal {
            rank = signal == 9 ? 10 : 20
        } else if exit.status != nil || namespace == TerminationNamespace.none {
            rank = 8
        }
        // Whoever ends what an exception or an assertion has stopped, a debugger mostly: it died of that.
        if rank < 12, exit.isThrown || saysItGaveUp(exit) || isRefused(exit) { rank = 12 }
        // That it was killed says less than what for.
        if rank == 0, saysWhatFor(exit) { rank = 14 }
        // Asked to end, and killed for not doing so: that is how it died.
        if exit.code == TerminationCode.watchdog, exits.contains(where: \.isRequest) { rank += 5 }
        if exit.exception != nil { rank += rank < 40 ? 4 : 1 }
        return rank + (exit.reason != nil || exit.explanation != nil ? 2 : 0)
    }

    /// Whether the system says in words what it kills the process for, of which another line tells nothing but SIGKILL.
    private func saysWhatFor(_ exit: ExitWitness) -> Bool {
        guard exit.explanation != nil, ![.app, .uikit, .report].contains(exit.witness),
            exit.isAsked || exits.contains(where: \.isPlainKill)
        else { return false }
        let meaning = meanings.meaning(namespace: nil, code: nil, text: LoweredText(exit.text))
        return meaning.map { $0.cause != .unknown } ?? false
    }

    /// Whether the process says that it gave up, and no more is known of how it ended.
    func saysItGaveUp(_ exit: ExitWitness) -> Bool {
        exit.isCrashInWords && exitText.gaveUp(LoweredText(exit.text))
    }

    /// Whether the system says in the app that it does not launch one that knows no scenes.
    func isRefused(_ exit: ExitWitness) -> Bool { exitText.isSceneMandate(LoweredText(exit.text)) }

    /// Ends that befall processes nobody uses.
    private static func isOrdinary(_ cause: EndingCause) -> Bool {
        switch cause {
        case .reclaimed, .systemPressure, .cleanExit, .unknown, .systemRequest: true
        default: false
        }
    }

    private func addFacts(of exit: ExitWitness, _ text: LoweredText, to ending: inout Ending) {
        let namespace = exit.namespace
        if let code = exit.code, namespace != nil || code != 0 {
            ending.detail[.code] = ending.detail[.code] ?? .integer(Int64(bitPattern: code))
        }
        if let namespace, namespace != TerminationNamespace.none {
            ending.detail[.namespace] = .string(table.name(ofNamespace: namespace) ?? String(namespace))
        } else if let text = exit.namespaceText, namespace == nil, exit.code != 0 {
            ending.detail[.namespace] = .string(text)
        }
        if let signal = exit.signal, ending.detail[.signal] == nil { ending.detail[.signal] = .integer(Int64(signal)) }
        // What C++ calls it is the same for all exceptions of Objective-C.
        let exception = mostTelling(of: exits.filter { $0.exception != nil })?.exception
        if let sentence = words(of: ending, by: exit, thrown: exception).map(exitText.words.sentence(in:)),
            !exitText.words.explainsNothing(sentence)
        {
            ending.detail[.explanation] = .string(sentence)
        }
        if let reason = exit.reason { ending.detail[.reason] = ending.detail[.reason] ?? .string(reason) }
        if let exception {
            ending.detail[.exception] = .string(exception)
        } else if let type = exits.lazy.compactMap(\.exceptionType).first, type != "EXC_CRASH" {
            ending.detail[.exception] = .string(type)
        }
        if let signature = signature(by: exit) { ending.detail[.signature] = .string(signature) }
        // The kernel's line and launchd's tell the kill, too; only the report knows who was largest.
        if ending.cause == .systemPressure || ending.cause == .reclaimed,
            let largest = exits.lazy.compactMap(\.largest).first, largest != run.identity.process?.string,
            isOfMemory(ending)
        {
            ending.detail[.victimOf] = .string(largest)
        }
        if ending.cause == .thermal || ending.cause.isWatchdog,
            let thermal = exits.lazy.compactMap(\.thermal).first
        {
            ending.detail[.thermal] = .string(thermal)
        }
        if ending.cause == .thermal, let share = exits.lazy.compactMap(\.cpuShare).first {
            ending.detail[.cpuShare] = .number(share)
        }
        if ending.cause == .memoryLimit, ending.detail[.limit] == nil,
            let limit = exits.lazy.compactMap(\.limit).first
        {
            ending.detail[.limit] = .bytes(limit)
        }
        if ending.cause == .fileLock, !tellsSeveralPaths(ending), let path = exits.lazy.compactMap(\.path).first {
            ending.detail[.path] = .string(path)
        }
        switch ending.cause {
        case .backgroundTask:
            nameTask(in: &ending)
            tellAllowance(in: &ending)
        case .fetch, .urlSession: tellAllowance(in: &ending)
        default: break
        }
        if ending.cause.isWatchdog { addMeasures(text, to: &ending) }
    }

    /// By which the mistake is grouped: the signature of the report that tells the cause, where several tell one death.
    ///
    /// So what is grouped stays together where another report stands beside it. Of copies of one report it is that of
    /// the one which names most calls.
    private func signature(by exit: ExitWitness) -> String? {
        guard let telling = exit.signature == nil ? exits.first(where: { $0.signature != nil }) : exit else {
            return nil
        }
        if exits.count == 1 { return telling.signature }
        let copies = exits.filter {
            $0.signature != nil && $0.incident != nil && $0.incident == telling.incident
        }
        return ([telling] + copies).min { $0.unnamedCalls < $1.unnamedCalls }?.signature
    }

    /// Whether memory of processes was short, so that it matters who had most of it.
    private func isOfMemory(_ ending: Ending) -> Bool {
        guard case .string(let name)? = ending.detail[.reason] else { return true }
        return table.jetsamReason(named: name)?.isOfMemory ?? true
    }

    /// Whether an explanation names more files than one, of which a line may have the first only.
    private func tellsSeveralPaths(_ ending: Ending) -> Bool {
        guard case .string(let paths)? = ending.detail[.path] else { return false }
        return paths[...].firstRange(ofASCII: ", /") != nil
    }

    /// What a watchdog measured before it ended the process.
    private func addMeasures(_ text: LoweredText, to ending: inout Ending) {
        if let allowance = exitText.allowance(text) {
            ending.detail[.allowance] = .duration(allowance)
            if exitText.isOfProcessor(text) { ending.detail[.allowanceOf] = .string("processor") }
        } else if let exit = exits.first, let (_, fact) = watchdogOver(exit), let limit = fact.number {
            ending.detail[.allowance] = .duration(limit)
        }
        // A line of the system names the watchdog first, and mostly only the report has measured the processor.
        let measured = exitText.measured(text)
        if let share = exits.lazy.compactMap(\.cpuShare).first ?? measured.busyShare {
            ending.detail[.cpuShare] = .number(share)
        }
        // Who waits for work is neither busy nor blocked.
        if let load = exits.lazy.compactMap(\.load).first ?? measured.load, load != "idle", load != "unknown" {
            ending.detail[.load] = .string(load)
        }
        if ending.cause == .watchdogSceneUpdate,
            let direction =
                exits.contains(where: { $0.callback == .background })
                ? "background" : exitText.direction(text) ?? (isOnItsWayBehind ? "background" : nil)
        {
            ending.detail[.direction] = .string(direction)
        }
    }

    /// Whether something shows that the app was entering the background: its callback stands in the calls of the
    /// report, or had begun; or it went there, or the system told last that it is not visible, no longer ago than a
    /// watchdog waits.
    private var isOnItsWayBehind: Bool {
        if exits.contains(where: { $0.callback == .background }) { return true }
        guard let end = exits.first?.moment else { return false }
        func isNew(_ moment: Moment) -> Bool { end.since(moment) <= TimelineWindows.sceneUpdate }
        if run.openCallbacks.contains(where: {
            ($0.name == .appDidEnterBackground || $0.name == .sceneDidEnterBackground) && isNew($0.from)
        }) {
            return true
        }
        guard run.app.current == .background, !run.app.isInferred, let since = run.app.since else { return false }
        // What was launched in the background has not come there.
        return run.app.stretches.count > 1 && isNew(since)
    }
}
