// SPDX-License-Identifier: MIT

import LifelintModel

/// What an event says of an end, asked before it is known whose witness it is.
extension EventView {
    // MARK: What it is

    /// Whether it tells of an end that another witness has to tell.
    var isHintOfEnd: Bool { name == .processState && record.attributesCount > 0 && value(named: "ending") != nil }

    /// Whether it tells that somebody asked for the end of the process.
    var isAskedToEnd: Bool { tells(ending: "asked") }

    /// Whether it tells that somebody hears no more of the process, and not why.
    var isLostToEnd: Bool { tells(ending: "lost") }

    private func tells(ending word: String) -> Bool {
        batch.attributes(of: record).contains {
            $0.key == .custom && batch.equals($0.keyText, "ending") && batch.equals($0.text, word)
        }
    }

    /// Whether it says that it ends nothing: simulated, non-fatal, or asked for by the user.
    private var endsNothing: Bool {
        batch.bool(.fatal, of: record) == false || batch.bool(.simulated, of: record) == true
    }

    /// Whether it says that the process is gone, as ``isExit`` knows.
    var tellsExit: Bool {
        switch name {
        case .processExit, .reportCrash: !endsNothing
        case .processState: batch.holds("notRunning", as: record.task)
        // A process that was never started has the pid −1.
        case .processLaunch: record.pid == -1
        // Only the entries with a reason were killed, and those of which all that is told is that the kernel did it.
        case .reportJetsam:
            (batch.string(.reason, of: record) ?? batch.string(.namespace, of: record)) != nil
                && !endsNothing
        case .reportResource: batch.bool(.fatal, of: record) == true && !endsNothing
        default: false
        }
    }

    /// Whether it says that the process was killed from outside, as a suspended one can be: one that crashed, or exited
    /// by itself, was running.
    func isKill(_ settings: TimelineSettings) -> Bool {
        guard RunMachine.isExit(self) else { return false }
        let code = batch.integer(.code, of: record)
        if let text = batch.string(.namespace, of: record) {
            switch settings.meanings.namespace(text) {
            case TerminationNamespace.signal:
                let told = code.flatMap { $0 == 0 ? nil : Int(exactly: $0) } ?? exitSignal
                return told == 9 || told == 15
            case TerminationNamespace.none: break
            default: return true
            }
        }
        if let exitSignal { return exitSignal == 9 || exitSignal == 15 }
        let reason = batch.string(.reason, of: record)
        if code == nil, let status = batch.integer(.status, of: record),
            let signal = ExitWitness.possibleSignal(inStatus: status, reason: reason, record.witness)
        {
            return signal == 9 || signal == 15
        }
        if batch.attribute(.status, of: record) != nil || batch.attribute(.exception, of: record) != nil {
            return false
        }
        // No exception has such a code: the system gives it to what it kills.
        if let code, IncidentTermination.code(code) >= 0x1_0000 { return true }
        return reason != "voluntary" && reason != "exit" && code != 0 && name != .reportCrash
    }

    /// Whether it says that the process ended by a fault of its own, for which it has to run.
    func isCrash(_ settings: TimelineSettings) -> Bool {
        guard RunMachine.isExit(self) else { return false }
        if record.witness == .report, isThrownAtCaller { return true }
        guard !isKill(settings) else { return false }
        if name == .reportCrash { return true }
        let isOfSignal = terminationNamespace(settings) == TerminationNamespace.signal
        let code = batch.integer(.code, of: record).flatMap { Int(exactly: $0) }
        return exitSignal != nil || isOfSignal && code.map(SignalNames.ends) == true
            || batch.attribute(.exception, of: record) != nil || batch.bool(.thrown, of: record) == true
    }

    /// Whether a report tells, beside whoever ended the process, what only a thread that runs gets: a signal of a
    /// fault, or an exception of the kernel for what it did.
    private var isThrownAtCaller: Bool {
        if let exitSignal, exitSignal != 9, !SignalNames.asks(exitSignal) { return true }
        guard case .string(let type)? = value(of: .exceptionType) else { return false }
        return type == "EXC_GUARD" || IncidentException.faults.contains(type)
    }

    // MARK: What it tells of a process that ran

    /// Whether it is the system's word on a process that ran: it played or recorded, was not suspended, or used more of
    /// something than only what runs can use.
    func isOfRunning(_ settings: TimelineSettings) -> Bool {
        switch name {
        case .cpuViolation, .wakeupsViolation, .diskWritesViolation: return true
        case .reportResource, .reportCrash:
            guard name == .reportResource || value(of: .exceptionType) == .string("EXC_RESOURCE") else {
                return false
            }
            let kind = batch.string(.kind, of: record).flatMap(ResourceUse.Kind.init)
            return [.cpu, .wakeups, .diskWrites].contains(kind) && batch.bool(.windowed, of: record) != true
        case .reportJetsam: break
        default: return false
        }
        let (states, words) = (jetsamStates, settings.stateWords.value)
        if words.tells(.jetsamAudible, anyOf: states) { return true }
        return IncidentState(jetsamStates: states, words).map { $0 != .suspended } ?? false
    }

    /// Whether the kernel's band says for certain that the process was running.
    ///
    /// Nobody who is suspended was a moment before in a band that is in use: that its report tells as well as its line.
    func isOfRunningBand(_ settings: TimelineSettings) -> Bool {
        guard name == .reportJetsam || record.witness == .kernel, let band = kernelBand else { return false }
        let bands = settings.stateWords.value.bands
        if name == .reportJetsam { return bands.isInUse(band) }
        guard let told = bands.running(band) else { return false }
        return told.isRunning && told.confidence == .certain
    }

    /// Whether the kernel tells a kill in a band in which nobody is kept who is suspended.
    func isOfBandInUse(_ settings: TimelineSettings) -> Bool {
        guard record.witness == .kernel, let band = kernelBand else { return false }
        return settings.stateWords.value.bands.isInUse(band)
    }

    /// Whether the kernel tells a kill in the band of what is in front.
    func isOfFrontBand(_ settings: TimelineSettings) -> Bool {
        record.witness == .kernel && kernelBand == settings.stateWords.value.bands.front
    }

    /// The kernel's band of priorities that the process was in.
    var kernelBand: Int? { integer(named: ReportAttribute.band.rawValue).flatMap { Int(exactly: $0) } }

    /// The state in which a report says that the process ended.
    func reportedState(_ words: Deferred<ProcessStateWords>) -> AppState? {
        if let told = batch.string(.appState, of: record) { return AppState(rawValue: told) }
        guard name == .reportJetsam else { return nil }
        let states = jetsamStates
        if states.isEmpty { return nil }
        return IncidentState(jetsamStates: states, words.value).flatMap { AppState(rawValue: $0.rawValue) }
    }

    /// The words in which a jetsam report says what the process was doing.
    var jetsamStates: [String] {
        guard case .string(let states)? = value(of: .states) else { return [] }
        return states.split(separator: " ").map(String.init)
    }

    // MARK: How it ended

    /// The code of an exit, be it written as a number or not.
    var terminationCode: UInt64? {
        batch.integer(.code, of: record).map(IncidentTermination.code)
            ?? batch.string(.code, of: record).flatMap(EventView.number)
    }

    /// The number of the part of the system that an exit names, however it is written.
    func terminationNamespace(_ settings: TimelineSettings) -> UInt64? {
        batch.string(.namespace, of: record).flatMap { settings.meanings.namespace($0) }
    }

    /// The signal that an exit tells, by its number or its name; nil for what is none, or ends no process.
    var exitSignal: Int? {
        let number =
            batch.integer(.signal, of: record).map { Int(exactly: $0) }
            ?? batch.string(.code, of: record).flatMap { SignalNames.number(told: $0) }
        return number.flatMap { SignalNames.ends($0) ? $0 : nil }
    }

    /// The job of launchd that an exit tells of.
    var job: String? {
        if case .string(let job)? = value(named: "job") { return job }
        return nil
    }

    /// Whether the process that sent the signal has the process id of the one that it ended.
    var isSentByItself: Bool { record.hasPID && integer(named: "byPID").map { $0 == Int64(record.pid) } == true }

    /// A number, in decimal or after 0x, or behind its name: `SIGSEGV(11)`, `force-quit(0xfbfbfbfb)`; a signal by its
    /// name alone, too.
    private static func number(_ text: String) -> UInt64? {
        if text.last == ")", let open = text.lastIndex(of: "(") {
            return number(String(text[text.index(after: open)...].dropLast()))
        }
        if let signal = SignalNames.number(told: text) { return UInt64(signal) }
        let lowered = text.lowercased()
        if lowered.hasPrefix("0x") { return UInt64(lowered.dropFirst(2), radix: 16) }
        return UInt64(lowered)
    }

    // MARK: Names that are none of the vocabulary's

    /// What it says under a name that is none of the vocabulary's.
    func value(named name: String) -> Value? {
        batch.attributes(of: record).first { $0.key == .custom && batch.equals($0.keyText, name) }
            .flatMap { batch.value($0) }
    }

    private func value(of key: ReportAttribute) -> Value? { value(named: key.rawValue) }

    private func integer(named name: String) -> Int64? {
        if case .integer(let number)? = value(named: name) { return number }
        return nil
    }
}
