// SPDX-License-Identifier: MIT

import LifelintModel

/// What is told of how an app leaves the front: who tells it at all, what may be lost, and what came before it instead.
///
/// An app whose log never tells that it is left is in front for ever by that log.
struct LeavingRecord {
    /// Who told, in this run or in one before it, that the app leaves the front.
    private(set) var tellers: Set<WitnessClass> = []
    /// The same of the background: an app may tell that it is no longer active, and nothing more.
    private(set) var backgroundTellers: Set<WitnessClass> = []
    /// That the app left the front was told in this run.
    private var isToldHere = false
    /// Who told it last.
    private var lastTeller = WitnessClass.app
    private var isBackgroundToldHere = false
    /// A stretch of the log is lost, and nothing has told a state since: a silence says nothing.
    private(set) var isStateLost = false
    /// A line or more is lost, and nothing has told a state since: the app may have been left.
    private(set) var isLost = false
    /// When another app came to the front of a log that does not tell how this one is left.
    var leftForAnother: Moment?
    /// When another app, or the locked screen, came before this one, which did not tell that it was left.
    private(set) var covered: Cover?

    /// What came before an app that is in front.
    struct Cover {
        var at: Moment
        /// It is the locked screen.
        var isByLock: Bool
    }

    /// Whether nothing would have told that the app left that state, or what told it may be lost.
    ///
    /// - Parameter teller: who told the state.
    func isUntold(in state: AppState?, toldBy teller: WitnessClass) -> Bool {
        switch state {
        case .active: isLost || !isToldHere && !tellers.contains(teller)
        case .inactive: isLost || !isBackgroundToldHere && !backgroundTellers.contains(teller)
        default: false
        }
    }

    /// Takes who tells that the app leaves the front, or is in the background.
    ///
    /// Mostly the one tells it who told it last: nothing is looked up then.
    mutating func take(_ event: EventView) {
        let witness = event.record.witness
        if !isToldHere || witness != lastTeller, AppEdge.tellsLeaving(event) {
            isToldHere = true
            lastTeller = witness
            tellers.insert(witness)
        }
        if !isBackgroundToldHere, AppEdge.tellsBackground(event) {
            isBackgroundToldHere = true
            backgroundTellers.insert(witness)
        }
    }

    /// Takes who told it in other runs of the app.
    mutating func learn(tellers others: Set<WitnessClass>, ofBackground otherTellers: Set<WitnessClass>) {
        tellers.formUnion(others)
        backgroundTellers.formUnion(otherTellers)
    }

    /// Lines of the log are lost.
    mutating func noteLoss(_ gap: EventView) {
        if gap.record.hasDuration, gap.record.duration > TimelineWindows.quiet { isStateLost = true }
        isLost = true
    }

    /// A state of the app was told.
    mutating func noteState() { isStateLost = false }

    /// What was told shows that the app was not left in what is lost, or is back.
    mutating func noteNoneLost() { isLost = false }

    /// Another app, or the locked screen, is before one that is in front since a moment.
    mutating func cover(_ cover: Cover, since: Moment) {
        if let covered, covered.at >= since { return }
        covered = cover
    }

    /// The app is in front of what came before it.
    mutating func uncover() { covered = nil }

    /// What came before the app since it is in front.
    func cover(since: Moment?) -> Cover? {
        guard let covered, let since, covered.at >= since else { return nil }
        return covered
    }
}
