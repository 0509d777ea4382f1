// SPDX-License-Identifier: MIT

import LifelintModel

extension RunMachine {
    /// How a silence in the background ended: it decides what the silence was.
    enum GapEnd {
        /// A resume, a foreground edge, a successor or the run's death.
        case telling
        /// Any other line.
        case ordinary
    }

    /// Settles the silence before an event.
    func settleGap(before event: EventView) {
        guard event.record.order - lastOrder > TimelineWindows.quiet else { return }
        if event.name == .processSuspend { return }
        let isTelling = AppEdge.isForeground(event) || event.name == .processResume || event.name == .processExit
        guard isTelling || event.record.witness == .app || event.record.witness == .uikit else { return }
        let at = event.record.phase == .missing ? event.moment : event.moment
        settleGap(until: at, order: event.record.order, end: isTelling ? .telling : .ordinary)
    }

    /// Settles a silence that lasted until `moment`; says whether it was a suspension.
    @discardableResult
    func settleGap(until moment: Moment, order: Int64, end: GapEnd) -> Bool {
        guard let quiet = quietSince, order - quiet > TimelineWindows.quiet else { return false }
        let confidence: Confidence
        switch end {
        case .telling: confidence = .likely
        case .ordinary:
            guard order - quiet >= TimelineWindows.longQuiet else { return false }
            confidence = .possible
        }
        let begin = Moment(quiet + TimelineWindows.quiet, last.digits)
        app.move(to: .suspended, at: notBefore(begin), by: .app, isInferred: true)
        inferredSuspension = confidence
        if end == .ordinary { app.move(to: .background, at: moment, by: .app, isInferred: true) }
        return true
    }

    /// Since when nothing has kept the process running and nothing was heard of it; nil where suspension cannot be
    /// inferred.
    var quietSince: Int64? {
        guard app.current == .background, !hasExactSuspension, !isDebugged, spans.openKeepers == 0,
            openCallbacks.isEmpty, let since = app.since
        else { return nil }
        return max(since.time, max(spans.lastKeeperEnd, lastOrder))
    }

    /// From here on suspensions are told: what was inferred before is taken back.
    func trustExactSuspension() {
        hasExactSuspension = true
        if inferredSuspension != nil {
            app.removeInferred(.suspended)
            inferredSuspension = nil
        }
    }
}
