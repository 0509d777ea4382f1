// SPDX-License-Identifier: MIT

import LifelintModel

/// What `UIApplication.State` each callback must see.
enum CallbackExpectation {
    /// The state an app reads inside that callback; nil where it may read anything, or where the launch decides.
    static func state(in name: EventName) -> CallbackState? {
        switch name {
        case .appWillResignActive: .active
        case .appDidEnterBackground, .appWillEnterForeground: .background
        case .appDidBecomeActive: .active
        default: nil
        }
    }

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
