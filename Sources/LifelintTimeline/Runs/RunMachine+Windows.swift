// SPDX-License-Identifier: MIT

import LifelintModel

/// Windows of which a log does not tell every way: others than their own lines tell that the app left the front, or
/// came there, and no app does either without them.
extension RunMachine {
    /// Takes what the app's state says of windows whose own lines do not tell it, before an edge of a scene moves it.
    func learnUntoldWays(before event: EventView, _ half: CallbackHalf, scene: Int) {
        guard isSceneBased else { return }
        if case .past = half { return }
        settleLeaving(before: event, scene: scene)
        endUntoldLeaving()
        noteUntoldLeaving()
        if AppEdge.isForeground(event) {
            // It is over: no line that tells it late is awaited any more.
            for index in scenes.indices { takeUntoldLeaving(index) }
        } else {
            // Who was resigning already is on another way out; else a line of its own tells it, however late.
            let isAnother = event.name == .sceneWillResignActive && scenes[scene].ledger.current == .inactive
            if isAnother { takeUntoldLeaving(scene) }
            scenes[scene].untoldLeaving = nil
        }
        takeUntoldReturn(before: event, scene: scene)
    }

    /// Another told just before that the app left: where a further window would be in front yet, no line of it is
    /// awaited.
    private func settleLeaving(before event: EventView, scene: Int) {
        guard let held = app.held, held.state == .background || held.state == .suspended, !held.isDoubtful,
            !AppEdge.isForeground(event),
            scenes.indices.contains(where: { $0 != scene && scenes[$0].isWindow && scenes[$0].isInFront })
        else { return }
        if app.settleNow(on: tape) { appStateChanged() }
    }

    /// The app came back by another's word since a window left untold: that is behind, as far as anybody knows.
    private func endUntoldLeaving() {
        guard app.current == .active || app.current == .inactive, let since = app.since else { return }
        for index in scenes.indices where scenes[index].untoldLeaving.map({ $0.moment < since }) ?? false {
            takeUntoldLeaving(index)
        }
    }

    /// Whether another than its windows told that the app is back, where a window of which nobody tells that it left
    /// may be the one in front: what moves a window that was not in front leads the app nowhere.
    func isBackByOthers(_ index: Int) -> Bool {
        guard app.current == .active || app.current == .inactive, let since = app.since else { return false }
        switch scenes[index].ledger.stretches.dropLast().last?.state {
        case .active, .inactive: return false
        default: break
        }
        return scenes.contains { scene in
            scene.isWindow && scene.ledger.current == .background && scene.ledger.isInferred
                && scene.ledger.since.map { $0 < since } ?? false
        }
    }

    /// Whoever is suspended, or in the background, has no window in front.
    private func noteUntoldLeaving() {
        guard app.current == .background || app.current == .suspended else { return }
        let behind = app.stretches.reversed().prefix { $0.state == .background || $0.state == .suspended }
        guard let leaving = behind.last else { return }
        for index in scenes.indices where scenes[index].isWindow && scenes[index].untoldLeaving == nil {
            guard let since = scenes[index].ledger.since, since < leaving.from else { continue }
            switch scenes[index].ledger.current {
            case .active, .inactive:
                scenes[index].untoldLeaving = UntoldLeaving(
                    moment: leaving.from, witness: app.witness, confidence: min(leaving.mark.confidence, .likely))
            default: break
            }
        }
    }

    private func takeUntoldLeaving(_ index: Int) {
        guard let leaving = scenes[index].untoldLeaving else { return }
        scenes[index].untoldLeaving = nil
        scenes[index].ledger.move(
            to: .background, at: leaving.moment, by: leaving.witness, isInferred: true,
            mark: EdgeMark(event: -1, position: nil, confidence: leaving.confidence).placed(
                at: leaving.moment, on: tape))
    }

    /// What leads a window out of the front shows that it had come there: where no other window is, it is the one by
    /// which the app was.
    private func takeUntoldReturn(before event: EventView, scene: Int) {
        switch event.name {
        case .sceneWillResignActive: takeUntoldActivity(before: event, scene: scene)
        case .sceneDidEnterBackground: takeUntoldStay(before: event, scene: scene)
        default: break
        }
    }

    /// A window that is only concluded to have left the front before the app came back goes to the background by its
    /// own word.
    private func takeUntoldStay(before event: EventView, scene: Int) {
        guard scenes[scene].isWindow, scenes[scene].ledger.current == .background, scenes[scene].ledger.isInferred,
            let state = frontState, let since = app.since, scenes[scene].ledger.since.map({ $0 < since }) ?? false,
            // By another clock it may be late with what led it there before.
            event.moment.since(since) >= TimelineWindows.sameEdge,
            !scenes.contains(where: { $0.isWindow && $0.untoldLeaving == nil && $0.isInFront })
        else { return }
        if state == .active { scenes[scene].wasActive = true }
        comeBack(scene, to: state, since: since)
    }

    /// The state of a window by which the app is in front; nil where it is not.
    private var frontState: SceneState? {
        switch app.current {
        case .active: .active
        case .inactive: .inactive
        default: nil
        }
    }

    /// A window came to the front with the app, though no line of its own tells that.
    private func comeBack(_ scene: Int, to state: SceneState, since: Moment) {
        scenes[scene].ledger.move(
            to: state, at: since, by: app.witness, isInferred: true,
            mark: EdgeMark(event: -1, position: nil, confidence: min(app.mark.confidence, .likely)).placed(
                at: since, on: tape))
    }

    /// UIKit asks no window to resign that was not active.
    ///
    /// What SwiftUI calls inactive is so on the way to the front, too.
    private func takeUntoldActivity(before event: EventView, scene: Int) {
        guard event.record.via != .swiftui, scenes[scene].isWindow,
            scenes[scene].ledger.current == .inactive, app.current == .active, let since = app.since,
            !scenes.contains(where: { $0.isWindow && $0.untoldLeaving == nil && $0.ledger.current == .active })
        else { return }
        scenes[scene].wasActive = true
        comeBack(scene, to: .active, since: since)
    }
}
