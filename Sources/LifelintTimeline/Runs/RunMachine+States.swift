// SPDX-License-Identifier: MIT

import LifelintModel

extension RunMachine {
    /// An app that the system shows is on its way to the front until it has had so long since its own last step there.
    private static let visibleLaunch: Int64 = .seconds(5)

    /// Moves the machines; says whether the report shows the event.
    func takeEdges(_ event: EventView, _ half: CallbackHalf, scene: Int, inputs: InputNames) -> Bool {
        let isBackgroundMissed = missedBackground(before: event)
        if event.name == .processDeactivation, let mask = event.batch.integer(.mask, of: event.record) {
            deactivationMask = mask
            deactivationToldAt = event.moment
        }
        leaving.take(event)
        if let target = SceneMachine.target(of: event.name) {
            guard scene >= 0 else { return true }
            if SceneMachine.isStateCallback(event.name) { isSceneBased = true }
            if target == .active, scenes[scene].isWindow { confirmFront(.active, at: event.moment) }
            noteLaunchEdges(event)
            takeSceneEdge(event, half, scene: scene, target: target, inputs: inputs)
            return true
        }
        guard let edge = AppEdge.of(event).flatMap({ newEdge($0, event, isMissed: isBackgroundMissed) }) else {
            seeState(event)
            if event.name == .backgroundTaskExpire { seeExpiry(event) }
            seeReportedState(event, inputs)
            seeVisibilityAtEnd(event)
            return event.name == .appWillTerminate
        }
        // Its apps have scenes, though none is named.
        if event.record.via == .swiftui, !isSceneBased { launch.showScenes() }
        if isBackgroundMissed { takeMissedBackground(before: edge, event, half) }
        if !edge.isResume { confirmFront(edge.state, at: event.moment) }
        noteLaunchEdges(event)
        if edge.state == .background, !edge.isResume, isApp { launch.addBackgroundEdge(event) }
        // What a scene-based app's delegate or observers say moves nothing while a scene is there to say it.
        if isSceneBased, event.name.isAppStateCallback, hasConnectedScene || mayBeOfCar(event) {
            holdSilentResume(at: event)
            return true
        }
        if half.isFirst { checkAppEdge(event, inputs: inputs) }
        var told = edge
        if mayAnnounceCar(event) { told.isInferred = true }
        return takeAppEdge(event, told, half)
    }

    /// What an edge says that was not known; nil where it says nothing.
    ///
    /// UIKit's reason for the background is set for a moment in every launch, and stays set while an app comes back to
    /// the front, as others come and go: only its own coming is the way to the background.
    ///
    /// - Parameter isMissed: whether it came where lines are missing: it shows the background no later than here.
    private func newEdge(_ edge: AppEdge, _ event: EventView, isMissed: Bool) -> AppEdge? {
        guard event.name == .processDeactivation else { return isLateVisible(edge, event) ? nil : edge }
        if !launch.hasBeenActive, AppEdge.isInLaunch(event) {
            switch app.current {
            case nil, .launching, .background: return launchEdge(edge, event)
            case .inactive, .active, .suspended, .notRunning: break
            }
        }
        guard edge.state == .background, let current = app.current else { return edge }
        guard let was = event.batch.integer(.was, of: event.record), was != 0 else { return edge }
        if AppEdge.state(ofMask: was) == .background {
            if isMissed {
                return AppEdge(state: .background, isInferred: true, isProven: edge.isProven)
            }
            return current == .suspended ? AppEdge(state: .background, isResume: true) : nil
        }
        return current == .launching && launch.kind == .foreground ? nil : edge
    }

    /// Whether UIKit's reason for the background was there before an event, though the line before that told its
    /// reasons told no such one, and nothing has told a way to the front since.
    private func missedBackground(before event: EventView) -> Bool {
        guard event.name == .processDeactivation, let was = event.batch.integer(.was, of: event.record),
            AppEdge.state(ofMask: was) == .background, let told = deactivationMask, let toldAt = deactivationToldAt,
            AppEdge.state(ofMask: told) != .background, let current = app.current, let since = app.since,
            // Another source may tell late what is over.
            event.moment.since(toldAt) >= TimelineWindows.sameEdge
        else { return false }
        return (current == .active || current == .inactive) && since <= toldAt
    }

    /// The background that came where lines are missing was there by now: for how long nobody tells, nor for how long
    /// what came before it went on.
    private func takeMissedBackground(before edge: AppEdge, _ event: EventView, _ half: CallbackHalf) {
        backgroundMissedAt = event.moment
        app.doubt()
        // The line that takes the reason away tells that it was there.
        if edge.state != .background {
            _ = takeAppEdge(event, AppEdge(state: .background, isProven: edge.isProven), half)
        }
    }

    /// Whether RunningBoard, and who watches it, call an app visible that who knows better saw leave the front less
    /// than a second before: it is so until its scene is put away.
    private func isLateVisible(_ edge: AppEdge, _ event: EventView) -> Bool {
        guard edge.state == .active, edge.isInferred, event.name == .processState else { return false }
        let distance = AppEdge.distance(of: event.record.witness, from: .active)
        if let held = app.held, held.state == .background, !held.isInferred, !held.isDoubtful {
            return isCloser(held.witness, than: distance) && isJust(held.at, before: event.moment)
                && isWayOut(of: app.current)
        }
        guard app.current == .background, !app.isInferred, let since = app.since else { return false }
        return isCloser(app.witness, than: distance) && isJust(since, before: event.moment)
            && isWayOut(of: app.stretches.dropLast().last?.state)
    }

    private func isCloser(_ witness: WitnessClass, than distance: Int) -> Bool {
        distance > AppEdge.distance(of: .frontboard, from: .active)
            && AppEdge.distance(of: witness, from: .background) < distance
    }

    private func isJust(_ edge: Moment, before moment: Moment) -> Bool {
        (0..<TimelineWindows.sameEdge).contains(moment.since(edge))
    }

    /// Whether a background that follows that state was the way out of the front, and not a launch behind it.
    private func isWayOut(of state: AppState?) -> Bool {
        switch state {
        case .active, .inactive: true
        case nil: !launch.sawStep
        case .launching, .background, .suspended, .notRunning: false
        }
    }

    /// What UIKit's reasons say while the initial launch is one of them: that the app is launched, and of the
    /// background only what is left when the launch is over.
    private func launchEdge(_ edge: AppEdge, _ event: EventView) -> AppEdge? {
        if app.current == nil {
            app.move(
                to: .launching, at: event.moment, by: event.record.witness, isProven: edge.isProven,
                mark: mark(at: event.moment, by: event))
        }
        guard app.current == .launching else { return nil }
        guard edge.state == .background else { return edge }
        if launch.kind == .foreground { return nil }
        guard isLaunchReasonThere(event) else {
            // The launch is over: how long the doubt lasts is told anew.
            if isBackgroundDoubtful { app.dropHeld() }
            return edge
        }
        // A debugger may hold a launch for as long as it likes.
        if isHeld || isBackgroundDoubtful { return nil }
        var edge = edge
        edge.isInferred = true
        return edge
    }

    private func isLaunchReasonThere(_ event: EventView) -> Bool {
        event.batch.integer(.mask, of: event.record).map { $0 & DeactivationReasons.launch != 0 } ?? true
    }

    /// Whether a launch shows the background, and may yet lead to the front.
    var isBackgroundDoubtful: Bool { app.held.map { $0.isDoubtful && $0.state == .background } ?? false }

    /// Until when an edge is doubtful that a launch shows: one that is visible is not active yet, and UIKit's reason
    /// for the background is there for a moment.
    private func doubt(of edge: AppEdge, _ event: EventView) -> Int64? {
        guard app.current == .launching else { return nil }
        if event.name == .processDeactivation, edge.state == .background {
            if AppEdge.isInLaunch(event) {
                let allowance =
                    isLaunchReasonThere(event) ? LaunchFacts.foregroundLimit : LaunchFacts.foregroundWindow
                return max(
                    first.order.addingClamped(allowance), event.record.order.addingClamped(TimelineWindows.sameEdge))
            }
            // Beside others: alone it is there where the app is launched for the background.
            guard let was = event.batch.integer(.was, of: event.record), was != 0 else { return nil }
            return event.record.order.addingClamped(TimelineWindows.sameEdge)
        }
        guard event.name == .processState, edge.state == .active else { return nil }
        let step = launch.ownStep.map { max($0.order, event.record.order) } ?? event.record.order
        return step.addingClamped(RunMachine.visibleLaunch)
    }

    /// A launch that goes on is not over because the system shows it.
    func postponeVisible(behind step: EventView) {
        guard let held = app.held, held.isDoubtful, held.state == .active else { return }
        app.delayHeld(until: step.moment)
        app.postponeHeld(until: step.record.order.addingClamped(RunMachine.visibleLaunch))
    }

    /// What an edge says about the launch, or about a return to the front.
    private func noteLaunchEdges(_ event: EventView) {
        if AppEdge.isForeground(event) || isArrivingPhase(event) { noteForegroundEdge(event) }
        switch event.name {
        case .appDidBecomeActive, .sceneDidBecomeActive:
            if launch.firstActive == nil {
                // Where only its end is told it began before that.
                let isEnd = event.record.phase == .end && event.record.hasDuration
                launch.firstActive = isEnd ? event.moment.later(by: -max(event.record.duration, 0)) : event.moment
            }
        case .appWillResignActive, .sceneWillResignActive:
            if launch.firstActive == nil { noteUntoldUse(before: event) }
        case .appDidEnterBackground, .sceneDidEnterBackground, .processSuspend:
            if launch.firstActive == nil, launch.firstFrame == nil { launch.left = event.moment }
            if event.name == .appDidEnterBackground, launch.firstForegroundEdge == nil, event.record.witness == .app {
                launch.hasLeftFront = true
            }
            if launch.firstActive == nil, event.name != .processSuspend { noteUntoldUse(before: event) }
        case .processResume:
            if resumeBegan == nil, app.current == .suspended || isLateResume(event), canReturn { beginResume(event) }
        default: break
        }
    }

    /// UIKit asks nobody to resign who was not active, and no launch takes a minute: where nothing has told it, the app
    /// was in use before this edge all the same.
    ///
    /// What SwiftUI and other frameworks call inactive is so on the way to the front, too.
    private func noteUntoldUse(before event: EventView) {
        let isDelegates = event.record.via == .missing || event.record.via == .delegate
        let isResign = event.name == .appWillResignActive || event.name == .sceneWillResignActive
        guard isResign && isDelegates || event.moment.since(first) > TimelineWindows.longestLaunch else { return }
        if launch.kind == .background || launch.kind == .prewarmed { return }
        launch.hasBeenActive = true
        if launch.firstFrame == nil { launch.isOverUntold = true }
    }

    // MARK: The app

    /// Applies an edge of the app's machine, or holds it back.
    private func takeAppEdge(_ event: EventView, _ edge: AppEdge, _ half: CallbackHalf) -> Bool {
        let at: Moment
        var due: Int64?
        switch half {
        case .past: return true
        case .whole(let moment), .returned(let moment): at = moment
        case .returning(let moment):
            at = moment
            if moment > event.moment { due = moment.order }
        case .begun(let moment):
            at = moment
            due = .max
        }
        if app.current == nil { seeState(event) }
        let witness = event.record.witness
        if edge.isProven, !edge.isResume { app.prove(edge.state) }
        let mark = mark(of: edge, at: at, by: event)
        let distance = edge.isResume ? 0 : AppEdge.distance(of: witness, from: edge.state)
        if mergesWithHeld(
            edge, at: at, distance: distance, by: witness, isEnd: event.record.phase == .end,
            isReason: event.name == .processDeactivation)
        {
            return true
        }
        if isLateResume(event) {
            takeLateResume(event, mark)
            return true
        }
        trustSuspension(edge, event)
        if app.current == nil, edge.isResume, event.name == .processState { suspension.isToldToRun = true }
        guard leadsSomewhere(edge, event) else { return !edge.isResume && app.current != edge.state }
        if due == nil, distance > 0, app.current != edge.state {
            due = event.record.order.addingClamped(TimelineWindows.sameEdge)
        }
        let doubt = doubt(of: edge, event)
        if let until = doubt { due = max(due ?? until, until) }
        if let due {
            if event.name.isCallback { resumeForCallback(event) }
            app.hold(
                .init(
                    state: edge.state, at: at, due: due, witness: witness, isInferred: edge.isInferred,
                    isProven: edge.isProven, mark: mark, isDoubtful: doubt != nil))
            return true
        }
        confirmActive(edge, at: at, distance: distance, by: witness, mark)
        let held = edge.isResume ? app.held : nil
        let isMoved = app.move(
            to: edge.state, at: at, by: witness, isInferred: edge.isInferred, isProven: edge.isProven, mark: mark)
        if let held { app.hold(held) }
        if isMoved { appStateChanged() }
        return true
    }

    /// The mark of an edge of the app; one out of suspension stands before its event, unless that tells the resume.
    private func mark(of edge: AppEdge, at moment: Moment, by event: EventView) -> EdgeMark {
        let told = mark(at: moment, by: event, isInferred: edge.isInferred)
        return app.current == .suspended && event.name != .processResume ? told.asResume : told
    }

    /// Settles what the edge that is held, if any, is to this one; says whether this one is the held one once more,
    /// told by a witness that knows no better.
    private func mergesWithHeld(
        _ edge: AppEdge, at moment: Moment, distance: Int, by witness: WitnessClass, isEnd: Bool, isReason: Bool
    ) -> Bool {
        guard let held = app.held else { return false }
        if edge.isResume {
            // The system may say that it is seen before it lets it run again: who knows better is still awaited.
            app.delayHeld(until: moment)
            return false
        }
        let isClose = moment.isWithin(TimelineWindows.sameEdge, of: held.at)
        if held.state == edge.state {
            if held.witness == witness {
                // The end of the callback whose begin is held, or the same once more.
                if isEnd { app.dropHeld() }
                return !isEnd
            }
            // What a launch shows is told by who knows.
            if held.isDoubtful, held.state == .background {
                app.dropHeld()
                return false
            }
            if isClose, distance >= AppEdge.distance(of: held.witness, from: held.state) { return true }
            if isClose { app.dropHeld() }
        } else if isBackgroundDoubtful, edge.state == .inactive {
            // Whoever resigns had come to the front.
            app.dropHeld()
        } else if held.isInferred || held.isDoubtful, edge.state == .inactive, distance == 0,
            isClose || held.isDoubtful && isReason
        {
            // In front, and not active yet: the closer witness knows.
            app.dropHeld()
        }
        if app.settleNow(on: tape) { appStateChanged() }
        return false
    }

    /// Whether an edge can move the machine from where it is.
    private func leadsSomewhere(_ edge: AppEdge, _ event: EventView) -> Bool {
        switch app.current {
        case .launching where edge.state == .inactive:
            // A launch ends at the first active or background edge.
            return false
        case .inactive where edge.isInferred && edge.state == .active:
            return AppEdge.distance(of: app.witness, from: .inactive) > 0
        case .suspended: return !isLate(edge, event)
        // That a process runs says nothing of where; one that was told to run was not suspended.
        case nil: return !edge.isResume || (event.name == .processResume && !suspension.isToldToRun)
        case .background where event.name == .processState: return edge.state != .background
        default: return !edge.isResume
        }
    }

    /// Whether others tell only now of the background out of which the process was suspended, or tell no more than
    /// that.
    private func isLate(_ edge: AppEdge, _ event: EventView) -> Bool {
        if edge.state == .background || edge.state == .inactive, !edge.isResume, !AppEdge.isForeground(event),
            isInStepOfSuspension(event.moment) || isLagging(event.moment, event.record.witness)
        {
            return true
        }
        guard event.name == .processState, edge.state == .background, !edge.isResume, !app.isInferred,
            let since = app.since
        else { return false }
        // Whom the system does not show, or gives no role, may be suspended as well as run: that is told by who wakes
        // it.
        if !event.isAppSide, !event.batch.holds("running", as: event.record.task) { return true }
        return (AppEdge.distance(of: event.record.witness, from: .suspended) > 0 || !edge.isProven)
            && event.moment.since(since) < TimelineWindows.sameEdge
    }

    /// Whether the process was suspended in the same step of a coarse clock: what leads there came before.
    func isInStepOfSuspension(_ moment: Moment) -> Bool {
        app.current == .suspended && !app.isInferred && suspension.isInStep(moment)
    }

    /// Whether the app tells less than a second after the system told its suspension what came before that.
    func isLagging(_ moment: Moment, _ witness: WitnessClass) -> Bool {
        app.current == .suspended && !app.isInferred && witness == .app && suspension.isLagging(moment.order)
    }

    /// A line that the process wrote in the step of a coarse clock in which it was suspended came before that, and so
    /// did one that is less than a second later than the system tells it: their clocks are that far apart.
    func delaySuspension(behind event: EventView) {
        guard app.current == .suspended, !app.isInferred, event.record.witness == .app,
            event.moment.order == event.record.order, !AppEdge.isForeground(event)
        else { return }
        app.delayBegin(until: event.moment, position: number + 1, firstEvent: tape?.firstEvent ?? 0)
    }

    private func trustSuspension(_ edge: AppEdge, _ event: EventView) {
        switch event.name {
        case .processSuspend, .processResume:
            if event.name == .processSuspend { suspension.noteStep(of: event) }
            if event.name == .processSuspend || !lacksSuspension {
                trustExactSuspension(isResume: event.name == .processResume)
            }
            suspension.noteTeller(of: event)
        case .processState where edge.state == .suspended:
            suspension.noteStep(of: event)
            trustExactSuspension(isResume: false)
        default: break
        }
    }

    /// Whether the app was left by all that is told, and not suspended: a resume then shows that the log lacks the
    /// suspension before it, so that it may lack others.
    private var lacksSuspension: Bool {
        !suspension.isTold && (app.current == .background || app.current == .suspended && app.isInferred)
    }

    /// Visible is not yet active: where the app itself says later when it became active, that is when its launch ended.
    private func confirmActive(
        _ edge: AppEdge, at moment: Moment, distance: Int, by witness: WitnessClass, _ mark: EdgeMark
    ) {
        guard edge.state == .active, distance == 0, app.current == .active, app.isInferred,
            app.stretches.dropLast().last?.state == .launching
        else { return }
        app.restateBegin(moment, by: witness, mark, firstEvent: tape?.firstEvent ?? 0)
    }

    /// Where lines are lost, what tells the state of the front once more shows that it was not left in them, or is back
    /// there.
    func confirmFront(_ state: AppState, at moment: Moment) {
        guard leaving.isLost, state == .active || state == .inactive, state == app.current,
            !words.hasLost(behind: moment)
        else { return }
        leaving.noteNoneLost()
    }

    /// Where nothing has told the state yet, what the app read of it is the first that is known.
    private func seeState(_ event: EventView) {
        guard app.current == nil || leaving.isLost, event.record.witness == .app else { return }
        let state: AppState? =
            switch event.record.state {
            case .active: .active
            case .inactive: .inactive
            case .background: .background
            case .missing, .other: nil
            }
        guard let state else { return }
        guard app.current == nil else { return confirmFront(state, at: event.moment) }
        app.move(
            to: state, at: event.moment, by: event.record.witness, isInferred: true,
            mark: mark(at: event.moment, by: event, isInferred: true))
    }

    /// Time is over for a task only behind the front: what seems to be launching yet was launched there, or left it.
    private func seeExpiry(_ event: EventView) {
        guard app.current == .launching, event.isAppSide, !isHeld, launch.firstForegroundEdge == nil else { return }
        app.move(
            to: .background, at: event.moment, by: event.record.witness, isInferred: true,
            mark: mark(at: event.moment, by: event, isInferred: true))
        appStateChanged()
    }

    /// Where nothing closer told a state, the one that a report of the end tells is the last one.
    func seeReportedState(_ event: EventView, _ inputs: InputNames) {
        guard event.record.witness == .report, RunMachine.isExit(event),
            let state = endsLaunch(event) ? .launching : event.reportedState(settings.stateWords)
        else { return }
        reported.isTold = true
        // A scene that is made hours after the start was not what the process was launched for.
        if state == .launching {
            let isOfLaunch = event.moment.since(first) <= TimelineWindows.longestLaunch
            switch visibilityAtLaunch(toldBy: event) {
            case "Foreground" where isOfLaunch: launch.isReportedInFront = true
            case "Foreground": reported.isInFront = true
            case "Background" where isOfLaunch: launch.isReportedBehind = true
            default: break
            }
        }
        if state == .active || state == .inactive { reported.isInFront = true }
        // Who read that it was behind the front, and ended in front before anything told of the front, was launched for
        // it: apps with scenes read so in every launch.
        if state == .active, launch.callbackState == .background, launch.firstForegroundEdge == nil, !launch.hasWork,
            event.moment.since(first) <= LaunchFacts.foregroundWindow
        {
            launch.isReportedInFront = true
        }
        // What the app itself saw at its end is later than all that it told before.
        let isLastWord = event.record.state != .missing && app.current != .suspended
        // That it was suspended by then nobody but the kernel may tell.
        if event.name == .reportJetsam, state == .suspended, app.current == .background || isLeavingUntold,
            !suspension.isTold || event.moment.since(last) > TimelineWindows.quiet
        {
            app.move(
                to: .suspended, at: event.moment, by: .report, mark: mark(at: event.moment, by: event, isInferred: true)
            )
            return
        }
        if event.record.state == .missing {
            if state == .active { seeReturn(toldBy: event, inputs) }
            if state == .background || state == .suspended { seeLeaving(to: state, toldBy: event, inputs) }
        }
        let isFirstWord = !launch.sawAppCallback && (app.current == nil || app.current == .launching)
        guard isFirstWord || isLastWord else { return }
        // How old it was does not tell: a touch may come a second after the start.
        let isLaunching = state == .launching
        // Of a launch of which nothing else tells its visibility says all that is known: it was behind the front.
        let isBehind = !launch.sawStep && visibilityAtLaunch(toldBy: event) == "Background"
        let target = !isLaunching ? state : isBehind ? .background : AppState.launching
        if app.current == target { return }
        // Without a state of its own it was only seen to be in front, by a watchdog, an SDK or its role.
        reported.isSeenInFront = event.record.state == .missing
        app.move(
            to: target, at: isLaunching ? first : event.moment, by: .report, isInferred: event.name != .reportJetsam,
            mark: mark(at: event.moment, by: event, isInferred: true))
    }

    /// Where nothing told a state, who saw the end may tell whether the app was visible then.
    private func seeVisibilityAtEnd(_ event: EventView) {
        guard event.record.witness != .report, RunMachine.isExit(event), let isVisible = isVisible(toldBy: event)
        else { return }
        if isVisible, app.current == nil || app.current == .active { reported.isInFront = true }
        guard app.current == nil else { return }
        app.move(
            to: isVisible ? .active : .background, at: event.moment, by: event.record.witness, isInferred: true,
            mark: mark(at: event.moment, by: event, isInferred: true))
    }

    /// Whether who saw the end says that the app was visible, in words or by the band of what is in front; nil where it
    /// does not tell.
    private func isVisible(toldBy event: EventView) -> Bool? {
        switch event.batch.string(.visibility, of: event.record) {
        case "foreground": true
        case "background": false
        case .some: nil
        case nil: isApp && event.isOfFrontBand(settings) ? true : nil
        }
    }

    /// Where a report found an app that was being launched: what it tells of that, or else what it was allowed.
    ///
    /// Time of the processor is allowed where nobody waits: a launch for the front has time by the clock.
    private func visibilityAtLaunch(toldBy event: EventView) -> String? {
        if let told = event.batch.string(.visibility, of: event.record) { return told }
        guard let explanation = event.batch.string(.explanation, of: event.record),
            settings.exitText.isOfProcessor(LoweredText(explanation))
        else { return nil }
        return "Background"
    }

    /// Whether a report says in words that the process ended while it was launched, whatever its role tells: the loader
    /// did not get further, or the system refused an app without scenes.
    private func endsLaunch(_ event: EventView) -> Bool {
        guard event.name == .reportCrash, event.record.state == .missing,
            event.moment.since(first) <= TimelineWindows.longestLaunch
        else { return false }
        if event.batch.bool(.sceneMandate, of: event.record) == true { return true }
        guard let explanation = event.batch.string(.explanation, of: event.record) else { return false }
        let text = LoweredText(explanation)
        return settings.exitText.isOfLaunch(text) || settings.exitText.isSceneMandate(text)
    }

    /// A report that found the app in front after all that was told of it had left it behind: the two disagree.
    ///
    /// Where nothing was heard of it in between, its return is what nobody told: the report is the later witness.
    private func seeReturn(toldBy event: EventView, _ inputs: InputNames) {
        guard app.current == .background || app.current == .suspended,
            event.batch.bool(.windowed, of: event.record) != true,
            // That it was suspended and ran again is concluded from what it did; that it was left was told.
            let told = app.stretches.last(where: { !$0.isInferred }) ?? app.stretches.last,
            event.moment.since(told.from) > TimelineWindows.quiet,
            // The process counts as visible until it has finished entering the background.
            settings.exitText.direction(LoweredText(ExitWitness(event, inputs: inputs, settings: settings).text))
                != "background"
        else { return }
        let left = told.state == .suspended ? "suspended" : "in the background"
        note(
            .stateMismatch, "the report says that the app was in front, where it was \(left) by what was told before",
            event, inputs)
        reported.isFrontDisputed = true
        // Who tells of suspensions, and of the end, would have told that it ran again; the kernel speaks of the very
        // kill.
        let isOverruledByEnd = suspension.isTold && event.name != .reportJetsam
        if isOverruledByEnd, isEndToldByLog { return }
        guard event.moment.since(lastHeard ?? told.from) > TimelineWindows.quiet else { return }
        if isOverruledByEnd {
            reported.unconfirmed = ReportedState.Unconfirmed(
                mismatch: nil, event: number, isOverruled: true, teller: app.witness)
        }
        app.move(
            to: .active, at: event.moment, by: .report, isInferred: true,
            mark: mark(at: event.moment, by: event, isInferred: true))
    }

    /// A report that found the app behind the front after all that was told of it had it there: what left it there is
    /// what nobody told, and the report is the later witness.
    ///
    /// Where its log goes on to the end, and tells how an app is left, the two disagree. Then only the kernel's word
    /// counts, which is about the very kill.
    private func seeLeaving(to state: AppState, toldBy event: EventView, _ inputs: InputNames) {
        guard isShown(at: event.moment), let since = app.since, event.moment.since(since) > TimelineWindows.quiet,
            // What was sampled for a minute need not be the end; and nobody knows when what is told of a window was.
            event.name != .reportResource, event.batch.bool(.windowed, of: event.record) != true,
            // A callback that began leads there at its own time.
            app.held.map({ $0.isDoubtful || $0.state != .background }) ?? true
        else { return }
        let isKernels = event.name == .reportJetsam
        if !isLeavingUntold, app.current != .launching {
            let left = state == .suspended ? "suspended" : "in the background"
            let mismatch = Anomaly(
                code: .stateMismatch,
                message: "the report says that the app was \(left), where it was in front by what was told before",
                time: event.moment.timestamp, at: inputs.location(of: event))
            if isEndToldByLog || event.moment.since(lastHeard ?? since) <= TimelineWindows.quiet {
                note(mismatch, event: number)
                reported.isFrontDisputed = true
                guard isKernels else { return }
            } else {
                reported.unconfirmed = ReportedState.Unconfirmed(
                    mismatch: mismatch, event: number, isOverruled: !isKernels, teller: app.witness)
            }
        }
        app.move(
            to: state, at: event.moment, by: .report, isInferred: !isKernels,
            mark: mark(at: event.moment, by: event, isInferred: true))
    }

    /// Whether the app is in front by what was told of it, or was launched so long before that nobody knows what came
    /// of that.
    private func isShown(at moment: Moment) -> Bool {
        switch app.current {
        case .active, .inactive: true
        case .launching: moment.since(first) > TimelineWindows.longestLaunch
        default: false
        }
    }

    /// A log that tells the end, too, went on until then: which of the two was first is chance, and what was concluded
    /// from its silence before the report is taken back.
    func settleUnconfirmedReport() {
        guard let report = reported.unconfirmed else { return }
        reported.unconfirmed = nil
        if let mismatch = report.mismatch {
            note(mismatch, event: report.event)
            reported.isFrontDisputed = true
        }
        guard report.isOverruled, app.witness == .report else { return }
        app.removeLastInferred(toldBefore: report.teller)
        for index in scenes.indices { scenes[index].untoldLeaving = nil }
    }

    /// Whether a log told the end that a report tells, too.
    private var isEndToldByLog: Bool { exits.contains { $0.witness != .report } }

    /// What moved its states after the crash that a report tells is not what it was in: it was dead by then.
    func takeBackStates(after moment: Moment) {
        let next = app.takeBack(after: moment)
        // Two clocks of one device need not tell which of two was first that lie so close.
        reported.isLastEdgeDisputed = next.map { $0.since(moment) <= TimelineWindows.afterEnd } ?? false
        for index in scenes.indices { scenes[index].ledger.takeBack(after: moment) }
    }

    /// What follows from a new state of the app.
    func appStateChanged() {
        if !app.isInferred {
            leaving.noteState()
            // An edge may be told long after it: when its callback had returned.
            if let since = app.since, !words.hasLost(behind: since) { leaving.noteNoneLost() }
        }
        switch app.current {
        case .active:
            words.inFront = nil
            if let since = app.since { noteActive(since) }
        case .background where !app.isInferred:
            if app.witness == .app { resumeBegan = nil }
            // It was in front by then, whatever the app itself tells of it later.
            if launch.kind != .background, launch.hasBeenActive, launch.firstActive == nil, launch.firstFrame == nil {
                launch.isOverUntold = true
            }
        case .suspended: if !app.isInferred { resumeBegan = nil }
        default: break
        }
    }
}
