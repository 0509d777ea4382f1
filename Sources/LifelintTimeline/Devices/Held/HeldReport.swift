// SPDX-License-Identifier: MIT

import LifelintModel

/// A report that joins a run for want of what tells another one, until the log it joins has said whether that goes on.
struct HeldReport {
    let run: RunMachine
    let event: HeldEvent
    let kind: Kind

    /// What the log may still contradict.
    enum Kind {
        /// Nothing but the app's name says that it is about the run.
        case named
        /// It is what an SDK concludes at the next launch.
        case conclusion
        /// It tells an end at some time of a window that is over, of a process with the id of the run.
        case ofWindow
    }

    var moment: Moment { event.moment }

    /// Whether a list of processes has the app of the run as another one than that which ended.
    func isListed(alive other: EventView) -> Bool {
        other.record.hasPID && other.record.pid != event.pid
            && other.moment.isWithin(TimelineWindows.report, of: moment)
            && run.identity.isMeant(by: other)
    }
}
