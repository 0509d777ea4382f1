// SPDX-License-Identifier: MIT

import LifelintModel

/// What was said shortly before a run ended that may explain how it ended.
struct LastWords {
    /// A fact with its line.
    struct Fact {
        var moment: Moment
        var evidence: EvidenceLine
        var detail: String?
        var number: Int64?
        /// Who told it.
        var witness: WitnessClass
        /// RunningBoard told it: the key is that of an assertion, which names nothing.
        var isOfAssertion: Bool { witness == .runningboard }
        /// It had come about by then, and nobody tells when.
        var isPast = false
        /// A log that tells of it lost something soon after it, which may tell that what it speaks of was over.
        var mayBeOver = false
        /// Its wording is known to mean this.
        var isProven = true
    }

    var willTerminate: Fact?
    /// Until when the app was at its termination, where that is told: the end of willTerminate, or the time of a plain
    /// line of it; nil while it goes on.
    private var terminatedAt: Moment?
    var memoryLimit: Fact?
    /// A debugger stopped the process for the limit; nothing tells that it was ended for it, nor yet that it went on.
    private(set) var memoryStop: Fact?
    var memoryWarning: Fact?
    /// A hang or stall of the main thread of which no end is told yet.
    var openHang: (name: EventName, fact: Fact)?
    /// What the main thread did right behind the beginning of that.
    private var answer = HangAnswer()
    /// When the main thread hung by the lengths that are stated: from the last one's beginning to the last end.
    private var hung: (from: Moment, until: Moment, answer: HangAnswer)?
    /// The background tasks that were asked to end, the latest last; `detail` is the key.
    private var tasksExpired: [Fact] = []
    /// Until when each log lost something, the last time that it did.
    private var losses: [(log: String, until: Moment)] = []
    /// When the last of those was over that took long.
    private var longLoss: Moment?
    /// The logs that tell of background tasks, and whether the app itself does so there.
    private var taskTellers: [(log: String, isApp: Bool)] = []
    /// More of them than are open at once.
    private static let expiryLimit = 32
    /// The last time that a watchdog was about to act.
    ///
    /// `number` is its limit, and where its time was over `detail` is what it waited for.
    var watchdogWarning: Fact?
    /// Which other app came to the front last: `detail` is its bundle id.
    var inFront: Fact?
    var permissionChanged: Fact?
    var extensionCompleted: Fact?
    var extensionExpired: Fact?
    /// The app itself tells of CarPlay.
    private(set) var tellsCar = false
    /// UIKit said that it does not launch an app without scenes.
    var isSceneMandate = false
    /// A limit of the system that was exceeded, fatally.
    var violation: (cause: EndingCause, fact: Fact)?
    /// The last limit that was exceeded, where it is not told whether the process is ended for it.
    var overLimit: (cause: EndingCause, at: Moment)?
    var footprintLimit: Int64?
    var footprint: Int64?
    /// When it was told.
    var footprintAt: Moment?
    private var lastLock: Moment?
    /// What makes some ends more likely than others for a while.
    var trends = Trends()
    /// When the app last began to play what can be heard.
    private(set) var soundBegan: Moment?
    /// When it last began to record.
    private(set) var recordingBegan: Moment?
    /// When the system interrupted the app's sound last, and what it said since.
    private var interruption: (at: Moment, state: Interruption)?

    /// What the system says of the app's sound.
    private enum Interruption {
        /// Not told to be over.
        case open
        /// Over; the sound may go on, and nobody tells whether it does.
        case over
        /// Over, and the system said that the sound should not go on.
        case overForGood
    }

    /// Takes what the device says while the run is alive.
    mutating func take(deviceEvent event: EventView, inputs: InputNames) {
        switch event.name {
        case .screenLock: lastLock = event.moment
        case .frontAppChanged:
            let front = event.batch.string(.app, of: event.record) ?? event.batch.string(event.record.app)
            inFront = front.map { Fact(event, detail: $0, inputs: inputs) }
        case .thermalState: trends.take(event)
        default: break
        }
    }

    /// Takes what the run itself says; says whether its report shows it.
    ///
    /// - Parameter task: the key by which the task is known that the event names otherwise.
    mutating func take(_ event: EventView, task: String? = nil, inputs: InputNames) -> Bool {
        switch event.name {
        case .appWillTerminate: takeTermination(event, inputs: inputs)
        case .memoryLimitExceeded: takeMemoryLimit(event, inputs: inputs)
        case .cpuViolation: takeViolation(event, of: .cpuLimit, inputs: inputs)
        case .wakeupsViolation: takeViolation(event, of: .wakeupsLimit, inputs: inputs)
        case .diskWritesViolation: takeViolation(event, of: .diskWritesLimit, inputs: inputs)
        case .memoryWarning:
            memoryWarning = Fact(event, inputs: inputs)
            trends.take(event)
        case .memoryFootprint: takeFootprint(event)
        case .hang, .runloopStall: takeHang(event, inputs: inputs)
        case .backgroundTaskExpire:
            noteTaskTeller(event, inputs)
            noteExpiry(Fact(event, detail: task ?? event.batch.string(event.record.task), inputs: inputs))
        case .permissionChanged: permissionChanged = Fact(event, inputs: inputs)
        case .sceneLifecycleMissing:
            if event.batch.bool(.fatal, of: event.record) == true { isSceneMandate = true }
        case .extensionComplete: extensionCompleted = Fact(event, inputs: inputs)
        case .extensionExpire: extensionExpired = Fact(event, inputs: inputs)
        default:
            takeAside(event, task: task, inputs: inputs)
            return false
        }
        return true
    }

    /// Takes what the report of a run does not show for being one of its last words.
    private mutating func takeAside(_ event: EventView, task: String?, inputs: InputNames) {
        switch event.name {
        case .memoryPressure: trends.take(event)
        case .backgroundTaskBegin: noteTaskTeller(event, inputs)
        case .backgroundTaskStillOpenAfterExpiry:
            noteTaskTeller(event, inputs)
            noteLateness(of: event, task: task ?? event.batch.string(event.record.task), inputs: inputs)
        case .backgroundTaskEnd:
            noteTaskTeller(event, inputs)
            let ended = task ?? event.batch.string(event.record.task)
            tasksExpired.removeAll { ended == nil || $0.detail == nil || $0.detail == ended }
        case .watchdogWarning: takeWatchdogWarning(event, inputs: inputs)
        case .carplayConnect, .carplayDisconnect: tellsCar = true
        case .audioPlay: if LastWords.isHeard(event) { soundBegan = event.moment }
        case .audioRecord: recordingBegan = event.moment
        case .audioInterruptionBegin: interruption = (event.moment, .open)
        case .audioInterruptionEnd:
            let mayGoOn = event.batch.bool(.shouldResume, of: event.record) != false
            interruption = (interruption?.at ?? event.moment, mayGoOn ? .over : .overForGood)
        default: break
        }
    }

    private mutating func takeMemoryLimit(_ event: EventView, inputs: InputNames) {
        let limit = event.batch.integer(.limit, of: event.record)
        if let limit { footprintLimit = limit }
        guard event.batch.bool(.fatal, of: event.record) ?? false else {
            if event.batch.bool(.debugger, of: event.record) == true { memoryStop = Fact(event, inputs: inputs) }
            return
        }
        memoryLimit = Fact(event, detail: event.batch.string(.kind, of: event.record), number: limit, inputs: inputs)
    }

    /// Takes that a limit was exceeded: of one that is not fatal nothing comes.
    private mutating func takeViolation(_ event: EventView, of cause: EndingCause, inputs: InputNames) {
        switch event.batch.bool(.fatal, of: event.record) {
        case true?: violation = (cause, Fact(event, inputs: inputs))
        case nil: overLimit = (cause, event.moment)
        case false?: break
        }
    }

    private mutating func takeFootprint(_ event: EventView) {
        footprint = event.batch.integer(.bytes, of: event.record)
        footprintAt = event.moment
        if let limit = event.batch.integer(.limit, of: event.record) { footprintLimit = limit }
    }

    private mutating func takeWatchdogWarning(_ event: EventView, inputs: InputNames) {
        // Of one that still runs it is said for how long.
        let isOver = event.batch.integer(.elapsed, of: event.record) == nil
        watchdogWarning = Fact(
            event, detail: isOver ? event.batch.string(.kind, of: event.record) : nil,
            number: event.batch.integer(.limit, of: event.record), inputs: inputs)
    }

    /// What the system interrupted goes on with an activity of that kind that is resumed since.
    mutating func takeResume(ofKind kind: Value?, at moment: Moment) {
        guard let interruption, interruption.state != .open else { return }
        switch kind {
        case .string("audio"): if soundBegan != nil { soundBegan = moment }
        case .string("microphone"): if recordingBegan != nil { recordingBegan = moment }
        default: break
        }
    }

    /// Whether what an app begins to play can be heard, as far as it says.
    private static func isHeard(_ event: EventView) -> Bool {
        if event.batch.bool(.silent, of: event.record) == true { return false }
        if event.batch.integer(.bytes, of: event.record) == 0 { return false }
        guard let volume = event.batch.attribute(.volume, of: event.record) else { return true }
        return volume.kind == .number ? volume.number != 0 : volume.bits != 0
    }

    /// Whether the system has silenced the app since then: only its own word tells that it sounds again.
    func isSilenced(since moment: Moment) -> Bool { wasInterrupted(since: moment) && interruption?.state != .over }

    /// Whether the system has interrupted the app's sound since then, be it over or not.
    func wasInterrupted(since moment: Moment) -> Bool { interruption.map { $0.at >= moment } ?? false }

    /// When it last began to play or to record; that moment where it has not since.
    func lastSound(since moment: Moment) -> Moment {
        [soundBegan, recordingBegan].compactMap(\.self).reduce(moment) { max($0, $1) }
    }

    /// A log lost something: a task that was asked to end a moment before may have ended then, if that log tells of
    /// tasks.
    mutating func noteLoss(from: Moment, until: Moment, log: String) {
        if until.since(from) > TimelineWindows.longLoss { longLoss = max(longLoss ?? until, until) }
        if let place = losses.firstIndex(where: { $0.log == log }) {
            losses[place].until = max(losses[place].until, until)
        } else {
            losses.append((log, until))
        }
        for index in tasksExpired.indices where tellsTask(log, toldBy: tasksExpired[index].witness) {
            let asked = tasksExpired[index].moment
            if asked <= until, from.since(asked) <= TimelineWindows.dying { tasksExpired[index].mayBeOver = true }
        }
    }

    /// Whether a log lost something since then: what was open then may be over.
    func hasLost(since moment: Moment) -> Bool { losses.contains { $0.until >= moment } }

    /// Whether a log lost something since then that may be the end of a background task.
    ///
    /// - Parameter witness: who tells of the task.
    func hasLostTask(since moment: Moment, toldBy witness: WitnessClass) -> Bool {
        losses.contains { $0.until >= moment && tellsTask($0.log, toldBy: witness) }
    }

    /// Whether that log would tell that a task ended: of what the app tells the app tells the end, too.
    private func tellsTask(_ log: String, toldBy witness: WitnessClass) -> Bool {
        taskTellers.contains { $0.log == log && ($0.isApp || witness != .app) }
    }

    /// Whether so long a stretch was lost behind a moment that the process may have gone on in it.
    func mayHaveGoneOn(behind moment: Moment) -> Bool { longLoss.map { $0 > moment } ?? false }

    /// Whether a stretch that a log lost ends behind a moment.
    func hasLost(behind moment: Moment) -> Bool { losses.contains { $0.until > moment } }

    private mutating func noteTaskTeller(_ event: EventView, _ inputs: InputNames) {
        let teller = (inputs.log(of: event.record.input), event.record.witness == .app)
        if !taskTellers.contains(where: { $0 == teller }) { taskTellers.append(teller) }
    }

    private mutating func noteExpiry(_ fact: Fact) {
        var fact = fact
        fact.mayBeOver = hasLostTask(since: fact.moment, toldBy: fact.witness)
        // What holds a task times out a few seconds after it was asked to end.
        if fact.isOfAssertion, tasksExpired.contains(where: { !$0.isOfAssertion && $0.detail == fact.detail }) {
            return
        }
        tasksExpired.removeAll { $0.detail == fact.detail }
        if tasksExpired.count >= LastWords.expiryLimit { tasksExpired.removeFirst() }
        tasksExpired.append(fact)
    }

    /// Takes that a task was open after its handler had run: it was asked to end before, whether or not a line tells
    /// that.
    private mutating func noteLateness(of event: EventView, task: String?, inputs: InputNames) {
        guard let task else { return }
        if let known = tasksExpired.firstIndex(where: { $0.detail == task }) {
            tasksExpired[known].mayBeOver = hasLostTask(
                since: event.moment, toldBy: tasksExpired[known].witness)
            return
        }
        var fact = Fact(event, detail: task, inputs: inputs)
        fact.isPast = true
        noteExpiry(fact)
    }

    /// When a background task that is open was asked to end.
    func expiry(of task: SpanTracker.Instance) -> Fact? {
        tasksExpired.last { ($0.detail == nil || $0.detail == task.key) && $0.moment >= task.from }
    }

    /// The last background task that was asked to end and is not told to have ended, whether or not its beginning is.
    var lastExpiry: Fact? { tasksExpired.last { !$0.isPast } }

    private mutating func takeTermination(_ event: EventView, inputs: InputNames) {
        if event.record.phase != .end || willTerminate == nil { willTerminate = Fact(event, inputs: inputs) }
        if event.record.tellsBothEnds {
            terminatedAt = event.moment.later(by: max(event.record.duration, 0))
        } else {
            terminatedAt = event.record.phase == .begin ? nil : event.moment
        }
    }

    /// The announcement of the termination in which, or shortly after which, the app ended by then.
    func termination(before end: Moment) -> Fact? {
        guard let willTerminate else { return nil }
        guard let terminatedAt, terminatedAt < end else { return willTerminate }
        return end.isWithin(TimelineWindows.termination, of: terminatedAt) ? willTerminate : nil
    }

    private mutating func takeHang(_ event: EventView, inputs: InputNames) {
        if event.batch.bool(.fatal, of: event.record) == true {
            // Who tells it has seen the app end in it.
            beginHang(event, inputs: inputs)
        } else if event.record.tellsBothEnds {
            let end = event.moment.later(by: max(event.record.duration, 0))
            hung = (event.moment, hung.map { max($0.until, end) } ?? end, HangAnswer())
        } else if event.record.phase == .begin {
            beginHang(event, inputs: inputs)
        } else if openHang?.name == event.name || event.record.phase == .end {
            // Whatever was measured: it was the main thread that answered.
            openHang = nil
        }
    }

    private mutating func beginHang(_ event: EventView, inputs: InputNames) {
        guard openHang == nil else { return }
        openHang = (event.name, Fact(event, inputs: inputs))
        answer = HangAnswer()
    }

    /// The main thread runs again, whatever was told of it, unless that is what it has just hung in.
    ///
    /// - Parameter isOver: what was told to begin is over by it.
    mutating func noteResponse(_ event: EventView, isOver: Bool = false) {
        if let begun = openHang?.fact.moment, answer.take(event, toHangFrom: begun) || isOver { openHang = nil }
        if let begun = hung?.from, hung?.answer.take(event, toHangFrom: begun) == true { hung = nil }
        memoryStop = nil
    }

    /// Whether the main thread hung when the run ended.
    ///
    /// - Parameter end: when it was seen to end. Whoever states how long a hang took has seen that it was over, so only
    ///   such a line says that it was not.
    func isHanging(at end: Moment?) -> Bool {
        if openHang != nil { return true }
        guard let end, let hung else { return false }
        return end < hung.until
    }

    /// Whether the screen was locked within two seconds of that time.
    func wasLocked(around moment: Moment) -> Bool {
        lastLock.map { moment.isWithin(TimelineWindows.afterEnd, of: $0) } ?? false
    }

    /// What told that Settings was in front when the run ended; nil where nothing does.
    ///
    /// It stays there until another app is told to be, or the device locks, which it does by itself at last.
    ///
    /// - Parameters:
    ///   - apps: the bundle ids of Settings, where privacy switches are.
    ///   - isSeen: that is when it was seen to end, and not when it was last heard of.
    func settings(_ apps: Set<String>, inFrontAt end: Moment, isSeen: Bool) -> Fact? {
        guard let inFront, inFront.detail.map(apps.contains) == true else { return nil }
        if inFront.moment.isWithin(TimelineWindows.inFront, of: end) { return inFront }
        guard isSeen, inFront.moment <= end, end.since(inFront.moment) <= TimelineWindows.longInactive,
            lastLock.map({ $0 < inFront.moment }) ?? true
        else { return nil }
        return inFront
    }
}

extension LastWords.Fact {
    init(_ event: EventView, detail: String? = nil, number: Int64? = nil, inputs: InputNames) {
        moment = event.moment
        evidence = event.evidence(inputs)
        self.detail = detail
        self.number = number
        witness = event.record.witness
        isProven = event.isProven
    }
}
