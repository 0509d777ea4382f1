// SPDX-License-Identifier: MIT

import LifelintModel

/// A line that tells what a process was killed for and names nobody, while it may be that of several.
///
/// A part of the system that names the process may tell of its end just after.
struct HeldEnd {
    let event: HeldEvent
    /// It names no device, and fitted runs of several when it came.
    let isTie: Bool

    /// Until when another line may tell of that end.
    var due: Int64 { event.moment.order.addingClamped(TimelineWindows.sameEdge) }

    /// Whether what comes next settles it: a launch knows of the ends before it, and after a boot nobody tells of them.
    func isSettled(before event: EventView) -> Bool {
        due < event.record.order || LaunchStep.isStep(event.name) || DeviceEvent.isBoot(event.name)
            || event.name == .deviceRespring
    }
}
