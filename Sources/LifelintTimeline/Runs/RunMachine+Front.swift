// SPDX-License-Identifier: MIT

import LifelintModel

extension RunMachine {
    /// Takes who is in front of the device's user.
    ///
    /// An app that is told to be in front and whose log does not tell how it is left was left by the time another one
    /// is there; where the log does tell, it may stand beside the other, or have ended in front. Home is in front after
    /// a crash, too, and says nothing.
    func takeFront(_ event: EventView) {
        guard isApp, !identity.isBesideOthers, let own = identity.app,
            let front = event.batch.string(.app, of: event.record) ?? event.batch.string(event.record.app)
        else { return }
        if front == own.string {
            leaving.uncover()
            confirmFront(.active, at: event.moment)
            return takeReturn(event)
        }
        guard app.held == nil else { return }
        guard isLeavingUntold else { return cover(event) }
        leaving.leftForAnother = event.moment
        // Whoever knows better tells it within a second, and so does what ended it.
        app.hold(
            .init(
                state: .background, at: event.moment,
                due: event.moment.order.addingClamped(TimelineWindows.sameEdge), witness: event.record.witness,
                isInferred: true, isProven: event.isProven, mark: .implied(on: tape, .possible), isDoubtful: true))
    }

    /// Another app, or the screen that is locked, is before one whose log does tell how it is left, and has not.
    ///
    /// It may stand beside the other, or the lines may be lost: after some time nothing tells whether it is still in
    /// front.
    func cover(_ event: EventView) {
        guard app.current == .active || app.current == .inactive, let since = app.since else { return }
        leaving.cover(.init(at: event.moment, isByLock: event.name == .screenLock), since: since)
    }

    /// The screen is unlocked: what was in front when it was locked may be so again.
    func uncover() {
        if leaving.covered?.isByLock == true { leaving.uncover() }
    }

    /// Whether something came before the app since it is in front, so long before.
    func isCovered(by end: Moment, for silence: Int64 = 0) -> Bool {
        guard let cover = leaving.cover(since: app.since), !reported.isInFront else { return false }
        return end.since(max(cover.at, lastHeard ?? first)) > silence
    }

    /// The app itself is in front: where only another one there said that it was left, it came back.
    private func takeReturn(_ event: EventView) {
        if let held = app.held, held.isDoubtful, held.at == leaving.leftForAnother { return app.dropHeld() }
        guard isLeftForAnother, let leftForAnother = leaving.leftForAnother else { return }
        if last < leftForAnother {
            // Nothing was heard of it meanwhile: it need not have been away.
            for _ in app.stretches where isLeftForAnother { app.removeLastInferred() }
            suspension.inferred = nil
            return
        }
        app.move(
            to: .active, at: event.moment, by: event.record.witness, isInferred: true, isProven: event.isProven,
            mark: .implied(on: tape, .possible))
        appStateChanged()
    }

    /// Whether only another app in front says that it is in the background, or was suspended there.
    var isLeftForAnother: Bool {
        guard let leftForAnother = leaving.leftForAnother else { return false }
        let behind = app.stretches.reversed().prefix { $0.state == .background || $0.state == .suspended }
        return behind.last.map { $0.isInferred && $0.from == leftForAnother } ?? false
    }

    /// Whether it may have been in front as well as behind it when it ended.
    ///
    /// Nothing but a report shows that it was resumed after its suspension was told, and that one tells no state. A log
    /// that goes on to the end would have told of the front.
    var isWhereaboutsUntold: Bool {
        suspension.isResumeToldByEnd && !reported.isTold && app.current == .background && app.isInferred
            && exits.allSatisfy { $0.witness == .report }
    }

    /// Whether it is called active, or inactive, only because nobody ever tells that it is left, or what told it may be
    /// lost.
    ///
    /// Many apps log that they became active and nothing else, or whether they are: what was open in the evening is not
    /// in use at night, and nobody stays inactive for hours.
    var isLeavingUntold: Bool {
        !reported.isInFront && leaving.isUntold(in: app.current, toldBy: app.witness)
    }

    /// Whether nothing tells if it was still in front when it was seen to end.
    ///
    /// It had been silent for too long, or what is lost may have told that it was left. Whoever is left may go on to
    /// tell things, so that a word since then shows nothing.
    func isFrontForgotten(at end: Moment, after silence: Int64 = TimelineWindows.shortlyBefore) -> Bool {
        isLeavingUntold && (leaving.isLost || end.since(lastHeard ?? first) > silence)
            || isCovered(by: end, for: silence) || isLongInactive(at: end)
    }

    /// Nobody leaves an app inactive for hours: that it went to the background is not in the log.
    private func isLongInactive(at end: Moment) -> Bool {
        app.current == .inactive && !reported.isInFront && end.since(lastHeard ?? first) > TimelineWindows.longUse
    }

    /// Whether it is called active, or inactive, and the kernel's band says that it was left by the time it was killed.
    var isLeftByBand: Bool {
        (app.current == .active || app.current == .inactive) && exits.contains(where: \.isOfBandBehind)
    }
}
