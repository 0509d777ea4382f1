// SPDX-License-Identifier: MIT

import LifelintModel

/// What a report tells, as events: when its process began, what became of it, and what was recorded on the way.
struct IncidentEvents {
    /// An event in the making.
    struct Event {
        var time: IncidentTime
        var name: String
        var witness = WitnessClass.report
        var attributes: [(key: String, value: Value)] = []
        /// Which half of what took time it is, where that is known.
        var phase = EventPhase.missing
        var place: IncidentPlace
        /// It is the crash that the report is of, or the beginning of what crashed, or was recorded in that.
        var isOfCrash = false
        /// Another process than that of the report.
        var process: (name: String, pid: Int32?, host: ProcessHost)?
        /// It befell a daemon that had nothing to do.
        var isOfIdleDaemon = false
    }

    /// The events, in no order.
    private(set) var events: [Event] = []
    private let report: IncidentReport
    /// What reports of its format are like.
    private let traits: InputTraits
    /// What words mean.
    private let words: CompiledVocabulary
    /// What reads the texts of terminations: made when one is told, since most reports have none.
    private var texts: TerminationTexts { words.terminationTexts }

    init(_ report: consuming IncidentReport, _ words: CompiledVocabulary) {
        traits = IncidentParsers.traits(of: report.format)
        self.report = report
        self.words = words
        events.reserveCapacity(self.report.events.count + 2)
        addRecorded()
        switch self.report.kind {
        case .crash: addEnd()
        case .fault:
            addFault()
            if self.report.resource != nil { addResource() }
        case .jetsam: addVictims()
        case .resource: addResource()
        case .hang: addHang()
        case .panic, .forcedReset: addPanic()
        case .launch: addLaunch()
        case .session: if self.report.guess != nil { addEnd("process.exit") } else { addSession() }
        case .stackshot, .metrics, .other: break
        }
    }

    /// When it happened: what the report says of it, else when it was written.
    private var time: IncidentTime? { report.captured ?? report.written }

    /// The place that says most about what happened.
    private var tellingPlace: IncidentPlace {
        report.termination?.place ?? report.exception?.place ?? report.endsNothing?.place ?? time?.place ?? report.place
    }

    // MARK: What was recorded

    private mutating func addRecorded() {
        let begun = begunWithoutID
        for event in report.events {
            var attributes = event.attributes
            if let age = begun.map({ event.time.time.nanoseconds.subtractingClamped($0) }), age >= 0 {
                attributes.append(("age", .duration(age)))
            }
            events.append(
                Event(
                    time: event.time, name: event.name, witness: .app, attributes: attributes, place: event.place,
                    isOfCrash: begun != nil))
        }
    }

    /// Whether the report tells when its process crashed, as it saw that.
    private var isCrashSeen: Bool { report.kind == .crash && report.captured != nil && report.guess == nil }

    /// When a process began whose id is not told, as far as the report tells that: what was recorded in it is of no
    /// older one.
    private var begunWithoutID: Int64? {
        guard isCrashSeen, report.process.pid == nil, let captured = report.captured else { return nil }
        return report.launched?.time.nanoseconds
            ?? report.age.map { captured.time.nanoseconds.subtractingClamped($0) }
    }

    /// How old a process was whose id is not told.
    private var ageOfBegun: Int64? {
        guard let begun = begunWithoutID, let captured = report.captured else { return nil }
        let age = captured.time.nanoseconds.subtractingClamped(begun)
        return age >= 0 ? age : nil
    }

    /// - Parameter isOfCrash: the report tells when the process crashed, too.
    private mutating func addStart(isOfCrash: Bool = false) {
        guard var launched = report.launched, let end = time else { return }
        if launched.time > end.time {
            // A coarse clock tells the end as the beginning of its step, in which all of the process's life may lie.
            guard launched.time.nanoseconds.subtractingClamped(end.time.nanoseconds) < end.time.resolution else {
                return
            }
            launched.time = end.time
        }
        var attributes: [(key: String, value: Value)] = []
        if report.process.isSimulated == true { attributes.append(("simulator", .bool(true))) }
        if report.process.isDebugged == true { attributes.append(("debugger", .bool(true))) }
        if report.appState?.isPrewarmed == true { attributes.append(("intent", .string("prewarm"))) }
        events.append(
            Event(
                time: launched, name: "process.launch", attributes: attributes, place: launched.place,
                isOfCrash: isOfCrash))
    }

    /// A file that says whose session it is, and when it began: what became of it stands in others.
    private mutating func addSession() {
        guard report.process.bundle != nil, time == nil, let launched = report.launched else { return }
        let attributes: [(key: String, value: Value)] =
            report.process.isSimulated == true ? [("simulator", .bool(true))] : []
        events.append(Event(time: launched, name: "process.launch", attributes: attributes, place: launched.place))
    }

    // MARK: The end of a process

    private mutating func addEnd(_ name: String = "report.crash") {
        guard let time else { return }
        let isOfCrash = isCrashSeen
        addStart(isOfCrash: isOfCrash)
        if report.isHungAtEnd, report.captured != nil { addLastHang(time) }
        addScheduledTask()
        events.append(
            Event(time: time, name: name, attributes: endAttributes, place: tellingPlace, isOfCrash: isOfCrash))
    }

    /// What the app did wrong about a scheduled task, where it ended for the exception that says so.
    private mutating func addScheduledTask() {
        // Who names no exception tells what it said as last words.
        if report.exception?.reason == nil, report.applicationInformation.isEmpty { return }
        guard let time = report.captured, report.endsNothing == nil, let exception = report.exception else { return }
        let reasons = [exception.reason].compactMap(\.self) + lastWords
        guard let told = reasons.lazy.compactMap(texts.scheduledTask).first else { return }
        var attributes = Attributes()
        attributes.add("task", told.task)
        if !told.isProven { attributes.add("proven", .bool(false)) }
        // Not behind the end, which it led to.
        let place = exception.place.offset < tellingPlace.offset ? exception.place : tellingPlace
        events.append(Event(time: time, name: told.event.text, attributes: attributes.list, place: place))
    }

    /// The hang that the process did not come out of: it began as long before as it was watched, and has no end of its
    /// own.
    private mutating func addLastHang(_ time: IncidentTime) {
        var begin = time
        let earliest = time.time.nanoseconds.subtractingClamped(report.duration ?? 0)
        let nanoseconds = max(earliest, min(report.launched?.time.nanoseconds ?? .min, time.time.nanoseconds))
        begin.time = Timestamp(nanoseconds: nanoseconds, digits: time.time.digits)
        events.append(
            Event(
                time: begin, name: "hang", attributes: [("fatal", .bool(true))], phase: .begin,
                place: report.guess?.place ?? time.place))
    }

    private mutating func addFault() {
        guard let time else { return }
        addStart()
        let attributes = endAttributes + [(key: "fatal", value: Value.bool(false))]
        events.append(Event(time: time, name: "report.crash", attributes: attributes, place: tellingPlace))
    }

    /// Everything that the report says of an end.
    private var endAttributes: [(key: String, value: Value)] {
        var attributes = Attributes()
        attributes.add("bugType", report.bugType)
        attributes.add(.incident, report.incident)
        attributes.add("ordinal", report.ordinal.map { .integer(Int64($0)) })
        if let termination = report.termination { add(termination, to: &attributes) }
        if let exception = report.exception { add(exception, to: &attributes) }
        if !report.lastExceptionBacktrace.isEmpty || isReasonThrown { attributes.add("thrown", .bool(true)) }
        attributes.add("explanation", explanation)
        if let context = report.termination?.explanation, texts.sentence(in: context) != context {
            attributes.add(.context, context)
        }
        attributes.add("role", report.process.role)
        let isRolePast = isRolePast
        attributes.add("appState", isRolePast ? nil : IncidentState(report, words.states)?.rawValue)
        if report.appState?.isLaunchTimed == true { attributes.add("launchTimer", .bool(true)) }
        // What an SDK saw when it wrote the report, and not what it concluded later.
        if report.guess == nil || report.captured != nil, report.appState?.isLaunching != true {
            attributes.add("state", report.appState.flatMap(IncidentState.init)?.rawValue)
        }
        if report.termination?.watchdog == nil, let state = report.appState, state.isInForeground == true,
            IncidentState(state) == nil
        {
            attributes.add("visibility", "Foreground")
        }
        if report.termination?.watchdog == nil, report.appState == nil, !isRolePast {
            attributes.add("visibility", visibilityOfRole)
        }
        attributes.add("sdkGuess", report.guess?.text)
        attributes.add("age", (report.age ?? ageOfBegun).map(Value.duration))
        if traits.contains(.ofSDK) { attributes.add(.sdk, .bool(true)) }
        attributes.add("locked", report.device.isLocked.map(Value.bool))
        if let mark = report.mark(Demangler.demangle, namespace: words.namespaceName) {
            attributes.add("signature", mark.signature)
            attributes.add("frame", mark.call)
            if mark.unnamed > 0 { attributes.add(.unnamed, .integer(Int64(mark.unnamed))) }
            // An exception was thrown elsewhere than where the process ended for it: two reports may tell two places of
            // one.
            if !isOfPeriod, report.lastExceptionBacktrace.isEmpty, let offset = mark.offset,
                let uuid = report.process.sliceUUID
            {
                attributes.add(.calls, "\(IncidentEvents.plain(uuid)) +\(offset)")
            }
        }
        attributes.add("carried", report.carriedCall(Demangler.demangle))
        if isToldToHaveCrashed { attributes.add(.crashed, .bool(true)) }
        if isOfPeriod { attributes.add(.calls, windowedCalls) }
        attributes.add("thread", faultingThread.flatMap { $0.isNumbered ? .integer(Int64($0.number)) : nil })
        attributes.add("threadName", faultingThread.flatMap { $0.isNumbered ? nil : $0.name })
        attributes.add("waitedIn", waitedIn)
        attributes.add(.callback, report.callback?.rawValue)
        switch report.tellingCall?.meaning {
        case .sceneMandate: attributes.add("sceneMandate", .bool(true))
        case .uncaught: attributes.add(.uncaught, .bool(true))
        case .privacy: attributes.add(.privacy, .bool(true))
        case .assertion: attributes.add(.asserted, .bool(true))
        case .unreportedCall: attributes.add(.unreportedCall, .bool(true))
        case .loader: attributes.add(.loader, .bool(true))
        case nil: break
        }
        if report.isOfHandler { attributes.add(.inHandler, .bool(true)) }
        if report.isOfHandler || isCutBeforeReason || isCutBeforeCalls { attributes.add("proven", .bool(false)) }
        if words.endsByGuard(report.exception, system: report.device.system) { attributes.add(.guarded, .bool(true)) }
        if report.endsNothing != nil { attributes.add("simulated", .bool(true)) }
        if report.process.isSimulated == true { attributes.add("simulator", .bool(true)) }
        if report.process.isDebugged == true { attributes.add("debugger", .bool(true)) }
        attributes.add("kind", resourceKind)
        if let use = report.resource, use.kind == .memory { attributes.add("limit", use.limitValue) }
        if report.captured == nil { attributes.add("windowed", .bool(true)) }
        return attributes.list
    }

    /// Where the thread was that crashed in a payload that tells it of a day: the UUIDs of images, each with the
    /// offsets of calls in it; in the app's own code, where the payload says what that is.
    private var windowedCalls: String? {
        guard report.lastExceptionBacktrace.isEmpty, let thread = faultingThread else { return nil }
        var images: [(uuid: String, calls: String)] = []
        var length = 0
        for frame in thread.frames {
            guard let offset = frame.imageOffset, report.process.name == nil || report.isOwn(frame),
                let place = frame.imageIndex, report.images.indices.contains(place),
                let uuid = report.images[place].uuid
            else { continue }
            let call = " +" + String(offset)
            length += call.utf8.count
            // Longer ones are of what calls itself.
            if length > IncidentEvents.longestCalls { return nil }
            if let place = images.firstIndex(where: { $0.uuid == uuid }) {
                images[place].calls += call
            } else {
                images.append((uuid, call))
            }
        }
        return images.isEmpty
            ? nil : images.map { IncidentEvents.plain($0.uuid) + $0.calls }.joined(separator: " ")
    }

    private static let longestCalls = 2_048

    /// The digits of a UUID, which some write with dashes and in capitals.
    private static func plain(_ uuid: String) -> String {
        String(decoding: uuid.lowercased().utf8.filter { $0 != 0x2D }, as: UTF8.self)
    }

    /// Whether nothing is left of a report but that the process gave up: what for stands behind that, and where.
    private var isCutBeforeReason: Bool {
        guard report.isPartial, report.exception?.type == "EXC_CRASH", report.exception?.reason == nil else {
            return false
        }
        let number = report.exception?.signalNumber ?? SystemNumbers.signalNumber(report.exception?.signal)
        // That it was aborted stands in reports of exceptions, too.
        return number == 6 && report.threads.isEmpty && report.lastExceptionBacktrace.isEmpty
            && report.applicationInformation.allSatisfy { texts.isNoteOfAbort($0.text) }
    }

    /// Whether the calls are missing that tell a failed check from a fault: both end in one instruction.
    private var isCutBeforeCalls: Bool {
        report.isPartial && report.triggeredThread == nil && report.tellingCall == nil
            && report.lastExceptionBacktrace.isEmpty && lastWords.isEmpty && report.exception?.reason == nil
            && ["EXC_BREAKPOINT", "EXC_BAD_INSTRUCTION"].contains(report.exception?.type)
    }

    /// Whether a report names the thread that crashed, and of what crashed it nothing, though it would tell of an
    /// exception, unless somebody left that out, which the calls show.
    private var isToldToHaveCrashed: Bool {
        guard traits.contains(.marksCrashes), report.endsNothing == nil, report.exception == nil,
            let thread = report.threads.first(where: \.isTriggered)
        else { return false }
        return !thread.frames.contains { $0.symbol.map { TextSearch.contains($0, "xception") } ?? false }
    }

    /// The system tells what an exception said that nobody caught: of other crashes it tells no reason.
    private var isReasonThrown: Bool { traits.contains(.tellsThrownReasons) && report.exception?.reason != nil }

    /// The thread that crashed, or that threw.
    private var faultingThread: IncidentThread? {
        guard let place = report.triggeredThread, report.threads.indices.contains(place) else { return nil }
        return report.threads[place]
    }

    /// Whether the role is one that the process had before: it was ended for what befalls nothing in front.
    private var isRolePast: Bool {
        guard report.appState == nil, report.termination?.watchdog == nil, let code = report.termination?.code,
            words.befallsOnlyBehind(code)
        else { return false }
        return words.states.tells(.roleFront, report.process.role)
    }

    /// What the role of a process says of where it was.
    private var visibilityOfRole: String? {
        report.isInFrontByRole(words.states).map { $0 ? "Foreground" : "Background" }
    }

    /// What there was too much of, where that is what was thrown.
    private var resourceKind: String? {
        if let resource = report.resource { return resource.kind.rawValue }
        guard report.exception?.type == "EXC_RESOURCE" else { return nil }
        let kind = ResourceKind.ofSubtype(report.exception?.subtype ?? "")
        return kind == .other ? nil : kind.rawValue
    }

    private func add(_ termination: IncidentTermination, to attributes: inout Attributes) {
        attributes.add("namespace", termination.namespace.map(IncidentEvents.namespace))
        if let code = termination.code, let signed = Int32(exactly: Int64(bitPattern: code)), signed < 0 {
            // A number with a sign would be taken for one of 32 bits.
            attributes.add("code", "0x" + String(code, radix: 16))
        } else if let code = termination.code {
            attributes.add("code", .integer(Int64(bitPattern: code)))
        } else {
            attributes.add("code", termination.codeText)
        }
        attributes.add("indicator", termination.indicator)
        attributes.add("byProc", sender(of: termination))
        guard let watchdog = termination.watchdog else {
            if termination.isOfWatchdog { attributes.add(.load, loadOfCalls) }
            return
        }
        attributes.add("allowance", watchdog.allowance.map(Value.duration))
        attributes.add("visibility", watchdog.watchdogVisibility ?? watchdog.processVisibility ?? visibilityOfRole)
        attributes.add("cpuShare", (watchdog.busyShare ?? watchdog.statedShare).map(Value.number))
        // An app that waits for work computes as little as one that is blocked.
        attributes.add(.load, loadOfCalls ?? watchdog.load)
        attributes.add(.thermal, watchdog.thermal)
        if watchdog.thermalState != nil {
            attributes.add("thermalLevel", watchdog.thermalLevel.map { .integer(Int64($0)) })
        }
    }

    /// Who ended the process, by the whole name where it is the process itself: there the kernel cuts names.
    ///
    /// Of another one that was gone before its name could be looked up the report knows the process id alone.
    private func sender(of termination: IncidentTermination) -> String? {
        if termination.byProcess == nil, let by = termination.byPID, by > 0, let pid = report.process.pid, by != pid {
            return "process \(by)"
        }
        guard let sender = termination.byProcess else { return nil }
        // Where nobody knows what the process is called, it may be this one.
        guard let name = report.process.name else {
            return words.isOfSystem(named: sender.utf8) ? sender : nil
        }
        guard let pid = report.process.pid, termination.byPID == pid, name.hasPrefix(sender) else { return sender }
        return name
    }

    private func add(_ exception: IncidentException, to attributes: inout Attributes) {
        attributes.add(.exceptionType, exception.type)
        attributes.add(.exceptionSubtype, exception.subtype)
        let number = exception.signalNumber ?? SystemNumbers.signalNumber(exception.signal)
        // Who has a field for it writes 0 where there was none.
        attributes.add("signal", number.flatMap { $0 == 0 ? nil : Value.integer(Int64($0)) })
        attributes.add("exception", exception.name)
    }

    /// The sentences that say why, each once.
    private var explanation: String? {
        // Where the system says it in no words, the name of the call is quoted that says why; SDKs put there what the
        // kernel threw, or what the process gave up with. An exception said something else.
        if let call = report.tellingCall, call.meaning != .uncaught, report.termination?.explanation == nil,
            saysNothing(beside: call),
            call.meaning != .assertion || report.exception?.message.map(texts.gaveUp) != true
        {
            if texts.telling.namesNoReason(call.symbol) { return nil }
            return texts.telling.sentence(of: call.symbol) ?? Demangler.demangle(call.symbol) ?? call.symbol
        }
        // Most reports have none.
        if report.termination?.explanation == nil, report.exception?.reason == nil, report.exception?.message == nil,
            report.applicationInformation.isEmpty
        {
            return nil
        }
        var sentences: [String] = []
        let exception = report.exception
        // An exception that nobody caught is told in its own words: who ended the process for it, and who noted it,
        // says them again.
        if let name = exception?.name, let reason = exception?.reason,
            report.termination?.namespace.map(TerminationNamespace.isSignal) ?? true
        {
            return IncidentEvents.words(of: reason, named: name).singleSpaced
        }
        let reason = exception?.reason.map { reason in
            exception?.name.map { "\($0): \(IncidentEvents.words(of: reason, named: $0))" } ?? reason
        }
        // Where it is known what an exception said, the rest only tells that it ended the process.
        let words = reason == nil ? lastWords.map { Optional($0) } : []
        for text in [report.termination?.explanation.map { texts.sentence(in: $0) }, reason, exception?.message]
            + words
        {
            guard let text, !text.isEmpty, !sentences.contains(where: { TextSearch.contains($0, text) }) else {
                continue
            }
            sentences.append(text)
        }
        return sentences.isEmpty ? nil : sentences.joined(separator: "; ").singleSpaced
    }

    /// What an exception said, without its name: that is told beside it, and some begin with it once more.
    private static func words(of reason: String, named name: String) -> String {
        var rest = reason[...]
        while rest.hasPrefix(name), case let behind = rest.dropFirst(name.count), behind.hasPrefix(": ") {
            rest = behind.dropFirst(2)
        }
        return rest.isEmpty ? reason : String(rest)
    }

    /// Whether nothing was said beside what a call says by its name: that the process was aborted, a call for a rule of
    /// the system brings with it.
    private func saysNothing(beside call: IncidentTellingCall) -> Bool {
        let isOfRule = [.unreportedCall, .privacy, .sceneMandate].contains(call.meaning)
        return lastWords.allSatisfy { isOfRule && texts.isNoteOfAbort($0) }
    }

    /// What the report has of the process's last words, without what says nothing of its end.
    private var lastWords: [String] {
        report.applicationInformation.lazy.map(\.text).filter { !texts.isNoteOfStart($0) }
    }

    /// What the main thread was doing when a watchdog ended the process: its innermost call, by its name, else by its
    /// place.
    private var waitedIn: String? {
        guard report.termination?.watchdog != nil, let call = report.threads.first(where: \.isMain)?.frames.first else {
            return nil
        }
        if isMainThreadFree { return "its run loop, waiting for something to do" }
        if mayMainThreadBeFree { return nil }
        if let symbol = call.symbol { return Demangler.demangle(symbol) ?? symbol }
        guard let image = call.image, let offset = call.imageOffset, image != "???" else { return nil }
        return "\(image) + \(offset)"
    }

    /// Whether the main thread had nothing to do when the report was written: it waited in the run loop, and of the app
    /// nothing but its beginning had called that.
    private var isMainThreadFree: Bool {
        guard let main = report.threads.firstIndex(where: \.isMain), report.triggeredThread ?? main == main,
            case let calls = report.threads[main].frames, texts.telling.waitsForWork(calls)
        else { return false }
        let own = calls.lazy.filter { report.isOwn($0) }.prefix(IncidentReport.signatureFrames)
        return !own.isEmpty
            && own.allSatisfy {
                $0.isBeginning || $0.symbol.map { $0 == "main" || $0.contains("$main") } ?? (own.count == 1)
            }
    }

    /// What the calls of the main thread say of its load, whatever was measured: nothing to do, or that nobody knows.
    private var loadOfCalls: String? { isMainThreadFree ? "idle" : mayMainThreadBeFree ? "unknown" : nil }

    /// Whether the report ends among the calls of the main thread, which waited for a message: what for stands behind
    /// that.
    private var mayMainThreadBeFree: Bool {
        guard report.isPartial, let last = report.threads.last, last.isMain else { return false }
        return texts.telling.mayWaitForWork(last.frames) && !last.frames.contains { report.isOwn($0) }
    }

    /// A namespace by its name or its number in decimal: `<0xF>` is 15.
    private static func namespace(_ text: String) -> String {
        TerminationNamespace.number(text).map { String($0) } ?? text
    }

    // MARK: Ends of several processes

    private mutating func addVictims() {
        guard let snapshot = report.jetsam, let date = time else { return }
        let states = words.states
        let hasOldBands = states.bands.areOld(snapshot.processes.lazy.compactMap(\.priority))
        for process in snapshot.processes {
            let isDaemon = states.tells(.jetsamDaemon, anyOf: process.states)
            // A daemon that goes on says nothing about any app.
            if process.reason == nil, isDaemon { continue }
            let isIdle = states.tells(.jetsamIdle, anyOf: process.states)
            let state = IncidentState(jetsamStates: process.states, states)
            var attributes = Attributes()
            attributes.add("bugType", report.bugType)
            attributes.add(.incident, report.incident)
            attributes.add("reason", process.reason)
            if process.reason?.isEmpty == true { attributes.add("namespace", TerminationNamespace.jetsamName) }
            attributes.add(.states, process.states.isEmpty ? nil : process.states.joined(separator: " "))
            attributes.add("appState", state?.rawValue)
            // Where a state of an app is told, or that nobody used it, that says more.
            if process.reason != nil, state == nil, !isIdle, !hasOldBands {
                attributes.add(.band, process.priority.map { .integer(Int64($0)) })
            }
            attributes.add("footprint", snapshot.footprint(of: process).flatMap { Int64(exactly: $0) }.map(Value.bytes))
            attributes.add(.largest, snapshot.largest(besides: process))
            if process.reason != nil {
                attributes.add("age", process.age.flatMap { IncidentEvents.nanoseconds(ofTicks: $0) })
            }
            let end = snapshot.killTime(of: process, date: date.time) ?? date.time
            events.append(
                Event(
                    time: IncidentTime(
                        process.reason == nil ? date.time : end, isZoneAssumed: date.isZoneAssumed, at: date.place),
                    name: "report.jetsam", attributes: attributes.list, place: process.place,
                    process: (process.name, process.pid, isDaemon ? .system : .missing),
                    isOfIdleDaemon: isDaemon && isIdle))
        }
    }

    /// A time in ticks, of which there are 24 million in a second.
    private static func nanoseconds(ofTicks ticks: UInt64) -> Value? {
        let (product, overflow) = ticks.multipliedReportingOverflow(by: 125)
        return overflow ? nil : Int64(exactly: product / 3).map(Value.duration)
    }

    // MARK: What did not end, or not only, a process

    private mutating func addResource() {
        guard let time, let use = report.resource else { return }
        let isBare = saysNoMoreThanItsNumber
        if isBare, namesNobody { return }
        addStart()
        var attributes = Attributes()
        if isBare { attributes.add("proven", .bool(false)) }
        attributes.add("bugType", report.bugType)
        attributes.add(.incident, report.incident)
        attributes.add("kind", use.kind.rawValue)
        attributes.add("fatal", use.isFatal.map(Value.bool))
        if isOfPeriod { attributes.add("windowed", .bool(true)) }
        if report.isMadeUp { attributes.add("simulated", .bool(true)) }
        attributes.add("explanation", use.sentence)
        attributes.add("appState", use.wasFrontmost.map { $0 ? "active" : "background" })
        attributes.add("limit", use.limitValue)
        attributes.add("value", use.used.map { use.value($0) })
        events.append(Event(time: time, name: "report.resource", attributes: attributes.list, place: use.place))
    }

    /// Whether all that is told of its time is a period in which it was.
    private var isOfPeriod: Bool { report.captured == nil && report.period != nil }

    /// Whether all that is left of it is that such a report was written: what it says of a process is concluded from
    /// that.
    private var saysNoMoreThanItsNumber: Bool {
        let use = report.resource
        return report.isPartial && report.exception == nil && report.reason == nil && report.duration == nil
            && report.threads.isEmpty && use?.sentence == nil && use?.used == nil && use?.limit == nil
    }

    private var namesNobody: Bool {
        report.process.bundle == nil && report.process.name == nil && report.process.pid == nil
    }

    /// The report is of the end of the hang: with the time that it took, its begin is known.
    private mutating func addHang() {
        guard let time else { return }
        let isBare = saysNoMoreThanItsNumber
        if isBare, namesNobody { return }
        addStart()
        var attributes = Attributes()
        if isBare { attributes.add("proven", .bool(false)) }
        if traits.contains(.ofSDK) { attributes.add("sdk", .bool(true)) }
        attributes.add("bugType", report.bugType)
        attributes.add(.incident, report.incident)
        attributes.add("fatal", .bool(false))
        attributes.add("explanation", explanation)
        attributes.add("duration", report.duration.map(Value.duration))
        if report.captured == nil { attributes.add("windowed", .bool(true)) }
        if report.isMadeUp { attributes.add("simulated", .bool(true)) }
        events.append(
            Event(
                time: time, name: "report.hang", attributes: attributes.list,
                phase: report.duration == nil ? .missing : .end, place: tellingPlace))
    }

    private mutating func addLaunch() {
        guard let time else { return }
        var attributes = Attributes()
        attributes.add("kind", "launch")
        attributes.add("fatal", .bool(false))
        attributes.add("value", report.duration.map(Value.duration))
        if isOfPeriod { attributes.add("windowed", .bool(true)) }
        events.append(Event(time: time, name: "report.hang", attributes: attributes.list, place: tellingPlace))
    }

    private mutating func addPanic() {
        guard let time else { return }
        var attributes = Attributes()
        attributes.add("bugType", report.bugType)
        attributes.add("kind", report.kind.rawValue)
        attributes.add("explanation", report.panic?.text)
        var event = Event(
            time: time, name: "report.panic", attributes: attributes.list, place: report.panic?.place ?? time.place)
        event.process = ("", nil, .missing)
        events.append(event)
    }
}

extension ResourceUse {
    /// What was allowed, in its unit.
    fileprivate var limitValue: Value? { limit.map { value($0) } }

    fileprivate func value(_ amount: Double) -> Value {
        guard kind == .memory || kind == .diskWrites else { return .number(amount) }
        return .bytes(Int64(exactly: amount.rounded()) ?? .max)
    }
}

/// Attributes in the making: what is missing is left out.
private struct Attributes {
    private(set) var list: [(key: String, value: Value)] = []

    init() { list.reserveCapacity(16) }

    mutating func add(_ key: ReportAttribute, _ value: Value?) { add(key.rawValue, value) }

    mutating func add(_ key: ReportAttribute, _ text: String?) { add(key.rawValue, text) }

    mutating func add(_ key: String, _ value: Value?) {
        guard let value else { return }
        list.append((key, value))
    }

    mutating func add(_ key: String, _ text: String?) {
        guard let text, !text.isEmpty else { return }
        list.append((key, .string(text)))
    }
}
