// SPDX-License-Identifier: MIT

import LifelintModel

/// Says why a run ended: one cause, what it rests on, what it excludes and what remains.
///
/// Precedence: what a system line or report says of this process; then what happened to the device or the app's
/// installation; then the process's last words; then the state at its last event. Nothing is called a crash or a memory
/// kill for want of a better word: unknown is a result.
struct EndingJudge {
    /// More lines of evidence than anybody reads.
    private static let lineLimit = 8

    let run: RunMachine
    /// What says that the run ended: all of it, or only what is worded in a known way.
    var exits: [ExitWitness]
    /// Fetched once where something tells the end: it is asked for a dozen times then.
    private let known: (meanings: CompiledTerminations, exitText: ExitText)?

    init(_ run: RunMachine) {
        self.run = run
        let end = run.hints.isEmpty ? nil : run.exits.map(\.moment).min()
        exits = run.exits
        if let end { exits += run.hints.filter { $0.tells(ofEndAt: end) } }
        known = exits.isEmpty ? nil : (run.settings.meanings, run.settings.exitText)
    }

    var meanings: CompiledTerminations { known?.meanings ?? run.settings.meanings }
    var table: TerminationTable { meanings.table }
    /// What reads what the texts of exits state beside the cause.
    var exitText: ExitText { known?.exitText ?? run.settings.exitText }

    static func judge(_ run: RunMachine, isStillRunning: Bool) -> Ending {
        let judge = EndingJudge(run)
        // Certain is what the system or a report says: nobody says that a process goes on, nor that nothing is known.
        if isStillRunning { return judge.unfinished() }
        var ending =
            if run.exits.contains(where: { !$0.isSupposed }) {
                judge.proven()
            } else if !run.exits.isEmpty {
                judge.supposed()
            } else {
                judge.unseen()
            }
        if run.words.isHanging(at: judge.seenEnd) { ending.detail[.duringHang] = .bool(true) }
        // Conclusions that cross an assumed zone are at most likely, and so is that a payload of a day means this very
        // run, or a name that many apps have, or is merely like its own, or was not told to be its, and that an end
        // which names nobody is none that was told before, or just that one.
        if run.hasAssumedZone && run.hasStatedZone || !run.endBasis.isDisjoint(with: .doubtful)
            || run.isEndExplainedByNobody || judge.isEndedByLikeness
        {
            ending.confidence = min(ending.confidence, .likely)
        }
        var excluded: [EndingCause] = []
        ending.ruledOut.removeAll { row in
            if excluded.contains(row.cause) { return true }
            excluded.append(row.cause)
            return false
        }
        // Of the next launch every report tells.
        if excluded.contains(.userQuit), !run.facts.isNextLaunchForbidden, let launch = run.facts.forbiddenLaunch {
            ending.because = EndingJudge.distinct(ending.because.prefix(EndingJudge.lineLimit - 1) + [launch.evidence])
        }
        var named: [EndingCause] = []
        ending.candidates.removeAll { candidate in
            if candidate.cause == ending.cause || named.contains(candidate.cause) { return true }
            named.append(candidate.cause)
            return ending.ruledOut.contains { $0.cause == candidate.cause }
        }
        if ending.candidates.count > 1 {
            ending.candidates = [.certain, .likely, .possible].flatMap { (likelihood: Confidence) in
                ending.candidates.filter { $0.likelihood == likelihood }
            }
        }
        return ending
    }

    /// Nothing says that the process which was seen to end is this app's but a name that is merely like its bundle id.
    private var isEndedByLikeness: Bool {
        run.identity.isMerelyAlike && !run.exits.contains { $0.namesApp && !$0.isSupposed }
    }

    /// The evidence ends first; an app that was about to terminate then has hardly gone on.
    private func unfinished() -> Ending {
        guard let word = run.words.termination(before: run.last) else {
            if let stop = memoryStop {
                var ending = self.ending(.stillRunning, .possible, because: [stop.evidence, run.lastLine])
                ending.candidates = [.init(cause: .memoryLimit, likelihood: .likely)]
                return ending
            }
            guard let hint = run.hints.last, run.last.since(hint.moment) <= TimelineWindows.afterEnd else {
                return ending(.stillRunning, .likely, because: [run.lastLine])
            }
            var ending = self.ending(.stillRunning, .possible, because: [hint.evidence, run.lastLine])
            ending.candidates = announced(by: hint)
            return ending
        }
        var ending = self.ending(.stillRunning, .possible, because: [word.evidence, run.lastLine])
        // Nobody finds an extension in the app switcher.
        let quit: EndingCause = run.facts.userQuitIsRuledOut ? .systemRequest : .userQuit
        ending.candidates = [.init(cause: isExtension ? .extensionEnd : quit, likelihood: .likely)]
        return ending
    }

    /// The debugger stopped the process for going over its limit of memory, and nothing tells that it went on: the
    /// system ends it for that, unless the debugger keeps it.
    var memoryStop: LastWords.Fact? {
        guard !run.isSimulated, let stop = run.words.memoryStop, !survived(stop.moment) else { return nil }
        return stop
    }

    /// What the last line of a run tells of an end that nobody saw.
    private func announced(by hint: ExitWitness) -> [Ending.Candidate] {
        if hint.isLost {
            let unseen = unseen()
            let first = unseen.cause == .unknown ? [] : [Ending.Candidate(cause: unseen.cause, likelihood: .possible)]
            return first + unseen.candidates.map { .init(cause: $0.cause, likelihood: .possible) }
        }
        guard hint.isAsked else {
            return [.crashSignal, .crashException].map { .init(cause: $0, likelihood: .possible) }
        }
        guard let cause = meaning(of: hint)?.cause, cause != .unknown else { return [] }
        return [.init(cause: cause, likelihood: .likely)]
    }

    /// When it was first seen to end.
    var seenEnd: Moment? { exits.lazy.filter { !$0.isHint }.map(\.moment).min() }

    /// The state the process was in when it ended; nil where nothing tells.
    var state: AppState? { run.isLaunchForgotten ? nil : run.app.current }

    /// Nothing tells whether the app was still in front when it ended.
    var isFrontForgotten: Bool {
        run.isLeftByBand || (seenEnd.map { run.isFrontForgotten(at: $0) } ?? run.isLeavingUntold)
    }

    /// Nothing tells whether it was still in front, and it had said nothing for longer than an app is looked at.
    var isLongForgotten: Bool {
        seenEnd.map { run.isFrontForgotten(at: $0, after: TimelineWindows.longUse) } ?? run.isLeavingUntold
    }

    /// How sure it is that the process was suspended; nil if it was not.
    var suspension: Confidence? {
        guard state == .suspended else { return nil }
        if exits.isEmpty, run.words.mayHaveGoneOn(behind: run.last) { return .possible }
        if run.app.isInferred { return run.suspension.inferred ?? .possible }
        return run.app.isProven ? .certain : .likely
    }

    /// An ending that rests on those lines.
    func ending(
        _ cause: EndingCause, _ confidence: Confidence, because lines: [EvidenceLine] = [],
        detail: EndingDetails = [:]
    ) -> Ending {
        var ending = Ending(cause: cause, confidence: confidence)
        ending.detail = detail
        ending.because = EndingJudge.distinct(lines)
        return ending
    }

    /// The lines, each once, as many as are shown.
    static func distinct(_ lines: [EvidenceLine]) -> [EvidenceLine] {
        var distinct: [EvidenceLine] = []
        for line in lines where distinct.count < lineLimit && !distinct.contains(line) { distinct.append(line) }
        return distinct
    }

    /// The lines that a conclusion from silence rests on.
    var silence: [EvidenceLine] {
        let left = run.isLeftForAnother ? run.words.inFront?.evidence : nil
        return [run.lastLine] + [left, run.facts.successor?.evidence].compactMap(\.self)
    }

    /// A prewarmed process that nobody opened: its end is nobody's loss.
    var isUnopenedPrewarm: Bool { run.launch.kind == .prewarmed && run.launch.opened == nil }

    var isExtension: Bool { run.isExtension }

    /// The last word of an extension that was done, in time or after it was told that its time was over.
    ///
    /// One process may answer several requests: it is done when none is open.
    var extensionDone: LastWords.Fact? {
        guard isExtension, let done = run.words.extensionCompleted,
            run.spans.instances(of: "extension", run.settings.spans).isEmpty
        else { return nil }
        if let expired = run.words.extensionExpired, done.moment < expired.moment { return nil }
        return done
    }
}

extension EndingCause {
    /// The system kills the process for it, and does not ask.
    var isKillForLimit: Bool {
        switch self {
        case .memoryLimit, .systemPressure, .reclaimed, .backgroundTask, .fileLock: true
        default: isWatchdog
        }
    }

    /// A watchdog of the system.
    var isWatchdog: Bool {
        switch self {
        case .watchdogLaunch, .watchdogSceneCreate, .watchdogSceneUpdate, .watchdogOther, .watchdogExit: true
        default: false
        }
    }
}
