// SPDX-License-Identifier: MIT

import LifelintModel

extension EndingJudge {
    func isJetsam(_ exit: ExitWitness) -> Bool {
        if exit.event == .reportJetsam { return true }
        guard exit.namespaceText == nil, exit.code == nil, let reason = exit.reason else { return false }
        return table.jetsamReason(named: reason) != nil
    }

    /// The kernel ended the process to get memory, or because it had too much of it.
    func jetsam(_ exit: ExitWitness) -> Ending {
        let reason =
            exit.code.flatMap { table.jetsamReason(code: $0) }
            ?? [exit.codeText, exit.reason].lazy.compactMap(\.self).compactMap { table.jetsamReason(named: $0) }.first
        var ending: Ending
        switch reason?.group {
        case .ownLimit: ending = memoryLimit(.certain)
        case .cpu: ending = self.ending(.cpuLimit, .certain)
        // A process that is in use is not ended for being idle, though it may be for what else idle ones are ended for.
        case .idle where reason?.mayBeInUse == true && isInUse(exit):
            ending = pressure(reason, exit)
        case .idle: ending = self.ending(.reclaimed, .certain)
        case .pressure: ending = pressure(reason, exit)
        case nil where exit.codeText == nil && exit.reason == nil: ending = unnamedPressure(exit)
        case nil:
            ending = pressure(reason, exit)
            // A reason that is not known need not be about memory.
            if exit.codeText != nil || exit.reason != nil { ending.confidence = min(ending.confidence, .likely) }
        }
        if let name = reason?.names.first { ending.detail[.reason] = .string(name) }
        return ending
    }

    /// Whether somebody looked at the process, or listened, or it is told to have been at work: what is idle is
    /// neither.
    private func isInUse(_ exit: ExitWitness) -> Bool {
        if let told = exit.reportedState { return exit.isAudible || told == .active || told == .background }
        if exit.isIdle { return exit.isAudible }
        if exits.lazy.compactMap(\.isRunningBand).first?.isRunning == true { return true }
        return exit.isAudible || (state == .active || state == .inactive) && !isFrontForgotten
    }

    /// The process was over its own limit.
    func memoryLimit(_ confidence: Confidence) -> Ending {
        let words = run.words
        var ending = self.ending(
            .memoryLimit, confidence,
            because: [words.memoryLimit?.evidence, words.memoryWarning?.evidence].compactMap(\.self))
        if let kind = words.memoryLimit?.detail { ending.detail[.kind] = .string(kind) }
        if let limit = words.memoryLimit?.number ?? words.footprintLimit { ending.detail[.limit] = .bytes(limit) }
        return ending
    }

    /// The system was short of memory: what that means depends on what the process was doing.
    private func pressure(_ reason: TerminationTable.JetsamReason?, _ exit: ExitWitness) -> Ending {
        if let ending = pressure(byBand: reason) ?? pressure(byReport: reason) { return ending }
        if let suspension {
            var ending = self.ending(.reclaimed, run.reported.isFrontDisputed ? min(suspension, .likely) : suspension)
            if ending.confidence != .certain {
                ending.candidates = [.init(cause: .systemPressure, likelihood: .possible)]
            }
            return ending
        }
        guard let state else {
            // It ran, in front or not.
            if exit.isAtWork {
                var ending = self.ending(.systemPressure, .likely)
                if let name = reason?.names.first { ending.detail[.kind] = .string(name) }
                return ending
            }
            return usedOrNot(.possible)
        }
        // An extension has no state of an app: whether it was at work is not told.
        if isExtension, state == .launching { return usedOrNot(.likely) }
        // What was opened in the morning is hardly in use at noon.
        if isFrontForgotten { return usedOrNot(.likely) }
        let silence = exit.moment.since(run.lastHeard ?? run.first)
        // Nothing runs on for so long without a word and a reason: that it was suspended is not in the log. Who tells
        // of suspensions told none, and knows no reasons; but one that it tells does not mean that it tells all.
        let longest = run.suspension.isTold ? TimelineWindows.longUse : TimelineWindows.longestTask
        if state == .background, run.spans.openKeepers == 0, silence > longest, !exit.isAudible {
            var ending = self.ending(.reclaimed, .likely)
            ending.candidates = [.init(cause: .systemPressure, likelihood: .possible)]
            return ending
        }
        var ending = self.ending(.systemPressure, .certain)
        if let name = reason?.names.first { ending.detail[.kind] = .string(name) }
        if (state == .background && run.app.isInferred) || !run.app.isProven { ending.confidence = .likely }
        // Whoever is silent in the background for so long is mostly suspended, and not every log tells that.
        let isLongSilent =
            if run.suspension.showsResumes {
                min(silence, exit.moment.since(run.app.since ?? run.first)) > TimelineWindows.longestTask
            } else {
                silence
                    > (run.suspension.wouldBeTold || isKeptByInterruptedSound
                        ? TimelineWindows.quiet : TimelineWindows.longQuiet)
            }
        if state == .background, !isKept(at: exit.moment), isLongSilent, !exit.isAudible {
            ending.confidence = .likely
            ending.candidates = [.init(cause: .reclaimed, likelihood: .possible)]
        }
        let isLongInactive =
            state == .inactive && !run.reported.isInFront && silence > TimelineWindows.longInactive
        if run.isLeavingUntold || isLongInactive {
            ending.confidence = .likely
            ending.candidates = [.init(cause: .reclaimed, likelihood: .possible)]
        }
        return ending
    }

    /// Whether anything is open that let it run on.
    ///
    /// A background task does so for minutes at most, and after that it is the log that does not tell its end. Where no
    /// end of what else there is was ever told, the log may not tell any.
    private func isKept(at end: Moment) -> Bool {
        if run.spans.openKeepers == 0 { return false }
        if isKeptByInterruptedSound { return false }
        let declarations = run.settings.spans.declarations
        return run.spans.open.contains { instance in
            let declaration = declarations[instance.span]
            guard declaration.keepsRunning else { return false }
            if declaration.name != "backgroundTask" {
                return run.spans.closed.contains { $0.kind == declaration.name && $0.isEnded }
            }
            return end.since(max(instance.from, run.app.since ?? instance.from)) <= TimelineWindows.longestTask
        }
    }

    /// Whether all that let it run on is sound that the system interrupted, and nothing tells that it went on since.
    private var isKeptByInterruptedSound: Bool {
        guard run.spans.openKeepers > 0 else { return false }
        let declarations = run.settings.spans.declarations
        return run.spans.open.allSatisfy { instance in
            let declaration = declarations[instance.span]
            // A union goes on for as long as what it is made of.
            guard declaration.keepsRunning && declaration.union.isEmpty || !instance.unions.isEmpty else { return true }
            switch declaration.name {
            case "audioPlaying", "audioRecording": break
            case "activity":
                let kind = instance.attributes.value(of: "kind")
                guard kind == .string("audio") || kind == .string("microphone") else { return false }
            default: return false
            }
            return run.words.wasInterrupted(since: run.words.lastSound(since: instance.from))
        }
    }

    /// Memory was short, and nothing tells whether the process was in use.
    private func usedOrNot(_ likelihood: Confidence) -> Ending {
        var ending = self.ending(.unknown, .possible)
        ending.candidates = [
            .init(cause: .reclaimed, likelihood: likelihood), .init(cause: .systemPressure, likelihood: .possible),
        ]
        return ending
    }

    /// All that is told is that it was about memory, be it the system's or the process's own.
    private func unnamedPressure(_ exit: ExitWitness) -> Ending {
        var ending = pressure(nil, exit)
        switch ending.cause {
        case .reclaimed:
            ending.confidence = min(ending.confidence, .likely)
            return ending
        case .unknown: break
        default:
            ending = self.ending(.unknown, .possible)
            ending.candidates = [.init(cause: .systemPressure, likelihood: .possible)]
        }
        ending.candidates.append(.init(cause: .memoryLimit, likelihood: .possible))
        return ending
    }

    /// What the kernel says of the process in the line that tells the kill; an exact suspension says more, but of the
    /// bands in which nobody is kept who is suspended.
    private func pressure(byBand reason: TerminationTable.JetsamReason?) -> Ending? {
        guard let band = exits.lazy.compactMap(\.isRunningBand).first else { return nil }
        if suspension == .certain {
            // That it was resumed since need not be told, and the kernel speaks of the very kill.
            guard exits.contains(where: \.isOfBandInUse) else { return nil }
            var ending = self.ending(.systemPressure, .likely)
            if let name = reason?.names.first { ending.detail[.kind] = .string(name) }
            ending.candidates = [.init(cause: .reclaimed, likelihood: .possible)]
            return ending
        }
        guard band.isRunning else {
            // Its log may not tell how it was left; the kernel tells that it was.
            let isBehind = state == nil || state == .background || state == .suspended
            return self.ending(.reclaimed, isBehind ? band.confidence : min(band.confidence, .likely))
        }
        var ending = self.ending(.systemPressure, band.confidence)
        if let name = reason?.names.first { ending.detail[.kind] = .string(name) }
        // Neither the silence of its log nor such a band is a proof.
        if suspension != nil, band.confidence < .certain {
            ending.candidates = [.init(cause: .reclaimed, likelihood: .possible)]
        }
        return ending
    }

    /// What the kernel's report says of the state that it found the process in; an exact suspension says more.
    private func pressure(byReport reason: TerminationTable.JetsamReason?) -> Ending? {
        let told = exits.lazy.compactMap(\.reportedState).first
        // What is idle may run, and nobody needs it.
        let isIdle = told == nil && exits.contains(where: \.isIdle)
        guard told != nil || isIdle, suspension != .certain else { return nil }
        guard isIdle || told == .suspended else {
            var ending = self.ending(.systemPressure, .certain)
            if let name = reason?.names.first { ending.detail[.kind] = .string(name) }
            if isToldSuspended {
                ending.confidence = .likely
                ending.candidates = [.init(cause: .reclaimed, likelihood: .possible)]
            }
            return ending
        }
        let isToldToRun =
            (state == .active || state == .inactive) && !run.isLeavingUntold
            || state == .background && run.suspension.isTold
        return self.ending(.reclaimed, isToldToRun ? .likely : .certain)
    }

    /// Whether it is called running for no more than the report of its end, after a log told that it was suspended: in
    /// the background, or in front though the log goes on to the end.
    private var isToldSuspended: Bool {
        let isInFront = state == .active && run.reported.isFrontDisputed && exits.contains { $0.witness != .report }
        guard state == .background || isInFront, run.app.isInferred, let before = run.app.stretches.dropLast().last
        else { return false }
        return before.state == .suspended && !before.isInferred
    }

    /// A report of a resource that says that it ended the process, or such a line shortly before an unlabelled kill.
    func resourceLimit(_ exit: ExitWitness) -> Ending? {
        if exit.isResourceReport {
            switch exit.kind {
            case "memory": return memoryLimit(.certain)
            case "cpu": return ending(.cpuLimit, .certain)
            case "wakeups": return ending(.wakeupsLimit, .certain)
            case "diskWrites": return ending(.diskWritesLimit, .certain)
            default: return nil
            }
        }
        guard exit.isUnlabelledKill else { return nil }
        return lastLimit(before: exit.moment)
    }

    /// A limit that was exceeded within the last two seconds, fatally.
    func lastLimit(before end: Moment) -> Ending? {
        if let fact = run.words.memoryLimit, fact.moment.isWithin(TimelineWindows.afterEnd, of: end) {
            return memoryLimit(exits.isEmpty || !fact.isProven ? .likely : .certain)
        }
        if let (cause, fact) = run.words.violation, fact.moment.isWithin(TimelineWindows.afterEnd, of: end) {
            return ending(cause, exits.isEmpty || !fact.isProven ? .likely : .certain, because: [fact.evidence])
        }
        return nil
    }
}
