// SPDX-License-Identifier: MIT

import LifelintModel

/// One scene of one run: `unattached → inactive → active → background → disconnected`.
struct SceneMachine {
    let key: [UInt8]
    let id: String
    /// Only scenes of window role count for the app's state.
    var isWindow = true
    /// It stands on the screen of a car.
    private(set) var isCar = false
    var isConnected = false
    /// A line told that it connects: where it disconnects it would tell that it does so again.
    var isConnectionTold = false
    /// It was told to disconnect, and not to connect since.
    var isGone = false
    var wasActive = false
    /// When the app left the front with it, where none of its own lines tells that.
    var untoldLeaving: UntoldLeaving?
    var ledger = EdgeLedger<SceneState>()

    init(key: [UInt8]) {
        self.key = key
        id = String(decoding: key, as: UTF8.self)
    }

    /// Whether a text of an event is the scene's key; a scene without one has the empty key.
    func isNamed(_ text: Text, in batch: BatchView) -> Bool {
        text.isPresent ? batch.equals(text, key) : key.isEmpty
    }

    /// The state that an event leads a scene to; nil where it leads nowhere.
    static func target(of name: EventName) -> SceneState? {
        switch name {
        case .sceneDidBecomeActive: .active
        case .sceneWillResignActive, .sceneWillEnterForeground: .inactive
        case .sceneDidEnterBackground: .background
        case .sceneDidDisconnect, .sceneDidDiscard: .disconnected
        case .sceneWillConnect: .unattached
        default: nil
        }
    }

    /// Whether an event can lead a scene there.
    static func isLegal(_ name: EventName, from state: SceneState?) -> Bool {
        switch name {
        case .sceneWillConnect: state == nil || state == .disconnected
        case .sceneWillEnterForeground: state == nil || state == .unattached || state == .background
        case .sceneDidBecomeActive: state == .inactive
        case .sceneWillResignActive: state == .active
        case .sceneDidEnterBackground: state == .inactive
        default: state == .background || state == .unattached
        }
    }

    /// Whether an event can be the scene's next.
    func mayTake(_ name: EventName) -> Bool {
        SceneMachine.isLegal(name, from: ledger.held?.state ?? ledger.current)
    }

    /// Whether it was shown, and not put away since.
    var isInFront: Bool {
        let state = ledger.held?.state ?? ledger.current
        return state == .active || (state == .inactive && wasActive)
    }

    /// Whether it came to the front, or nearer to it, within a second of that moment.
    func isArriving(at moment: Moment) -> Bool {
        guard isShown, let since = ledger.held?.at ?? ledger.since, moment.isWithin(TimelineWindows.sameEdge, of: since)
        else { return false }
        let before = ledger.held == nil ? ledger.stretches.dropLast().last?.state : ledger.current
        return ledger.told != .inactive || before != .active
    }

    /// Whether it is connected, and not active.
    var isStillToArrive: Bool {
        switch ledger.held?.state ?? ledger.current {
        case .unattached, .inactive, .background: true
        case .active, .disconnected, nil: false
        }
    }

    /// Whether it is connected, and not put away.
    var isShown: Bool {
        switch ledger.held?.state ?? ledger.current {
        case .unattached, .inactive, .active: true
        case .background, .disconnected, nil: false
        }
    }

    /// Whether an event is the end of the callback that the scene waits for.
    func isReturning(_ event: EventView) -> Bool {
        guard event.record.phase == .end, let held = ledger.held else { return false }
        return held.state == SceneMachine.target(of: event.name)
    }

    /// What makes a run scene-based: callbacks about a scene's state, not about its existence.
    static func isStateCallback(_ name: EventName) -> Bool {
        switch name {
        case .sceneDidBecomeActive, .sceneWillResignActive, .sceneWillEnterForeground, .sceneDidEnterBackground: true
        default: false
        }
    }

    /// Takes the role that an event names.
    mutating func learnRole(_ role: String, _ words: SceneRoleWords) {
        isWindow = words.isWindow(role)
        isCar = words.isCar(role)
    }
}

/// That a window left the front, which others than its own lines tell.
struct UntoldLeaving {
    let moment: Moment
    let witness: WitnessClass
    let confidence: Confidence
}

/// The last line about a window that names none.
struct UnnamedTelling {
    let scene: Int
    private let name: EventName
    private let moment: Moment
    private let input: UInt32
    private let via: EventVia

    init(_ event: EventView, of scene: Int) {
        self.scene = scene
        name = event.name
        moment = event.moment
        input = event.record.input
        via = event.record.via
    }

    /// Whether somebody else tells the same once more.
    func isToldAgain(by event: EventView) -> Bool {
        event.name == name && (event.record.input != input || event.record.via != via)
            && event.moment.isWithin(TimelineWindows.sameEdge, of: moment)
    }
}
