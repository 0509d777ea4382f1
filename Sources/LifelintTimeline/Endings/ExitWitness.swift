// SPDX-License-Identifier: MIT

import LifelintModel

/// One line or report that says that, and perhaps why, a process ended: what it says of that.
///
/// Why a class: it is asked from many sides, and big to copy.
final class ExitWitness {
    /// When; of a line without a time, when the first tells it that has one, and no earlier than what the app did
    /// before it.
    var moment: Moment
    /// Its line names nobody, and says alone what the process was killed for.
    var isOfNobody = false
    /// When, as it was told.
    let told: Moment
    let witness: WitnessClass
    let event: EventName
    let evidence: EvidenceLine
    /// Its wording is known to say that the process ended.
    let isProven: Bool
    /// It names the process by its id, and not merely the app.
    let namesPID: Bool
    /// It names the app by its bundle id.
    let namesApp: Bool
    /// It tells what the process is to end for, or what was left of it, and not that it ended: another witness has to.
    let isHint: Bool
    /// Somebody asked for the end, which may be refused.
    let isAsked: Bool
    /// Somebody hears no more of the process: mostly it has ended.
    let isLost: Bool
    /// A debugger saw it happen: its own stop is told without a reason for it.
    let isWatched: Bool
    /// Its line has no time, and stands at that of the line before.
    let isTimeless: Bool
    /// The part of the system that it names, as it was told: one that nobody knows has no number.
    let namespaceText: String?
    /// The number of that part, however it was written.
    let namespace: UInt64?
    let codeText: String?
    let code: UInt64?
    let signal: Int?
    let status: Int?
    let reason: String?
    let explanation: String?
    let exception: String?
    let byProcess: String?
    /// The job of launchd that it tells of: each launch of an app in a simulator has its own.
    let job: String?
    /// The process itself, as who tells it calls it, is named as the sender.
    let isByItself: Bool
    let path: String?
    let kind: String?
    /// The background task that it names.
    let name: String?
    /// The time that it was allowed, in nanoseconds.
    let allowance: Int64?
    /// The memory that was allowed, in bytes.
    let limit: Int64?
    /// It happened some time before its time, which is that of a payload or a file.
    let isWindowed: Bool
    /// An exception of a language was thrown, named or not.
    let isThrown: Bool
    /// What the kernel threw: `EXC_BAD_ACCESS`.
    private(set) var exceptionType: String?
    /// What it was of that: `LAUNCH_HANG`.
    private(set) var exceptionSubtype: String?
    /// What an SDK supposes: a candidate, never a cause.
    let guess: String?
    let signature: String?
    /// Which report it is: copies of one, with and without the names of calls, have it in common.
    private(set) var incident: String?
    /// Of how many calls that the signature is made of no name is sure.
    private(set) var unnamedCalls: Int64 = 0
    /// The innermost call of the main thread that a watchdog found.
    let waitedIn: String?
    private(set) var cpuShare: Double?
    private(set) var load: String?
    private(set) var thermal: String?
    /// Which callback a report found the process in.
    private(set) var callback: IncidentCallback?
    /// Whether the kernel says of a process that it played or recorded.
    private(set) var isAudible = false
    /// Whether it says that the process ran, in front or not.
    private(set) var isAtWork = false
    /// Whether the kernel's report says that nobody needed the process, and no more of its state.
    private(set) var isIdle = false
    /// The state in which the kernel's report says that it found the process.
    private(set) var reportedState: IncidentState?
    /// All that a report quotes of the termination, beside the sentence that explains it.
    private(set) var context: String?
    /// Whether the kernel's band says that the process was running; nil where it does not tell.
    ///
    /// A report tells the band as it was when its list was begun, which may have been a moment before.
    private(set) var isRunningBand: (isRunning: Bool, confidence: Confidence)?
    /// Whether the kernel's band says that the process was not in front.
    private(set) var isOfBandBehind = false
    /// Whether the kernel's band is one in which nobody is kept who is suspended.
    private(set) var isOfBandInUse = false
    /// Who used most memory when the kernel was short of it.
    private(set) var largest: String?
    /// The system says that it writes a crash report of it, which may not be at hand.
    private(set) var isReported = false
    /// It tells that the process crashed, and not of what.
    private(set) var hasCrashed = false
    /// Where the thread was that crashed: by the UUIDs of images, offsets in them.
    private(set) var calls: [Substring: [UInt64]] = [:]
    /// It ended in the call in which the system ends an app that knows no scenes.
    private(set) var isSceneMandate = false
    /// It ended in the call in which the system ends an app that does not say what it asks for private data for.
    private(set) var isOfPrivacy = false
    /// It ended in what a check that failed calls.
    private(set) var isAsserted = false
    /// What it misused is guarded, and the kernel ends a process for that.
    private(set) var isGuarded = false
    /// It ended in the call in which PushKit ends an app that reports no call for a push.
    private(set) var isUnreportedCall = false
    /// It ended in the call in which the loader ends a process.
    private(set) var isOfLoader = false
    /// It ended in the call in which a framework ends a process for an exception that nobody caught.
    private(set) var isUncaught = false
    /// It befell a handler of crashes, and what the process crashed of before is not told.
    private(set) var isInHandler = false
    /// An SDK wrote the report, inside of the app.
    private(set) var isOfSDK = false

    init(_ event: EventView, inputs: InputNames, settings: TimelineSettings) {
        let batch = event.batch
        let record = event.record
        moment = event.moment
        told = event.moment
        witness = record.witness
        self.event = event.name
        evidence = event.evidence(inputs)
        isProven = event.isProven
        namesPID = record.hasPID
        namesApp = record.app.isPresent
        isHint = event.name == .processState && !batch.holds("notRunning", as: record.task)
        isAsked = isHint && event.isAskedToEnd
        isLost = isHint && event.isLostToEnd
        isWatched = event.value(named: "watched") == .bool(true)
        isTimeless = record.isTimeless
        namespaceText = batch.string(.namespace, of: record)
        namespace = event.terminationNamespace(settings)
        codeText = batch.string(.code, of: record)
        code = event.terminationCode
        signal = event.exitSignal
        status = batch.integer(.status, of: record).flatMap { Int(exactly: $0) }
        reason = batch.string(.reason, of: record)
        explanation = (batch.string(.explanation, of: record) ?? batch.string(.message, of: record))
            .map(ExitWitness.shortened)
        exception = batch.string(.exception, of: record)
        byProcess = batch.string(.byProc, of: record)
        job = event.job
        isByItself =
            byProcess != nil
            && (byProcess == batch.string(record.process) || event.isSentByItself)
        path = batch.string(.path, of: record)
        kind = batch.string(.kind, of: record)
        name = batch.string(.name, of: record)
        allowance = batch.integer(.allowance, of: record)
        limit = batch.integer(.limit, of: record)
        isWindowed = batch.bool(.windowed, of: record) == true
        isThrown = exception != nil || batch.bool(.thrown, of: record) == true
        guess = batch.string(.sdkGuess, of: record)
        signature = batch.string(.signature, of: record)
        waitedIn = batch.string(.waitedIn, of: record)
        if let share = batch.attribute(.cpuShare, of: record), share.kind == .number { cpuShare = share.number }
        if record.witness == .kernel || event.name == .reportJetsam, let band = event.kernelBand {
            takeBand(band, settings.stateWords.value.bands)
        }
        if record.witness == .report { takeReport(event, settings) } else { takeCall(event) }
    }

    /// Takes the call in which a framework ends a process, where a console tells it.
    private func takeCall(_ event: EventView) {
        for attribute in event.batch.attributes(of: event.record)
        where attribute.key == .custom && event.batch.reportKey(attribute) == .unreportedCall {
            isUnreportedCall = true
        }
    }

    /// Takes what only reports tell.
    private func takeReport(_ event: EventView, _ settings: TimelineSettings) {
        let batch = event.batch
        let record = event.record
        isSceneMandate = batch.bool(.sceneMandate, of: record) == true
        for attribute in batch.attributes(of: record) where attribute.key == .custom {
            guard let key = batch.reportKey(attribute) else { continue }
            switch key {
            case .exceptionType: exceptionType = batch.string(attribute.text)
            case .exceptionSubtype: exceptionSubtype = batch.string(attribute.text).map(ExitWitness.shortened)
            case .incident: incident = batch.string(attribute.text)
            case .unnamed: if case .integer(let count)? = batch.value(attribute) { unnamedCalls = count }
            case .load: load = batch.string(attribute.text)
            case .thermal: thermal = batch.string(attribute.text)
            case .callback: callback = batch.string(attribute.text).flatMap(IncidentCallback.init)
            case .states: takeStates(event.jetsamStates, settings.stateWords.value)
            case .context: context = batch.string(attribute.text).map(ExitWitness.shortened)
            case .calls: calls = batch.string(attribute.text).map(ExitWitness.calls) ?? [:]
            case .largest: largest = batch.string(attribute.text)
            case .reported: isReported = true
            case .uncaught: isUncaught = true
            case .crashed: hasCrashed = true
            case .privacy: isOfPrivacy = true
            case .asserted: isAsserted = true
            case .guarded: isGuarded = true
            case .unreportedCall: isUnreportedCall = true
            case .loader: isOfLoader = true
            case .inHandler: isInHandler = true
            case .sdk: isOfSDK = true
            // The kernel's lines tell it, too.
            case .band: break
            }
        }
    }

    /// Takes the kernel's band of priorities that the process was in.
    private func takeBand(_ band: Int, _ bands: JetsamBands) {
        isRunningBand = bands.running(band).map { event == .reportJetsam ? ($0.isRunning, .likely) : $0 }
        isOfBandBehind = bands.isBehind(band)
        isOfBandInUse = bands.isInUse(band)
    }

    /// Takes what the kernel says that the process was doing.
    private func takeStates(_ states: [String], _ words: ProcessStateWords) {
        isAudible = words.tells(.jetsamAudible, anyOf: states)
        isAtWork = words.tells(.jetsamAtWork, anyOf: states)
        guard event == .reportJetsam else { return }
        reportedState = IncidentState(jetsamStates: states, words)
        isIdle = reportedState == nil && words.tells(.jetsamIdle, anyOf: states)
    }

    /// Whether it tells of an end that was seen then.
    func tells(ofEndAt end: Moment) -> Bool {
        moment.isWithin(isAsked && moment < end ? TimelineWindows.dying : TimelineWindows.afterEnd, of: end)
    }

    /// The signal that ended the process, where its termination says that one did: its code, else what stands beside
    /// it.
    var terminatingSignal: Int? {
        let told = code.flatMap { $0 == 0 ? nil : Int(exactly: $0) } ?? signal ?? status.map { $0 & 0x7F }
        return told.flatMap { SignalNames.ends($0) ? $0 : nil }
    }

    /// Whether a log of the system tells it, by a clock of its own.
    var isToldBySystem: Bool { witness != .app && witness != .uikit && witness != .report && !isTimeless }

    /// Whether what an app tells at that moment came before the end, though the end is dated before it: by the system's
    /// clock, or in the step in which a report tells it.
    func mayFollow(_ moment: Moment) -> Bool {
        isToldBySystem || witness == .report && !isWindowed && guess == nil && isInStep(moment)
    }

    /// Whether the clock that told the end had not gone on by then.
    func isInStep(_ moment: Moment) -> Bool { moment.since(told) < told.resolution }

    /// Whether it says that the process was asked to end.
    var isRequest: Bool { code == TerminationCode.quit || code == TerminationCode.request }

    /// A text as reports show it: some quote a whole log.
    private static func shortened(_ text: String) -> String {
        text.utf8.count <= 4 * RunLimits.evidenceText ? text : text.prefix(RunLimits.evidenceText) + "…"
    }

    /// Everything the witness said, for texts to be looked for in.
    var text: String {
        var text: String?
        // Mostly it is one alone.
        for part in [explanation, context, reason, exception] {
            guard let part else { continue }
            text = text.map { $0 + "\n" + part } ?? part
        }
        return text ?? ""
    }

    /// Whether it says that a signal ended the process that only a fault of its own brings.
    var isFault: Bool {
        let told = namespace == TerminationNamespace.signal ? terminatingSignal : signal
        return told.map { $0 != 9 && !SignalNames.asks($0) && $0 != SignalNames.processorTime } ?? false
    }

    /// Whether it is the kernel's report of a resource of which the process took too much.
    var isResourceReport: Bool {
        event == .reportResource || event == .reportCrash && exceptionType == "EXC_RESOURCE"
    }

    /// Whether a fault of the process itself stands beside the signal that ended it.
    var isOwnFault: Bool { exceptionType.map(IncidentException.faults.contains) ?? false }

    /// Whether it is the system's report of a crash: of many ends it writes none.
    var isReportOfCrash: Bool { event == .reportCrash && guess == nil && !isOfSDK }

    /// Whether it is the report of a crash, or the app's own line, of which nothing but words are told: neither an
    /// exception nor a signal.
    var isCrashInWords: Bool {
        (event == .reportCrash || witness == .app) && guess == nil && exceptionType == nil && signal == nil && !isThrown
    }

    /// Whether nothing but what the process itself printed tells it: that may be a quotation, whatever it says.
    var isPrinted: Bool { witness == .app && !isSupposed }

    /// Whether it is what an SDK concludes at the next launch, of which it knows no time but when it last saw the app.
    var isSupposed: Bool { event == .processExit && guess != nil }

    /// Whether what it says may be the words of the process, which ended by a fault of its own.
    var speaksForItself: Bool {
        guard witness == .report || witness == .app || witness == .uikit else { return false }
        if let signal, signal == 9 || signal == 15 { return false }
        return signal != nil || isThrown
    }

    /// Whether it says that the process ended by itself, and well.
    var isVoluntary: Bool {
        guard isOfNoPart, signal == nil, exception == nil else { return false }
        if let status, status != 0 { return false }
        if let code, code != 0 { return false }
        return reason == "voluntary" || code == 0 || status == 0
    }

    /// Killed by SIGKILL, or nothing said at all.
    var isUnlabelledKill: Bool {
        exception == nil && isOfSignal && (signal ?? 9) == 9 && (code ?? 9) == 9 && status == nil
    }

    /// Whether it says that SIGKILL ended the process, and not what for.
    var isPlainKill: Bool {
        if namespace == TerminationNamespace.signal { return terminatingSignal == 9 }
        return namespaceText == nil && signal == 9 && (code ?? 9) == 9
    }

    /// Whether it says what a process was killed for, be it by a code or by the part of the system that did it.
    var isLabelledKill: Bool {
        guard !isThrown, signal ?? 9 == 9 else { return false }
        if isOfNoPart { return isCodeOfKill }
        return namespace != TerminationNamespace.signal
    }

    /// Whether a report that knows no time may tell what it tells, as a crash.
    var mayBeToldAsCrash: Bool {
        if witness == .report { return event == .reportCrash }
        return !isHint && (isThrown || isCodeOfKill || isFault)
    }

    /// What the system ends a process with; signals, and exit codes, are smaller.
    var isCodeOfKill: Bool { code.map { $0 >= 0x1_0000 } ?? false }

    /// Whether nothing but a signal ended it, as far as is told.
    var isOfSignal: Bool { namespaceText == nil || namespace == TerminationNamespace.signal }

    /// Whether it names no part of the system, or says that none ended it.
    var isOfNoPart: Bool { namespaceText == nil || namespace == TerminationNamespace.none }

    /// By the UUIDs of images, the offsets in them that a text lists behind each.
    private static func calls(_ text: String) -> [Substring: [UInt64]] {
        var calls: [Substring: [UInt64]] = [:]
        var image: Substring = ""
        for word in text.split(separator: " ") {
            if word.first != "+" {
                image = word
            } else if let offset = UInt64(word.dropFirst()) {
                calls[image, default: []].append(offset)
            }
        }
        return calls
    }

    /// The signal in a wait(2) status, as launchd and RunningBoard write it.
    var waitSignal: Int? {
        guard let status, status > 0, status <= 0xFF, status & 0x7F != 0, reason != "exit", witness == .runningboard,
            event == .processExit, codeText != nil
        else { return nil }
        return SignalNames.ends(status & 0x7F) ? status & 0x7F : nil
    }

    /// The signal that its status may mean, where the status may as well be an exit code: nobody says which, and it is
    /// not the app's own word, which tells of no kill.
    var possibleSignal: Int? {
        status.flatMap { ExitWitness.possibleSignal(inStatus: Int64($0), reason: reason, witness) }
    }

    /// The signal that a status may mean which somebody tells, with that reason.
    static func possibleSignal(inStatus status: Int64, reason: String?, _ witness: WitnessClass) -> Int? {
        guard status > 0, status <= 0xFF, reason != "exit", witness != .app else { return nil }
        let signal = Int(status & 0x7F)
        return SignalNames.ends(signal) ? signal : nil
    }
}
