// SPDX-License-Identifier: MIT

import LifelintModel

/// How two witnesses compare: whether both may tell one end, or it is another one.
extension ExitWitness {
    /// Whether another line may tell the same end: one of the two says nothing of how it was, or both say the same.
    func mayBe(_ other: ExitWitness) -> Bool {
        if isUntold || other.isUntold { return true }
        if isKillAndItsCode(other) { return true }
        if !isOfSignal, isOfSamePart(as: other) == true {
            // The signal that goes with it one may tell, and the other not.
            return code == nil || other.code == nil || code == other.code
        }
        if let ended = terminatingSignal { return ended == other.terminatingSignal }
        return code == other.code && status == other.status && signal == other.signal
    }

    private var isUntold: Bool { signal == nil && code == nil && status == nil && !isThrown }

    /// Whether one of the two says that SIGKILL ended a process, and the other what for: a kill with a code is one with
    /// that signal.
    private func isKillAndItsCode(_ other: ExitWitness) -> Bool {
        isBareKill && other.isLabelledKill || isLabelledKill && other.isBareKill
    }

    /// Whether all that it says is SIGKILL.
    private var isBareKill: Bool { isOfSignal && !isThrown && terminatingSignal == 9 }

    /// Whether the other says that it was killed for something else: another code, or by another part of the system.
    func isKillForOther(than other: ExitWitness) -> Bool {
        if let code, let told = other.code { return code != told }
        return isOfSamePart(as: other) == false
    }

    /// Whether another part of the system says the same of an end: the same namespace, or signal; or, within a second,
    /// one of the two SIGKILL, and the other what for.
    func isToldAgain(by other: ExitWitness) -> Bool {
        guard witness != other.witness, mayBe(other) else { return false }
        if isKillAndItsCode(other) {
            let apart = other.moment.since(moment)
            return apart > -TimelineWindows.sameEdge && apart < TimelineWindows.sameEdge
        }
        if let isOfSamePart = isOfSamePart(as: other) { return isOfSamePart }
        return terminatingSignal != nil && terminatingSignal == other.terminatingSignal
    }

    /// Whether both name the same part of the system, whatever they call it; nil where one of them names none.
    private func isOfSamePart(as other: ExitWitness) -> Bool? {
        guard let namespaceText, let told = other.namespaceText else { return nil }
        if namespace != nil || other.namespace != nil { return namespace == other.namespace }
        return namespaceText == told
    }

    /// Whether a log tells the end that the report of a crash tells: by the same signal, by the same code of the
    /// system, or by an exception.
    func tellsEnd(of crash: ExitWitness) -> Bool {
        guard witness != .report, mayBeToldAsCrash, !isRequest else { return false }
        if isCodeOfKill || crash.isCodeOfKill { return code == crash.code }
        guard crash.isOfSignal, let ended = crash.terminatingSignal else { return false }
        return isThrown ? ended == SignalNames.abort : terminatingSignal == ended
    }

    /// Whether it tells another end than the report of a crash does: of what both say of it, something differs.
    ///
    /// Of what ended a process for its own fault one may know the signal and another what the kernel threw. That
    /// somebody asked for the end, or merely supposes it, rules nothing out.
    func rulesOut(_ crash: ExitWitness) -> Bool {
        guard crash.event == .reportCrash, isProven, !isHint, !isSupposed, !isRequest, !isWatched else { return false }
        guard witness == .report else { return isOtherEnd(than: crash) }
        if event == .reportJetsam { return crash.isFault }
        return event == .reportCrash && isOtherCrash(than: crash)
    }

    /// Whether a log tells an end that no process has which crashed so.
    private func isOtherEnd(than crash: ExitWitness) -> Bool {
        if tellsEnd(of: crash) { return contradicts(crash) }
        if contradicts(crash) || isVoluntary || reason == "exit" { return true }
        if crash.isCodeOfKill { return isCodeOfKill || isFault }
        guard crash.isOfSignal, let ended = crash.terminatingSignal else { return false }
        if isThrown { return ended != SignalNames.abort }
        guard isOfSignal else { return true }
        return terminatingSignal.map { !ExitWitness.areAlike($0, ended) } ?? false
    }

    /// Whether two reports tell two crashes.
    private func isOtherCrash(than crash: ExitWitness) -> Bool {
        func differ<Value: Equatable>(_ left: Value?, _ right: Value?) -> Bool {
            left != nil && right != nil && left != right
        }
        if differ(exception, crash.exception) || !isOfSDK && differ(code, crash.code) { return true }
        if exception != nil, exception == crash.exception { return false }
        if let signal, let other = crash.signal {
            if !ExitWitness.areAlike(signal, other) { return true }
        } else if differ(exceptionType, crash.exceptionType) {
            return true
        }
        return isElsewhere(than: crash)
    }

    /// Whether a payload tells of a crash what this report does: the same exception, ended by the same signal and code.
    func isToldAlike(by crash: ExitWitness) -> Bool {
        // An SDK may tell what was thrown, and nothing of what the kernel made of it.
        let isSameThrown =
            exceptionType == nil && signal == nil && exception != nil && exception == crash.exception
            && explanation == crash.explanation
        // Some tell what the kernel threw, and no signal.
        let hasNoSignal = crash.exceptionType != nil && (crash.signal == nil || signal == nil)
        let isSameFault = crash.exceptionType == exceptionType && (crash.signal == signal || hasNoSignal)
        return (isSameFault || isSameThrown) && !namesOtherException(than: crash)
            && (crash.code == code || crash.code == nil || code == nil)
    }

    /// Whether what this report says was thrown ends a process as a payload tells, which names no exception.
    func isThrown(as crash: ExitWitness) -> Bool {
        exception != nil && exceptionType == nil && crash.exception == nil && crash.isOfSignal && !crash.isCodeOfKill
            && signal ?? SignalNames.abort == SignalNames.abort && crash.terminatingSignal == SignalNames.abort
    }

    /// Whether both name an exception, and not the same one.
    func namesOtherException(than crash: ExitWitness) -> Bool {
        guard let exception, let other = crash.exception else { return false }
        return exception != other
    }

    /// Whether two signals may be told of one fault: a bad access is either of two, by who tells it.
    private static func areAlike(_ left: Int, _ right: Int) -> Bool {
        left == right || badAccesses.contains(left) && badAccesses.contains(right)
    }

    private static let badAccesses = [10, 11]

    /// Whether both tell where in an image the thread was that crashed, and have no place in common.
    ///
    /// Some tell the call, and some where it returns to, which is behind it.
    func isElsewhere(than other: ExitWitness) -> Bool {
        let common = calls.keys.filter { other.calls[$0] != nil }
        return !common.isEmpty
            && !common.contains { image in
                (calls[image] ?? []).contains { offset in
                    (other.calls[image] ?? []).contains {
                        max(offset, $0) - min(offset, $0) <= ExitWitness.callLength
                    }
                }
            }
    }

    /// No call is longer, in bytes.
    private static let callLength: UInt64 = 8

    /// Whether both name an exception, and not the same.
    func contradicts(_ crash: ExitWitness) -> Bool {
        witness != .report && namesOtherException(than: crash)
    }
}
