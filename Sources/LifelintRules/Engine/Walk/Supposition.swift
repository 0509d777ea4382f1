// SPDX-License-Identifier: MIT

import LifelintModel

/// What is supposed of events that a condition speaks of, to see whether it would hold then, too.
///
/// Why a class: conditions are mostly asked without one.
final class Supposition {
    /// An event that `let` binds came then, by its name; nothing more is known of it.
    let lost: (name: String, at: Moment)?
    /// When events came, in an order in which they may have come.
    private let times: [(event: SeenEvent, time: Int64)]

    /// That an event came in what the log lost.
    init(lost name: String, at moment: Moment) {
        lost = (name, moment)
        times = []
    }

    init(times: [(event: SeenEvent, time: Int64)]) {
        lost = nil
        self.times = times
    }

    /// When an event came that is told to have come then.
    func time(of event: SeenEvent, toldAt told: Int64) -> Int64? {
        times.first { $0.event.number == event.number && $0.event.moment.time == told }?.time
    }
}
