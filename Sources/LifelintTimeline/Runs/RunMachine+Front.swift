// SPDX-License-Identifier: MIT

import LifelintModel

extension RunMachine {
    /// Takes who is in front of the device's user.
    ///
    /// An app that is told to be in front and whose log does not tell how it is left was left by the time another one is
    /// there; where the log does tell, it may stand beside the other, or have ended in front. Home is in front after a
    /// crash, too, and says nothing.
    func takeFront(_ event: EventView) {
        guard isApp, !identity.isBesideOthers, let own = identity.app,
            let front = event.batch.string(.app, of: event.record) ?? event.batch.string(event.record.app)
        else { return }
        if front == own.string {
            covered = nil
            confirmFront(.active, at: event.moment)
            return takeReturn(event)
        }
        guard app.held == nil else { return }
        guard isLeavingUntold else { return cover(event) }
        leftForAnother = event.moment
        // Whoever knows better tells it within a second, and so does what ended it.
        app.hold(
            .init(
                state: .background, at: event.moment,
                due: event.moment.order.addingClamped(TimelineWindows.sameEdge), witness: event.record.witness,
                isInferred: true, isProven: event.isProven, mark: .implied(on: tape, .possible), isDoubtful: true))
    }

    /// Another app, or the screen that is locked, is before one whose log does tell how it is left, and has not.
    ///
    /// It may stand beside the other, or the lines may be lost: after some time nothing tells whether it is still in front.
    func cover(_ event: EventView) {
        guard app.current == .active || app.current == .inactive, let since = app.since else { return }
        if let covered, covered.at >= since { return }
        covered = (event.moment, event.name == .screenLock)
    }

    /// The screen is unlocked: what was in front when it was locked may be so again.
    func uncover() {
        if covered?.isByLock == true { covered = nil }
    }

    /// Whether something came before the app since it is in front, so long before.
    func isCovered(by end: Moment, for silence: Int64 = 0) -> Bool {
        guard let covered, let since = app.since, covered.at >= since, !isReportedInFront else { return false }
        return end.since(max(covered.at, lastHeard ?? first)) > silence
    }

    /// The app itself is in front: where only another one there said that it was left, it came back.
    private func takeReturn(_ event: EventView) {
        if let held = app.held, held.isDoubtful, held.at == leftForAnother { return app.dropHeld() }
        guard isLeftForAnother, let leftForAnother else { return }
        if last < leftForAnother {
            // Nothing was heard of it meanwhile: it need not have been away.
            for _ in app.stretches where isLeftForAnother { app.removeLastInferred() }
            inferredSuspension = nil
            return
        }
        app.move(
            to: .active, at: event.moment, by: event.record.witness, isInferred: true, isProven: event.isProven,
            mark: .implied(on: tape, .possible))
        appStateChanged()
    }

    /// Whether only another app in front says that it is in the background, or was suspended there.
    var isLeftForAnother: Bool {
        guard let leftForAnother else { return false }
        let behind = app.stretches.reversed().prefix { $0.state == .background || $0.state == .suspended }
        return behind.last.map { $0.isInferred && $0.from == leftForAnother } ?? false
    }
}
