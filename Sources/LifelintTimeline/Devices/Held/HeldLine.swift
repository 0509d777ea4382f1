// SPDX-License-Identifier: MIT

import LifelintModel

/// A line of a process, in a log of whole seconds, while an app is launched whose process nobody has told yet.
///
/// Its fraction is cut off, so it may stand before the line that tells whose its process is.
struct HeldLine {
    /// The launch that was asked for.
    let run: RunMachine
    let event: HeldEvent

    var pid: Int32 { event.pid }

    /// Until when the line that tells whose it is may come: a second, and what passes between the two.
    var due: Int64 {
        event.moment.order.addingClamped(event.moment.resolution).addingClamped(TimelineWindows.sameEdge)
    }
}
