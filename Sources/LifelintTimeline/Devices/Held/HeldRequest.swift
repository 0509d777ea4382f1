// SPDX-License-Identifier: MIT

import LifelintModel

/// A launch that the system was asked for while a process of that app was there, as far as anything told.
///
/// The request is written down before anybody looks whether there is a process: what is told next shows whether one was
/// launched, or the old one was woken or opened, or nothing came of it.
struct HeldRequest {
    /// The run that is there.
    let run: RunMachine
    /// What asks for it, in its order: who is asked asks in turn.
    var events: [HeldEvent]
    /// That run waits to be opened: unless another process is told, it is the one that was asked for.
    var isOpening = false

    /// Who asks in turn does so once or twice.
    private static let most = 4

    /// Until when a process that was launched for it is told.
    var due: Int64 {
        (events.first?.moment.order ?? .min).addingClamped(TimelineWindows.oneLaunch)
    }

    /// Whether an event asks in turn for what was asked for.
    func isFollowed(by event: EventView) -> Bool {
        guard isOpening, event.name == .processLaunch, !event.record.hasPID, events.count < HeldRequest.most,
            let last = events.last
        else { return false }
        return event.moment.since(last.moment) <= TimelineWindows.sameEdge
    }
}
