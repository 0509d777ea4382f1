// SPDX-License-Identifier: MIT

import LifelintModel

/// What reports of the end of a run tell of the state that it was in, and what its log says against that.
struct ReportedState {
    /// A report of the end told the state.
    var isTold = false
    /// A report of the end says that it was in front, or who saw the end does.
    var isInFront = false
    /// Its report says no more of its state than that it was in front.
    var isSeenInFront = false
    /// A report found the app in front after it had been left by all that was told before.
    var isFrontDisputed = false
    /// A log tells a moment after its end that it came to another state, by which it may have been there before.
    var isLastEdgeDisputed = false
    /// What a report said of the state against what was told before, while no log had told the end.
    var unconfirmed: Unconfirmed?

    /// A report that moved the state of the app since its log seemed to have ended before.
    struct Unconfirmed {
        /// What the two disagree in, where that was not noted yet.
        var mismatch: Anomaly?
        /// The number of its event.
        var event: Int
        /// A log that goes on to the end knows better.
        var isOverruled: Bool
        /// Who told the state before.
        var teller: WitnessClass
    }
}
