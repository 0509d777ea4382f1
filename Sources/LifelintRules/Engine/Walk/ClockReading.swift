// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// How much time of each clock has passed since the run began, in nanoseconds.
struct ClockReading: Equatable {
    var wall: Int64 = 0
    /// Alive, neither suspended nor waiting prewarmed.
    var running: Int64 = 0
    /// Running in the background.
    var background: Int64 = 0
    /// Running in front of the user.
    var active: Int64 = 0

    subscript(_ clock: RuleClock) -> Int64 {
        switch clock {
        case .wall: wall
        case .running: running
        case .background: background
        case .active: active
        }
    }

    /// Lets time pass in a state; waiting means prewarmed and not yet opened.
    mutating func pass(_ nanoseconds: Int64, in state: AppState?, isWaiting: Bool) {
        guard nanoseconds > 0 else { return }
        wall = wall.addingClamped(nanoseconds)
        if isWaiting || state == .suspended || state == .notRunning { return }
        running = running.addingClamped(nanoseconds)
        if state == .background { background = background.addingClamped(nanoseconds) }
        if state == .active { active = active.addingClamped(nanoseconds) }
    }
}
