// SPDX-License-Identifier: MIT

import LifelintModel

extension RunMachine {
    /// More scenes than an app has.
    private static let sceneLimit = 256

    /// The scene an event speaks of: an index into ``scenes``, or −1.
    func sceneIndex(for event: EventView) -> Int {
        let text = event.record.scene
        let isSceneCallback = SceneMachine.target(of: event.name) != nil
        // The app is asked how a scene is to be before it connects.
        let isConfiguration = event.name == .appConfigurationForConnecting
        if isConfiguration, !text.isPresent {
            noteUnnamedRole(of: event)
            return -1
        }
        guard isSceneCallback || (text.isPresent && (isConfiguration || !scenes.isEmpty)) else { return -1 }
        var index: Int?
        if !text.isPresent {
            index = unnamedScene(of: event)
        } else {
            // Why no closure: it would copy every scene, and lines of apps with scenes mostly name one.
            for candidate in scenes.indices where scenes[candidate].isNamed(text, in: event.batch) {
                index = candidate
                break
            }
        }
        if index == nil, isSceneCallback, scenes.count < RunMachine.sceneLimit {
            let key = event.batch.copy(text.range)
            scenes.append(SceneMachine(key: key))
            index = scenes.count - 1
            if let role = configuredRoles.removeValue(forKey: key) {
                scenes[scenes.count - 1].learnRole(role, settings.sceneRoles)
            }
        }
        let tellsRole = (isSceneCallback || isConfiguration) && event.record.attributesCount > 0
        var role = tellsRole ? event.batch.string(.role, of: event.record) : nil
        if !text.isPresent, event.name == .sceneWillConnect {
            let asked = takeUnnamedRole(for: event)
            role = role ?? asked
        }
        guard let index else {
            if isConfiguration, let role, configuredRoles.count < RunMachine.sceneLimit {
                configuredRoles[event.batch.copy(text.range)] = role
            }
            return -1
        }
        if !text.isPresent { lastUnnamed = UnnamedTelling(event, of: index) }
        if let role { scenes[index].learnRole(role, settings.sceneRoles) }
        return index
    }

    /// The app is asked how a scene without a name is to be: the next one that connects is that one.
    private func noteUnnamedRole(of event: EventView) {
        guard let role = event.batch.string(.role, of: event.record) else { return }
        // Of two that are asked for at once nothing tells which connects first.
        let isOther = unnamedRole.map { $0.role != role && isOfOneConnection($0.at, event) } ?? false
        unnamedRole = isOther ? nil : (role, event.moment)
    }

    private func takeUnnamedRole(for event: EventView) -> String? {
        defer { unnamedRole = nil }
        return unnamedRole.flatMap { isOfOneConnection($0.at, event) ? $0.role : nil }
    }

    /// A scene connects right after the app was asked about it.
    private func isOfOneConnection(_ asked: Moment, _ event: EventView) -> Bool {
        event.moment.since(asked) <= TimelineWindows.oneLaunch
    }

    /// Which of the windows without names a line without one speaks of; nil where it is of another one.
    ///
    /// The lines do not tell, but what a window cannot do is done by another: a window in front is not connected. Where
    /// several could have done it, it is taken to be the one that was moved last; for the app's state it makes no
    /// difference.
    private func unnamedScene(of event: EventView) -> Int? {
        guard let last = lastUnnamed else { return scenes.firstIndex { $0.key.isEmpty } }
        if last.isToldAgain(by: event) || scenes[last.scene].isReturning(event) { return last.scene }
        if event.name == .sceneWillConnect {
            let areInFront = scenes.allSatisfy { !$0.key.isEmpty || $0.isInFront }
            if isOneProcess(event), areInFront { return nil }
        } else if scenes[last.scene].mayTake(event.name) {
            return last.scene
        }
        return scenes.firstIndex { $0.key.isEmpty && $0.mayTake(event.name) } ?? last.scene
    }

    /// Whether another process would have been noticed: its lines have another number, or its launch is told.
    private func isOneProcess(_ event: EventView) -> Bool { event.record.hasPID || launch.sawAppCallback }

    /// Whether a scene is there that tells the app's state.
    var hasConnectedScene: Bool {
        scenes.contains { $0.isWindow && $0.ledger.current != nil && $0.ledger.current != .disconnected }
    }

    /// Whether what the app says of itself may be of no more than its scene on the screen of a car, which shows nothing
    /// on the phone.
    ///
    /// What leads to the front is so beside that scene's own way there. What leads away is of the phone, too, where the
    /// app was in front there: it is said when nothing is any more.
    func mayBeOfCar(_ event: EventView) -> Bool {
        guard event.record.via != .delegate else { return false }
        switch event.name {
        case .appWillEnterForeground, .appDidBecomeActive:
            return scenes.contains { $0.isCar && $0.isArriving(at: event.moment) }
        case .appWillResignActive:
            return app.told != .active && app.told != .inactive && scenes.contains { $0.isCar && $0.isShown }
        default: return false
        }
    }

    /// Whether what leads to the front may be of a scene in a car that is there and has not come to the front yet:
    /// nobody knows which of the two is told first.
    func mayAnnounceCar(_ event: EventView) -> Bool {
        guard isSceneBased, event.name.isAppStateCallback, event.record.via != .delegate, AppEdge.isForeground(event)
        else { return false }
        return scenes.contains { $0.isCar && $0.isStillToArrive }
    }

    /// Applies an edge of one scene's machine, or holds it until its callback returns.
    func takeSceneEdge(
        _ event: EventView, _ half: CallbackHalf, scene: Int, target: SceneState, inputs: InputNames
    ) {
        noteConnection(event, scene: scene, inputs: inputs)
        let isOfHeld = scenes[scene].ledger.held?.state == target
        if !isOfHeld, scenes[scene].ledger.settleNow(on: tape) { sceneStateChanged(scene) }
        learnUntoldWays(before: event, half, scene: scene)
        if half.isFirst { checkSceneEdge(event, scene: scene, inputs: inputs) }
        // Connecting an attached scene again starts it anew; a connected one stays what it is.
        if target == .unattached, let current = scenes[scene].ledger.current, current != .disconnected { return }
        let witness = event.record.witness
        switch half {
        case .past: return
        case .begun(let moment):
            resumeForCallback(event)
            scenes[scene].ledger.hold(
                .init(
                    state: target, at: moment, due: .max, witness: witness, isInferred: false,
                    mark: mark(at: moment, by: event)))
        case .returning(let moment) where moment > event.moment:
            resumeForCallback(event)
            scenes[scene].ledger.hold(
                .init(
                    state: target, at: moment, due: moment.order, witness: witness, isInferred: false,
                    mark: mark(at: moment, by: event)))
        case .whole(let moment), .returning(let moment), .returned(let moment):
            if scenes[scene].ledger.move(to: target, at: moment, by: witness, mark: mark(at: moment, by: event)) {
                sceneStateChanged(scene)
            }
        }
    }

    private func noteConnection(_ event: EventView, scene: Int, inputs: InputNames) {
        switch event.name {
        case .sceneWillConnect:
            scenes[scene].isConnected = true
            scenes[scene].isConnectionTold = true
            scenes[scene].isGone = false
        case .sceneDidDisconnect, .sceneDidDiscard:
            scenes[scene].isConnected = false
            scenes[scene].isGone = true
        default:
            guard !scenes[scene].isConnected else { return }
            // What leads it away from the front may be told late; of windows without names it may be another one.
            let isLate = scenes[scene].isGone && (!AppEdge.isForeground(event) || scenes[scene].key.isEmpty)
            // Only where connections are logged at all, and the log did not lose this one.
            let isLost = words.hasLost(since: scenes[scene].ledger.since ?? first)
            if startIsKnown, !isLate, !isLost, scenes.contains(where: \.isConnectionTold) {
                note(.sceneNotConnected, "scene “\(scenes[scene].id)” was not connected", event, inputs)
            }
            scenes[scene].isConnected = true
        }
    }

    /// What an event of a scene on the screen of a car tells of CarPlay: that it shows the app, or does so no more.
    ///
    /// Where the app has no word of its own for that, spans and rules get its scene's as such.
    func takeCarScene(_ event: EventView) {
        let isShown = scenes.contains { $0.isCar && $0.isShown }
        guard isShown != isShownInCar, !words.tellsCar else { return }
        isShownInCar = isShown
        let batch = event.copied(as: isShown ? .carplayConnect : .carplayDisconnect)
        withExtendedLifetime(batch) {
            guard let told = EventView(0, of: BatchView(batch), lineBase: event.line &- event.record.line) else {
                return
            }
            apply(derived: told)
        }
    }

    /// Whether a scene that is inactive was active before: it is on its way out.
    private func isResigning(_ index: Int) -> Bool {
        scenes[index].ledger.stretches.dropLast().last?.state == .active
    }

    /// In a scene-based run the app is active if any scene is, else inactive if any is, else in the background.
    func sceneStateChanged(_ index: Int) {
        if scenes[index].ledger.current == .active { scenes[index].wasActive = true }
        guard isSceneBased, let told = scenes[index].ledger.since else { return }
        var derived = AppState.background
        var isAnyAttached = false
        // What all of them together say is so since the latest of them moved: an edge that was held may be told late.
        var latest = index
        var moment = told
        for (number, scene) in scenes.enumerated() where scene.isWindow {
            guard let state = scene.ledger.current, state != .unattached else { continue }
            isAnyAttached = true
            if scene.untoldLeaving != nil { continue }
            if let since = scene.ledger.since, since > moment {
                latest = number
                moment = since
            }
            if state == .active { derived = .active }
            if state == .inactive, derived != .active { derived = .inactive }
        }
        // Launched for the screen of a car alone: the launch is over, and the phone shows nothing of it.
        if app.current == .launching, scenes[index].isCar, scenes[index].ledger.current == .active,
            !scenes.contains(where: \.isWindow)
        {
            isAnyAttached = true
        }
        guard isAnyAttached, !(app.current == .launching && derived == .inactive) else { return }
        if derived == .background, isBackByOthers(index) { return }
        if let held = app.held {
            if held.state == derived || (held.isInferred && derived == .inactive) {
                app.dropHeld()
            } else if app.settleNow(on: tape) {
                appStateChanged()
            }
        }
        let isLate = isInStepOfSuspension(told) || isLagging(told, scenes[index].ledger.witness)
        if isLate, derived == .background || derived == .inactive && isResigning(index) { return }
        let edge = scenes[latest].ledger.mark
        let mark = app.current == .suspended ? edge.asResume : edge
        if app.move(to: derived, at: moment, by: scenes[latest].ledger.witness, mark: mark) { appStateChanged() }
    }
}
