// SPDX-License-Identifier: MIT

import LifelintModel

/// Who tells of the suspensions of a process, and what is known of the last one.
///
/// Where they are told none is concluded from a silence; where they are not, how sure the conclusion is stands here.
struct SuspensionRecord {
    /// Suspensions of this run are told: none is inferred.
    var isTold = false
    /// It was told to run by who tells of suspensions, too: silence alone shows none.
    private(set) var wouldBeTold = false
    /// A witness that shows resumes has spoken about this run.
    private(set) var showsResumes = false
    /// It was told to run before anything told its state.
    var isToldToRun = false
    /// Lines of the app that nobody recognised may have been passed over: its silence need not be one.
    var hasUnheardLines = false
    /// How sure the suspension is that was concluded last.
    var inferred: Confidence?
    /// When it was seen to run though its suspension was told last: who tells of the resume may be a moment behind.
    var ranUntold: Moment?
    /// Nothing but its end shows that it was resumed after its suspension was told.
    var isResumeToldByEnd = false
    /// The end of the step of the clock in which the last suspension was told.
    private var stepEnd = Int64.min
    /// Until when a line of the app may have come before it.
    private var lagEnd = Int64.min

    /// Whether something was in the step of a coarse clock in which the last suspension was told.
    func isInStep(_ moment: Moment) -> Bool { moment.order < stepEnd }

    /// Whether what the app tells at a time may have come before the last suspension.
    func isLagging(_ order: Int64) -> Bool { order < lagEnd }

    /// Takes who tells that it runs.
    mutating func take(_ event: EventView) {
        if SuspensionRecord.tellsRunning(event) { wouldBeTold = true }
    }

    /// Whether SpringBoard tells of the task and of what is visible together: it does so again when the task is
    /// suspended.
    private static func tellsRunning(_ event: EventView) -> Bool {
        event.record.witness == .frontboard && event.name == .processState
            && event.batch.holds("running", as: event.record.task)
            && event.batch.attribute(.visibility, of: event.record) != nil
    }

    /// A suspension is told, in a step of some clock.
    mutating func noteStep(of event: EventView) {
        stepEnd = event.moment.order.addingClamped(event.moment.resolution)
        let lag = event.record.witness == .app ? 0 : TimelineWindows.sameEdge
        lagEnd = event.moment.order.addingClamped(max(lag, event.moment.resolution))
    }

    /// A suspension, or a resume, is told: who tells of both shows the next one, too.
    mutating func noteTeller(of event: EventView) {
        if event.record.witness == .runningboard || event.name == .processResume { showsResumes = true }
    }
}
