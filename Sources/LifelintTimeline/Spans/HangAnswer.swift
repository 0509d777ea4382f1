// SPDX-License-Identifier: MIT

import LifelintModel

/// Whether what the main thread does shows that a hang is over.
///
/// What comes right behind the beginning may be that in which it hangs. Where something else follows it has returned
/// from that, or whoever told the beginning did so late.
struct HangAnswer {
    private var first: (name: EventName, moment: Moment)?

    /// Takes what the main thread does in a hang that is open; says whether that is over by then.
    mutating func take(_ event: EventView, toHangFrom begun: Moment) -> Bool {
        let slack = max(SpanTracker.oneHang, begun.resolution, event.moment.resolution)
        if event.moment.since(begun) > slack { return true }
        guard let first else {
            self.first = (event.name, event.moment)
            return false
        }
        // What begins in it, and is not told to end, may be that in which it hangs.
        if event.record.phase == .begin { return false }
        // Of a callback others may tell again, and UIKit tells one step of an app and of its scenes.
        let isOther =
            HangAnswer.step(event.name) != HangAnswer.step(first.name) || event.record.phase == .end
            || !event.name.isCallback
        return isOther && (event.moment > first.moment || HangAnswer.isCoarse(event.moment, first.moment))
    }

    /// Whether the clocks are too coarse to tell what comes right behind another from what comes with it.
    private static func isCoarse(_ moment: Moment, _ other: Moment) -> Bool {
        max(moment.resolution, other.resolution) > SpanTracker.oneHang
    }

    /// What a callback of a scene is called where the app has one for the same step.
    private static func step(_ name: EventName) -> EventName {
        switch name {
        case .sceneWillEnterForeground: .appWillEnterForeground
        case .sceneDidBecomeActive: .appDidBecomeActive
        case .sceneWillResignActive: .appWillResignActive
        case .sceneDidEnterBackground: .appDidEnterBackground
        default: name
        }
    }
}
