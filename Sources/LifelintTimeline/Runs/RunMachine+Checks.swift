// SPDX-License-Identifier: MIT

import LifelintModel

extension RunMachine {
    /// Checks what every callback must satisfy.
    func checkCallback(_ event: EventView, inputs: InputNames) {
        guard event.record.phase != .end else { return }
        checkSuspended(event, inputs: inputs)
        if event.record.main == .no, event.record.via != .notification {
            note(.lifecycleOffMain, "\(event.text) ran off the main thread", event, inputs)
        }
        // What is spelt in a way that nobody knows may say the same.
        guard event.record.state != .missing, event.record.state != .other,
            let expected = event.name.stateRead,
            event.record.state != expected
        else { return }
        note(
            .stateMismatch,
            "\(event.text) reads \(CallbackExpectation.name(expected)) as applicationState, here it read "
                + (event.batch.string(event.record.stateText) ?? CallbackExpectation.name(event.record.state)),
            event, inputs)
    }

    /// The launch callbacks are checked once the kind of launch is known.
    func checkLaunchState() {
        guard launch.callbackState != .missing, launch.callbackState != .other, let line = launch.callbackStateLine,
            // Apps with scenes read background there, and a scene may be connected before any tells its state.
            isSceneBased || scenes.isEmpty && !launch.sawSceneConfiguration && !launch.entersForeground,
            // Nor does one that has not come to the front show that it has none.
            isSceneBased || launch.callbackState != .background
                || launch.firstForegroundEdge != nil && !launch.isOfSceneApp,
            let expected = CallbackExpectation.stateAtLaunch(launch.kind, isSceneBased: isSceneBased),
            launch.callbackState != expected, anomalies.count < RunLimits.anomalies
        else { return }
        let kind = isSceneBased ? "an app with scenes" : "a \(launch.kind.rawValue) launch"
        anomalies.append(
            Anomaly(
                code: .stateMismatch,
                message:
                    "the launch callbacks of \(kind) read \(CallbackExpectation.name(expected)) as applicationState, "
                    + "here they read \(CallbackExpectation.name(launch.callbackState))",
                time: launch.callbackTime.timestamp, at: line))
        tape?.note(.stateMismatch, event: -1, at: launch.callbackTime.time)
    }

    /// Records edges of the app that no legal sequence explains.
    ///
    /// Two gaps are legal and nothing is said of them: a resign may be missing when the device is locked, and active
    /// may follow a background launch directly. Nor is anything said where the log lost what may have come in between,
    /// or where the app may have stayed in front on the screen of a car.
    func checkAppEdge(_ event: EventView, inputs: InputNames) {
        guard event.record.witness == .app, !hasLost(since: sinceForCheck),
            !scenes.contains(where: { $0.isCar && $0.isShown })
        else { return }
        switch (stateForCheck, event.name) {
        case (.background, .appDidBecomeActive) where launch.hasBeenActive && !app.isInferred:
            note(.backgroundToActive, "active out of the background, with no willEnterForeground", event, inputs)
        case (.active, .appDidEnterBackground) where !words.wasLocked(around: event.moment):
            note(.backgroundWithoutResign, "in the background with no willResignActive", event, inputs)
        // Visible is active only as far as nobody closer tells it.
        case (.active, .appWillEnterForeground) where !app.isInferred:
            note(.unexpectedForegroundEdge, "willEnterForeground while active", event, inputs)
        default: break
        }
    }

    /// Records edges of a scene that no legal sequence explains.
    func checkSceneEdge(_ event: EventView, scene: Int, inputs: InputNames) {
        if hasLost(since: scenes[scene].ledger.since) { return }
        switch (scenes[scene].ledger.current, event.name) {
        // Whose way out is not told need not tell its way in, nor the other way round.
        case (.background, .sceneDidBecomeActive) where scenes[scene].wasActive && !scenes[scene].ledger.isInferred:
            note(.backgroundToActive, "scene active out of the background, with no willEnterForeground", event, inputs)
        case (.active, .sceneDidEnterBackground)
        where !scenes[scene].ledger.isInferred && !words.wasLocked(around: event.moment):
            note(.backgroundWithoutResign, "scene in the background with no willResignActive", event, inputs)
        case (.active, .sceneWillEnterForeground):
            note(.unexpectedForegroundEdge, "scene willEnterForeground while active", event, inputs)
        default: break
        }
    }

    /// A callback in a suspended process, where resumes would have been seen.
    private func checkSuspended(_ event: EventView, inputs: InputNames) {
        guard app.current == .suspended, !app.isInferred, suspension.showsResumes, event.isAppSide,
            !AppEdge.isForeground(event),
            !isInStepOfSuspension(event.moment), !isLagging(event.moment, event.record.witness)
        else { return }
        if !hasLost(since: app.since) {
            note(.callbackWhileSuspended, "\(event.text) while suspended", event, inputs)
        }
        app.doubt()
    }

    private func hasLost(since moment: Moment?) -> Bool { moment.map(words.hasLost(since:)) ?? false }

    /// The device was locked: then willResignActive may be missing.
    func excuseMissingResign(lockedAt moment: Moment) {
        anomalies.removeAll {
            $0.code == .backgroundWithoutResign
                && moment.time.subtractingClamped($0.time.nanoseconds) <= TimelineWindows.afterEnd
        }
        tape?.removeAnomalies {
            $0.mark.code == .backgroundWithoutResign
                && moment.time.subtractingClamped($0.time) <= TimelineWindows.afterEnd
        }
    }

    /// The state a callback finds: an edge of the same callback kind that is held counts as taken.
    private var stateForCheck: AppState? {
        if let held = app.held, held.witness == .app { return held.state }
        return app.current
    }

    /// Since when it finds that state.
    private var sinceForCheck: Moment? {
        if let held = app.held, held.witness == .app { return held.at }
        return app.since
    }
}
