// SPDX-License-Identifier: MIT

import LifelintModel

extension AppRun {
    /// Whether the evidence tells that the user did not notice the end: a run whose last state nothing tells may have
    /// been seen or not.
    var isOutOfSight: Bool {
        if isVisible { return false }
        switch stateAtEnd {
        case nil, .notRunning, .active, .inactive: return false
        case .launching: return launch.kind == .background || launch.kind == .prewarmed
        case .background, .suspended: return true
        }
    }
}
