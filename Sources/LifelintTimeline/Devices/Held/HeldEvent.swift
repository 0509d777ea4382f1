// SPDX-License-Identifier: MIT

import LifelintModel

/// An event that waits until what comes behind it tells what it is of.
///
/// Its batch may be gone by then: it is copied. What waits for what is told beside it, in `HeldReport` and the like.
struct HeldEvent {
    let moment: Moment
    let pid: Int32
    let input: UInt32
    /// Its place among all events: the number of the run that it may begin.
    let position: Int
    private let batch: EventBatch
    private let lineBase: UInt32

    init(_ event: EventView, at position: Int) {
        self.position = position
        moment = event.moment
        pid = event.record.pid
        input = event.record.input
        batch = event.copied
        lineBase = event.line &- event.record.line
    }

    /// The event as it was when it came.
    var view: EventView? { EventView(0, of: BatchView(batch), lineBase: lineBase) }
}
