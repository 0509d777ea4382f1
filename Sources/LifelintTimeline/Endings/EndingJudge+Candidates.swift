// SPDX-License-Identifier: MIT

import LifelintModel

extension EndingJudge {
    /// What could have ended the run, by the state it was in: most likely first.
    ///
    /// What is ruled out goes later.
    func candidates() -> [Ending.Candidate] {
        var candidates: [Ending.Candidate] = []
        if settings(inFrontAt: endMoment, isSeen: seenEnd != nil) != nil {
            candidates.append(.init(cause: .settingsChange, likelihood: .likely))
        }
        candidates += updates.filter { $0.likelihood == .likely }
        if [.extension, .widget].contains(run.identity.host), run.words.extensionExpired == nil {
            candidates.append(.init(cause: .extensionEnd, likelihood: .possible))
        }
        // Who holds it stops it; and no kernel of a device watches in a simulator, where whoever runs it does.
        if run.isHarnessed {
            candidates.append(.init(cause: .harnessStop, likelihood: .likely))
        } else if run.isDebugged || run.isSimulated {
            // A debugger that says what for says it of somebody else.
            let isSaid = exits.contains { $0.witness == .app && $0.explanation != nil }
            candidates.append(.init(cause: .debuggerStop, likelihood: isSaid ? .possible : .likely))
        }
        if let watchdog = watchdogAtWork { candidates.append(watchdog) }
        if let over = run.words.overLimit, !run.isHeld, !run.isSimulated,
            over.at.isWithin(TimelineWindows.afterEnd, of: endMoment)
        {
            candidates.append(.init(cause: over.cause, likelihood: .possible))
        }
        if isNearMemoryLimit, let state, state != .suspended, state != .notRunning, !run.isSimulated {
            candidates.append(.init(cause: .memoryLimit, likelihood: .likely))
        }
        for candidate in run.words.trends.order(candidatesOfState, at: endMoment)
        where !candidates.contains(where: { $0.cause == candidate.cause }) {
            if isUntimed, isOfTheSystem(candidate.cause) { continue }
            // What is in the middle of a callback is not idle.
            if candidate.cause == .reclaimed, run.isInCallback { continue }
            if run.isSimulated, candidate.cause.isKillForLimit { continue }
            candidates.append(candidate)
        }
        return candidates + updates
    }

    /// What replaced the app, or its system, before the next launch, and a restart of the device soon after that, where
    /// nothing tells the end: nothing outlives that.
    private var updates: [Ending.Candidate] {
        guard exits.isEmpty else { return [] }
        let facts: [(cause: EndingCause, fact: PredecessorFacts.Fact?)] = [
            (.osUpdate, run.facts.osUpdate), (.appUpdate, run.facts.appUpdate),
        ]
        var updates: [Ending.Candidate] = facts.compactMap { cause, fact in
            guard let fact, !survived(fact) else { return nil }
            return .init(cause: cause, likelihood: isSoon(fact) ? .likely : .possible)
        }
        // An app in front is not updated: the restart that came soon after may be what ended it.
        if run.facts.osUpdate == nil, run.goneWithDevice == nil, let fact = run.facts.boot ?? run.facts.respring,
            isSoon(fact)
        {
            updates.append(.init(cause: run.facts.boot == nil ? .springboardRestart : .reboot, likelihood: .likely))
        }
        return updates
    }

    /// Whether that came within a minute of its last word.
    private func isSoon(_ fact: PredecessorFacts.Fact) -> Bool {
        fact.moment.since(run.last) <= TimelineWindows.shortlyBefore
    }

    /// The watchdog that timed what the app was at when it ended: a callback that did not return, or what the system
    /// said that it waited for.
    var watchdogAtWork: Ending.Candidate? {
        guard !isUntimed, let end = seenEnd ?? run.facts.successor?.moment else { return nil }
        // Where its end was not seen it came at any time before the next launch.
        let longest = seenEnd == nil ? Int64.max : Self.longestAllowance
        let likelihood: Confidence = seenEnd == nil ? .possible : .likely
        // A log that has several of them open tells no ends.
        let goingOn = run.openCallbacks.filter { !$0.hasKnownEnd }
        if goingOn.count == 1, let callback = goingOn.first,
            (Self.shortestAllowance...longest).contains(end.since(callback.from))
        {
            let cause: EndingCause =
                switch callback.name {
                case .appWillFinishLaunching, .appDidFinishLaunching: .watchdogLaunch
                case .appWillTerminate: .watchdogExit
                default: .watchdogSceneUpdate
                }
            return .init(cause: cause, likelihood: likelihood)
        }
        guard let warning = run.words.watchdogWarning, warning.moment <= end,
            end.since(warning.moment) <= warning.number ?? Self.longestAllowance
                || seenEnd == nil && run.last <= warning.moment
        else { return nil }
        return .init(cause: state == .launching ? .watchdogLaunch : .watchdogSceneUpdate, likelihood: likelihood)
    }

    /// No watchdog gives less, and none more.
    private static let shortestAllowance: Int64 = .seconds(5)
    private static let longestAllowance: Int64 = .seconds(30)

    /// What SDKs suppose to have happened.
    func guessed() -> [Ending.Candidate] {
        var causes: [EndingCause] = []
        for guess in exits.compactMap(\.guess) {
            for cause in exitText.supposed(LoweredText(guess)) where !causes.contains(cause) { causes.append(cause) }
        }
        return causes.map { .init(cause: $0, likelihood: .possible) }
    }

    /// No watchdog, no suspension and no limit of background tasks: it is held, or an extension's host has its say.
    private var isUntimed: Bool { run.isHeld || isExtension }

    /// Whether it befalls only what the system itself times and suspends.
    private func isOfTheSystem(_ cause: EndingCause) -> Bool {
        cause.isWatchdog || cause == .backgroundTask || cause == .fileLock
    }

    private var candidatesOfState: [Ending.Candidate] {
        func possible(_ causes: EndingCause...) -> [Ending.Candidate] {
            causes.map { .init(cause: $0, likelihood: .possible) }
        }
        switch state {
        case .suspended:
            // It may have ended in front, before the other app came there.
            let reclaimed = Ending.Candidate(cause: .reclaimed, likelihood: run.isLeftForAnother ? .possible : .likely)
            return [reclaimed] + (hasOpenLock ? possible(.fileLock) : [])
                + possible(.userQuit, .settingsChange, .appUpdate, .reboot)
                + (run.app.isInferred ? possible(.crashSignal) : [])
        case .background:
            return (hasOpenTask ? possible(.backgroundTask) : []) + (hasOpenLock ? possible(.fileLock) : [])
                + possible(.reclaimed, .systemPressure, .userQuit, .crashSignal, .appUpdate, .reboot)
        case .inactive where isFrontForgotten:
            return possible(.reclaimed, .userQuit, .crashSignal, .memoryLimit, .appUpdate, .reboot)
        case .inactive:
            // The app switcher makes it inactive, and nobody looks at that for long.
            let isNew = run.app.since.map { endMoment.since($0) <= TimelineWindows.shortlyBefore } ?? true
            return [.init(cause: .userQuit, likelihood: isNew ? .likely : .possible)]
                + possible(.crashSignal, .memoryLimit, .watchdogOther)
        case .active where isFrontForgotten:
            // It may have been left long before.
            return candidatesInUse + possible(.reclaimed, .appUpdate, .reboot)
        case .active: return candidatesInUse
        case .launching:
            return possible(.watchdogLaunch, .crashSignal, .crashException)
                + (isExtension ? [] : possible(.memoryLimit, .userQuit))
        case .notRunning, nil:
            return []
        }
    }

    private var candidatesInUse: [Ending.Candidate] {
        var causes: [EndingCause] = run.words.isHanging(at: seenEnd) ? [.watchdogOther] : []
        causes += [.crashSignal, .crashException, .memoryLimit, .systemPressure, .userQuit]
        return causes.map { .init(cause: $0, likelihood: .possible) }
    }

    /// What the evidence excludes, and why.
    func ruledOut() -> [Ending.RuledOut] {
        var excluded: [Ending.RuledOut] = []
        if run.facts.successorIsSameBuild {
            excluded.append(.init(cause: .appUpdate, because: "the next launch is of the same build"))
        }
        if run.facts.successorIsSameBoot {
            excluded.append(.init(cause: .reboot, because: "the next launch is in the same boot"))
        } else if run.facts.isBootOutlived {
            excluded.append(.init(cause: .reboot, because: "the device went on in the same boot"))
        }
        if run.facts.userQuitIsRuledOut {
            let launch = run.facts.isNextLaunchForbidden ? "the next launch" : "a later launch"
            excluded.append(
                .init(
                    cause: .userQuit,
                    because: launch + " was in the background, for work that a user's quit forbids"))
        }
        if state == .background || state == .suspended, !hasOpenTask,
            run.spans.closed.contains(where: { $0.kind == "backgroundTask" })
        {
            excluded.append(.init(cause: .backgroundTask, because: "every background task that is told of was ended"))
        }
        // A suspension that only the next launch or the end speaks for may as well have been a crash.
        if let suspension, suspension > .possible, suspension == .certain || !run.app.isInferred {
            let doubt = suspension == .certain ? "" : "it was probably suspended, and "
            excluded.append(
                .init(cause: .crashSignal, because: doubt + "a suspended process runs no code that could crash"))
        }
        return excluded
    }

    var endMoment: Moment { seenEnd ?? run.last }

    /// What told that Settings was in front when the run ended.
    func settings(inFrontAt end: Moment, isSeen: Bool) -> LastWords.Fact? {
        run.words.settings(run.settings.settingsApps, inFrontAt: end, isSeen: isSeen)
    }

    private var hasOpenTask: Bool { !run.spans.instances(of: "backgroundTask", run.settings.spans).isEmpty }

    private var hasOpenLock: Bool { !run.spans.instances(of: "fileLock", run.settings.spans).isEmpty }

    /// Whether it was told a short while before that the app used nearly as much memory as it may.
    var isNearMemoryLimit: Bool {
        guard let footprint = run.words.footprint, let limit = run.words.footprintLimit, limit > 0,
            let moment = run.words.footprintAt, endMoment.since(moment) <= TimelineWindows.freshFootprint
        else { return false }
        return Double(footprint) >= Double(limit) * 0.9
    }
}
