// SPDX-License-Identifier: MIT

import LifelintModel

/// Whether what the main thread does shows that a hang is over.
///
/// What comes right behind the beginning may be that in which it hangs. Where something else follows it has returned from that,
/// or whoever told the beginning did so late.
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
        // Of a callback others may tell again.
        let isOther = event.name != first.name || event.record.phase == .end || !event.name.isCallback
        return isOther && event.moment > first.moment
    }
}
