// SPDX-License-Identifier: MIT

import LifelintModel

extension EventName {
    /// Whether it is a callback: an event that begins and, where its end is told, lasts.
    ///
    /// Why not its declaration: every event is asked.
    var isCallback: Bool {
        switch self {
        case .appWillFinishLaunching, .appDidFinishLaunching, .appDidBecomeActive, .appWillResignActive,
            .appDidEnterBackground, .appWillEnterForeground, .appWillTerminate, .appConfigurationForConnecting,
            .appDidDiscardSceneSessions, .appProtectedDataWillBecomeUnavailable,
            .appProtectedDataDidBecomeAvailable, .appOpenURL, .appSignificantTimeChange, .sceneWillConnect,
            .sceneDidBecomeActive, .sceneWillResignActive, .sceneWillEnterForeground, .sceneDidEnterBackground,
            .sceneDidDisconnect, .sceneDidDiscard:
            true
        default: false
        }
    }

    /// What only extensions are asked for, and answer.
    var isOfExtension: Bool {
        switch self {
        case .extensionBegin, .extensionExpire, .extensionComplete: true
        default: false
        }
    }

    /// Callbacks that announce: their edge is at their end.
    var isWillCallback: Bool {
        switch self {
        case .appWillResignActive, .appWillEnterForeground, .appWillTerminate, .appWillFinishLaunching,
            .sceneWillResignActive, .sceneWillEnterForeground, .sceneWillConnect:
            true
        default: false
        }
    }

    /// The callbacks that move the app's machine where it has no scenes.
    var isAppStateCallback: Bool {
        switch self {
        case .appDidBecomeActive, .appWillResignActive, .appDidEnterBackground, .appWillEnterForeground: true
        default: false
        }
    }
}
