// SPDX-License-Identifier: MIT

import LifelintModel

/// A step of a launch as one witness told it: the same step from the same witness again is another launch.
struct LaunchStep: Equatable {
    var name: EventName
    var witness: WitnessClass
    var via: EventVia

    /// Events that only a launch brings.
    static func isStep(_ name: EventName) -> Bool {
        switch name {
        case .processLaunch, .processMain, .appWillFinishLaunching, .appDidFinishLaunching: true
        default: false
        }
    }
}

/// What is known about how a run was launched, and what that makes of it.
struct LaunchFacts {
    /// A background launch shows its work soon: what comes later may be anything.
    static let workWindow: Int64 = 10_000_000_000
    /// A user's launch is in front soon.
    static let foregroundWindow: Int64 = 10_000_000_000
    /// No foreground launch survives its watchdog for that long without coming to the front.
    static let foregroundLimit: Int64 = 25_000_000_000

    var steps: [LaunchStep] = []
    var start: Moment
    var statedKind: Launch.Kind?
    var reason: Launch.Reason?
    var callbackState: CallbackState = .missing
    var callbackStateLine: SourceLocation?
    var didFinish: Moment?
    var firstForegroundEdge: Moment?
    var firstActive: Moment?
    var firstFrame: Moment?
    var opening: Moment?
    var main: Moment?
    var workReason: Launch.Reason?
    var protectedDataWasUnavailable = false
    var isSceneBased = false
    var sawAppCallback = false
    var settled: (kind: Launch.Kind, confidence: Confidence?)?

    init(start: Moment) { self.start = start }

    var sawStep: Bool { !steps.isEmpty }
    var kind: Launch.Kind { settled?.kind ?? statedKind ?? .unknown }

    /// Takes what a launch step says.
    mutating func add(_ event: EventView) {
        let step = LaunchStep(name: event.name, witness: event.record.witness, via: event.record.via)
        if !steps.contains(step) { steps.append(step) }
        switch event.name {
        case .processLaunch:
            if statedKind == nil, let intent = event.batch.string(.intent, of: event.record) {
                statedKind = LaunchFacts.kind(intent: intent)
            }
            if reason == nil, let text = event.batch.string(.reason, of: event.record) {
                reason = Launch.Reason(rawValue: text)
            }
        case .processMain:
            if main == nil { main = event.moment }
        default:
            if event.record.witness == .app { sawAppCallback = true }
            if callbackState == .missing, event.record.state != .missing, event.record.state != .other {
                callbackState = event.record.state
            }
            if event.name == .appDidFinishLaunching, event.record.phase != .begin {
                let isPoint = event.record.phase == .missing && event.record.hasDuration
                didFinish = isPoint ? event.moment.later(by: max(event.record.duration, 0)) : event.moment
            }
        }
    }

    /// Takes what other events say about the launch, before anything came to the front.
    mutating func addOther(_ event: EventView) {
        switch event.name {
        case .uiFirstFrame where firstFrame == nil: firstFrame = event.moment
        case .sceneWillConnect where opening == nil && firstForegroundEdge == nil: opening = event.moment
        case .appProtectedDataWillBecomeUnavailable where firstForegroundEdge == nil:
            protectedDataWasUnavailable = true
        case .appProtectedDataDidBecomeAvailable where firstForegroundEdge == nil:
            protectedDataWasUnavailable = true
        default:
            guard workReason == nil, firstForegroundEdge == nil, let found = LaunchFacts.work(event) else { return }
            if event.record.order - start.time <= LaunchFacts.workWindow { workReason = found }
        }
    }

    /// Decides the kind of launch; asked at the first foreground edge and at the run's end.
    ///
    /// - Parameter last: the latest moment for which the evidence covers the run.
    func judge(last: Moment, isDebugged: Bool) -> (kind: Launch.Kind, confidence: Confidence?) {
        if let statedKind { return (statedKind, .certain) }
        guard sawStep else { return (.unknown, nil) }
        if let edge = firstForegroundEdge, edge.time - start.time <= LaunchFacts.foregroundWindow {
            return (.foreground, .certain)
        }
        if !isSceneBased {
            if callbackState == .inactive { return (.foreground, .likely) }
            if callbackState == .background { return (.background, .likely) }
        }
        if workReason != nil { return (.background, .likely) }
        if let didFinish, !isDebugged {
            let until = firstForegroundEdge?.time ?? last.time
            if until - didFinish.time > LaunchFacts.foregroundLimit {
                if protectedDataWasUnavailable { return (.prewarmed, .likely) }
                return (.background, firstForegroundEdge == nil ? .possible : .likely)
            }
        }
        return (.unknown, nil)
    }

    private static func kind(intent: String) -> Launch.Kind? {
        switch intent {
        case "foreground": .foreground
        case "background": .background
        case "prewarm", "prewarmed": .prewarmed
        default: nil
        }
    }

    private static func work(_ event: EventView) -> Launch.Reason? {
        switch event.name {
        case .pushReceive: .push
        case .fetchBegin: .fetch
        case .scheduledTaskStart:
            event.batch.string(.kind, of: event.record) == "processing" ? .processing : .fetch
        case .urlSessionWake: .urlSession
        case .voipReceive: .voip
        case .locationUpdate: .location
        default: nil
        }
    }
}
