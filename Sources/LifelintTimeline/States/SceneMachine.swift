// SPDX-License-Identifier: MIT

import LifelintModel

/// One scene of one run: `unattached → inactive → active → background → disconnected`.
struct SceneMachine {
    let key: [UInt8]
    let id: String
    /// Only scenes of window role count for the app's state.
    var isWindow = true
    var isConnected = false
    var wasActive = false
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

    /// What makes a run scene-based: callbacks about a scene's state, not about its existence.
    static func isStateCallback(_ name: EventName) -> Bool {
        switch name {
        case .sceneDidBecomeActive, .sceneWillResignActive, .sceneWillEnterForeground, .sceneDidEnterBackground: true
        default: false
        }
    }

    /// Takes the role that a connection names.
    mutating func learnRole(_ role: String) {
        let lowered = role.lowercased()
        isWindow =
            lowered == "window" || lowered == "windowapplication"
            || lowered.contains("windowscenesessionroleapplication")
    }
}
