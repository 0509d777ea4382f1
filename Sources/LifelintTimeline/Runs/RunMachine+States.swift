// SPDX-License-Identifier: MIT

import LifelintModel

extension RunMachine {
    /// The scene an event speaks of: an index into ``scenes``, or −1.
    func sceneIndex(for event: EventView) -> Int {
        let isSceneCallback = SceneMachine.target(of: event.name) != nil
        guard event.record.scene.isPresent || isSceneCallback else { return -1 }
        let text = event.record.scene
        for index in scenes.indices {
            if text.isPresent ? event.batch.equals(text, scenes[index].key) : scenes[index].key.isEmpty {
                if event.name == .sceneWillConnect { learnRole(of: index, from: event) }
                return index
            }
        }
        guard isSceneCallback, scenes.count < RunLimits.intervals / 8 else { return -1 }
        let key = text.isPresent && text.range.upperBound <= event.batch.bytes.count
            ? Array(event.batch.bytes[text.range]) : []
        scenes.append(SceneMachine(key: key, id: String(decoding: key, as: UTF8.self)))
        if event.name == .sceneWillConnect { learnRole(of: scenes.count - 1, from: event) }
        return scenes.count - 1
    }

    /// Moves the machines; says whether anything moved.
    func takeEdges(_ event: EventView, scene: Int, inputs: InputNames) -> Bool {
        if event.name == .processResume { hasSeenResume = true }
        if AppEdge.isForeground(event) { noteForegroundEdge(event) }
        if event.name == .processResume, resumeBegan == nil, launch.firstActive != nil, app.current == .suspended {
            resumeBegan = event.moment
        }
        if let target = SceneMachine.target(of: event.name), scene >= 0 {
            return takeSceneEdge(event, scene: scene, target: target, inputs: inputs)
        }
        guard let edge = AppEdge.of(event) else {
            if event.name == .appWillTerminate || event.name == .appWillFinishLaunching { trackCallback(event, -1) }
            if event.name == .appWillTerminate { return true }
            seeState(event)
            return false
        }
        // What a scene-based app's delegate or observers say moves nothing while a scene is there to say it.
        if event.record.witness == .app, isSceneBased, hasConnectedScene, isAppCallback(event.name) {
            trackCallback(event, -1)
            return false
        }
        checkAppEdge(event, edge: edge, inputs: inputs)
        return takeAppEdge(event, edge)
    }

    /// Applies an edge of the app's machine, or holds it back.
    private func takeAppEdge(_ event: EventView, _ edge: AppEdge) -> Bool {
        guard let moment = edgeMoment(of: event, scene: -1) else { return true }
        if app.current == nil { seeState(event) }
        // A launch ends at the first active or background edge.
        if app.current == .launching, edge.state == .inactive { return true }
        if edge.isInferred, app.current == .inactive, AppEdge.distance(of: app.witness, from: .inactive) == 0 {
            return true
        }
        let distance = AppEdge.distance(of: event.record.witness, from: edge.state)
        if let held = app.held {
            let isClose = moment.time - held.at.time <= TimelineWindows.sameEdge
            if held.state == edge.state, held.witness != event.record.witness, isClose {
                if distance >= AppEdge.distance(of: held.witness, from: held.state) { return true }
                app.dropHeld()
            } else if held.isInferred, edge.state == .inactive, distance == 0, isClose {
                app.dropHeld()
            } else if app.settleNow() {
                appStateChanged()
            }
        }
        if edge.state == .suspended, !hasExactSuspension, distance == 0 { trustExactSuspension() }
        if edge.state == .background, event.name == .processResume {
            if !hasExactSuspension { trustExactSuspension() }
            // A resume leads to the background only out of suspension; otherwise it says what was known.
            guard app.current == .suspended || app.current == nil else { return true }
        }
        if event.name == .processState, edge.state == .background, app.current == .background { return false }
        let due: Int64? =
            if moment.time > event.record.time {
                moment.time
            } else if distance > 0, app.current != edge.state {
                event.record.order + TimelineWindows.sameEdge
            } else {
                nil
            }
        if let due {
            app.hold(
                .init(
                    state: edge.state, at: moment, due: due, witness: event.record.witness, isInferred: edge.isInferred)
            )
            return true
        }
        let before = app.stretches.count
        app.move(to: edge.state, at: notBefore(moment), by: event.record.witness, isInferred: edge.isInferred)
        if app.stretches.count != before { appStateChanged() }
        return true
    }

    private func takeSceneEdge(_ event: EventView, scene: Int, target: SceneState, inputs: InputNames) -> Bool {
        if SceneMachine.isStateCallback(event.name), !isSceneBased { isSceneBased = true }
        if event.name == .sceneWillConnect {
            scenes[scene].isConnected = true
        } else if SceneMachine.isStateCallback(event.name), !scenes[scene].isConnected {
            if startIsKnown, scenes.contains(where: \.isConnected) {
                note(.sceneNotConnected, "scene “\(scenes[scene].id)” was not connected", event, inputs)
            }
            scenes[scene].isConnected = true
        }
        guard let moment = edgeMoment(of: event, scene: scene) else { return true }
        let current = scenes[scene].ledger.current
        checkSceneEdge(event, scene: scene, inputs: inputs)
        if let held = scenes[scene].ledger.held, held.state != target {
            if scenes[scene].ledger.settleNow() {
                deriveFromScenes(at: held.at, by: held.witness)
            }
        }
        if target == .disconnected { scenes[scene].isConnected = false }
        // Connecting an attached scene again starts it anew; a connected one stays what it is.
        if target == .unattached, let current, current != .disconnected { return true }
        if moment.time > event.record.time {
            scenes[scene].ledger.hold(
                .init(state: target, at: moment, due: moment.time, witness: event.record.witness, isInferred: false))
            return true
        }
        scenes[scene].ledger.move(to: target, at: moment, by: event.record.witness)
        deriveFromScenes(at: moment, by: event.record.witness)
        return true
    }

    /// In a scene-based run the app is active if any scene is, else inactive if any is, else in the background.
    func deriveFromScenes(at moment: Moment, by witness: WitnessClass) {
        guard isSceneBased else { return }
        var derived = AppState.background
        var hasAttached = false
        for scene in scenes where scene.isWindow {
            switch scene.ledger.current {
            case .active: derived = .active
            case .inactive: if derived != .active { derived = .inactive }
            default: break
            }
            if let state = scene.ledger.current, state != .unattached { hasAttached = true }
        }
        guard hasAttached else { return }
        if app.current == .launching, derived == .inactive { return }
        if app.held != nil {
            if app.held?.state == derived || derived == .inactive { app.dropHeld() } else { app.settleNow() }
        }
        let before = app.stretches.count
        app.move(to: derived, at: notBefore(moment), by: witness)
        if app.stretches.count != before { appStateChanged() }
    }

    /// What follows from a new state of the app.
    func appStateChanged() {
        if app.current == .active, let since = app.since { noteActive(since) }
        if app.current == .suspended, !app.isInferred { resumeBegan = nil }
    }

    /// When the edge that a callback tells takes place: *did…* when it begins, *will…* when it ends.
    /// Nil where this record is the other half.
    private func edgeMoment(of event: EventView, scene: Int) -> Moment? {
        guard event.record.phase != .missing || event.record.hasDuration, isCallback(event.name) else {
            return event.moment
        }
        let isWill = AppEdge.isWillCallback(event.name)
        switch event.record.phase {
        case .begin:
            trackCallback(event, scene)
            return isWill ? nil : event.moment
        case .end:
            let hadBegun = closeCallback(event.name, scene)
            if isWill { return event.moment }
            return hadBegun ? nil : event.moment.later(by: -max(event.record.duration, 0))
        case .missing:
            return isWill ? event.moment.later(by: max(event.record.duration, 0)) : event.moment
        }
    }

    func trackCallback(_ event: EventView, _ scene: Int) {
        switch event.record.phase {
        case .begin:
            if openCallbacks.count < 64 {
                openCallbacks.append(OpenCallback(name: event.name, scene: scene, began: event.moment))
            }
        case .end: _ = closeCallback(event.name, scene)
        case .missing: break
        }
    }

    private func closeCallback(_ name: EventName, _ scene: Int) -> Bool {
        guard let index = openCallbacks.firstIndex(where: { $0.name == name && $0.scene == scene }) else {
            return false
        }
        openCallbacks.remove(at: index)
        return true
    }

    private func isCallback(_ name: EventName) -> Bool { name.declaration?.matches == .callback }

    private func isAppCallback(_ name: EventName) -> Bool {
        switch name {
        case .appDidBecomeActive, .appWillResignActive, .appDidEnterBackground, .appWillEnterForeground: true
        default: false
        }
    }

    private var hasConnectedScene: Bool {
        scenes.contains { $0.isWindow && $0.ledger.current != nil && $0.ledger.current != .disconnected }
    }

    private func learnRole(of index: Int, from event: EventView) {
        guard let role = event.batch.string(.role, of: event.record) else { return }
        scenes[index].isWindow = role == "window" || role.lowercased().contains("windowscenesessionroleapplication")
            || role.lowercased().contains("uiwindowscenesessionroleapplication")
    }

    /// Where nothing has told the state yet, what the app read of it is the first that is known.
    private func seeState(_ event: EventView) {
        guard app.current == nil, event.record.witness == .app else { return }
        let state: AppState? =
            switch event.record.state {
            case .active: .active
            case .inactive: .inactive
            case .background: .background
            case .missing, .other: nil
            }
        if let state { app.move(to: state, at: event.moment, by: event.record.witness, isInferred: true) }
    }

    /// No stretch begins before the one it follows.
    func notBefore(_ moment: Moment) -> Moment {
        if let since = app.since, since.time > moment.time { return since }
        return moment
    }
}
