// SPDX-License-Identifier: MIT

import LifelintModel

extension EndingJudge {
    /// Nobody saw it end: what befell the device tells of it, where nothing had befallen the app before, else its last
    /// words.
    func unseen() -> Ending {
        if let fact = run.goneWithDevice { return deadByDevice(fact) }
        return implied()
    }

    /// The device was started anew, or its user interface was: every process before that is gone.
    private func deadByDevice(_ fact: PredecessorFacts.Fact) -> Ending {
        let cause: EndingCause =
            if run.facts.boot == nil { .springboardRestart } else if run.facts.osUpdate != nil { .osUpdate } else {
                .reboot
            }
        return deadBy(fact, cause, because: [fact.evidence, run.facts.osUpdate?.evidence, run.lastLine])
    }

    /// Something proves that the process was dead by then, not that it lived until then.
    private func deadBy(_ fact: PredecessorFacts.Fact, _ cause: EndingCause, because lines: [EvidenceLine?]) -> Ending {
        let isShortlyBefore = fact.moment.since(run.last) <= TimelineWindows.shortlyBefore
        var ending = self.ending(
            cause, isShortlyBefore && fact.isTold && fact.isProven ? .certain : .likely,
            because: lines.compactMap(\.self))
        if isShortlyBefore { return ending }
        if let word = lastWord() {
            // It does not take so long to die of that.
            ending.confidence = .possible
            ending.because = EndingJudge.distinct(ending.because + word.because)
            ending.candidates = [.init(cause: word.cause, likelihood: .likely)]
        }
        switch state {
        case .suspended, .background:
            ending.candidates.append(.init(cause: .reclaimed, likelihood: suspension == nil ? .possible : .likely))
        case .active where isFrontForgotten, .inactive where isFrontForgotten:
            // Had the device been started anew, it would have told that.
            ending.candidates += candidates().filter { $0.cause != .reboot }
        default: break
        }
        return ending
    }

    /// What the run said last of its end, whatever befell its app or the device later.
    private func lastWord() -> Ending? {
        if let limit = lastLimit(before: run.last) { return limit }
        if let done = extensionDone { return ending(.extensionEnd, .likely, because: [done.evidence]) }
        guard let word = run.words.termination(before: run.last) else { return expiredTask() }
        // Nobody finds an extension in the app switcher.
        let quit: EndingCause = run.facts.userQuitIsRuledOut ? .systemRequest : .userQuit
        return ending(isExtension ? .extensionEnd : quit, .likely, because: [word.evidence])
    }

    /// Nothing tells the end: the app was launched again, or is no more, so it must have come before.
    private func implied() -> Ending {
        if var limit = lastLimit(before: run.last) {
            limit.because = EndingJudge.distinct(limit.because + silence)
            return limit
        }
        if let fact = run.facts.uninstall, !survived(fact) {
            return deadBy(fact, .uninstalled, because: [fact.evidence] + silence)
        }
        if run.isHarnessed { return ending(.harnessStop, .likely, because: silence) }
        if let done = extensionDone {
            return ending(
                .extensionEnd, run.facts.mayOverlapSuccessor ? .possible : .likely, because: [done.evidence] + silence)
        }
        if isUnopenedPrewarm { return ending(.prewarmDiscarded, .likely, because: silence) }
        if let fact = run.facts.osUpdate, mayHaveEnded(by: fact) {
            return deadBy(fact, .osUpdate, because: [fact.evidence] + silence)
        }
        if let fact = run.facts.appUpdate, mayHaveEnded(by: fact) {
            return deadBy(fact, .appUpdate, because: [fact.evidence] + silence)
        }
        if let word = run.words.termination(before: run.last) { return quit(word, because: silence) }
        if let expired = expiredTask() { return expired }
        if let suspension { return silentSuspension(suspension) }
        return unexplainedSilence()
    }

    /// Whether an update is the likeliest that ended the run.
    ///
    /// An app in front is not updated, nor is the system: something else ended it, and the update came later. Where
    /// nothing tells its state it may have been in front; and reports tell some launches only, so that the next one
    /// told need not be the next.
    private func mayHaveEnded(by fact: PredecessorFacts.Fact) -> Bool {
        if survived(fact) { return false }
        if let gone = run.goneWithItsApp, gone < fact.moment { return false }
        return switch state {
        case .suspended, .background: true
        case nil: fact.moment.since(run.last) <= TimelineWindows.shortlyBefore
        default: false
        }
    }

    /// Whether the process was heard of for longer after that than it takes to die of it.
    func survived(_ fact: PredecessorFacts.Fact) -> Bool {
        fact.mayBeOwn ? run.last.since(fact.moment) > 0 : survived(fact.moment)
    }

    func survived(_ moment: Moment) -> Bool { run.last.since(moment) > TimelineWindows.dying }

    /// A background task was open at its limit, and then the process was gone.
    func expiredTask() -> Ending? {
        guard state == .background, !run.isHeld, run.isTimedAsApp, let since = run.app.since else { return nil }
        let tasks = run.spans.instances(of: "backgroundTask", run.settings.spans)
        let expired = tasks.lazy.compactMap { self.run.words.expiry(of: $0) }.first {
            // Who was seen to end much later was left to run on, and what the log lost may tell that the task ended.
            !$0.mayBeOver && self.seenEnd?.isWithin(TimelineWindows.dying, of: $0.moment) ?? true
        }
        if expired == nil {
            let first = tasks.lazy.filter { !self.run.words.hasLostTask(since: $0.from, toldBy: $0.witness) }.map(
                \.from
            ).min()
            guard let first, isAtTaskLimit(since: max(first, since)) else { return nil }
        }
        var ending = self.ending(
            .backgroundTask, .likely, because: [expired?.evidence].compactMap(\.self) + silence,
            detail: [.kind: .string("expired")])
        nameTask(in: &ending)
        ending.candidates = candidates()
        ending.ruledOut = ruledOut()
        return ending
    }

    /// Whether the run was last heard of when the background time that a task alone gives was about to be over.
    ///
    /// Not while something else let it run on, and not long after: then something did that no line tells of.
    private func isAtTaskLimit(since begin: Moment) -> Bool {
        guard run.spans.instances(of: "mode", run.settings.spans).isEmpty, !isNearMemoryLimit else { return false }
        let modeEnd = run.spans.closed.last { $0.kind == "mode" }?.to?.nanoseconds ?? .min
        let open = min(run.last.since(begin), run.last.time.subtractingClamped(modeEnd))
        return open >= backgroundTaskLimit && open < 2 * backgroundTaskLimit
    }

    /// Background time after which an open task is at its usual limit (observed, no contract): five sixths of it.
    private var backgroundTaskLimit: Int64 {
        guard let version = run.identity.os.flatMap({ VersionNumber($0) }) else { return .seconds(25) }
        if let seven = VersionNumber("7"), version < seven { return .seconds(500) }
        if let thirteen = VersionNumber("13"), version < thirteen { return .seconds(150) }
        return .seconds(25)
    }

    /// Suspended, and never heard of again.
    private func silentSuspension(_ suspension: Confidence) -> Ending {
        guard suspension == .certain || run.facts.userQuitIsRuledOut else { return unexplainedSilence() }
        var ending = self.ending(.reclaimed, min(suspension, .likely), because: silence)
        ending.candidates = candidates()
        ending.ruledOut = ruledOut()
        return ending
    }

    private func unexplainedSilence() -> Ending {
        var ending = self.ending(.unknown, .possible, because: silence)
        ending.candidates = candidates()
        if let stop = memoryStop {
            ending.because = EndingJudge.distinct([stop.evidence] + silence)
            ending.candidates.insert(.init(cause: .memoryLimit, likelihood: .likely), at: 0)
        }
        ending.ruledOut = ruledOut()
        return ending
    }
}
