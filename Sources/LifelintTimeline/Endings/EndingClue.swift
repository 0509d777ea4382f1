// SPDX-License-Identifier: MIT

import LifelintModel

/// What the witness that tells most may say of why a run ended, in the order in which it is asked.
///
/// The first clue that says something decides: nothing that stands behind it is asked any more. So each has the reason
/// why it stands before others; what no clue explains is left open.
enum EndingClue: CaseIterable {
    /// There was no process, since its launch failed. Must come before all others: what else is told of one that never
    /// was is why it was not launched.
    case failedLaunch
    /// The kernel ended it for one of its reasons. Must come before `namespace`, whose table has no meanings for them,
    /// and before `signal`: a reason comes with SIGKILL, as everything does that the kernel kills for.
    case jetsam
    /// SIGKILL, and an exception of the kernel that says of what the process took too much. Must come before
    /// `toldSignal`, to which SIGKILL says nothing. A crash beside such an exception is one, and is left to that.
    case resourceBehindSignal
    /// A signal, and an exception of the kernel for something guarded. Must come before `toldSignal`, to which SIGKILL
    /// says nothing.
    case guardBehindSignal
    /// The system says that nothing but a signal ended it, and which. Must come before `namespace`: a code is the
    /// signal's number here; and before `resource`: what a process that crashed had taken too much of did not end it.
    case toldSignal
    /// A resource of which it took too much, by its report, or by a line just before SIGKILL. Must come before
    /// `namespace`: which one it was the kernel's exception says, whoever's code stands beside it; and before `signal`,
    /// to which SIGKILL says nothing.
    case resource
    /// It ended by itself, and well. Must come before `namespace` and `words`: what is said beside such an end is no
    /// reason for it.
    case voluntary
    /// A part of the system ended it, with a code of its own. Must come before `words`, where a code or a text means
    /// what it mostly does, whoever says it.
    case namespace
    /// A code or a text that means one thing, whoever says it. Must come before `ambiguousCode`: of several things that
    /// a code means a text may tell which.
    case words
    /// A code that means several things. Must come before `signal`: SIGKILL comes with each of them, and says less.
    case ambiguousCode
    /// A part of the system that nobody knows. Must come before `signal`: SIGKILL comes with what it says, and says
    /// less.
    case unknownLabel
    /// Something guarded was misused, and nobody says whether that ended it. Must come before `signal`, to which
    /// SIGKILL says nothing.
    case guarded
    /// A limit was exceeded, and nobody says which, nor whether that ended it. Must come before `crashed`, to which every
    /// report that may end a process is a crash.
    case untoldLimit
    /// SIGKILL from a part of the system of whose code nothing is known. Must come before `signal`, to which SIGKILL
    /// says nothing of who sent it.
    case kill
    /// A signal that nobody explains. Must come before the calls that follow, of which it asks those that end with that
    /// signal: in no call does a process end that is killed.
    case signal
    /// The call in which the system ends an app that does not say what it asks for private data for. Must come before
    /// `thrown` and `fault`: how a call ends a process says less than which call it is.
    case privacy
    /// The call in which PushKit ends an app that reports no call for a push. Must come before `thrown`, by which that
    /// call ends it.
    case unreportedCall
    /// An exception that nobody caught. Must come before `fault`: a trap is how that ends a process.
    case thrown
    /// A fault of the process itself, whose signal is not told. Must come before `sceneMandate`, which it asks for
    /// where it is a trap: a bad access is no refusal, whatever was said before it.
    case fault
    /// The system says that it launches no app that knows no scenes. Must come before `gaveUp`: that is worded as an
    /// assertion.
    case sceneMandate
    /// The process says that it gave up. Must come before `crashed`, which says no more than that there was a crash.
    case gaveUp
    /// It crashed, and nobody says of what. Must come before `namespaceAlone`, which says no more than who told it.
    case crashed
    /// A part of the system, and nothing that is known of what for. Must come before `status`: that of a process which
    /// others ended is none that it exited with.
    case namespaceAlone
    /// A status that is not 0. Must come before `uncaughtWords`: a number is told by whoever saw it end, and words may
    /// be quoted.
    case status
    /// Words of an exception that nobody caught.
    case uncaughtWords

    /// All, as they are asked: made once.
    static let order = allCases
}

extension EndingJudge {
    /// Why the run ended, as that witness says.
    func cause(of exit: ExitWitness, _ text: LoweredText) -> Ending {
        decide(by: exit, text)?.ending ?? leftOpen(by: exit)
    }

    /// The first clue that says something, and what it says; nil where none does.
    func decide(by exit: ExitWitness, _ text: LoweredText) -> (clue: EndingClue, ending: Ending)? {
        for clue in EndingClue.order {
            if let ending = ending(by: clue, exit, text) { return (clue, ending) }
        }
        return nil
    }

    /// What a clue says of why the run ended; nil for nothing.
    private func ending(by clue: EndingClue, _ exit: ExitWitness, _ text: LoweredText) -> Ending? {
        switch clue {
        // Who is called back was started, whatever its log writes for its process id.
        case .failedLaunch:
            run.identity.pid == -1 && !run.isToldByApp && !saysWhy(exit) ? ending(.launchFailed, .certain) : nil
        case .jetsam: isOfJetsam(exit) ? jetsam(exit) : nil
        case .resourceBehindSignal: toldSignal(exit) == 9 ? resourceBehindSignal(exit) : nil
        case .guardBehindSignal: toldSignal(exit) != nil ? guarded(exit) : nil
        case .toldSignal: toldSignal(exit).map { signalled($0, exit, text) }
        case .resource: resourceLimit(exit)
        case .voluntary: exit.isVoluntary ? voluntary(exit) : nil
        case .namespace: meant(byNamespaceOf: exit, text)
        case .words: meant(byWordsOf: exit, text)
        case .ambiguousCode: ambiguous(exit, text)
        case .unknownLabel: exit.namespace == nil ? unknownLabel(exit) : nil
        case .guarded: guarded(exit)
        case .untoldLimit: untoldLimit(exit)
        case .kill: killed(byPartOf: exit)
        case .signal: (exit.signal ?? exit.waitSignal).map { signalled($0, exit, text) }
        case .privacy: exit.isOfPrivacy ? ending(.tcc, .certain) : nil
        case .unreportedCall: exit.isUnreportedCall ? ending(.voip, .certain) : nil
        case .thrown: exit.isThrown || exit.isUncaught ? thrown(exit) : nil
        case .fault: exit.isOwnFault ? faulted(exit, text) : nil
        case .sceneMandate: isRefused(exit) || exit.isSceneMandate ? refused : nil
        case .gaveUp: saysItGaveUp(exit) ? ending(.crashAssertion, .likely) : nil
        case .crashed: exit.hasCrashed ? ending(exit.isAsserted ? .crashAssertion : .crashSignal, .likely) : nil
        case .namespaceAlone: part(of: exit).map(endedByPart)
        case .status: exit.status.flatMap { $0 != 0 ? exitCode($0, exit, text) : nil }
        case .uncaughtWords: exitText.isUncaught(text) ? ending(.crashException, .likely) : nil
        }
    }

    /// What is left where no clue says anything: it ended, and what would be told of such an end rules out some causes.
    private func leftOpen(by exit: ExitWitness) -> Ending {
        var ending = unexplained(exit)
        guard ending.cause == .unknown else { return ending }
        // What it says was not told, so that it may be anything that the system writes one of.
        if exits.contains(where: { $0.isReported || $0.isReportOfCrash }) {
            tellReported(in: &ending)
            // No exception has such a code: the system gives it to what it kills.
            if let code = exit.code, code >= 0x1_0000 {
                ending.candidates = [.systemOther, .watchdogOther].map { .init(cause: $0, likelihood: .possible) }
            } else {
                addCrashes(to: &ending)
            }
        } else if exit.event == .reportCrash, exit.isOfSDK, exit.guess == nil {
            // An SDK saw it crash, and what of is left out.
            ending.candidates.removeAll { $0.cause == .crashSignal || $0.cause == .crashException }
            addCrashes(to: &ending)
        }
        return ending
    }

    private func addCrashes(to ending: inout Ending) {
        ending.candidates.insert(
            contentsOf: [.crashSignal, .crashException].map { .init(cause: $0, likelihood: .likely) }, at: 0)
    }

    // MARK: What single clues say

    /// Whether something is told of why a process ended that was not there.
    private func saysWhy(_ exit: ExitWitness) -> Bool {
        exit.namespace ?? TerminationNamespace.none != TerminationNamespace.none || exit.signal != nil
            || exit.exception != nil
    }

    private func isOfJetsam(_ exit: ExitWitness) -> Bool {
        exit.namespace == TerminationNamespace.jetsam || exit.namespace == nil && isJetsam(exit)
    }

    /// The signal that ended it and nothing else, as the system says.
    private func toldSignal(_ exit: ExitWitness) -> Int? {
        exit.namespace == TerminationNamespace.signal ? exit.terminatingSignal : nil
    }

    /// What the kernel threw says what the kill was for.
    private func resourceBehindSignal(_ exit: ExitWitness) -> Ending? {
        guard exit.isResourceReport, var thrown = resourceLimit(exit) else { return nil }
        thrown.confidence = min(thrown.confidence, .likely)
        return thrown
    }

    /// Something guarded was misused, and no termination says whether that ended the process.
    ///
    /// Older systems say nothing of it, and newer ones say nothing either where it is a note only: then what was
    /// misused, or the system, tells. A termination may say no more than that it was killed.
    private func guarded(_ exit: ExitWitness) -> Ending? {
        let isOfSignal = exit.namespace == TerminationNamespace.signal
        guard exit.exceptionType == "EXC_GUARD", exit.namespaceText == nil || isOfSignal else { return nil }
        switch isOfSignal ? exit.terminatingSignal : exit.signal {
        case 9: return ending(.guard, .likely)
        case nil, 0:
            if exit.isGuarded { return ending(.guard, .likely) }
            var ending = ending(.unknown, .possible)
            ending.candidates = [.init(cause: .guard, likelihood: .likely)]
            return ending
        default: return nil
        }
    }

    /// A limit was exceeded, and nothing tells which, nor whether that ended the process.
    private func untoldLimit(_ exit: ExitWitness) -> Ending? {
        guard exit.exceptionType == "EXC_RESOURCE", exit.namespaceText == nil, exit.signal ?? 0 == 0 else { return nil }
        var ending = ending(.unknown, .possible)
        ending.candidates = [EndingCause.cpuLimit, .wakeupsLimit, .memoryLimit, .diskWritesLimit].map {
            .init(cause: $0, likelihood: .possible)
        }
        return ending
    }

    /// A label that nobody knows: what the kernel threw says more; else all it says is that the system ended the
    /// process.
    private func unknownLabel(_ exit: ExitWitness) -> Ending? {
        guard exit.namespaceText != nil, exit.signal ?? 9 == 9 else { return nil }
        if exit.isOwnFault { return ending(.crashSignal, .certain) }
        guard let code = exit.code, code != 0 else { return nil }
        return ending(.systemOther, .likely)
    }

    /// A part of the system that nobody knows, which kills with SIGKILL as all do; one without a name may be a new one
    /// that ends what is the app's own fault.
    private func killed(byPartOf exit: ExitWitness) -> Ending? {
        guard exit.signal ?? exit.waitSignal == 9, !exit.isOwnFault else { return nil }
        return part(of: exit).map(endedByPart)
    }

    /// The part of the system that says that it ended the process: neither the kernel nor nobody.
    private func part(of exit: ExitWitness) -> UInt64? {
        exit.namespace.flatMap { $0 > TerminationNamespace.signal ? $0 : nil }
    }

    private func endedByPart(_ namespace: UInt64) -> Ending {
        ending(.systemOther, meanings.isNamed(namespace) ? .certain : .likely)
    }

    /// Where an SDK tells no exception, only the call says that there was one.
    private func thrown(_ exit: ExitWitness) -> Ending {
        ending(.crashException, exit.isThrown || !exit.isOfSDK ? .certain : .likely)
    }

    private var refused: Ending { ending(.crashAssertion, .certain, detail: [.sceneMandate: .bool(true)]) }
}
