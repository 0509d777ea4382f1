// SPDX-License-Identifier: MIT

import LifelintModel

extension EndingJudge {
    /// The system, a report or the process itself said that it ended.
    func seen() -> Ending {
        guard let primary = mostTelling(of: exits) else { return ending(.unknown, .possible) }
        let text = LoweredText(exits.map(\.text).joined(separator: "\n"))
        let namespace = primary.namespace

        var ending = cause(of: primary, namespace, text)
        if isUnopenedPrewarm, EndingJudge.isOrdinary(ending.cause), !exits.contains(where: \.isReported) {
            let reason = ending.detail.filter { $0.key == .reason }
            ending = self.ending(.prewarmDiscarded, .likely, because: ending.because, detail: reason)
        }
        if ending.cause == .unknown, primary.signal == 9, !primary.isOwnFault, exits.allSatisfy({ $0.guess == nil }) {
            ending.ruledOut += noCrash(ofKill: primary)
        }
        // As many as most have: it would grow three times.
        ending.detail.reserveCapacity(6)
        addFacts(of: primary, namespace, text, to: &ending)
        ending.because = EndingJudge.distinct([primary.evidence] + exits.map(\.evidence) + ending.because)
        return ending
    }

    /// The witness that says most; of equals the earliest.
    func mostTelling(of witnesses: [ExitWitness]) -> ExitWitness? {
        var best: (witness: ExitWitness, rank: Int)?
        for witness in witnesses {
            let rank = rank(witness)
            if best.map({ rank > $0.rank }) ?? true { best = (witness, rank) }
        }
        return best?.witness
    }

    private func cause(of exit: ExitWitness, _ namespace: UInt64?, _ text: LoweredText) -> Ending {
        if run.identity.pid == -1, !saysWhy(exit, namespace) { return ending(.launchFailed, .certain) }
        if namespace == TerminationNamespace.jetsam || (namespace == nil && isJetsam(exit)) { return jetsam(exit) }
        if namespace == TerminationNamespace.signal, let signal = exit.terminatingSignal {
            // What the kernel threw says what the kill was for.
            if signal == 9, exit.isResourceReport, var thrown = resourceLimit(exit) {
                thrown.confidence = min(thrown.confidence, .likely)
                return thrown
            }
            return guarded(exit, namespace) ?? signalled(signal, exit, text)
        }
        if let resource = resourceLimit(exit) { return resource }
        if exit.isVoluntary { return voluntary(exit) }
        if let namespace, let meaning = meanings.meaning(namespace: namespace, code: exit.code, text: text) {
            // Older reports say it in words, and have no code.
            let isSaid = exit.witness == .report && exit.explanation != nil
            let isWhole = exit.code != nil || !meaning.texts.isEmpty || isSaid
            return isWhole ? labelled(meaning, exit) : uncoded(meaning, of: namespace, exit)
        }
        if let meaning = meaningWithoutNamespace(exit, text) {
            var ending = labelled(meaning, exit)
            if exit.witness == .app || exit.namespaceText != nil { ending.confidence = min(ending.confidence, .likely) }
            return ending
        }
        if let ending = ambiguous(exit, text) { return ending }
        if namespace == nil, let ending = unknownLabel(exit) { return ending }
        if let ending = guarded(exit, namespace) { return ending }
        // A part of the system that nobody knows, which kills with SIGKILL as all do; one without a name may be a new one that
        // ends what is the app's own fault.
        if let namespace, namespace > TerminationNamespace.signal, exit.signal ?? exit.waitSignal == 9, !exit.isOwnFault
        {
            return ending(.systemOther, meanings.isNamed(namespace) ? .certain : .likely)
        }
        if let signal = exit.signal ?? exit.waitSignal { return signalled(signal, exit, text) }
        if exit.isOfPrivacy { return ending(.tcc, .certain) }
        if exit.isUnreportedCall { return ending(.voip, .certain) }
        if exit.isThrown || exit.isUncaught {
            // Where an SDK tells no exception, only the call says that there was one.
            return ending(.crashException, exit.isThrown || !exit.isOfSDK ? .certain : .likely)
        }
        if exit.isOwnFault { return faulted(exit, text) }
        if isRefused(exit) || exit.isSceneMandate {
            return ending(.crashAssertion, .certain, detail: [.sceneMandate: .bool(true)])
        }
        if saysItGaveUp(exit) { return ending(.crashAssertion, .likely) }
        if exit.hasCrashed { return ending(exit.isAsserted ? .crashAssertion : .crashSignal, .likely) }
        if let namespace, namespace != TerminationNamespace.none, namespace != TerminationNamespace.signal {
            return ending(.systemOther, meanings.isNamed(namespace) ? .certain : .likely)
        }
        if let status = exit.status, status != 0 { return exitCode(status, exit, text) }
        if exitText.isUncaught(text) { return ending(.crashException, .likely) }
        var ending = unexplained(exit)
        // What it says was not told, so that it may be anything that the system writes one of.
        if ending.cause == .unknown, exits.contains(where: { $0.isReported || $0.isReportOfCrash }) {
            tellReported(in: &ending)
            // No exception has such a code: the system gives it to what it kills.
            if let code = exit.code, code >= 0x1_0000 {
                ending.candidates = [.systemOther, .watchdogOther].map { .init(cause: $0, likelihood: .possible) }
            } else {
                ending.candidates.insert(
                    contentsOf: [.crashSignal, .crashException].map { .init(cause: $0, likelihood: .likely) }, at: 0)
            }
        } else if ending.cause == .unknown, exit.event == .reportCrash, exit.isOfSDK, exit.guess == nil {
            // An SDK saw it crash, and what of is left out.
            ending.candidates.removeAll { $0.cause == .crashSignal || $0.cause == .crashException }
            ending.candidates.insert(
                contentsOf: [.crashSignal, .crashException].map { .init(cause: $0, likelihood: .likely) }, at: 0)
        }
        return ending
    }

    /// Something guarded was misused, and no termination says whether that ended the process.
    ///
    /// Older systems say nothing of it, and newer ones say nothing either where it is a note only: then what was misused, or
    /// the system, tells. A termination may say no more than that it was killed.
    private func guarded(_ exit: ExitWitness, _ namespace: UInt64?) -> Ending? {
        guard exit.exceptionType == "EXC_GUARD", exit.namespaceText == nil || namespace == TerminationNamespace.signal
        else { return nil }
        switch namespace == TerminationNamespace.signal ? exit.terminatingSignal : exit.signal {
        case 9: return ending(.guard, .likely)
        case nil, 0:
            if exit.isGuarded { return ending(.guard, .likely) }
            var ending = ending(.unknown, .possible)
            ending.candidates = [.init(cause: .guard, likelihood: .likely)]
            return ending
        default: return nil
        }
    }

    /// A label that nobody knows: what the kernel threw says more; else all it says is that the system ended the process.
    private func unknownLabel(_ exit: ExitWitness) -> Ending? {
        guard exit.namespaceText != nil, exit.signal ?? 9 == 9 else { return nil }
        if exit.isOwnFault { return ending(.crashSignal, .certain) }
        guard let code = exit.code, code != 0 else { return nil }
        return ending(.systemOther, .likely)
    }

    /// How much a witness says: a label of the system outranks a report of the kernel that tells the kill, that outranks a
    /// signal and an exception, those outrank a reason.
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
        if exit.isThrown || saysItGaveUp(exit) || isRefused(exit), rank < 12 { rank = 12 }
        // That it was killed says less than what for.
        if rank == 0, saysWhatFor(exit) { rank = 14 }
        // Asked to end, and killed for not doing so: that is how it died.
        if exit.code == ExitWitness.watchdogCode, exits.contains(where: \.isRequest) { rank += 5 }
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
    private func saysItGaveUp(_ exit: ExitWitness) -> Bool {
        exit.isCrashInWords && exitText.gaveUp(LoweredText(exit.text))
    }

    /// Whether the system says in the app that it does not launch one that knows no scenes.
    private func isRefused(_ exit: ExitWitness) -> Bool { exitText.isSceneMandate(LoweredText(exit.text)) }

    private func saysWhy(_ exit: ExitWitness, _ namespace: UInt64?) -> Bool {
        namespace ?? TerminationNamespace.none != TerminationNamespace.none || exit.signal != nil
            || exit.exception != nil
    }

    /// Ends that befall processes nobody uses.
    private static func isOrdinary(_ cause: EndingCause) -> Bool {
        switch cause {
        case .reclaimed, .systemPressure, .cleanExit, .unknown, .systemRequest: true
        default: false
        }
    }

    private func addFacts(of exit: ExitWitness, _ namespace: UInt64?, _ text: LoweredText, to ending: inout Ending) {
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
    /// So what is grouped stays together where another report stands beside it. Of copies of one report it is that of the one
    /// which names most calls.
    private func signature(by exit: ExitWitness) -> String? {
        guard let telling = exit.signature == nil ? exits.first(where: { $0.signature != nil }) : exit else {
            return nil
        }
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
        if let load = exits.lazy.compactMap(\.load).first ?? measured.load, load != "idle" {
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

    /// Whether something shows that the app was entering the background: its callback stands in the calls of the report, or had
    /// begun; or it went there, or the system told last that it is not visible, no longer ago than a watchdog waits.
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

    // MARK: What the code says

    /// The system names the part of it that ended the process, and no code.
    ///
    /// Where all codes of that part mean one thing, that is likely; else it is not known.
    private func uncoded(_ meaning: TerminationTable.Meaning, of namespace: UInt64, _ exit: ExitWitness) -> Ending {
        // That the part itself failed is rare.
        let isPlain = table.meanings.allSatisfy {
            !$0.namespaces.contains(namespace) || $0.cause == meaning.cause || $0.cause == .systemOther
        }
        if isPlain {
            var ending = labelled(meaning, exit)
            ending.confidence = min(ending.confidence, .likely)
            return ending
        }
        var ending = unexplained(exit)
        guard ending.cause == .unknown else { return ending }
        ending.candidates = reasons(of: namespace).map { .init(cause: $0, likelihood: .possible) }
        if exit.isReported || exit.isReportOfCrash { excludeUnreported(in: &ending) }
        ending.ruledOut += [.crashSignal, .crashException].map {
            .init(cause: $0, because: "the system says that it ended the process")
        }
        return ending
    }

    /// What a part of the system ends processes for: by its own codes, and where it has large ones also by those that mean one
    /// thing whoever says them.
    private func reasons(of namespace: UInt64) -> [EndingCause] {
        let own = table.meanings.filter { $0.namespaces.contains(namespace) }
        let isInUse = state == .active || state == .inactive
        let shared: [EndingCause] =
            own.contains { $0.codes.contains { $0 >= 0x1_0000 } } ? [.watchdogOther] + (isInUse ? [] : [.fileLock]) : []
        var causes: [EndingCause] = []
        for cause in own.map(\.cause) + shared where !causes.contains(cause) && cause != .systemOther {
            // What is in use needs no background time.
            if cause != .backgroundTask || !isInUse { causes.append(cause) }
        }
        return causes + [.systemOther]
    }

    private func labelled(_ meaning: TerminationTable.Meaning, _ exit: ExitWitness) -> Ending {
        // That it was seen to have ended says nothing of what ended it.
        if meaning.cause == .unknown { return unexplained(exit) }
        var meaning = meaning
        var lines: [EvidenceLine] = []
        if meaning.cause == .watchdogOther, let (named, fact) = watchdogOver(exit) {
            meaning = named
            lines.append(fact.evidence)
        }
        var cause = meaning.cause
        if cause == .debuggerStop, run.isHarnessed { cause = .harnessStop }
        var isProven = meaning.standing != .unproven
        if cause == .systemRequest, let (named, fact) = installation(around: exit.moment) {
            // An installation beside the default terminate names the cause.
            cause = named
            lines.append(fact.evidence)
            isProven = isProven && fact.isProven
        }
        var ending = self.ending(cause, isProven ? .certain : .likely, because: lines)
        // Whoever changes what an app is permitted ends it with the same code.
        if cause == .tcc, !isProven { ending.candidates = [.init(cause: .settingsChange, likelihood: .possible)] }
        if cause == .watchdogOther, meaning.texts.isEmpty, mayBeOfTask { tellTask(in: &ending) }
        if let kind = meaning.kind, cause == meaning.cause { ending.detail[.kind] = .string(kind) }
        // Of the app switcher no report is written.
        if cause == .userQuit, exit.code == ExitWitness.quitCode, exit.event == .reportCrash {
            ending.detail[.kind] = .string("forced")
        }
        if let event = meaning.event { ending.detail[.event] = .string(event) }
        if let trigger = meaning.trigger { ending.detail[.trigger] = .string(trigger) }
        for quote in meaning.quotes where cause == meaning.cause && ending.detail[quote.detail] == nil {
            ending.detail[quote.detail] = exits.lazy.compactMap { exitText.quoted(quote, $0.text) }.first
        }
        if cause == .watchdogExit { ending.detail[.trigger] = ending.detail[.trigger] ?? watchdogExitTrigger(exit) }
        return ending
    }

    /// Whether a watchdog that does not say what it waited for may have waited for a background task: up to iOS 12 those whose
    /// time was over had no other word.
    private var mayBeOfTask: Bool {
        switch state {
        case .background, .suspended: true
        case .launching: false
        default: isBeforeTaskCodes
        }
    }

    /// Nothing of what is in front runs out of background time, and a main thread that waits for work kept no watchdog waiting.
    private func tellTask(in ending: inout Ending) {
        let isInUse = state == .active || state == .inactive
        if !isInUse, isBeforeTaskCodes, exits.contains(where: { $0.load == "idle" }) {
            ending = self.ending(.backgroundTask, .likely, because: ending.because)
            ending.candidates = [.init(cause: .watchdogOther, likelihood: .possible)]
        } else {
            ending.confidence = .likely
            ending.candidates = [.init(cause: .backgroundTask, likelihood: .possible)]
        }
    }

    /// Whether the system is known to be older than codes for background tasks: up to iOS 12.
    private var isBeforeTaskCodes: Bool {
        guard let os = run.identity.os, os.hasPrefix("iPhone") || os.hasPrefix("iOS") || os.first?.isNumber == true,
            let version = VersionNumber(os), let thirteen = VersionNumber("13")
        else { return false }
        return version < thirteen
    }

    /// Which watchdog ended it, where the witnesses of the end do not say that: the system told shortly before what it waited for.
    private func watchdogOver(_ exit: ExitWitness) -> (TerminationTable.Meaning, LastWords.Fact)? {
        guard let over = run.words.watchdogWarning, let kind = over.detail,
            over.moment.isWithin(TimelineWindows.afterEnd, of: exit.moment)
        else { return nil }
        let text = LoweredText(kind + exitText.words[.transgression])
        return meanings.meaning(namespace: nil, code: exit.code, text: text).map { ($0, over) }
    }

    /// What happened to the app's installation about that time.
    func installation(around moment: Moment) -> (EndingCause, PredecessorFacts.Fact)? {
        if let fact = run.facts.uninstall, fact.moment.isWithin(TimelineWindows.inFront, of: moment) {
            return (.uninstalled, fact)
        }
        if let fact = run.facts.appUpdate, fact.isTold, fact.moment.isWithin(TimelineWindows.inFront, of: moment) {
            return (.appUpdate, fact)
        }
        return nil
    }

    /// Somebody asked a process to die that did not.
    private func watchdogExitTrigger(_ exit: ExitWitness) -> Value? {
        if exits.contains(where: { $0.code == ExitWitness.quitCode }) { return .string("userQuit") }
        guard let (cause, _) = installation(around: exit.moment) else { return nil }
        return .string(cause == .appUpdate ? "update" : "uninstall")
    }

    /// A code or a text without its namespace says what it says wherever it has one meaning only.
    private func meaningWithoutNamespace(_ exit: ExitWitness, _ text: LoweredText) -> TerminationTable.Meaning? {
        if exit.namespaceText != nil { return meanings.meaning(namespace: nil, code: exit.code, text: text) }
        guard let code = exit.code, code >= 0x1_0000 else {
            if exit.speaksForItself { return meanings.meaning(ofThrown: text) }
            return text.isEmpty ? nil : meanings.meaning(namespace: nil, code: exit.code, text: text)
        }
        // What was said tells more than the namespaces that the code might be of.
        if let meaning = meanings.meaning(namespace: nil, code: code, text: text), !meaning.texts.isEmpty {
            return meaning
        }
        let found = possibleMeanings(of: code, text)
        guard let first = found.first, found.allSatisfy({ $0.cause == first.cause }) else { return nil }
        return first
    }

    /// What a code may mean whose namespace is not told.
    private func possibleMeanings(of code: UInt64, _ text: LoweredText) -> [TerminationTable.Meaning] {
        let namespaces = Set(table.meanings.filter { $0.codes.contains(code) }.flatMap(\.namespaces))
        return ([nil] + namespaces.sorted().map(Optional.some)).compactMap {
            meanings.meaning(namespace: $0, code: code, text: text)
        }
    }

    /// A code that means one thing in one namespace and another in the next: it is one of these.
    private func ambiguous(_ exit: ExitWitness, _ text: LoweredText) -> Ending? {
        guard exit.namespaceText == nil, let code = exit.code, code >= 0x1_0000 else { return nil }
        var causes: [EndingCause] = []
        for meaning in possibleMeanings(of: code, text) where !causes.contains(meaning.cause) {
            causes.append(meaning.cause)
        }
        guard causes.count > 1 else { return nil }
        var ending = ending(.unknown, .possible)
        ending.candidates = causes.map { Ending.Candidate(cause: $0, likelihood: .possible) }
        return ending
    }
}
