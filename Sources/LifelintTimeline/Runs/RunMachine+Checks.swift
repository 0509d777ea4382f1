// SPDX-License-Identifier: MIT

import LifelintModel

extension RunMachine {
    /// Checks what every callback must satisfy.
    func checkCallback(_ event: EventView, inputs: InputNames) {
        guard let declaration = event.name.declaration, declaration.matches == .callback else { return }
        if event.record.main == .no, event.record.via != .notification {
            note(.lifecycleOffMain, "\(declaration.name) ran off the main thread", event, inputs)
        }
        guard event.record.state != .missing, event.record.phase != .end,
            let expected = CallbackExpectation.state(in: event.name), event.record.state != expected
        else { return }
        let read = event.record.state == .other
            ? event.batch.string(event.record.stateText) ?? "?" : CallbackExpectation.name(event.record.state)
        note(
            .stateMismatch,
            "\(declaration.name) reads \(CallbackExpectation.name(expected)) as applicationState, here it read \(read)",
            event, inputs)
    }

    /// The launch callbacks are checked once the kind of launch is known.
    func checkLaunchState() {
        guard launch.callbackState != .missing, let line = launch.callbackStateLine,
            let expected = CallbackExpectation.stateAtLaunch(launch.kind, isSceneBased: isSceneBased),
            launch.callbackState != expected, anomalies.count < RunLimits.anomalies
        else { return }
        let kind = isSceneBased ? "scene-based" : launch.kind.rawValue
        anomalies.append(
            Anomaly(
                code: .stateMismatch,
                message:
                    "the launch callbacks of a \(kind) launch read \(CallbackExpectation.name(expected)) as "
                    + "applicationState, here they read \(CallbackExpectation.name(launch.callbackState))",
                time: first.timestamp, at: line))
    }

    /// Records edges of the app that no legal sequence explains. What is legal and silent stands in the design:
    /// a resign may be missing when the device is locked, and active may follow a background launch directly.
    func checkAppEdge(_ event: EventView, edge: AppEdge, inputs: InputNames) {
        guard event.record.witness == .app, event.record.phase != .end, let current = app.current else { return }
        switch (current, event.name) {
        case (.background, .appDidBecomeActive)
        where launch.firstActive != nil && app.stretches.count > 1 && !app.isInferred:
            note(.backgroundToActive, "active out of the background, with no willEnterForeground", event, inputs)
        case (.active, .appDidEnterBackground) where !words.wasLocked(around: event.record.order):
            note(.backgroundWithoutResign, "in the background with no willResignActive", event, inputs)
        case (.active, .appWillEnterForeground):
            note(.unexpectedForegroundEdge, "willEnterForeground while active", event, inputs)
        case (.suspended, _) where !app.isInferred && hasSeenResume && !AppEdge.isForeground(event):
            note(.callbackWhileSuspended, "\(event.text) while suspended", event, inputs)
        default: break
        }
    }

    /// Records edges of a scene that no legal sequence explains.
    func checkSceneEdge(_ event: EventView, scene: Int, inputs: InputNames) {
        guard event.record.phase != .end, let current = scenes[scene].ledger.current else { return }
        switch (current, event.name) {
        case (.background, .sceneDidBecomeActive):
            note(.backgroundToActive, "scene active out of the background, with no willEnterForeground", event, inputs)
        case (.active, .sceneDidEnterBackground) where !words.wasLocked(around: event.record.order):
            note(.backgroundWithoutResign, "scene in the background with no willResignActive", event, inputs)
        case (.active, .sceneWillEnterForeground):
            note(.unexpectedForegroundEdge, "scene willEnterForeground while active", event, inputs)
        default: break
        }
    }
}
