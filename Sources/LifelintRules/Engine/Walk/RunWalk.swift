// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// Walks a run in its order and tells the machines of the rules what happens: the one place where clocks, states, open
/// spans and coverage are kept.
///
/// Memory is that of what is open, not of what happened.
final class RunWalk {
    /// How a run ended.
    enum End {
        case seen, implied, running
    }

    /// Something that makes windows around it inconclusive.
    struct Mark {
        var moment: Moment
        var clocks: ClockReading
    }

    /// A stretch that the log lost: from its beginning, where that is told, to the line that tells of it.
    struct Gap {
        /// The event that tells it.
        let number: Int
        /// The log that lost it.
        let log: String
        let begin: Mark
        /// nil while it lasts.
        var end: Mark?

        /// Until when it lasts, so far.
        func until(_ now: Moment) -> Moment { end?.moment ?? now }
    }

    let facts: RunFacts
    private(set) var told: ToldStretch
    private(set) var clocks = ClockReading()
    /// What they showed when the state changed.
    private var turns = ClockTurns()
    /// Until when ``clocks`` are told.
    private(set) var now: Moment
    private(set) var state: AppState?
    /// When it was told last.
    private var stateTold: Moment?
    /// The number of the line that told the state; −1 where none did.
    private var stateTeller = -1
    private var wasSuspended = false
    /// Suspensions that silence alone tells.
    private(set) var suspensions = InferredSuspensions()
    /// Kinds of spans of which something was told in a run whose start was not.
    private var toldKinds: Set<String> = []
    private var seenStateTeller: SeenEvent?
    private(set) var openSpans: [SpanInstance] = []
    private var classes = HeardClasses()
    /// What the evidence covers, by the class that told it.
    var coverage: [ClassCoverage] { classes.rows }
    private var losses = LostStretches()
    /// Where a log lost something.
    var gaps: [Gap] { losses.gaps }
    /// Until when anything was lost last.
    var lostUntil: Moment? { losses.until(now) }
    /// The places of the classes that tell whether the process runs.
    private var sleepTellers: [Int] = []
    private(set) var clockChanges: [Mark] = []
    private(set) var scenes: [String: KnownScene] = [:]
    private(set) var mainEvents = 0
    /// When the app was first active, on all clocks.
    private(set) var firstActive: Mark?
    private var openModes = 0
    /// When the app left the foreground for the last time.
    private(set) var leftForeground: Moment?
    /// What the last event is called.
    private var lastName: String?
    /// The clocks when the last was heard of the device, where that is later than anything of the run.
    private(set) var heardClocks: ClockReading?
    /// Comparisons of values that do not compare, each once.
    private(set) var mismatches: [Condition] = []
    /// More of them are not told apart.
    private static let mismatchLimit = 32
    /// Which kinds of spans anybody asks for.
    private let kinds: SpanKinds
    /// What configuration says of the app's own logs.
    var appDurability: Durability?
    let machines: MachineTable
    private var deadlines = DeadlineQueue<CheckMachine>()
    private var byNumber: [Int: SpanInstance] = [:]
    /// The numbers of those that are open and that nobody looks at.
    private var unheard: Set<Int> = []
    private var callbacks: [CallbackKey: SpanInstance] = [:]
    /// Callbacks that state how long they took, of which another was told before they were over.
    private var overtaken: [SpanInstance] = []
    private var loneEnds = LoneEnds()
    /// Whether the process goes on as if prewarmed: its time does not count as running.
    private var isWaiting = false

    private struct CallbackKey: Hashable {
        var name: EventName
        var scene: String
    }

    let requirements: RequirementListener

    /// A walk whose machines are given to it before it begins: they need it to be made.
    init(_ told: ToldStretch, listeners: Listeners, requirements: RequirementListener) {
        machines = MachineTable(listeners: listeners)
        self.requirements = requirements
        self.told = told
        facts = RunFacts(told)
        now = told.stretch.begin
        kinds = listeners.kinds
        isWaiting = told.stretch.waitsUntil != nil
        begins = Mark(moment: told.stretch.begin, clocks: ClockReading())
        setRunning()
    }

    let begins: Mark
    /// Every run has a launch, but not every source shows it; told of it where anybody asks for the span.
    private(set) var showsLaunch = false
    var end: End { told.stretch.isStillRunning ? .running : told.stretch.run.end.isKnown ? .seen : .implied }
    /// The line the run began with.
    var beginEvidence: EvidenceLine { told.stretch.beginEvidence }

    // MARK: Walking

    /// Walks a stretch of the run.
    ///
    /// - Parameter extra: violations of other rules in it.
    func take(_ next: ToldStretch, extra: [SeenEvent] = []) {
        if next !== told {
            // It lies in the stretch that is let go.
            _ = stateEvent
            told = next
            facts.take(next)
        }
        if !isWaiting { isWaiting = next.stretch.waitsUntil.map { now < $0 } ?? false }
        loneEnds.take(next.stretch)
        let steps = StepList(next.stretch, lone: loneEnds.begun, extra: extra).steps
        let first = next.stretch.firstEvent
        var step = 0
        for index in next.stretch.events.records.indices {
            while step < steps.count, steps[step].position <= first + index {
                apply(steps[step], extra)
                step += 1
            }
            takeEvent(index)
        }
        for step in steps[step...] { apply(step, extra) }
        if let last = next.stretch.events.records.last { lastName = next.stretch.events.name(of: last) }
    }

    /// The line that told the state.
    var stateEvent: SeenEvent? {
        if seenStateTeller == nil, stateTeller >= 0 { seenStateTeller = told.seen(number: stateTeller) }
        return seenStateTeller
    }

    private func apply(_ step: StepList.Step, _ extra: [SeenEvent]) {
        switch step.kind {
        case .lateHalf(let index): takeLateHalf(index)
        case .loneBegin(let index): takeLoneBegin(index)
        case .state(let index): takeState(told.stretch.states[index])
        case .scene(let index): takeScene(told.stretch.scenes[index])
        case .spanBegin(let index): beginSpan(index)
        case .spanEnd(let index): endSpan(index)
        case .anomaly(let index): takeAnomaly(told.stretch.anomalies[index])
        case .extra(let index): takeExtra(extra[index])
        }
    }

    /// Lets time pass to a moment, or to where a prewarmed process was opened and then on.
    ///
    /// Nothing of the run goes on after its end: the lines that tell of it once more lie after it.
    private func advance(to moment: Moment) {
        let moment = told.lastMoment.map { min(moment, $0) } ?? moment
        if isWaiting, let until = told.stretch.waitsUntil, moment >= until {
            pass(to: until)
            isWaiting = false
            turns.note(clocks, resolution: until.resolution)
        }
        pass(to: moment)
    }

    private func pass(to moment: Moment) {
        guard moment > now else { return }
        clocks.pass(moment.since(now), in: state, isWaiting: isWaiting)
        now = moment
    }

    private func takeEvent(_ index: Int) {
        let record = told.stretch.events.records[index]
        let moment = Moment(record)
        let half = half(of: record, index)
        let isCustom = record.name == .custom
        let isHeard = isCustom || machines.hears(record.name)
        // What nobody looks at is made for who asks for it all the same.
        var made: SeenEvent? = isHeard ? told.seen(index, half: half) : nil
        func event() -> SeenEvent {
            if let made { return made }
            let event = told.seen(index, half: half)
            made = event
            return event
        }
        if isCustom, let made { made.customName = machines.name(made.text) }
        advance(to: moment)
        fire(closer: event(), at: moment)
        let sourceClass = classes.take(record, moment, clocks, formats: told.stretch.formats)
        let isCallback = record.name.isRuleCallback
        if record.main == .yes || isCallback { mainEvents += 1 }
        switch record.name {
        case .logGap: noteLoss(event())
        case .clockChanged: noteClockChange(moment)
        case .processSuspend, .processResume: noteSleepTeller(sourceClass)
        case .processState where record.task.isPresent: noteSleepTeller(sourceClass)
        default: break
        }
        if !gaps.isEmpty, tellsStateAgain(record) { stateTold = moment }
        if isCustom || requirements.asks(record.name, by: sourceClass) {
            requirements.see(event(), by: sourceClass, self)
        }
        if isHeard, let made { machines.notify(made) }
        if isCallback { trackCallback(event(), record) }
    }

    private func half(of record: EventRecord, _ index: Int) -> SeenEvent.Half {
        if record.phase == .end { return loneEnds.points.contains(index) ? .point : .end }
        return record.phase == .begin || record.hasDuration ? .begin : .point
    }

    /// Whether a line tells the state that the app is in by what was told before.
    ///
    /// Of a window only that it is active says so: the app may have others.
    private func tellsStateAgain(_ record: EventRecord) -> Bool {
        switch record.name {
        case .appDidBecomeActive, .sceneDidBecomeActive: state == .active
        case .appDidEnterBackground: state == .background
        case .processState: record.state == .active && state == .active
        default: false
        }
    }

    /// The second half of a record that states how long it took.
    private func takeLateHalf(_ index: Int) {
        let record = told.stretch.events.records[index]
        let moment = ToldStretch.moment(of: record, half: .end)
        advance(to: moment)
        lazy var event = told.seen(index, half: .end)
        // What is due before it does not wait for the next line.
        fire(closer: event, at: moment)
        if record.name == .logGap { noteLoss(event) }
        if record.name == .custom || machines.hears(record.name) { machines.notify(event) }
        if record.name.isRuleCallback { endCallback(event, record) }
        // The main thread is done with it: what else is open does not keep it.
        if record.main == .yes || record.name.isRuleCallback, record.duration >= event.moment.resolution {
            mainEvents += 1
        }
    }

    /// The begin of a callback of which a record tells the end, and how long it took.
    private func takeLoneBegin(_ index: Int) {
        let record = told.stretch.events.records[index]
        let moment = Moment(record).later(by: -max(record.duration, 0))
        advance(to: moment)
        lazy var event = told.seen(index, half: .begin, at: moment)
        fire(closer: event, at: moment)
        if machines.hears(record.name) { machines.notify(event) }
    }

    private func takeExtra(_ event: SeenEvent) {
        advance(to: event.moment)
        machines.notify(event)
    }

    private func takeAnomaly(_ mark: RunStretch.AnomalyMark) {
        if mark.code == .clockChanged { noteClockChange(now) }
        let name = machines.name(of: mark.code)
        guard machines.hears(name) else { return }
        machines.notify(SyntheticEvent.make(name.text, [], at: now, from: told, event: mark.event))
    }

    func noteMismatch(_ comparison: Condition) {
        guard mismatches.count < RunWalk.mismatchLimit, !mismatches.contains(comparison) else { return }
        mismatches.append(comparison)
    }

    private func noteClockChange(_ moment: Moment) {
        if let last = clockChanges.last, last.moment == moment { return }
        clockChanges.append(Mark(moment: moment, clocks: clocks))
        for span in openSpans { span.hasClockChange = true }
    }

    /// A log lost something: what was open may have ended meanwhile.
    private func noteLoss(_ event: SeenEvent) {
        let log = log(of: event)
        let (loss, isLonger) = losses.take(event, at: Mark(moment: event.moment, clocks: clocks), log: log)
        for span in openSpans { note(loss, of: log, in: span) }
        // Those that have returned may be measured yet.
        if !isLonger { for span in callbacks.values { note(loss, of: log, in: span) } }
    }

    /// What another log lost is not the end of what the app itself told to begin.
    private func note(_ loss: SpanInstance.Loss, of log: String, in span: SpanInstance) {
        if span.isToldWhole, let begin = span.beginEvent, begin.record.witness == .app, self.log(of: begin) != log {
            span.note(elsewhere: loss)
        } else {
            span.note(loss)
        }
    }

    /// An instance that begins while others of its key are open which may have ended long ago may be given their ends.
    private func inheritLoss(_ span: SpanInstance) {
        guard !gaps.isEmpty else { return }
        for open in losses.open { note(SpanInstance.Loss(event: open.event, from: nil), of: open.log, in: span) }
        let other = openSpans.first {
            $0.kindNumber == span.kindNumber && $0.loss != nil && $0.isDoubtful
                && ($0.key == span.key || $0.key.isEmpty || span.key.isEmpty)
        }
        if let loss = other?.loss { span.note(SpanInstance.Loss(event: loss.event, from: nil)) }
    }

    /// Whether the evidence begins with the run, or at least with its launch.
    var startIsSeen: Bool { facts.run.start.isKnown || showsLaunch }

    /// Whether an instance may be open that began before the first line of a log.
    enum Before {
        case no
        /// So long has passed that it would mostly have been told of.
        case hardly
        case maybe
    }

    /// Whether an instance of that kind may be open since before the first line of the log.
    ///
    /// - Parameter scene: the scene that is asked for, if it is one.
    func isOpenSinceBefore(_ selector: CompiledSpanSelector, scene: String?) -> Before {
        if startIsSeen { return .no }
        switch selector.teller {
        case .run: return .no
        case .state: return state == nil ? .maybe : .no
        case .scene: return scene.map { scenes[$0] == nil } ?? scenes.isEmpty ? .maybe : .no
        case .own, .nothing:
            if selector.endsAsleep, wasSuspended { return .no }
            if selector.teller == .own, toldKinds.contains(selector.kind) { return .no }
            return now.since(begins.moment) > RunWalk.memoryOfBefore ? .hardly : .maybe
        }
    }

    /// A minute: what goes on for longer is mostly told of in it, and a task that was begun in front is over.
    private static let memoryOfBefore: Int64 = .minutes(1)

    /// Notes that something told of a kind of span how it stands.
    func noteTold(_ kind: String) { if !startIsSeen { toldKinds.insert(kind) } }

    /// Whether that kind of span may be open, or not be open, against what was seen: the log lost something since it
    /// was last told.
    func isUnsure(_ selector: CompiledSpanSelector) -> Bool {
        guard let last = lostUntil else { return false }
        return RunWalk.stateKinds.contains(selector.kind) ? isStateUnsure(since: last) : true
    }

    /// Whether the app may be in another state than was seen: the log lost something since that was told.
    var isStateUnsure: Bool { lostUntil.map { isStateUnsure(since: $0) } ?? false }

    private func isStateUnsure(since last: Moment) -> Bool { stateTold.map { $0 < last } ?? true }

    private func noteSleepTeller(_ place: Int) {
        if !sleepTellers.contains(place) { sleepTellers.append(place) }
    }

    /// Whether a log tells whether the process runs: what it lost may be a suspension.
    func tellsSleep(_ log: String) -> Bool {
        sleepTellers.contains { told.stretch.log(ofFormat: coverage[$0].sourceClass.format) == log }
    }

    /// The class that tells an event.
    func sourceClass(of event: SeenEvent) -> SourceClass {
        let record = event.record
        return SourceClass(
            witness: record.witness, format: HeardClasses.format(of: record, among: told.stretch.formats))
    }

    private func log(of event: SeenEvent) -> String {
        told.stretch.log(ofFormat: HeardClasses.format(of: event.record, among: told.stretch.formats))
    }

    // MARK: Deadlines

    /// Asks for a call once more than `limit` has passed on a clock since a reading.
    func callAfter(
        _ limit: Int64, on clock: RuleClock, since reading: ClockReading, resolution: Int64, _ machine: CheckMachine,
        token: Int
    ) {
        deadlines.add(
            at: reading[clock].addingClamped(limit), on: clock, resolution: resolution, machine, token: token
        ) { $0.isPending($1) }
    }

    private func fire(closer: @autoclosure () -> SeenEvent?, at moment: Moment) {
        if deadlines.count == 0 { return }
        for due in deadlines.takeDue(clocks, resolution: moment.resolution, isPending: { $0.isPending($1) }) {
            due.owner.deadlinePassed(due.token, closer: closer())
        }
    }

    // MARK: States

    private func takeState(_ edge: RunStretch.StateEdge) {
        advance(to: edge.at)
        turns.note(clocks, resolution: edge.at.resolution)
        let old = state
        state = edge.state
        stateTold = edge.at
        stateTeller = edge.event
        seenStateTeller = nil
        if old == .suspended, edge.state != .suspended { suspensions.end(at: clocks.wall) }
        if edge.state == .suspended {
            wasSuspended = true
            if old != .suspended, edge.confidence < .certain { suspensions.begin(at: clocks.wall, edge.confidence) }
        }
        if edge.state == .active, firstActive == nil { firstActive = Mark(moment: edge.at, clocks: clocks) }
        if old.map(RunWalk.isForeground) ?? false, !RunWalk.isForeground(edge.state) {
            leftForeground = edge.at
        }
        endDerived(old, to: edge.state, at: edge)
        beginDerived(old, to: edge.state, at: edge)
        if edge.state == .suspended {
            machines.notifySuspended(edge.confidence)
        }
    }

    private static func isForeground(_ state: AppState) -> Bool { state == .active || state == .inactive }
    /// The kinds of spans that the state of the app tells.
    static let stateKinds = Set(AppState.allCases.map(\.rawValue) + ["foreground", "running"])

    private func endDerived(_ old: AppState?, to new: AppState, at edge: RunStretch.StateEdge) {
        guard let old, old != new else { return }
        closeDerived(kinds.number(of: old), at: edge)
        if RunWalk.isForeground(old), !RunWalk.isForeground(new) { closeDerived(kinds.foreground, at: edge) }
        if new == .suspended { closeDerived(kinds.running, at: edge) }
    }

    private func beginDerived(_ old: AppState?, to new: AppState, at edge: RunStretch.StateEdge) {
        guard old != new else { return }
        openDerived(new.rawValue, kinds.number(of: new), at: edge)
        if RunWalk.isForeground(new), old.map({ !RunWalk.isForeground($0) }) ?? true {
            openDerived("foreground", kinds.foreground, at: edge)
        }
        if old == .suspended, new != .suspended { openDerived("running", kinds.running, at: edge) }
    }

    private func openDerived(_ kind: String, _ number: Int?, at edge: RunStretch.StateEdge) {
        guard let number, machines.hears(kind: number) else { return }
        openDerived(kind, number, "", edge.at, stateEvent, edge.confidence)
    }

    private func closeDerived(_ number: Int?, at edge: RunStretch.StateEdge) {
        guard let number, machines.hears(kind: number) else { return }
        close(number, key: "", at: edge.at, event: stateEvent)
    }

    /// A process runs from its start.
    private func setRunning() {
        guard let number = kinds.running else { return }
        openSpans.reserveCapacity(8)
        openSpans.append(
            SpanInstance(
                kind: "running", number: number, key: "", begin: told.stretch.begin, clocks: clocks, event: nil,
                confidence: .certain,
                attributes: [:], mainEvents: 0))
    }

    private func takeScene(_ edge: RunStretch.SceneEdge) {
        advance(to: edge.at)
        let event = edge.event >= 0 ? told.seen(number: edge.event) : nil
        let old = scenes[edge.scene]?.state
        scenes[edge.scene, default: KnownScene(state: edge.state)].take(edge, by: event)
        if let old, old != edge.state, old != .unattached, old != .disconnected {
            close(kind: "scene.\(old.rawValue)", key: edge.scene, at: edge.at, event: event)
        }
        let isConnected = edge.state != .disconnected
        if !isConnected { close(kind: "scene.connected", key: edge.scene, at: edge.at, event: event) }
        if isConnected, old == nil || old == .disconnected {
            openDerived("scene.connected", edge.scene, edge.at, event, .certain)
        }
        if edge.state != .unattached, isConnected, old != edge.state {
            openDerived("scene.\(edge.state.rawValue)", edge.scene, edge.at, event, .certain)
        }
    }

    func sceneValue(_ path: String, of scene: String?) -> Value? {
        guard let scene, let known = scenes[scene] else { return nil }
        switch path {
        case "id": return .string(scene)
        case "state": return .string(known.state.rawValue)
        case "role": return known.role.map(Value.string)
        case "connectedAt": return known.connectedAt.map { .instant($0.timestamp) }
        case "run": return .string(facts.run.id)
        default: return nil
        }
    }

    // MARK: Spans

    private func openDerived(
        _ kind: String, _ key: String, _ moment: Moment, _ event: SeenEvent?, _ confidence: Confidence
    ) {
        openDerived(kind, kinds.number(of: kind), key, moment, event, confidence)
    }

    private func openDerived(
        _ kind: String, _ number: Int?, _ key: String, _ moment: Moment, _ event: SeenEvent?, _ confidence: Confidence
    ) {
        guard let number, machines.hears(kind: number) else { return }
        let span = SpanInstance(
            kind: kind, number: number, key: key, begin: moment, clocks: clocks, event: event, confidence: confidence,
            attributes: [:], mainEvents: mainEvents)
        began(span)
    }

    private func close(kind: String, key: String, at moment: Moment, event: SeenEvent?) {
        close(kinds.number(of: kind), key: key, at: moment, event: event)
    }

    private func close(_ number: Int?, key: String, at moment: Moment, event: SeenEvent?) {
        guard let number, machines.hears(kind: number),
            let index = openSpans.firstIndex(where: { $0.kindNumber == number && $0.key == key })
        else { return }
        ended(openSpans[index], at: moment, event: event)
    }

    /// - Parameter index: where it stands in the stretch; why not itself: it is big to copy.
    private func beginSpan(_ index: Int) {
        let spans = told.stretch.spans
        let number = spans[index].number
        let name = spans[index].kind
        guard let kind = kinds.number(of: name), byNumber[number] == nil else { return }
        let begin = spans[index].begin
        advance(to: begin)
        if kind == kinds.launch { showsLaunch = true }
        guard machines.hears(kind: kind) else {
            unheard.insert(number)
            return
        }
        let event = spans[index].beginEvent >= 0 ? told.seen(number: spans[index].beginEvent) : nil
        let span = SpanInstance(
            kind: name, number: kind, key: spans[index].key, begin: begin, clocks: clocks(at: begin), event: event,
            confidence: spans[index].confidence, attributes: spans[index].attributes, mainEvents: mainEvents)
        // A callback's duration is its own, not that of what it begins or ends.
        if let event, event.record.tellsBothEnds, !event.name.isRuleCallback {
            span.statedDuration = event.record.duration
        }
        span.isToldWhole = true
        span.isBeginUntold = isTied(event, with: spans[index].beginRival)
        byNumber[number] = span
        noteTold(name)
        inheritLoss(span)
        began(span)
    }

    /// What an event alone tells of the instance that it begins: that comes after it.
    func instance(begunBy event: SeenEvent, _ kind: String) -> SpanInstance? {
        let spans = told.stretch.spans
        guard event.number >= 0, let number = kinds.number(of: kind),
            let index = spans.lastIndex(where: { $0.beginEvent == event.number && $0.kind == kind }),
            byNumber[spans[index].number] == nil
        else { return nil }
        return SpanInstance(
            kind: kind, number: number, key: spans[index].key, begin: spans[index].begin, clocks: clocks, event: event,
            confidence: spans[index].confidence, attributes: spans[index].attributes, mainEvents: mainEvents)
    }

    private func endSpan(_ index: Int) {
        let spans = told.stretch.spans
        let number = spans[index].number
        guard let span = byNumber.removeValue(forKey: number), let end = spans[index].end else {
            if unheard.remove(number) != nil, let end = spans[index].end { advance(to: end) }
            return
        }
        advance(to: end)
        span.isReplaced = spans[index].isReplaced
        span.isOnePair = spans[index].isOnePair
        let attributes = spans[index].attributes
        if !attributes.isEmpty {
            for (name, value) in attributes where span.attributes[name] == nil { span.attributes[name] = value }
        }
        let event = spans[index].endEvent >= 0 ? told.seen(number: spans[index].endEvent) : nil
        if let event, event.record.phase == .end, event.record.hasDuration, !event.name.isRuleCallback {
            span.statedDuration = event.record.duration
        }
        span.isEndUntold = isTied(event, with: spans[index].endRival)
        ended(span, at: end, event: event)
    }

    /// Whether nothing tells which of two events came first.
    private func isTied(_ event: SeenEvent?, with rival: Int) -> Bool {
        guard rival >= 0, let event, let other = told.seen(number: rival) else { return false }
        return event.isTied(with: other)
    }

    /// The clocks at a moment that lies before now: what began earlier than it was told.
    private func clocks(at moment: Moment) -> ClockReading {
        let behind = now.since(moment)
        guard behind > 0 else { return clocks }
        return turns.reading(atWall: max(clocks.wall.subtractingClamped(behind), 0), now: clocks)
    }

    /// How coarse the moments are told at which a clock began to go on, or ceased to, between two readings.
    func resolution(of clock: RuleClock, from begin: ClockReading, to end: ClockReading) -> Int64 {
        turns.resolution(of: clock, from: begin, to: end)
    }

    private func began(_ span: SpanInstance) {
        span.isHidden = state == .background || state == .suspended
        openSpans.append(span)
        count(span, by: 1)
        machines.notify(kind: span.kindNumber) { $0.began(span) }
    }

    private func ended(_ span: SpanInstance, at moment: Moment, event: SeenEvent?) {
        span.end = moment
        span.endClocks = clocks
        span.endEvent = event
        span.isBlocked = keptMainThread(span, until: event)
        machines.notify(kind: span.kindNumber) { $0.ended(span) }
        if let index = openSpans.firstIndex(where: { $0 === span }) {
            openSpans.remove(at: index)
            count(span, by: -1)
        }
    }

    /// Whether an instance that is over began and ended on the main thread, which did nothing else meanwhile.
    private func keptMainThread(_ span: SpanInstance, until event: SeenEvent?) -> Bool {
        guard let begin = span.beginEvent, begin.record.main == .yes, !span.isReplaced else { return false }
        let others = mainEvents - span.mainEventsAtBegin
        return span.isOneRecord ? others == 0 : event?.record.main == .yes && others <= 1
    }

    /// Whether the main thread has done nothing since an instance began on it that is still open.
    private func keepsMainThread(_ span: SpanInstance) -> Bool {
        span.beginEvent?.record.main == .yes && mainEvents == span.mainEventsAtBegin
    }

    /// Keeps the facts of the run about what is open.
    private func count(_ span: SpanInstance, by change: Int) {
        switch span.kindNumber {
        case SpanKinds.unsaved: facts.unsaved += change
        case SpanKinds.backgroundTask: facts.openTasks += change
        case SpanKinds.call: facts.openCalls += change
        case SpanKinds.mode:
            openModes += change
            facts.mode = openModes > 0 ? "mode" : nil
        default: break
        }
    }

    /// More instances than anything sensible has open at once: looking through them stays cheap.
    private static let adHocLimit = 1_000

    /// Opens an instance that a rule itself speaks of, by events of its choosing.
    func openAdHoc(_ kind: String, key: String, _ event: SeenEvent) {
        guard let number = kinds.number(of: kind) else { return }
        if openSpans.count >= RunWalk.adHocLimit,
            openSpans.count(where: { $0.kindNumber == number }) >= RunWalk.adHocLimit
        {
            return
        }
        let span = SpanInstance(
            kind: kind, number: number, key: key, begin: event.moment, clocks: clocks, event: event,
            confidence: .certain, attributes: [:], mainEvents: mainEvents)
        inheritLoss(span)
        began(span)
    }

    /// Closes the oldest open instance of that kind whose key fits; false where there is none.
    @discardableResult
    func closeAdHoc(_ kind: String, key: String, _ event: SeenEvent) -> Bool {
        guard let span = openSpans.first(where: { $0.kind == kind && ($0.key == key || key.isEmpty || $0.key.isEmpty) })
        else { return false }
        ended(span, at: event.moment, event: event)
        return true
    }

    // MARK: Callbacks

    /// Callbacks are spans where both their ends are known; those without are told to the machines as points.
    private func trackCallback(_ event: @autoclosure () -> SeenEvent, _ record: EventRecord) {
        if record.phase != .end, record.main != .no, record.witness == .app || record.witness == .uikit {
            leaveBegun()
        }
        guard let number = kinds.number(of: record.name), machines.hears(kind: number) else { return }
        let event = event()
        let kind = record.name.text
        let key = CallbackKey(name: record.name, scene: event.keyText(of: "scene") ?? "")
        if record.phase == .end {
            endCallback(event, record)
        } else if record.phase == .begin || record.hasDuration {
            let span = callbackSpan(kind, number, key.scene, event)
            if record.hasDuration {
                span.statedDuration = record.duration
            } else {
                span.isBegunOnly = record.name != .appWillTerminate
            }
            if let before = callbacks.updateValue(span, forKey: key) {
                // How long it took is told, and its end is still to come.
                if before.statedDuration == nil { drop(before) } else { overtaken.append(before) }
            }
            began(span)
        } else if record.name == .appWillTerminate {
            // It lasts until the run ends.
            began(callbackSpan(kind, number, key.scene, event))
        } else {
            machines.notify(kind: number) { $0.pointSeen(event) }
        }
    }

    private func endCallback(_ event: @autoclosure () -> SeenEvent, _ record: EventRecord) {
        guard let number = kinds.number(of: record.name), machines.hears(kind: number) else { return }
        let event = event()
        let kind = record.name.text
        let key = CallbackKey(name: record.name, scene: event.keyText(of: "scene") ?? "")
        if isLateHalf(event, record), callbacks[key].map({ $0.beginEvent?.number != event.number }) ?? true {
            // Another one was told meanwhile, or its end.
            guard let place = overtaken.firstIndex(where: { $0.beginEvent?.number == event.number }) else { return }
            ended(overtaken.remove(at: place), at: event.moment, event: event)
        } else if let span = callbacks.removeValue(forKey: key) {
            if record.hasDuration { span.statedDuration = record.duration }
            span.isBegunOnly = false
            ended(span, at: event.moment, event: event)
        } else if record.hasDuration, record.phase == .end {
            let begin = event.moment.later(by: -max(record.duration, 0))
            let span = callbackSpan(kind, number, key.scene, event, clocks: clocks(at: begin))
            span.statedDuration = record.duration
            began(span)
            ended(span, at: event.moment, event: event)
        }
    }

    /// Whether it is the end of a record that states how long it took.
    private func isLateHalf(_ event: SeenEvent, _ record: EventRecord) -> Bool {
        event.half == .end && record.phase != .end
    }

    /// The main thread runs another callback, so those that it began before have returned, though nothing tells when:
    /// they are open no more, and measured only if their ends are told yet.
    private func leaveBegun() {
        guard openSpans.contains(where: \.isBegunOnly) else { return }
        openSpans.removeAll(where: \.isBegunOnly)
    }

    private func isOpen(_ span: SpanInstance) -> Bool { openSpans.contains { $0 === span } }

    /// A callback that has returned, and of which nothing has told the end, was a point.
    private func drop(_ span: SpanInstance) {
        guard span.isBegunOnly else { return }
        if let index = openSpans.firstIndex(where: { $0 === span }) { openSpans.remove(at: index) }
        machines.notify(kind: span.kindNumber) { $0.spanDropped(span) }
    }

    /// - Parameter clocks: what they showed when it began; nil if it begins now.
    private func callbackSpan(
        _ kind: String, _ number: Int, _ key: String, _ event: SeenEvent, clocks: ClockReading? = nil
    ) -> SpanInstance {
        let span = SpanInstance(
            kind: kind, number: number, key: key, begin: event.moment, clocks: clocks ?? self.clocks, event: event,
            confidence: .certain, attributes: [:], mainEvents: mainEvents)
        span.isToldWhole = true
        span.isOnePair = event.name.isCalledOnce
        return span
    }

    // MARK: The end

    /// Lets the time pass for which there are no lines of the run, as whoever pushes them has told.
    ///
    /// Whether the process ran meanwhile is known only in front, and where something keeps it running.
    private func hear(until moment: Moment) {
        guard moment > now else { return }
        let isInFront = state == .active || state == .inactive || state == .launching
        let runs = isInFront || openSpans.contains { $0.kind == "backgroundTask" || $0.kind == "mode" }
        clocks.pass(moment.since(now), in: runs ? state : .suspended, isWaiting: isWaiting)
        now = moment
        heardClocks = clocks
        fire(closer: nil, at: moment)
    }

    /// Nobody will be told anything more.
    func forget() {
        deadlines.removeAll()
        byNumber = [:]
        unheard = []
        callbacks = [:]
        overtaken = []
    }

    /// The run is over, or its evidence is: every machine says what remains.
    func finish() {
        advance(to: max(told.stretch.end, now))
        if end == .seen { fire(closer: nil, at: told.stretch.end) }
        if end == .running, let heard = told.stretch.heardUntil { hear(until: heard) }
        if !callbacks.isEmpty {
            for span in callbacks.values.sorted(by: { $0.number < $1.number }) where !isOpen(span) { drop(span) }
        }
        facts.runningDuration = clocks.running
        let stateClass = stateEvent.map { sourceClass(of: $0) }
        facts.isBuffered = !coverage.contains { row in
            guard row.tellsTransitions || row.sourceClass == stateClass else { return false }
            guard row.sourceClass.witness == .app, let appDurability else { return row.isImmediate }
            return appDurability == .immediate
        }
        facts.lastEvent = lastName
        for span in openSpans {
            span.isOpenAtEnd = end != .running
            span.isBlocked = keepsMainThread(span)
        }
        machines.forEach { $0.finish() }
    }
}
