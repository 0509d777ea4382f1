// SPDX-License-Identifier: MIT

import LifelintModel

/// One line or report that says that, and perhaps why, a process ended.
///
/// Why a class: it is asked from many sides, and big to copy.
final class ExitWitness {
    /// When; of a line without a time, when the first tells it that has one, and no earlier than what the app did before it.
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
    /// What the kernel says that the process was doing.
    private(set) var states: [String] = []
    /// All that a report quotes of the termination, beside the sentence that explains it.
    private(set) var context: String?
    /// The kernel's band of priorities that the process was in.
    private(set) var band: Int?
    /// Who used most memory when the kernel was short of it.
    private(set) var largest: String?
    /// The system says that it writes a crash report of it, which may not be at hand.
    private(set) var isReported = false
    /// It tells that the process crashed, and not of what.
    private(set) var hasCrashed = false
    /// Where the thread was that crashed: by the UUIDs of images, offsets in them.
    private var calls: [Substring: [UInt64]] = [:]
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
        isAsked = isHint && ExitWitness.isAsked(event)
        isWatched = ExitWitness.value("watched", of: event) == .bool(true)
        isTimeless = record.isTimeless
        namespaceText = batch.string(.namespace, of: record)
        namespace = ExitWitness.namespace(of: event, settings)
        codeText = batch.string(.code, of: record)
        code = ExitWitness.code(of: event)
        signal = ExitWitness.signal(of: event)
        status = batch.integer(.status, of: record).flatMap { Int(exactly: $0) }
        reason = batch.string(.reason, of: record)
        explanation = (batch.string(.explanation, of: record) ?? batch.string(.message, of: record))
            .map(ExitWitness.shortened)
        exception = batch.string(.exception, of: record)
        byProcess = batch.string(.byProc, of: record)
        isByItself =
            byProcess != nil
            && (byProcess == batch.string(record.process) || ExitWitness.isSentByItself(event))
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
        if record.witness == .kernel || event.name == .reportJetsam { band = ExitWitness.band(of: event) }
        guard record.witness == .report else { return }
        isSceneMandate = batch.bool(.sceneMandate, of: record) == true
        for attribute in batch.attributes(of: record) where attribute.key == .custom {
            switch batch.key(attribute) {
            case "exceptionType": exceptionType = batch.string(attribute.text)
            case "exceptionSubtype": exceptionSubtype = batch.string(attribute.text).map(ExitWitness.shortened)
            case "incident": incident = batch.string(attribute.text)
            case "unnamed": if case .integer(let count)? = batch.value(attribute) { unnamedCalls = count }
            case "load": load = batch.string(attribute.text)
            case "thermal": thermal = batch.string(attribute.text)
            case "callback": callback = batch.string(attribute.text).flatMap(IncidentCallback.init)
            case "states": states = (batch.string(attribute.text) ?? "").split(separator: " ").map(String.init)
            case "context": context = batch.string(attribute.text).map(ExitWitness.shortened)
            case "calls": calls = batch.string(attribute.text).map(ExitWitness.calls) ?? [:]
            case "largest": largest = batch.string(attribute.text)
            case "reported": isReported = true
            case "uncaught": isUncaught = true
            case "crashed": hasCrashed = true
            case "privacy": isOfPrivacy = true
            case "asserted": isAsserted = true
            case "guarded": isGuarded = true
            case "unreportedCall": isUnreportedCall = true
            case "loader": isOfLoader = true
            case "inHandler": isInHandler = true
            case "sdk": isOfSDK = true
            default: break
            }
        }
    }

    /// Whether an event tells of an end that another witness has to tell.
    static func isHint(_ event: EventView) -> Bool {
        event.name == .processState && event.record.attributesCount > 0 && value("ending", of: event) != nil
    }

    /// Whether an event tells that somebody asked for the end of the process.
    static func isAsked(_ event: EventView) -> Bool {
        event.batch.attributes(of: event.record).contains {
            $0.key == .custom && event.batch.key($0) == "ending" && event.batch.string($0.text) == "asked"
        }
    }

    /// Whether it tells of an end that was seen then.
    func tells(ofEndAt end: Moment) -> Bool {
        moment.isWithin(isAsked && moment < end ? TimelineWindows.dying : TimelineWindows.afterEnd, of: end)
    }

    /// Whether the process that sent the signal has the process id of the one that it ended.
    private static func isSentByItself(_ event: EventView) -> Bool {
        event.record.hasPID && number("byPID", of: event).map { $0 == Int64(event.record.pid) } == true
    }

    private static func number(_ name: String, of event: EventView) -> Int64? {
        if case .integer(let number)? = value(name, of: event) { return number }
        return nil
    }

    /// What an event says under a name that is none of the vocabulary's.
    private static func value(_ name: String, of event: EventView) -> Value? {
        let batch = event.batch
        return batch.attributes(of: event.record).first { $0.key == .custom && batch.key($0) == name }
            .flatMap { batch.value($0) }
    }

    /// Whether the kernel's band says for certain that the process was running.
    ///
    /// Nobody who is suspended was a moment before in a band that is in use: that its report tells as well as its line.
    static func isOfRunningBand(_ event: EventView) -> Bool {
        guard let band = band(of: event) else { return false }
        if event.name == .reportJetsam { return band >= leastBandInUse }
        guard event.record.witness == .kernel, let told = runningBand(band) else { return false }
        return told.isRunning && told.confidence == .certain
    }

    private static func band(of event: EventView) -> Int? {
        number("band", of: event).flatMap { Int(exactly: $0) }
    }

    /// Whether the kernel's band says that the process was running; nil where it does not tell.
    ///
    /// Bands count in tens, from 30 on for what runs; on the old scale 3 is the background. 10 stands for the foreground on
    /// the old scale, and for what is nearly idle on the new one. Who is suspended may be kept in some higher ones.
    /// A report tells the band as it was when its list was begun, which may have been a moment before.
    var isRunningBand: (isRunning: Bool, confidence: Confidence)? {
        guard let told = band.flatMap(ExitWitness.runningBand) else { return nil }
        return event == .reportJetsam ? (told.isRunning, .likely) : told
    }

    /// Whether the kernel's band says that the process was not in front: it was idle, ran in the background, or was kept
    /// for a while since it was in front lately (40) or is frozen (75).
    var isOfBandBehind: Bool { band.map { $0 <= 3 || [20, 30, 40, 75].contains($0) } ?? false }

    /// Whether the kernel's band is one in which nobody is kept who is suspended: that of the front, or one close to it.
    var isOfBandInUse: Bool { band.map { $0 >= ExitWitness.leastBandInUse } ?? false }

    /// Whether the kernel tells a kill in such a band.
    static func isOfBandInUse(_ event: EventView) -> Bool {
        event.record.witness == .kernel && band(of: event).map { $0 >= leastBandInUse } ?? false
    }

    private static let leastBandInUse = 80

    private static func runningBand(_ band: Int) -> (isRunning: Bool, confidence: Confidence)? {
        switch band {
        case ...2: return (false, .certain)
        case 3...9: return (true, .likely)
        case 40, 75: return (true, .likely)
        case 30...: return (true, .certain)
        default: return nil
        }
    }

    /// What watchdogs of the system end a process with.
    static let watchdogCode = IncidentTermination.watchdogCode
    /// What the user's quit ends a process with.
    static let quitCode: UInt64 = 0xDEAD_FA11
    /// What an installation, or another request of the system, ends a process with.
    static let requestCode: UInt64 = 0xDEAD_6502

    /// The code of an exit, be it written as a number or not.
    static func code(of event: EventView) -> UInt64? {
        event.batch.integer(.code, of: event.record).map(IncidentTermination.code)
            ?? event.batch.string(.code, of: event.record).flatMap(ExitWitness.number)
    }

    /// The number of the part of the system that an exit names.
    static func namespace(of event: EventView, _ settings: TimelineSettings) -> UInt64? {
        event.batch.string(.namespace, of: event.record).flatMap { settings.meanings.namespace($0) }
    }

    /// The signal that an exit tells, by its number or its name; nil for what is none, or ends no process.
    static func signal(of event: EventView) -> Int? {
        let batch = event.batch
        let number =
            batch.integer(.signal, of: event.record).map { Int(exactly: $0) }
            ?? batch.string(.code, of: event.record).flatMap { SignalNames.number(told: $0) }
        return number.flatMap { SignalNames.ends($0) ? $0 : nil }
    }

    /// The signal that ended the process, where its termination says that one did: its code, else what stands beside it.
    var terminatingSignal: Int? {
        let told = code.flatMap { $0 == 0 ? nil : Int(exactly: $0) } ?? signal ?? status.map { $0 & 0x7F }
        return told.flatMap { SignalNames.ends($0) ? $0 : nil }
    }

    /// Whether a log of the system tells it, by a clock of its own.
    var isToldBySystem: Bool { witness != .app && witness != .uikit && witness != .report && !isTimeless }

    /// Whether what an app tells at that moment came before the end, though the end is dated before it: by the system's clock, or in
    /// the step in which a report tells it.
    func mayFollow(_ moment: Moment) -> Bool {
        isToldBySystem || witness == .report && !isWindowed && guess == nil && isInStep(moment)
    }

    /// Whether the clock that told the end had not gone on by then.
    func isInStep(_ moment: Moment) -> Bool { moment.since(told) < told.resolution }

    /// Whether it says that the process was asked to end.
    var isRequest: Bool { code == ExitWitness.quitCode || code == ExitWitness.requestCode }

    /// A text as reports show it: some quote a whole log.
    private static func shortened(_ text: String) -> String {
        text.utf8.count <= 4 * RunLimits.evidenceText ? text : text.prefix(RunLimits.evidenceText) + "…"
    }

    /// Everything the witness said, for texts to be looked for in.
    var text: String { [explanation, context, reason, exception].compactMap(\.self).joined(separator: "\n") }

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

    /// Whether it is the report of a crash, or the app's own line, of which nothing but words are told: neither an exception
    /// nor a signal.
    var isCrashInWords: Bool {
        (event == .reportCrash || witness == .app) && guess == nil && exceptionType == nil && signal == nil && !isThrown
    }

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

    /// Whether another line may tell the same end: one of the two says nothing of how it was, or both say the same.
    func mayBe(_ other: ExitWitness) -> Bool {
        if isUntold || other.isUntold { return true }
        if isKillAndItsCode(other) { return true }
        if !isOfSignal, isOfSamePart(as: other) == true {
            // The signal that goes with it one may tell, and the other not.
            return code == nil || other.code == nil || code == other.code
        }
        if let ended = terminatingSignal { return ended == other.terminatingSignal }
        return code == other.code && status == other.status && signal == other.signal
    }

    /// Whether one of the two says that SIGKILL ended a process, and the other what for: a kill with a code is one with that
    /// signal.
    private func isKillAndItsCode(_ other: ExitWitness) -> Bool {
        isBareKill && other.isLabelledKill || isLabelledKill && other.isBareKill
    }

    /// Whether all that it says is SIGKILL.
    private var isBareKill: Bool { isOfSignal && !isThrown && terminatingSignal == 9 }

    /// Whether it says what a process was killed for, be it by a code or by the part of the system that did it.
    var isLabelledKill: Bool {
        guard !isThrown, signal ?? 9 == 9 else { return false }
        if isOfNoPart { return isCodeOfKill }
        return namespace != TerminationNamespace.signal
    }

    /// Whether the other says that it was killed for something else: another code, or by another part of the system.
    func isKillForOther(than other: ExitWitness) -> Bool {
        if let code, let told = other.code { return code != told }
        return isOfSamePart(as: other) == false
    }

    /// Whether another part of the system says the same of an end: the same namespace, or signal; or, within a second, one of the
    /// two SIGKILL, and the other what for.
    func isToldAgain(by other: ExitWitness) -> Bool {
        guard witness != other.witness, mayBe(other) else { return false }
        if isKillAndItsCode(other) {
            let apart = other.moment.since(moment)
            return apart > -TimelineWindows.sameEdge && apart < TimelineWindows.sameEdge
        }
        if let isOfSamePart = isOfSamePart(as: other) { return isOfSamePart }
        return terminatingSignal != nil && terminatingSignal == other.terminatingSignal
    }

    private var isUntold: Bool { signal == nil && code == nil && status == nil && !isThrown }

    /// Whether a report that knows no time may tell what it tells, as a crash.
    var mayBeToldAsCrash: Bool {
        if witness == .report { return event == .reportCrash }
        return !isHint && (isThrown || isCodeOfKill || isFault)
    }

    /// What the system ends a process with; signals, and exit codes, are smaller.
    private var isCodeOfKill: Bool { code.map { $0 >= 0x1_0000 } ?? false }

    /// Whether nothing but a signal ended it, as far as is told.
    private var isOfSignal: Bool { namespaceText == nil || namespace == TerminationNamespace.signal }

    /// Whether it names no part of the system, or says that none ended it.
    private var isOfNoPart: Bool { namespaceText == nil || namespace == TerminationNamespace.none }

    /// Whether both name the same part of the system, whatever they call it; nil where one of them names none.
    private func isOfSamePart(as other: ExitWitness) -> Bool? {
        guard let namespaceText, let told = other.namespaceText else { return nil }
        if namespace != nil || other.namespace != nil { return namespace == other.namespace }
        return namespaceText == told
    }

    /// Whether a log tells the end that the report of a crash tells: by the same signal, by the same code of the system, or by an
    /// exception.
    func tellsEnd(of crash: ExitWitness) -> Bool {
        guard witness != .report, mayBeToldAsCrash, !isRequest else { return false }
        if isCodeOfKill || crash.isCodeOfKill { return code == crash.code }
        guard crash.isOfSignal, let ended = crash.terminatingSignal else { return false }
        return isThrown ? ended == SignalNames.abort : terminatingSignal == ended
    }

    /// Whether it tells another end than the report of a crash does: of what both say of it, something differs.
    ///
    /// Of what ended a process for its own fault one may know the signal and another what the kernel threw. That somebody asked
    /// for the end, or merely supposes it, rules nothing out.
    func rulesOut(_ crash: ExitWitness) -> Bool {
        guard crash.event == .reportCrash, isProven, !isHint, !isSupposed, !isRequest, !isWatched else { return false }
        guard witness == .report else { return isOtherEnd(than: crash) }
        if event == .reportJetsam { return crash.isFault }
        return event == .reportCrash && isOtherCrash(than: crash)
    }

    /// Whether a log tells an end that no process has which crashed so.
    private func isOtherEnd(than crash: ExitWitness) -> Bool {
        if tellsEnd(of: crash) { return contradicts(crash) }
        if contradicts(crash) || isVoluntary || reason == "exit" { return true }
        if crash.isCodeOfKill { return isCodeOfKill || isFault }
        guard crash.isOfSignal, let ended = crash.terminatingSignal else { return false }
        if isThrown { return ended != SignalNames.abort }
        guard isOfSignal else { return true }
        return terminatingSignal.map { !ExitWitness.areAlike($0, ended) } ?? false
    }

    /// Whether two reports tell two crashes.
    private func isOtherCrash(than crash: ExitWitness) -> Bool {
        func differ<Value: Equatable>(_ left: Value?, _ right: Value?) -> Bool {
            left != nil && right != nil && left != right
        }
        if differ(exception, crash.exception) || !isOfSDK && differ(code, crash.code) { return true }
        if exception != nil, exception == crash.exception { return false }
        if let signal, let other = crash.signal {
            if !ExitWitness.areAlike(signal, other) { return true }
        } else if differ(exceptionType, crash.exceptionType) {
            return true
        }
        return isElsewhere(than: crash)
    }

    /// Whether two signals may be told of one fault: a bad access is either of two, by who tells it.
    private static func areAlike(_ left: Int, _ right: Int) -> Bool {
        left == right || badAccesses.contains(left) && badAccesses.contains(right)
    }

    private static let badAccesses = [10, 11]

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

    /// Whether both tell where in an image the thread was that crashed, and have no place in common.
    ///
    /// Some tell the call, and some where it returns to, which is behind it.
    func isElsewhere(than other: ExitWitness) -> Bool {
        let common = calls.keys.filter { other.calls[$0] != nil }
        return !common.isEmpty
            && !common.contains { image in
                (calls[image] ?? []).contains { offset in
                    (other.calls[image] ?? []).contains {
                        max(offset, $0) - min(offset, $0) <= ExitWitness.callLength
                    }
                }
            }
    }

    /// No call is longer, in bytes.
    private static let callLength: UInt64 = 8

    /// Whether both name an exception, and not the same.
    func contradicts(_ crash: ExitWitness) -> Bool {
        guard let exception, let other = crash.exception else { return false }
        return witness != .report && exception != other
    }

    /// The signal in a wait(2) status, as launchd and RunningBoard write it.
    var waitSignal: Int? {
        guard let status, status > 0, status <= 0xFF, status & 0x7F != 0, reason != "exit", witness == .runningboard,
            event == .processExit, codeText != nil
        else { return nil }
        return SignalNames.ends(status & 0x7F) ? status & 0x7F : nil
    }

    /// The signal that its status may mean, where the status may as well be an exit code: nobody says which, and it is not the
    /// app's own word, which tells of no kill.
    var possibleSignal: Int? {
        status.flatMap { ExitWitness.possibleSignal(inStatus: Int64($0), reason: reason, witness) }
    }

    private static func possibleSignal(inStatus status: Int64, reason: String?, _ witness: WitnessClass) -> Int? {
        guard status > 0, status <= 0xFF, reason != "exit", witness != .app else { return nil }
        let signal = Int(status & 0x7F)
        return SignalNames.ends(signal) ? signal : nil
    }

    /// Whether a record says that it ends nothing: simulated, non-fatal, or asked for by the user.
    static func endsNothing(_ event: EventView) -> Bool {
        event.batch.bool(.fatal, of: event.record) == false || event.batch.bool(.simulated, of: event.record) == true
    }

    /// Whether the kernel says of a process that it played or recorded.
    var isAudible: Bool { states.contains("audio") }

    /// Whether the kernel's report says that nobody needed the process, and no more of its state.
    var isIdle: Bool { event == .reportJetsam && states.contains("idle") && reportedState == nil }

    /// The state in which the kernel's report says that it found the process.
    var reportedState: IncidentState? { event == .reportJetsam ? IncidentState(jetsamStates: Set(states)) : nil }

    /// The state in which a report says that the process ended.
    static func reportedState(_ event: EventView) -> AppState? {
        if let told = event.batch.string(.appState, of: event.record) { return AppState(rawValue: told) }
        guard event.name == .reportJetsam else { return nil }
        return IncidentState(jetsamStates: Set(jetsamStates(of: event))).flatMap { AppState(rawValue: $0.rawValue) }
    }

    /// The words in which a jetsam report says what the process was doing.
    private static func jetsamStates(of event: EventView) -> [String] {
        let batch = event.batch
        for attribute in batch.attributes(of: event.record)
        where attribute.key == .custom && batch.key(attribute) == "states" {
            return (batch.string(attribute.text) ?? "").split(separator: " ").map(String.init)
        }
        return []
    }

    /// Whether an event is the system's word on a process that ran: it played or recorded, was not suspended, or used more of
    /// something than only what runs can use.
    static func isOfRunning(_ event: EventView) -> Bool {
        switch event.name {
        case .cpuViolation, .wakeupsViolation, .diskWritesViolation: return true
        case .reportResource, .reportCrash:
            guard event.name == .reportResource || value("exceptionType", of: event) == .string("EXC_RESOURCE") else {
                return false
            }
            let kind = event.batch.string(.kind, of: event.record).flatMap(ResourceUse.Kind.init)
            return [.cpu, .wakeups, .diskWrites].contains(kind) && event.batch.bool(.windowed, of: event.record) != true
        case .reportJetsam: break
        default: return false
        }
        let states = Set(jetsamStates(of: event))
        if states.contains("audio") { return true }
        return IncidentState(jetsamStates: states).map { $0 != .suspended } ?? false
    }

    /// Whether an event says that the process was killed from outside, as a suspended one can be: one that crashed, or
    /// exited by itself, was running.
    static func isKill(_ event: EventView, _ settings: TimelineSettings) -> Bool {
        guard RunMachine.isExit(event) else { return false }
        let batch = event.batch
        let code = batch.integer(.code, of: event.record)
        let signal = ExitWitness.signal(of: event)
        if let text = batch.string(.namespace, of: event.record) {
            switch settings.meanings.namespace(text) {
            case TerminationNamespace.signal:
                let told = code.flatMap { $0 == 0 ? nil : Int(exactly: $0) } ?? signal
                return told == 9 || told == 15
            case TerminationNamespace.none: break
            default: return true
            }
        }
        if let signal { return signal == 9 || signal == 15 }
        let reason = batch.string(.reason, of: event.record)
        if code == nil, let status = batch.integer(.status, of: event.record),
            let signal = possibleSignal(inStatus: status, reason: reason, event.record.witness)
        {
            return signal == 9 || signal == 15
        }
        if batch.attribute(.status, of: event.record) != nil || batch.attribute(.exception, of: event.record) != nil {
            return false
        }
        // No exception has such a code: the system gives it to what it kills.
        if let code, IncidentTermination.code(code) >= 0x1_0000 { return true }
        return reason != "voluntary" && reason != "exit" && code != 0 && event.name != .reportCrash
    }

    /// Whether an event says that the process ended by a fault of its own, for which it has to run.
    static func isCrash(_ event: EventView, _ settings: TimelineSettings) -> Bool {
        guard RunMachine.isExit(event) else { return false }
        if event.record.witness == .report, isThrownAtCaller(event) { return true }
        guard !isKill(event, settings) else { return false }
        if event.name == .reportCrash { return true }
        let batch = event.batch
        let isOfSignal = namespace(of: event, settings) == TerminationNamespace.signal
        let code = batch.integer(.code, of: event.record).flatMap { Int(exactly: $0) }
        return signal(of: event) != nil || isOfSignal && code.map(SignalNames.ends) == true
            || batch.attribute(.exception, of: event.record) != nil
            || batch.bool(.thrown, of: event.record) == true
    }

    /// Whether a report tells, beside whoever ended the process, what only a thread that runs gets: a signal of a fault, or an
    /// exception of the kernel for what it did.
    private static func isThrownAtCaller(_ event: EventView) -> Bool {
        if let signal = signal(of: event), signal != 9, !SignalNames.asks(signal) { return true }
        guard case .string(let type)? = value("exceptionType", of: event) else { return false }
        return type == "EXC_GUARD" || IncidentException.faults.contains(type)
    }

    /// A number, in decimal or after 0x, or behind its name: `SIGSEGV(11)`, `force-quit(0xfbfbfbfb)`; a signal by its name
    /// alone, too.
    private static func number(_ text: String) -> UInt64? {
        if text.last == ")", let open = text.lastIndex(of: "(") {
            return number(String(text[text.index(after: open)...].dropLast()))
        }
        if let signal = SignalNames.number(told: text) { return UInt64(signal) }
        let lowered = text.lowercased()
        if lowered.hasPrefix("0x") { return UInt64(lowered.dropFirst(2), radix: 16) }
        return UInt64(lowered)
    }
}
