// SPDX-License-Identifier: MIT

import LifelintModel

/// A push that the scheduler let through for an app.
///
/// It says nothing of a process: the app may be dead, and after a quit by the user nothing is launched. So it opens no
/// run and moves no end: it is told of the run that goes on after it, or of the launch that follows.
struct HeldGate {
    /// The run that was there, if one was.
    let run: RunMachine?
    let event: HeldEvent

    var moment: Moment { event.moment }

    /// Whether an event is one.
    static func isGate(_ event: EventView) -> Bool {
        event.name == .pushReceive && event.record.witness == .system && !event.record.hasPID
    }

    /// Whether it may be the launch that the push was for: nothing of a process comes long before its launch.
    func isFollowed(by launch: EventView) -> Bool {
        launch.name != .processLaunch
            || launch.moment.since(moment) <= TimelineWindows.beforeLaunch(moment, launch.moment)
    }
}
