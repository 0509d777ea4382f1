// SPDX-License-Identifier: MIT

import LifelintModel

/// What `UIApplication.State` callbacks of a launch must see, and what states are called.
enum CallbackExpectation {
    /// The state an app reads inside the launch callbacks; nil where nothing can be said.
    static func stateAtLaunch(_ kind: Launch.Kind, isSceneBased: Bool) -> CallbackState? {
        // Scene-based apps read background there in every launch.
        if isSceneBased { return .background }
        switch kind {
        case .foreground: return .inactive
        case .background: return .background
        // Prewarming mostly stops before them, and they run when the app is opened.
        case .prewarmed, .unknown: return nil
        }
    }

    static func name(_ state: CallbackState) -> String {
        switch state {
        case .missing, .other: "another value"
        case .active: "active"
        case .inactive: "inactive"
        case .background: "background"
        }
    }
}
