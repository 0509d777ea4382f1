// SPDX-License-Identifier: MIT

import LifelintModel

/// The states of a run's machines while the events of one instant are put in order.
struct MachineStates {
    private var app: AppState?
    private var scenes: [(key: [UInt8], state: SceneState)]
    private var reasons: ReasonTrail
    /// Spans that the instant both begins and ends.
    private(set) var pairs: SpanPairs
    /// The run is under way, and the instant tells its end and a launch: it ends before that.
    private var isRelaunched = false
    /// Callbacks whose ends the instant tells.
    private var callbacks: CallbackPairs
    /// Whose way to the front SwiftUI tells in the instant: it calls it inactive before it is active.
    private var arrivals: [[UInt8]] = []
    /// What is still to be put in order of a machine's way to the background and back.
    private var steps: [(step: Step, key: [UInt8])] = []

    /// Steps that wait for each other: into the background, out of it, and to the front.
    private enum Step {
        case background
        case foreground
        case active

        init?(_ name: EventName) {
            switch name {
            case .appDidEnterBackground, .sceneDidEnterBackground: self = .background
            case .appWillEnterForeground, .sceneWillEnterForeground: self = .foreground
            case .appDidBecomeActive, .sceneDidBecomeActive: self = .active
            default: return nil
            }
        }
    }

    /// - Parameter events: those that are to be put in order.
    init(_ run: RunMachine?, _ events: [EventView], _ spans: CompiledSpans) {
        pairs = SpanPairs(events, of: run, spans)
        let callbacks = CallbackPairs(events, of: run)
        steps = events.compactMap { event in
            callbacks.isReturn(event) ? nil : Step(event.name).map { ($0, MachineStates.key(event)) }
        }
        self.callbacks = callbacks
        let time = events.first?.record.order ?? .min
        app = run?.app.found(at: time)
        reasons = ReasonTrail(mask: run?.deactivationMask)
        scenes = run?.scenes.compactMap { scene in scene.ledger.told.map { (scene.key, $0) } } ?? []
        isRelaunched =
            events.contains { !LaunchStep.isStep($0.name) && RunMachine.isExit($0) }
            && events.contains { MachineStates.isAnotherLaunch($0, than: run) }
        for event in events where MachineStates.isInactivePhase(event) && isBehind(event) {
            let key = MachineStates.key(event)
            if hasStep(.active, of: event), !arrivals.contains(key) { arrivals.append(key) }
        }
    }

    /// Whether SwiftUI calls something inactive: it is so on the way to the front as well as on the way out of it.
    private static func isInactivePhase(_ event: EventView) -> Bool {
        event.record.via == .swiftui && (event.name == .appWillResignActive || event.name == .sceneWillResignActive)
    }

    /// Whether the machine that an event moves is behind the front, as far as anybody knows.
    private func isBehind(_ event: EventView) -> Bool {
        guard SceneMachine.target(of: event.name) == nil else {
            switch state(ofScene: event) {
            case nil, .unattached, .background, .disconnected: return true
            case .inactive, .active: return false
            }
        }
        return app != .inactive && app != .active
    }

    /// Whether a step of a launch cannot be one of the run that is under way.
    private static func isAnotherLaunch(_ event: EventView, than run: RunMachine?) -> Bool {
        guard let run, LaunchStep.isStep(event.name), !RunMachine.isExit(event) else { return false }
        return run.launch.steps.contains(LaunchStep(event)) || run.app.current.map { $0 != .launching } ?? false
    }

    /// Takes in the events that are to be put in order.
    mutating func expect(_ events: [EventView]) { reasons.expect(events, from: app) }

    /// How early an event may come.
    private enum Rank {
        static let launch = 0
        static let main = 1
        static let launchStep = 2
        static let resume = 3
        static let early = 4
        static let legal = 5
        /// The end of a span that begins in the same instant, or of a callback that has begun.
        static let end = 6
        static let suspend = 7
        static let illegal = 8
        /// The end of a callback whose begin is still to come.
        static let unbegun = 9
        static let exit = 10
    }

    /// How early an event may come: a launch first, an exit last, what is legal before what is not; what wakes a
    /// suspended process before what it does, and what suspends it after that.
    func rank(_ event: EventView) -> Int {
        if isRelaunched {
            if LaunchStep.isStep(event.name) { return Rank.exit }
            if RunMachine.isExit(event) { return Rank.suspend }
        }
        if event.name == .processLaunch { return Rank.launch }
        if LaunchStep.isStep(event.name) { return event.name == .processMain ? Rank.main : Rank.launchStep }
        if RunMachine.isExit(event) { return Rank.exit }
        if callbacks.isEndOfOpen(event) { return Rank.end }
        if callbacks.awaitsBegin(event) { return Rank.unbegun }
        if waits(event) || callbacks.awaitsReturn(event) { return Rank.illegal }
        if leadsAway(event) { return Rank.early }
        if MachineStates.isInactivePhase(event), isArrival(event) { return Rank.legal }
        if SceneMachine.target(of: event.name) != nil {
            return leadsBack(event) || SceneMachine.isLegal(event.name, from: state(ofScene: event))
                ? Rank.legal : Rank.illegal
        }
        guard let target = AppEdge.of(event)?.state else {
            if pairs.isEarlierEnd(event) { return Rank.early }
            return pairs.isEnd(event) ? Rank.end : Rank.legal
        }
        if let step = ReasonTrail.step(of: event), let next = reasons.next {
            if step != next { return Rank.illegal }
            // What only confirms the state comes before what leads on from it.
            return target == app ? Rank.early : Rank.legal
        }
        // From a launch both of its callbacks are legal, but the first of them only before the other.
        if event.name == .appWillEnterForeground, app ?? .launching == .launching { return Rank.early }
        guard let app else { return Rank.legal }
        // The system tells every change to whoever observes the process: what only confirms the state moves nothing.
        if event.name == .processState, target == app { return Rank.early }
        guard leadsBack(event) || MachineStates.isLegal(event.name, from: app, to: target) else { return Rank.illegal }
        switch event.name {
        case .processResume: return Rank.resume
        case .processSuspend: return Rank.suspend
        default: return Rank.legal
        }
    }

    /// Whether it cannot come next.
    func isIllegal(_ event: EventView) -> Bool {
        // A launch callback of an app that has been somewhere.
        if LaunchStep.isStep(event.name) { return app != nil && app != .launching }
        if mayBeFirst(event) { return false }
        let rank = rank(event)
        return rank == Rank.illegal || rank == Rank.unbegun
    }

    /// Whether it only mostly comes after what SwiftUI calls inactive: an app that is launched may be called so once it
    /// was active.
    private func mayBeFirst(_ event: EventView) -> Bool {
        guard Step(event.name) == .active, !arrivals.isEmpty, arrivals.contains(MachineStates.key(event)),
            !hasStep(.foreground, of: event), !callbacks.awaitsReturn(event)
        else { return false }
        if SceneMachine.target(of: event.name) == nil { return app ?? .launching == .launching }
        return state(ofScene: event) ?? .unattached == .unattached
    }

    /// Whether what SwiftUI calls inactive is on its way to the front.
    private func isArrival(_ event: EventView) -> Bool {
        isBehind(event) || arrivals.contains(MachineStates.key(event))
    }

    /// Whether a step that goes before it is still to come: nothing becomes active before it enters the foreground.
    private func waits(_ event: EventView) -> Bool {
        guard !steps.isEmpty else { return false }
        switch event.name {
        case .appDidBecomeActive, .sceneDidBecomeActive:
            if !arrivals.isEmpty, arrivals.contains(MachineStates.key(event)) { return true }
            return hasStep(.foreground, of: event)
        default: return false
        }
    }

    /// Whether it enters the foreground from a background that no line of the instant tells.
    private func leadsBack(_ event: EventView) -> Bool {
        Step(event.name) == .foreground && !hasStep(.background, of: event)
    }

    /// Whether it resigns on the way to the background where nothing tells that it was active: whatever it is by what
    /// was told, that comes before what the instant goes on with.
    private func leadsAway(_ event: EventView) -> Bool {
        switch event.name {
        case .appWillResignActive where app != .active: break
        case .sceneWillResignActive where state(ofScene: event) != .active: break
        default: return false
        }
        return hasStep(.background, of: event) && !hasStep(.active, of: event)
    }

    private func hasStep(_ step: Step, of event: EventView) -> Bool {
        guard !steps.isEmpty else { return false }
        let key = MachineStates.key(event)
        return steps.contains { $0.step == step && $0.key == key }
    }

    mutating func take(_ event: EventView) {
        pairs.take(event)
        if isRelaunched, !LaunchStep.isStep(event.name), RunMachine.isExit(event) {
            isRelaunched = false
            app = nil
            scenes = []
            return
        }
        let isReturn = callbacks.isEndOfOpen(event)
        callbacks.take(event)
        // Its begin has led where it leads.
        if isReturn { return }
        if !arrivals.isEmpty, MachineStates.isInactivePhase(event) {
            let key = MachineStates.key(event)
            arrivals.removeAll { $0 == key }
        }
        if let step = Step(event.name) {
            let key = MachineStates.key(event)
            if let index = steps.firstIndex(where: { $0.step == step && $0.key == key }) { steps.remove(at: index) }
        }
        if let target = SceneMachine.target(of: event.name) {
            let key = MachineStates.key(event)
            if let index = scenes.firstIndex(where: { $0.key == key }) {
                scenes[index].state = target
            } else if scenes.count < 256 {
                scenes.append((key, target))
            }
        } else if let edge = AppEdge.of(event) {
            if edge.isResume, app != .suspended, app != nil || event.name == .processState { return }
            app = AppEdge.isInLaunch(event) ? app ?? .launching : edge.state
            if let step = ReasonTrail.step(of: event) { reasons.take(step, from: app) }
        } else if LaunchStep.isStep(event.name), app == nil {
            app = .launching
        }
    }

    private func state(ofScene event: EventView) -> SceneState? {
        let key = MachineStates.key(event)
        return scenes.first { $0.key == key }?.state
    }

    /// No text is that.
    static let appKey: [UInt8] = [0xFF]

    /// Whose state it is: the scene's, or the app's.
    static func key(_ event: EventView) -> [UInt8] {
        SceneMachine.target(of: event.name) == nil ? appKey : event.batch.copy(event.record.scene.range)
    }

    private static func isLegal(_ name: EventName, from state: AppState, to target: AppState) -> Bool {
        switch name {
        case .appDidBecomeActive: state == .inactive || state == .launching
        case .appWillResignActive: state == .active
        case .appDidEnterBackground: state == .inactive || state == .launching
        case .appWillEnterForeground: state == .background || state == .suspended || state == .launching
        case .processSuspend: state == .background
        case .processResume: state == .suspended
        default: target != state
        }
    }
}
