// SPDX-License-Identifier: MIT

import LifelintModel

/// One run as it happens: a push machine that takes the events of one process in order.
///
/// It keeps what a report, a story and an ending need, and nothing that grows with the log: states, spans, counters and
/// events are bounded by ``RunLimits``.
final class RunMachine {
    enum Phase {
        /// Events go on.
        case open
        /// Its end was seen; late witnesses are awaited.
        case closing
        /// It is over; only its successor can still say something about it.
        case over
    }

    let settings: TimelineSettings
    let device: String?
    var identity: RunIdentity
    var phase = Phase.open

    let first: Moment
    let firstOrder: Int64
    var startIsKnown = false
    var last: Moment
    var lastOrder: Int64
    var lastEvent: EventName = .custom
    var lastWitness: WitnessClass = .app
    /// The last line of the run: its place, and its text in a buffer that is used again and again.
    var lastRecord: EventRecord
    var lastText: [UInt8] = []
    var firstEvidence: EvidenceLine

    var app = EdgeLedger<AppState>()
    var scenes: [SceneMachine] = []
    var isSceneBased = false
    var spans = SpanTracker()
    var derivedSpans: [SpanInterval] = []
    var launch: LaunchFacts
    var openCallbacks: [OpenCallback] = []
    var keeper = EventKeeper()
    var footprint = CounterKeeper(name: "memory.footprint", unit: "bytes")
    var anomalies: [Anomaly] = []
    var anomaliesOmitted = 0

    var isDebugged = false
    var isHarnessed = false
    var isSimulated = false
    /// An exact witness of suspension speaks about this run: nothing is inferred.
    var hasExactSuspension = false
    /// A witness that shows resumes has spoken.
    var hasSeenResume = false
    var inferredSuspension: Confidence?
    var resumeBegan: Moment?
    var hasAssumedZone = false
    var hasStatedZone = false
    /// Every source of the run may lose its last seconds when the process is killed.
    var isBuffered = true
    var lastMemoryWarning: Int64 = .min

    var exits: [ExitWitness] = []
    var words = LastWords()
    var facts = PredecessorFacts()
    var launchContext = LaunchContext()
    /// Why it ended: decided when its successor, if any, has said what it has to say.
    var judged: Ending?
    /// Its last line as evidence, once it is over.
    var lastLine: EvidenceLine

    /// What the launch follows.
    struct LaunchContext {
        var isAfterUpdate = false
        var isAfterBoot = false
        var isBeforeFirstUnlock = false
        var isFirstEver = false
        var isAfterForceQuit = false
    }

    /// A callback that has begun and is not known to have ended.
    struct OpenCallback {
        var name: EventName
        var scene: Int
        var began: Moment
    }

    init(opening event: EventView, device: String?, settings: TimelineSettings, inputs: InputNames) {
        self.settings = settings
        self.device = device
        identity = RunIdentity()
        first = event.moment
        firstOrder = event.record.order
        last = event.moment
        lastOrder = event.record.order
        lastRecord = event.record
        launch = LaunchFacts(start: event.moment)
        firstEvidence = event.evidence(inputs)
        lastLine = firstEvidence
    }

    /// Whether the kind of launch can still change.
    var isLaunchOpen: Bool { launch.settled == nil }

    /// Takes the next event of the run.
    func apply(_ event: EventView, inputs: InputNames) {
        settle(upTo: event.record.order)
        settleGap(before: event)
        identity.learn(from: event.record, in: event.batch)
        if event.record.isZoneAssumed { hasAssumedZone = true } else { hasStatedZone = true }
        learnFlags(event)

        var isNotable = false
        let scene = sceneIndex(for: event)
        if LaunchStep.isStep(event.name) {
            isNotable = takeLaunchStep(event, inputs: inputs)
        } else {
            launch.addOther(event)
        }
        isNotable = takeEdges(event, scene: scene, inputs: inputs) || isNotable
        isNotable = spans.apply(event, spans: settings.spans) || isNotable
        isNotable = takeWords(event, inputs: inputs) || isNotable
        checkCallback(event, inputs: inputs)

        keeper.count()
        if isNotable { keeper.keep(event, scene: scene) }
        remember(event)
    }

    /// A device-level event that happened during the run.
    func witness(_ event: EventView, inputs: InputNames) {
        settle(upTo: event.record.order)
        if event.name == .logGap {
            note(.gap, "the source says that it lost a stretch of its log here", event, inputs)
        }
        words.take(deviceEvent: event, inputs: inputs)
        _ = spans.apply(event, spans: settings.spans)
    }

    /// Lets time pass: held edges and stated durations take effect.
    func settle(upTo time: Int64) {
        if app.held != nil, app.settle(upTo: time) { appStateChanged() }
        for index in scenes.indices where scenes[index].ledger.held != nil {
            if scenes[index].ledger.settle(upTo: time) {
                deriveFromScenes(at: scenes[index].ledger.since ?? last, by: scenes[index].ledger.witness)
            }
        }
        spans.settle(upTo: time, spans: settings.spans)
    }

    /// Records something that no legal sequence explains.
    func note(_ code: Anomaly.Code, _ message: String, _ event: EventView, _ inputs: InputNames) {
        guard anomalies.count < RunLimits.anomalies else {
            anomaliesOmitted += 1
            return
        }
        anomalies.append(
            Anomaly(code: code, message: message, time: event.moment.timestamp, at: inputs.location(of: event.record)))
    }

    /// The last line of the run, as evidence.
    func lastEvidence(_ inputs: InputNames) -> EvidenceLine {
        EvidenceLine(text: String(decoding: lastText, as: UTF8.self), at: inputs.location(of: lastRecord))
    }

    private func remember(_ event: EventView) {
        last = event.moment
        lastOrder = event.record.order
        lastEvent = event.name
        lastWitness = event.record.witness
        lastRecord = event.record
        if event.record.durability == .immediate { isBuffered = false }
        lastText.removeAll(keepingCapacity: true)
        let range = event.record.source.range
        let end = min(range.upperBound, range.lowerBound + RunLimits.evidenceText)
        if end <= event.batch.bytes.count { lastText.append(contentsOf: event.batch.bytes[range.lowerBound..<end]) }
    }

    private func learnFlags(_ event: EventView) {
        guard event.record.attributesCount > 0 else { return }
        for attribute in event.batch.attributes(of: event.record) where attribute.kind == .bool && attribute.bits != 0 {
            switch attribute.key {
            case .debugger: isDebugged = true
            case .harness: isHarnessed = true
            case .simulator: isSimulated = true
            default: break
            }
        }
        if event.name == .processLaunch, let reason = event.batch.string(.reason, of: event.record) {
            if reason == "debugger" { isDebugged = true }
            if reason == "xctest" { isHarnessed = true }
        }
    }
}
