// SPDX-License-Identifier: MIT

import LifelintModel

/// What the codes and the words of a termination mean, by the table.
extension EndingJudge {
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

    /// What a part of the system ends processes for: by its own codes, and where it has large ones also by those that
    /// mean one thing whoever says them.
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

    /// A part of the system ended it, with a code of its own, or in words.
    func meant(byNamespaceOf exit: ExitWitness, _ text: LoweredText) -> Ending? {
        guard let namespace = exit.namespace,
            let meaning = meanings.meaning(namespace: namespace, code: exit.code, text: text)
        else { return nil }
        // Older reports say it in words, and have no code.
        let isSaid = exit.witness == .report && exit.explanation != nil
        let isWhole = exit.code != nil || !meaning.texts.isEmpty || isSaid
        return isWhole ? labelled(meaning, exit) : uncoded(meaning, of: namespace, exit)
    }

    /// A code or a text that means one thing, whoever says it: less is proven where that is the app, or somebody nobody
    /// knows.
    func meant(byWordsOf exit: ExitWitness, _ text: LoweredText) -> Ending? {
        guard let meaning = meaningWithoutNamespace(exit, text) else { return nil }
        var ending = labelled(meaning, exit)
        // The call in which PushKit gives the reason says the same.
        if ending.cause == .voip, exits.contains(where: \.isUnreportedCall) { return ending }
        if exit.witness == .app || exit.namespaceText != nil { ending.confidence = min(ending.confidence, .likely) }
        return ending
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
        if cause == .userQuit, exit.code == TerminationCode.quit, exit.event == .reportCrash {
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

    /// Whether a watchdog that does not say what it waited for may have waited for a background task: up to iOS 12
    /// those whose time was over had no other word.
    private var mayBeOfTask: Bool {
        switch state {
        case .background, .suspended: true
        case .launching: false
        default: isBeforeTaskCodes
        }
    }

    /// Nothing of what is in front runs out of background time, and a main thread that waits for work kept no watchdog
    /// waiting.
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
        guard let os = run.identity.os, DeviceFamily(system: os) == .phone || os.first?.isNumber == true,
            let version = VersionNumber(os), let thirteen = VersionNumber("13")
        else { return false }
        return version < thirteen
    }

    /// Which watchdog ended it, where the witnesses of the end do not say that: the system told shortly before what it
    /// waited for.
    func watchdogOver(_ exit: ExitWitness) -> (TerminationTable.Meaning, LastWords.Fact)? {
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

    /// What a witness says of the end, by itself.
    func meaning(of exit: ExitWitness) -> TerminationTable.Meaning? {
        meanings.meaning(namespace: exit.namespace, code: exit.code, text: LoweredText(exit.text))
    }

    /// Who asked a process to die that did not: what the request means, be it by its code or in words.
    private func watchdogExitTrigger(_ exit: ExitWitness) -> Value? {
        let meanings = exits.compactMap { meaning(of: $0) }
        if let trigger = meanings.lazy.compactMap(\.trigger).first { return .string(trigger) }
        let told = meanings.lazy.map(\.cause).first { $0 == .appUpdate || $0 == .uninstalled }
        guard let cause = installation(around: exit.moment)?.0 ?? told else { return nil }
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
    func ambiguous(_ exit: ExitWitness, _ text: LoweredText) -> Ending? {
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
