// SPDX-License-Identifier: MIT

import LifelintModel

extension RunMachine {
    /// How a silence in the background ended: it decides what the silence was.
    enum SilenceEnd {
        /// A resume, a foreground edge, a successor or the run's death.
        case telling
        /// Any other line.
        case ordinary
    }

    /// Settles the silence before an event.
    func settleGap(before event: EventView, scene: Int) {
        settleBackgroundLaunch(by: event.moment)
        if event.isAppSide, AppEdge.of(event) == nil, SceneMachine.target(of: event.name) == nil,
            !RunMachine.isExit(event), runsUnseen(event)
        {
            // Who tells resumes told none: that the two disagree is an anomaly, and nothing is concluded.
            if event.name.isCallback, suspension.showsResumes { return }
            return resumeUnseen(at: event)
        }
        if event.isOfBandInUse(settings), runsUnseen(event) { return resumeUnseen(at: event) }
        if takeUntoldResume(before: event) { return }
        settleLaunch(beforeSilenceUpTo: event)
        let isOtherHalf = event.record.phase == .end && isOpenCallback(event.name, scene)
        if event.name.isCallback, event.isAppSide, !openCallbacks.isEmpty, !isOtherHalf { settleReturned(by: event) }
        guard let state = app.current, state == .background || (state == .suspended && app.isInferred) else { return }
        if event.name == .processSuspend { return }
        if event.isOfRunning(settings) {
            // What kept it running its log need not tell.
            if state == .suspended { resumeSilently(at: event) }
            return
        }
        if event.name.isCallback, event.isAppSide, !openCallbacks.isEmpty {
            // The end of a callback: it ran all the while. The begin of another one: the one before has returned.
            if isOtherHalf { return }
            openCallbacks.removeAll()
        }
        if isEndOfRunning(event) {
            // It cannot have been suspended, however silent it was.
            if state == .suspended { resumeSilently(at: event) }
            return
        }
        let isTelling =
            AppEdge.isForeground(event) || isArrivingPhase(event) || event.name == .processResume
            || event.isKill(settings)
        if state == .suspended {
            if isTelling {
                trustInferredSuspension()
            } else if event.isAppSide {
                resumeSilently(at: event)
            }
            return
        }
        settleSilence(until: event.moment, isTelling ? .telling : .ordinary)
        // What runs code is not suspended.
        if !isTelling, app.current == .suspended, event.isAppSide || RunMachine.isExit(event) {
            resumeSilently(at: event)
        }
    }

    /// Another callback comes long after one that has begun and of which no end is told: that one returned, and what it
    /// announced took place at its time.
    private func settleReturned(by event: EventView) {
        guard event.moment.since(last) > TimelineWindows.quiet else { return }
        if app.held?.due == .max, app.settleNow(on: tape) { appStateChanged() }
        for index in scenes.indices where scenes[index].ledger.held?.due == .max {
            if scenes[index].ledger.settleNow(on: tape) { sceneStateChanged(index) }
        }
    }

    /// An app that comes to the front only now, or dies, may have been launched behind it: then the silence until now
    /// was one in the background.
    private func settleLaunch(beforeSilenceUpTo event: EventView) {
        guard app.current == .launching, launch.settled == nil, event.moment.since(last) > TimelineWindows.quiet else {
            return
        }
        if RunMachine.isExit(event) {
            // A report may tell itself how it was launched.
            guard event.record.witness != .report, event.moment.since(first) > TimelineWindows.longestLaunch else {
                return
            }
            settleLaunchBehind()
        } else if event.isAppSide, AppEdge.isForeground(event) {
            if SceneMachine.isStateCallback(event.name) { isSceneBased = true }
            _ = launch.addForegroundEdge(event, isSceneBased: isSceneBased)
            settleLaunch()
        } else if event.name == .reportJetsam, event.reportedState(settings.stateWords) == .suspended {
            // The kernel lists it among those that live on: suspended without having been in front, it was behind it.
            settleLaunchBehind()
        } else if event.isAppSide {
            noteSilenceInLaunch(until: event.moment)
        }
    }

    /// Nobody knows yet whether it is launched behind the front: what a silence was is decided with that.
    private func noteSilenceInLaunch(until moment: Moment) {
        guard launch.firstForegroundEdge == nil, launch.silences.count < RunMachine.launchSilences,
            let quiet = quietSince(in: .launching), moment.since(quiet) >= TimelineWindows.longQuiet
        else { return }
        launch.silences.append((quiet.later(by: TimelineWindows.quiet), moment))
    }

    private static let launchSilences = 16

    /// It was launched behind the front, as its way there shows: what it was silent for before is as in any background.
    func settleSilencesOfLaunch() {
        defer { launch.silences = [] }
        guard launch.firstForegroundEdge != nil, app.stretches.count == 1, app.current == .background,
            !suspension.isTold
        else { return }
        let held = app.held
        for silence in launch.silences {
            for (state, moment) in [(AppState.suspended, silence.from), (.background, silence.to)] {
                app.move(
                    to: state, at: moment, by: .app, isInferred: true,
                    mark: EdgeMark(event: -1, position: nil, confidence: .possible).placed(at: moment, on: tape))
            }
            suspension.inferred = .possible
        }
        if let held { app.hold(held) }
    }

    /// Nothing more is told of a launch that never came to the front.
    private func settleLaunchBehind() {
        guard app.current == .launching, launch.settled == nil, launch.firstForegroundEdge == nil else { return }
        switch launch.judge(isSceneBased: isSceneBased, isUnwatched: isUnwatched, until: last).kind {
        case .background, .prewarmed: settleLaunch()
        case .foreground, .unknown: break
        }
    }

    /// The run was over by then, and no line tells how: the silence before is settled.
    func settleLastSilence(until moment: Moment) {
        settleLaunchBehind()
        settleSilence(until: goneWithItsApp.map { min($0, moment) } ?? moment)
    }

    /// A line of the process that nobody recognised: it runs, and is not suspended.
    ///
    /// It counts for its whole second.
    func hear(_ event: EventView) {
        settle(upTo: event.record.order)
        // What the line shows the run to have been in, it lived to be in.
        defer { if app.since == event.moment { last = max(last, event.moment) } }
        if runsUnseen(event) { return resumeUnseen(at: event) }
        guard !suspension.isTold else { return }
        if app.current == .background { settleSilence(until: event.moment, .ordinary) }
        if app.current == .suspended, app.isInferred { resumeSilently(at: event) }
        let rest = event.record.order % Self.second
        busyUntil = max(busyUntil, rest == 0 ? event.moment : event.moment.later(by: Self.second - rest))
    }

    private static let second: Int64 = 1_000_000_000

    /// Whether an event tells an end that befalls only what runs: its time was over, it took too much, or it did what
    /// it may not.
    func isEndOfRunning(_ event: EventView) -> Bool {
        guard RunMachine.isExit(event) else { return false }
        if event.isOfRunningBand(settings) { return true }
        if namespace(ofEnd: event) == TerminationNamespace.jetsam {
            let table = settings.meanings.table
            let reason =
                event.terminationCode.flatMap(table.jetsamReason(code:))
                ?? event.batch.string(.reason, of: event.record).flatMap(table.jetsamReason(named:))
            if reason?.group == .cpu { return true }
        }
        let text = event.batch.string(.explanation, of: event.record) ?? ""
        guard event.terminationCode != nil || !text.isEmpty, let meaning = meaning(ofEnd: event) else {
            return false
        }
        switch meaning.cause {
        case .backgroundTask, .cpuLimit, .wakeupsLimit, .fetch, .urlSession, .voip, .watchBudget: return true
        case .codeSigning, .guard, .libxpc, .objc, .portSpace: return true
        default: return meaning.isAwake || meaning.cause.isWatchdog
        }
    }

    private func namespace(ofEnd event: EventView) -> UInt64? {
        event.terminationNamespace(settings)
    }

    /// What a line or report says that ended the process, by a code or in words.
    ///
    /// A code may have several meanings, of which the words beside it tell which; where there is none, they may say it
    /// alone.
    func meaning(ofEnd event: EventView) -> TerminationTable.Meaning? {
        let code = event.terminationCode
        let text = event.batch.string(.explanation, of: event.record) ?? ""
        return settings.meanings.meaning(namespace: namespace(ofEnd: event), code: code, text: LoweredText(text))
    }

    /// An event of a process that was suspended shows that it runs again; an edge that is held is still to come.
    private func resumeSilently(at event: EventView) {
        let held = app.held
        app.move(
            to: .background, at: event.moment, by: event.record.witness, isInferred: true,
            mark: .implied(on: tape, .likely))
        if let held { app.hold(held) }
    }

    /// A line of the app that moves no state of its own shows that it runs: unless a scene tells within a second where
    /// the app is then.
    func holdSilentResume(at event: EventView) {
        guard app.current == .suspended, app.isInferred, app.held == nil else { return }
        app.hold(
            .init(
                state: .background, at: event.moment, due: event.record.order.addingClamped(TimelineWindows.sameEdge),
                witness: event.record.witness, isInferred: true, mark: .implied(on: tape, .likely)))
    }

    /// Whether the process does something although it was told to be suspended: that it was resumed is not in the log.
    ///
    /// Clocks of one device are cut to seconds or to less, and what was written just before may be told just after.
    private func runsUnseen(_ event: EventView) -> Bool {
        guard app.current == .suspended, !app.isInferred, let since = app.since else { return false }
        return event.moment.since(since)
            > TimelineWindows.sameEdge.addingClamped(
                max(event.moment.resolution, since.resolution))
    }

    /// Whether an end is one of a process that ran, so that it was resumed since it was told to be suspended: it
    /// crashed, was ended for what only a process does that runs, or the kernel's report found it at work.
    private func endsAwake(_ event: EventView) -> Bool {
        guard app.current == .suspended, RunMachine.isExit(event),
            event.reportedState(settings.stateWords) != .suspended
        else {
            return false
        }
        if event.name == .reportJetsam {
            // The kernel makes its list some seconds before.
            guard let since = app.since, event.moment.since(since) > TimelineWindows.quiet else { return false }
            return event.isOfRunning(settings)
        }
        if event.isCrash(settings) { return true }
        return event.record.witness == .report && (event.isOfRunning(settings) || isEndOfRunning(event))
    }

    /// Takes the resume that nothing shows but an end of a process that ran; says whether there is one.
    ///
    /// However soon it comes: where it is merely told late, the process was not suspended yet.
    @discardableResult
    func takeUntoldResume(before event: EventView) -> Bool {
        guard endsAwake(event), !app.isInferred else { return false }
        suspension.isResumeToldByEnd = true
        resumeUnseen(at: event)
        return true
    }

    /// Takes back the suspension that was concluded from the silence before an end which was told in fewer words: a
    /// later witness tells that it befalls only what runs.
    func takeBackSuspension(deniedBy event: EventView) {
        guard app.current == .suspended, app.isInferred, RunMachine.isExit(event) else { return }
        if deniesSuspension(event) { app.removeLastInferred() }
    }

    /// Whether an end shows that the process ran until then, however silent it was.
    func deniesSuspension(_ event: EventView) -> Bool {
        event.isOfRunning(settings) || isEndOfRunning(event) || event.isCrash(settings)
    }

    /// From here on its suspensions are concluded from silence again: the log does not tell all, unless it tells the
    /// resume just after.
    private func resumeUnseen(at event: EventView) {
        suspension.isTold = false
        suspension.ranUntold = event.moment
        resumeSilently(at: event)
    }

    /// Whether a line tells the resume that what the process did has just shown: the clocks of a system and of an app
    /// are apart.
    func isLateResume(_ event: EventView) -> Bool {
        guard event.name == .processResume, app.current == .background, app.isInferred,
            let ran = suspension.ranUntold, ran == app.since
        else { return false }
        let step = max(event.moment.resolution, ran.resolution)
        return event.moment.since(ran) <= TimelineWindows.sameEdge.addingClamped(step)
    }

    /// Takes the resume that is told a moment behind what the process did: nothing is missing, and it is no conclusion.
    func takeLateResume(_ event: EventView, _ mark: EdgeMark) {
        suspension.isTold = true
        suspension.ranUntold = nil
        suspension.noteTeller(of: event)
        app.confirmBegin(at: event.moment, by: event.record.witness, mark)
    }

    /// What crashed ran, or goes on: that it was suspended by then was merely concluded from its silence.
    func takeBackSuspension() {
        guard app.current == .suspended, app.isInferred else { return }
        app.removeLastInferred()
        suspension.inferred = nil
    }

    /// A callback that brings a suspended app to the front at its end runs in the background until then.
    func resumeForCallback(_ event: EventView) {
        if app.current == .suspended, event.isAppSide, AppEdge.isForeground(event) { resumeSilently(at: event) }
    }

    /// What ended a silence speaks for the suspension that was concluded from it.
    private func trustInferredSuspension() {
        if suspension.hasUnheardLines || isLeftForAnother { return }
        suspension.inferred = .likely
        app.raise(to: .likely)
    }

    /// Settles a silence that lasts until `moment`.
    func settleSilence(until moment: Moment, _ end: SilenceEnd = .telling) {
        settle(upTo: moment.order)
        settleBackgroundLaunch(by: moment)
        if app.current == .suspended, app.isInferred, end == .telling { trustInferredSuspension() }
        guard let quiet = quietSince(in: .background) else { return }
        let silence = moment.since(quiet)
        guard silence > TimelineWindows.quiet else { return }
        if end == .ordinary, silence < TimelineWindows.longQuiet { return }
        let began = quiet.later(by: TimelineWindows.quiet)
        let isDoubtful = suspension.hasUnheardLines || isLeftForAnother
        let confidence: Confidence = end == .telling && !isDoubtful ? .likely : .possible
        app.move(
            to: .suspended, at: began, by: .app, isInferred: true,
            mark: EdgeMark(event: -1, position: nil, confidence: confidence).placed(at: began, on: tape))
        suspension.inferred = confidence
    }

    /// Since when nothing has kept the process running and nothing was heard of it; nil where suspension cannot be
    /// inferred.
    private func quietSince(in state: AppState) -> Moment? {
        guard app.current == state, !suspension.isTold, !suspension.wouldBeTold, !isHeld, isTimedAsApp,
            !identity.isOnMac, spans.openKeepers == 0, !isInCallback, !leaving.isStateLost,
            words.willTerminate == nil, !isOnAnotherScreen, let since = app.since
        else { return nil }
        let own = max(since, max(last, busyUntil))
        return spans.lastKeeperEnd.map { max($0, own) } ?? own
    }

    /// A scene that is no window is in front: who is shown in a car runs, though the app is in the background.
    private var isOnAnotherScreen: Bool {
        scenes.contains {
            !$0.isWindow && ($0.ledger.current == .active || $0.ledger.current == .inactive)
        }
    }

    /// From here on suspensions are told: what was inferred before is taken back.
    ///
    /// - Parameter isResume: the witness tells that a suspension ended, so the one that was just inferred stays.
    func trustExactSuspension(isResume: Bool) {
        guard !suspension.isTold else { return }
        suspension.isTold = true
        app.removeInferred(.suspended, exceptLast: isResume)
        if app.current != .suspended { suspension.inferred = nil }
    }
}
