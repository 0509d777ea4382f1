// SPDX-License-Identifier: MIT

import LifelintModel

extension EndingJudge {
    /// The device was started anew, or its user interface was: every process before that is gone.
    func endOfDevice() -> Ending {
        let fact = run.facts.boot ?? run.facts.respring
        let cause: EndingCause =
            if run.facts.boot == nil { .springboardRestart } else if run.facts.osUpdate != nil { .osUpdate } else {
                .reboot
            }
        guard let fact else { return ending(.unknown, .certain, because: silence) }
        let isShortlyBefore = fact.moment.time.subtractingClamped(run.last.time) <= TimelineWindows.shortlyBefore
        var ending = self.ending(
            cause, isShortlyBefore && fact.isTold ? .certain : .likely,
            because: [fact.evidence, run.facts.osUpdate?.evidence, run.lastLine].compactMap(\.self))
        if !isShortlyBefore, state == .suspended || state == .background {
            // They prove that it was dead by then, not that it lived until then.
            ending.candidates = [.init(cause: .reclaimed, likelihood: suspension == nil ? .possible : .likely)]
        }
        return ending
    }

    /// Nothing tells the end: the app was launched again, so it must have come before.
    func implied() -> Ending {
        if let fact = run.words.memoryLimit, isNear(fact.moment, run.last, TimelineWindows.afterEnd) {
            var ending = self.ending(.memoryLimit, .likely, because: [fact.evidence] + silence)
            if let kind = fact.detail { ending.detail[.kind] = .string(kind) }
            if let limit = fact.number { ending.detail[.limit] = .bytes(limit) }
            return ending
        }
        if let fact = run.facts.uninstall { return ending(.uninstalled, .likely, because: [fact.evidence] + silence) }
        if run.isHarnessed { return ending(.harnessStop, .likely, because: silence) }
        if run.isDebugged { return ending(.debuggerStop, .likely, because: silence) }
        if isExtension, let done = run.words.extensionCompleted {
            return ending(.extensionEnd, .likely, because: [done.evidence] + silence)
        }
        if run.launch.kind == .prewarmed, run.launch.firstForegroundEdge == nil {
            return ending(.prewarmDiscarded, .likely, because: silence)
        }
        if let fact = run.facts.appUpdate, let updated = update(fact) { return updated }
        if let word = run.words.willTerminate, isNear(word.moment, run.last, TimelineWindows.termination) {
            var ending = self.ending(.userQuit, .likely, because: [word.evidence] + silence)
            ending.candidates = [.init(cause: .systemRequest, likelihood: .possible)]
            ending.ruledOut = ruledOut()
            if run.facts.userQuitIsRuledOut { return unexplainedSilence() }
            return ending
        }
        if let expired = expiredTask() { return expired }
        if let suspension { return silentSuspension(suspension) }
        return unexplainedSilence()
    }

    /// The next launch is of another build.
    private func update(_ fact: PredecessorFacts.Fact) -> Ending? {
        // An app in front is not updated: something else ended it, and the update came later.
        guard state == .suspended || state == .background || state == nil else { return nil }
        let isShortlyBefore = fact.moment.time.subtractingClamped(run.last.time) <= TimelineWindows.shortlyBefore
        var ending = self.ending(
            .appUpdate, fact.isTold && isShortlyBefore ? .certain : .likely, because: [fact.evidence] + silence)
        if !isShortlyBefore { ending.candidates = [.init(cause: .reclaimed, likelihood: suspension ?? .possible)] }
        if !isShortlyBefore, suspension != nil {
            ending.candidates = [.init(cause: .reclaimed, likelihood: .likely)]
        }
        return ending
    }

    /// A background task was open at its limit, and then the process was gone.
    private func expiredTask() -> Ending? {
        let tasks = run.spans.instances(of: "backgroundTask", run.settings.spans)
        guard let task = tasks.first, state == .background, let since = run.app.since else { return nil }
        let expired = run.words.taskExpired
        let spent = run.last.time.subtractingClamped(since.time)
        guard expired != nil || spent >= TimelineWindows.backgroundTaskUsualLimit else { return nil }
        var ending = self.ending(
            .backgroundTask, .likely, because: [expired?.evidence].compactMap(\.self) + silence,
            detail: [.kind: .string("expired")])
        if let name = task.name { ending.detail[.domain] = .string(name) }
        ending.detail[.domain] = nil
        ending.candidates = candidates().filter { $0.cause != .backgroundTask }
        ending.ruledOut = ruledOut()
        return ending
    }

    /// Suspended, and never heard of again.
    private func silentSuspension(_ suspension: Confidence) -> Ending {
        var ending: Ending
        if suspension == .certain {
            ending = self.ending(.reclaimed, .likely, because: silence)
        } else if run.facts.userQuitIsRuledOut {
            ending = self.ending(.reclaimed, suspension, because: silence)
        } else {
            return unexplainedSilence()
        }
        ending.candidates = candidates().filter { $0.cause != .reclaimed }
        ending.ruledOut = ruledOut()
        return ending
    }

    private func unexplainedSilence() -> Ending {
        var ending = self.ending(.unknown, .certain, because: silence)
        ending.candidates = candidates()
        ending.ruledOut = ruledOut()
        return ending
    }
}
