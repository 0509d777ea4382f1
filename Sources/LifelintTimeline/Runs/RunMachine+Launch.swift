// SPDX-License-Identifier: MIT

import LifelintModel

extension RunMachine {
    /// A return to the front that began longer ago was for work in the background.
    private static let returnWindow: Int64 = .seconds(10)

    /// Whether a launch step cannot be part of this run's own launch.
    func isLaunchedAnew(by event: EventView) -> Bool {
        if event.record.phase == .end {
            // The other half of a step that was seen.
            if openCallbacks.contains(where: { $0.name == event.name }) { return false }
        }
        let isSameProcess = identity.hasPID && identity.pid == event.record.pid
        if isOpened(by: event) || isToldTwice(event, isSameProcess) || isHeardAhead(of: event) { return false }
        if launch.steps.contains(LaunchStep(event)) || isBegunBefore(event, isSameProcess) { return true }
        // A prewarmed process waits at any distance for its launch callbacks; one that was in front has had them.
        let wasInFront = launch.firstForegroundEdge.map { event.moment.since($0) > TimelineWindows.oneLaunch } ?? false
        if isSameProcess, launch.sawStep, !launch.sawAppCallback, app.current != .active, !wasInFront { return false }
        if isAwaited(event) || isSameProcess && isFirstOwnStep(event) { return false }
        let latest = isSameProcess ? launch.lastStep ?? first : isOwnOfKnown(event) ? launch.ownStep ?? first : first
        guard event.moment.since(latest) <= TimelineWindows.oneLaunch else { return true }
        if launch.sawStep || isSameProcess { return false }
        // Times that are cut to seconds may be later than they say: these lines need not come before the launch.
        if first.resolution > event.moment.resolution, event.moment.since(first) < first.resolution { return false }
        // A run that began with other lines may be this launch's own, unless it has already been somewhere.
        return app.stretches.contains { !$0.isInferred && $0.state != .launching } || !scenes.isEmpty
    }

    /// Whether all that was told of this process may have come after the launch that the system tells of now: the app
    /// tells it less than a second before by another clock, or it stands in the same step of a coarse one.
    ///
    /// Nobody is active, ends unseen and is launched anew so soon. What may be of another app's process needs a name
    /// that says so.
    func isHeardAhead(of event: EventView) -> Bool {
        guard event.name == .processLaunch, !launch.sawStep, event.isToldBySystem, !event.record.isTimeless,
            event.record.hasPID || event.record.witness == .frontboard, mayBeNamed(by: event)
        else { return false }
        if isToldBySystem || isToldLast(by: event.record.input) {
            return event.moment.since(first) < first.resolution
        }
        let step = max(first.resolution, event.moment.resolution)
        return event.moment.since(first) <= TimelineWindows.sameEdge.addingClamped(step)
    }

    /// Whether this process, of which no app is told, is called like the app that an event names.
    private func mayBeNamed(by event: EventView) -> Bool {
        guard identity.app == nil, let process = identity.process, event.record.app.isPresent else { return true }
        let app = event.batch.copy(event.record.app.range)
        return identity.names?.likeness(of: process.bytes, to: app, host: event.record.host) != nil
    }

    /// Whether a launch callback that names no process id is the first one of this process, which was launched as the
    /// system told and waits for it: the system has just told of it, or tells launches in the very log that tells the
    /// callback.
    private func isAwaited(_ event: EventView) -> Bool {
        guard isOwnOfKnown(event), launch.isToldByOthersThanReports, !launch.sawAppCallback,
            identity.isMeant(by: event),
            app.current != .active || app.isInferred
        else { return false }
        if let edge = launch.firstForegroundEdge, event.moment.since(edge) > TimelineWindows.oneLaunch { return false }
        return event.moment.since(last) <= TimelineWindows.oneLaunch
            || isToldLast(by: event.record.input) && event.moment.since(first) <= TimelineWindows.longestLaunch
    }

    /// Whether it is the app's own first word of a process that nobody saw in front: what is prewarmed waits suspended
    /// for it.
    private func isFirstOwnStep(_ event: EventView) -> Bool {
        guard event.isAppSide, event.name.isCallback, !launch.sawStep, !isToldByApp else { return false }
        return app.stretches.allSatisfy {
            switch $0.state {
            case .active, .inactive: event.moment.since($0.from) <= TimelineWindows.oneLaunch
            default: true
            }
        }
    }

    /// Whether the app's own words may be of this process, where those of another one of its name fit it as well.
    func maySay(_ event: EventView) -> Bool {
        if LaunchStep.isStep(event.name) {
            let isLaunching = app.current == nil || app.current == .launching || app.current == .background
            return isLaunching && !isLaunchedAnew(by: event)
        }
        // Whoever is active becomes so no more, and a resume would have been told.
        if event.name == .appDidBecomeActive, app.current == .active, !app.isInferred { return false }
        guard app.current == .suspended, !app.isInferred, suspension.showsResumes else { return true }
        return !AppEdge.isForeground(event)
            && (isInStepOfSuspension(event.moment) || isLagging(event.moment, event.record.witness))
    }

    /// Whether the app says something about a launch and no process id, which is known of this run.
    private func isOwnOfKnown(_ event: EventView) -> Bool {
        event.isAppSide && event.name.isCallback && !event.record.hasPID && identity.hasPID
    }

    /// Whether a log tells the launch of a process of which there was something before: nothing of a process comes
    /// before its launch.
    private func isBegunBefore(_ event: EventView, _ isSameProcess: Bool) -> Bool {
        guard event.name == .processLaunch, event.record.witness != .report else { return false }
        if !launch.sawStep {
            return event.moment.since(first) > TimelineWindows.beforeLaunch(first, event.moment)
        }
        // A process that waits prewarmed is opened much later, and not launched for that.
        guard isSameProcess, identity.isToldOnlyByReports else { return false }
        switch LaunchFacts.statedKind(of: event) {
        case .foreground, .background: return event.moment.since(first) > TimelineWindows.oneLaunch
        default: return false
        }
    }

    /// Whether a launch that names no process id is asked for of this very process, which was launched without being
    /// opened.
    ///
    /// The system asks for a launch whether there is a process or not. Where there was none any more, its end was told.
    func isOpened(by event: EventView) -> Bool {
        guard event.name == .processLaunch, !event.record.hasPID, identity.hasPID,
            LaunchFacts.statedKind(of: event) != .prewarmed
        else { return false }
        if let opened = launch.opened {
            // The app may tell that it is opened before the system, whose clock is coarser, tells that it was asked
            // for.
            return launch.statedKind == .prewarmed && event.moment.isWithin(TimelineWindows.sameEdge, of: opened)
        }
        if launch.statedKind == .prewarmed { return true }
        // Who is asked for it asks in turn.
        if launch.isOpenedLater, event.record.witness == .runningboard, let last = launch.lastStep {
            return event.moment.since(last) <= TimelineWindows.sameEdge
        }
        // RunningBoard launched it alone, for work, and tells whether it is suspended: it would have told its end, too.
        return event.record.witness == .frontboard && suspension.isTold && launch.isToldOnly(by: .runningboard)
            && event.moment.since(launch.start) > TimelineWindows.sameEdge
    }

    /// Whether a step is told again of this very launch.
    ///
    /// Modules of an app print the same callback, each for itself, or one to several logs of which not all tell the id,
    /// and several reports of one process round its start. No id is used again so soon; but the id may be that of a
    /// header, and no launch goes on once the app is active.
    private func isToldTwice(_ event: EventView, _ isSameProcess: Bool) -> Bool {
        guard launch.steps.contains(LaunchStep(event)) else { return false }
        switch event.name {
        case .processLaunch:
            // A request that a clock of whole seconds tells twice at once, with nothing of a process in between, is
            // one.
            if event.record.witness != .report {
                return !identity.hasPID && !event.record.hasPID && !event.record.isUndated
                    && event.moment == first && event.moment == last
                    && LaunchFacts.statedKind(of: event) == launch.statedKind
            }
            return (isSameProcess || !identity.hasPID || !event.record.hasPID)
                && event.moment.isWithin(TimelineWindows.toldTwice, of: first)
        case .appWillFinishLaunching, .appDidFinishLaunching:
            if isSameProcess {
                let isOver = launch.firstActive.map { event.moment.since($0) > TimelineWindows.toldTwice } ?? false
                return event.moment.since(first) <= TimelineWindows.oneLaunch && !isOver
            }
            // Where either has no id: while it still launches, and hardly so soon after it ended.
            return (!event.record.hasPID || !identity.hasPID) && app.current == .launching
                && event.moment.isWithin(TimelineWindows.toldTwice, of: launch.lastStep ?? first)
        default: return false
        }
    }

    /// Whether nothing is known but that RunningBoard was asked for a launch, which it may refuse or put off.
    var isMereRequest: Bool {
        phase == .open && !identity.hasPID && first == last && scenes.isEmpty && launch.isToldOnly(by: .runningboard)
            && launch.steps.allSatisfy { $0.name == .processLaunch }
    }

    /// Whether nothing is known but that the system was asked for a launch: no process of it is told.
    var isLaunchWithoutProcess: Bool {
        phase == .open && identity.app != nil && !identity.hasPID && identity.process == nil && !isToldByApp
            && launch.sawStep && launch.steps.allSatisfy { $0.name == .processLaunch }
    }

    /// Whether nothing is known but that notifications of the app were tapped, and this is the launch that they led to.
    func isMereTap(before launched: RunMachine) -> Bool {
        phase == .open && !identity.hasPID && launch.tapReason != nil && !launch.sawStep && !isToldByApp
            && app.current == nil && app.held == nil && scenes.isEmpty
            && launched.first.since(last) <= TimelineWindows.oneLaunch
    }

    /// Takes the place of a run that was none.
    func takeOver(_ other: RunMachine) {
        launchContext.inherit(other.launchContext)
        if let tapped = other.launch.tapReason, first.since(other.last) <= LaunchFacts.foregroundWindow {
            launch.tapReason = tapped
        }
        other.predecessor?.successor = nil
        other.predecessor = nil
    }

    /// Whether RunningBoard says that there is no process of an app of which nothing but the launch was told so far: it
    /// is still to come.
    func awaitsProcess(besides event: EventView) -> Bool {
        event.name == .processState && event.record.witness == .runningboard && !event.record.hasPID
            && RunMachine.isExit(event) && !identity.hasPID && !isToldByApp && scenes.isEmpty
            && !launch.steps.isEmpty && launch.steps.allSatisfy { $0.name == .processLaunch }
            && event.moment.since(last) <= TimelineWindows.oneLaunch
    }

    /// Whether a launch step is of this run, which is over: another source told its end in coarser steps, or by a clock
    /// that is a little ahead of the app's.
    func isToldAgain(by event: EventView) -> Bool {
        guard phase == .closing, identity.hasPID, identity.pid == event.record.pid, identity.fit(event) != nil,
            !launch.steps.contains(LaunchStep(event))
        else { return false }
        let isOtherClock = event.isAppSide && exits.last.map { $0.witness != .app } == true
        return event.moment.since(last)
            < (isOtherClock ? max(last.resolution, TimelineWindows.sameEdge) : last.resolution)
    }

    /// Whether a callback is no new one, but a further message out of one that was told.
    ///
    /// One that could be called now is new: a function may have several ways through it.
    func isOfToldCallback(_ event: EventView) -> Bool {
        guard callbackLines.isFurtherDown(event) else { return false }
        switch event.name {
        case .appWillFinishLaunching, .appDidFinishLaunching:
            // No process is launched twice; without its id, closures of the launch say something for a while only.
            let isSameProcess = identity.hasPID && identity.pid == event.record.pid
            return launch.steps.contains(LaunchStep(event))
                && (isSameProcess || event.moment.since(first) <= TimelineWindows.oneLaunch)
        case .appWillEnterForeground: return app.current == .active || app.current == .inactive
        case .appDidBecomeActive: return app.current == .active
        case .appWillResignActive: return app.current == .inactive || app.current == .background
        case .appDidEnterBackground:
            // Nobody goes there from the front without resigning, where that is told.
            return app.current == .background || app.current == .active && callbackLines.tell(.appWillResignActive)
        default: return false
        }
    }

    /// Takes a step of the launch.
    func takeLaunchStep(_ event: EventView, inputs: InputNames) {
        let isJudgedWithout = !launch.sawStep && launch.settled?.kind == .unknown
        if event.record.witness == .app, !launch.sawAppCallback,
            app.stretches.contains(where: { $0.state == .suspended && !$0.isInferred })
        {
            launch.wasSuspendedBefore = true
        }
        // How long it took nobody knows of whom a clock ahead of the system's calls there already.
        if event.name == .processLaunch, event.isToldBySystem, launch.hasBeenActive, !launch.sawStep {
            launch.isOverUntold = true
        }
        launch.add(event, isOpening: isOpened(by: event))
        // By a clock of whole seconds it was in front before its launch.
        if isJudgedWithout {
            launch.settled = nil
            settleLaunch()
        }
        if event.record.witness == .app { postponeVisible(behind: event) }
        if launch.callbackState != .missing, launch.callbackStateLine == nil {
            launch.callbackStateLine = inputs.location(of: event)
        }
        if event.name == .processLaunch { startIsKnown = true }
        if identity.launched == nil { identity.launched = event.moment }
        if event.name == .processMain, let main = launch.main, startIsKnown, main == event.moment {
            derivedSpans.append(
                SpanInterval(
                    kind: "preMain", key: "", name: nil, from: first.timestamp, to: max(main, first).timestamp))
            tellPreMain(until: main)
        }
        let isBackground = launch.statedKind == .background || launch.statedKind == .prewarmed
        // A report that knows when its process began knows nothing of what the process did then.
        if app.current == nil, event.record.witness == .report { return }
        if app.current == nil {
            app.move(
                to: isBackground ? .background : .launching, at: first, by: event.record.witness,
                mark: mark(at: first, by: event))
        } else if app.current == .launching, isBackground {
            app.rewriteFirst(as: .background)
        }
    }

    /// The kind of launch is decided at the first foreground edge, and at the run's end where there is none.
    func settleLaunch() {
        guard launch.settled == nil else { return }
        let settled = launch.judge(isSceneBased: isSceneBased, isUnwatched: isUnwatched, until: last)
        launch.settled = settled
        switch settled.kind {
        case .background, .prewarmed:
            if app.stretches.first?.state == .launching {
                launch.isBehindBySettling = app.stretches.count == 1
                app.rewriteFirst(as: .background)
                settleSilencesOfLaunch()
            }
            if launch.reason == nil, settled.kind == .background { launch.reason = launch.workReason }
        case .foreground:
            launchContext.isBeforeFirstUnlock = false
            if launch.reason == nil { launch.reason = launch.tapReason }
        // Nobody looks at an app before.
        case .unknown where launch.firstForegroundEdge != nil: launchContext.isBeforeFirstUnlock = false
        case .unknown: break
        }
    }

    /// What it shows of its app having scenes.
    var shownScenes: ShownScenes {
        if launch.tellsConnection { return [.some, .connections] }
        return isSceneBased || launch.connectsScenes || launch.showsScenes ? .some : []
    }

    /// Other runs of its version show that its app has scenes: what the launch callbacks read says nothing, and what
    /// was concluded from that is taken back.
    func learnScenes(_ shown: ShownScenes) {
        if shown.contains(.connections) { launch.isConnectionTold = true }
        guard !launch.isOfSceneApp else { return }
        launch.isOfSceneApp = true
        takeBackLaunchBehind()
    }

    /// Takes back that it was launched behind the front, where what is known by now does not show it and nothing else
    /// has moved it.
    private func takeBackLaunchBehind() {
        guard launch.isBehindBySettling, launch.firstForegroundEdge == nil, launch.left == nil, !reported.isTold,
            app.stretches.count == 1, app.current == .background
        else { return }
        let anew = launch.judge(isSceneBased: isSceneBased, isUnwatched: isUnwatched, until: last)
        guard anew.kind == .unknown else { return }
        launch.settled = anew
        app.rewriteFirst(as: .launching)
    }

    /// A launch that was not in front soon, and is known to be one in the background, need not wait to be called so:
    /// what it does until it is opened, being suspended included, it does in the background.
    func settleBackgroundLaunch(by moment: Moment) {
        // Why only by its work: what the callbacks read may mean something else once scenes are known.
        guard app.current == .launching, launch.settled == nil, launch.firstForegroundEdge == nil,
            launch.hasWork,
            moment.since(launch.start) > LaunchFacts.foregroundWindow, moment.since(last) > TimelineWindows.quiet
        else { return }
        switch launch.judge(isSceneBased: isSceneBased, isUnwatched: isUnwatched, until: last).kind {
        case .background, .prewarmed: settleLaunch()
        case .foreground, .unknown: break
        }
    }

    /// A foreground edge: the app is in front, or on its way there.
    func noteForegroundEdge(_ event: EventView) {
        if isBackgroundDoubtful { app.dropHeld() }
        if launch.addForegroundEdge(event, isSceneBased: isSceneBased) {
            // Whether the app has scenes may be told only by its own edge, a moment after the system's.
            if event.isAppSide || launch.isInFrontSoon { settleLaunch() }
        } else if event.isAppSide {
            settleLaunch()
        }
        guard canReturn else { return }
        if let began = resumeBegan, event.moment.since(began) <= RunMachine.returnWindow, !wasWokenForWork(at: began) {
            return
        }
        // Out of a mere interruption there is no return: the app had stayed in front.
        if app.current == .background || app.current == .suspended { beginResume(event) }
    }

    /// Whether the process, resumed then, did work of the kind that the system wakes an app for.
    private func wasWokenForWork(at began: Moment) -> Bool {
        if let end = spans.lastKeeperEnd, end >= began { return true }
        return spans.openKeepers > 0 && spans.open.contains { $0.from >= began }
    }

    func beginResume(_ event: EventView) {
        resumeBegan = event.moment
        resumeMark = mark(at: event.moment, by: event)
    }

    /// Whether coming to the front would be a return rather than the launch.
    var canReturn: Bool {
        launch.hasBeenActive || launch.firstActive != nil || launch.kind == .background || !launch.sawStep
    }

    /// The app is active: its launch, or its return, is over.
    func noteActive(_ moment: Moment) {
        launch.hasBeenActive = true
        guard let began = resumeBegan else { return }
        resumeBegan = nil
        guard derivedSpans.count < RunLimits.intervals else { return }
        derivedSpans.append(
            SpanInterval(
                kind: "resume", key: "", name: nil, from: began.timestamp, to: max(moment, began).timestamp))
        tellResume(from: began, to: moment)
    }

    /// The watchdog of its launch ended it: then it was launching to the end, though it was visible, or no scene was
    /// connected, for long.
    func staysInLaunch() {
        if launch.isConnectionTold {
            launch.isConnectionTold = false
            takeBackLaunchBehind()
        }
        guard app.current == .active, app.isInferred, launch.firstActive == nil,
            last.since(first) <= TimelineWindows.longestLaunch,
            app.stretches.dropLast().last?.state == .launching
        else { return }
        app.removeLastInferred()
        launch.hasBeenActive = false
    }

    /// Since when the app was on its way back to the front, where it ended before it was there.
    ///
    /// Not every log tells that an app is active: here this one did, and no return takes a minute.
    func openResume(endedAt end: Moment?) -> Moment? {
        guard let end, let began = resumeBegan, app.current == .inactive, launch.firstActive != nil, began <= end,
            end.since(began) <= TimelineWindows.longestLaunch, let since = app.since, since >= began
        else { return nil }
        return began
    }

    /// The `launch` span, where its end, or its being open at death, can be seen.
    func launchSpan(endedAt end: Moment?) -> SpanInterval? {
        guard let launch = launchInterval(endedAt: end) else { return nil }
        return SpanInterval(
            kind: "launch", key: "", name: nil, from: launch.from.timestamp, to: launch.to.timestamp,
            isEnded: !launch.isOpen)
    }

    /// From when to when it was launching; open where it died before it was launched.
    func launchInterval(endedAt end: Moment?) -> (from: Moment, to: Moment, isOpen: Bool)? {
        guard launch.sawStep else { return nil }
        var from = first
        // Lines that came before its first step do not tell when it began.
        if let step = identity.launched, step.since(first) > TimelineWindows.toldTwice { from = step }
        if launch.kind == .prewarmed {
            guard let opened = launch.opened, opened > first else { return nil }
            from = opened
        }
        let left = launch.kind == .background ? nil : launch.left.flatMap { $0 >= from ? $0 : nil }
        let to = launch.kind == .background ? launch.didFinish : launch.firstFrame ?? launch.firstActive
        // Of an app that was perhaps opened only after its launch, nobody knows when that took place.
        if launch.kind == .foreground, launch.mayBeOpenedLater { return nil }
        if launch.isOverUntold || isLaunchUnheard(since: from) { return nil }
        // No launch takes so long: that it was over was told late.
        if let to, launch.kind != .background, !isHeld, to.since(from) > TimelineWindows.longestLaunch { return nil }
        // Whoever left during the launch did not wait for its end.
        if let to, to >= from { return left == nil ? (from, to, false) : nil }
        guard isLaunchOpenAtEnd, let end else { return nil }
        if let left, end.since(left) > TimelineWindows.quiet { return nil }
        return (from, max(end, from), true)
    }

    /// Whether its own log begins so long after its launch, with that it is in front, that it was there before.
    private func isLaunchUnheard(since from: Moment) -> Bool {
        guard let firstWord, !isHeld, launch.kind != .background,
            let shown = [launch.firstFrame, launch.firstActive].compactMap(\.self).min(), shown <= firstWord
        else { return false }
        return shown.since(from) > LaunchFacts.foregroundLimit
    }

    /// Whether the run died inside its launch; known only where a launch callback of the app itself was seen.
    private var isLaunchOpenAtEnd: Bool {
        launch.sawAppCallback && launch.firstActive == nil && launch.firstFrame == nil && !launch.hasBeenActive
            && !isLaunchForgotten && launch.kind != .background && (launch.kind != .prewarmed || launch.opened != nil)
    }
}
