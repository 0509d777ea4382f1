// SPDX-License-Identifier: MIT

extension EventName {
    /// The `UIApplication.State` that an app reads inside that callback; nil where it may read anything, or where the
    /// launch decides.
    public var stateRead: CallbackState? {
        switch self {
        case .appWillResignActive: .active
        case .appDidEnterBackground, .appWillEnterForeground: .background
        case .appDidBecomeActive: .active
        default: nil
        }
    }
}
