// SPDX-License-Identifier: MIT

import LifelintModel

extension EndingJudge {
    /// The system, a report or the process itself said that it ended.
    func seen() -> Ending {
        // The witness that says most; of equals the earliest.
        var primary = run.exits[0]
        for exit in run.exits.dropFirst() where exit.weight > primary.weight { primary = exit }
        let lines = [primary.evidence] + run.exits.map(\.evidence)
        let text = run.exits.map(\.text).joined(separator: "\n")
        let namespace = primary.namespaceText.flatMap(table.namespace)

        var ending: Ending
        if namespace == 1 || (namespace == nil && isJetsam(primary)) {
            ending = jetsam(primary)
        } else if namespace == 2, let signal = primary.code.flatMap({ Int(exactly: $0) }) ?? primary.signal {
            ending = signalled(signal, primary, text)
        } else if isVoluntary(primary, namespace) {
            ending = voluntary(primary)
        } else if let meaning = table.meaning(namespace: namespace, code: primary.code, text: text), namespace != nil {
            ending = labelled(meaning, primary)
        } else if let named = meaningOfCodeAlone(primary, text) {
            ending = labelled(named, primary)
            ending.confidence = min(ending.confidence, .likely)
        } else if let signal = primary.signal ?? waitSignal(primary) {
            ending = signalled(signal, primary, text)
        } else if let namespace, namespace != 0 {
            ending = self.ending(.systemOther, .certain, because: [])
        } else if let status = primary.status, status != 0 {
            ending = exitCode(status)
        } else {
            ending = unexplained(primary)
        }
        addFacts(of: primary, namespace: namespace, to: &ending)
        for line in lines.reversed() {
            ending.because.removeAll { $0 == line }
            ending.because.insert(line, at: 0)
        }
        if ending.because.count > 8 { ending.because.removeLast(ending.because.count - 8) }
        return ending
    }

    private func addFacts(of exit: ExitWitness, namespace: UInt64?, to ending: inout Ending) {
        if let code = exit.code, !(namespace == nil && code == 0) {
            ending.detail[.code] = ending.detail[.code] ?? .integer(Int64(bitPattern: code))
        }
        if let namespace, namespace != 0 {
            ending.detail[.namespace] = .string(table.name(ofNamespace: namespace) ?? String(namespace))
        } else if let text = exit.namespaceText, namespace == nil, exit.code != 0 {
            ending.detail[.namespace] = .string(text)
        }
        if let explanation = exit.explanation { ending.detail[.explanation] = .string(explanation) }
        if let reason = exit.reason { ending.detail[.reason] = ending.detail[.reason] ?? .string(reason) }
        if let exception = exit.exception { ending.detail[.exception] = .string(exception) }
        if let path = exit.path, ending.cause == .fileLock { ending.detail[.path] = .string(path) }
        if ending.cause.isWatchdog, let allowance = ExitText.allowance(exit.text) {
            ending.detail[.allowance] = .duration(allowance)
        }
    }

    // MARK: What the code says

    private func labelled(_ meaning: TerminationTable.Meaning, _ exit: ExitWitness) -> Ending {
        var cause = meaning.cause
        var lines: [EvidenceLine] = []
        if cause == .debuggerStop, run.isHarnessed { cause = .harnessStop }
        if cause == .systemRequest {
            // An installation beside the default terminate names the cause.
            if let fact = run.facts.uninstall, isNear(fact.moment, exit.moment) {
                cause = .uninstalled
                lines.append(fact.evidence)
            } else if let fact = run.facts.appUpdate, fact.isTold, isNear(fact.moment, exit.moment) {
                cause = .appUpdate
                lines.append(fact.evidence)
            }
        }
        var ending = self.ending(cause, meaning.standing == .unproven ? .likely : .certain, because: lines)
        if let kind = meaning.kind, cause == meaning.cause { ending.detail[.kind] = .string(kind) }
        if let event = meaning.event { ending.detail[.event] = .string(event) }
        if let trigger = meaning.trigger { ending.detail[.trigger] = .string(trigger) }
        if cause == .watchdogExit, ending.detail[.trigger] == nil, run.facts.appUpdate?.isTold == true {
            ending.detail[.trigger] = .string("update")
        }
        return ending
    }

    /// A code without its namespace says what it says wherever it is used with one meaning only.
    private func meaningOfCodeAlone(_ exit: ExitWitness, _ text: String) -> TerminationTable.Meaning? {
        guard exit.namespaceText == nil, let code = exit.code, code >= 0x1_0000 else { return nil }
        let namespaces = Set(table.meanings.filter { $0.codes.contains(code) }.flatMap(\.namespaces))
        let meanings = (namespaces.isEmpty ? [nil] : namespaces.sorted().map(Optional.some)).compactMap {
            table.meaning(namespace: $0, code: code, text: text)
        }
        guard let first = meanings.first, meanings.allSatisfy({ $0.cause == first.cause }) else { return nil }
        return first
    }

    // MARK: Jetsam

    private func isJetsam(_ exit: ExitWitness) -> Bool {
        guard exit.namespaceText == nil, exit.code == nil, let reason = exit.reason else { return false }
        return table.jetsamReason(named: reason) != nil
    }

    private func jetsam(_ exit: ExitWitness) -> Ending {
        let reason =
            exit.code.flatMap { table.jetsamReason(code: $0) }
            ?? (exit.codeText ?? exit.reason).flatMap { table.jetsamReason(named: $0) }
        var ending: Ending
        switch reason?.group {
        case .ownLimit: ending = memoryLimit()
        case .cpu: ending = self.ending(.cpuLimit, .certain, because: [])
        case .idle: ending = self.ending(.reclaimed, .certain, because: [])
        case .pressure, nil: ending = pressure(reason)
        }
        if let name = reason?.names.first { ending.detail[.reason] = .string(name) }
        return ending
    }

    private func memoryLimit() -> Ending {
        var ending = self.ending(
            .memoryLimit, .certain,
            because: [run.words.memoryLimit?.evidence, run.words.memoryWarning?.evidence].compactMap(\.self))
        if let kind = run.words.memoryLimit?.detail { ending.detail[.kind] = .string(kind) }
        if let limit = run.words.memoryLimit?.number ?? run.words.footprintLimit { ending.detail[.limit] = .bytes(limit) }
        return ending
    }

    /// The system was short of memory: what that means depends on what the process was doing.
    private func pressure(_ reason: TerminationTable.JetsamReason?) -> Ending {
        if let suspension {
            var ending = self.ending(.reclaimed, suspension, because: [])
            if suspension != .certain {
                ending.candidates = [.init(cause: .systemPressure, likelihood: .possible)]
            }
            return ending
        }
        guard let state else {
            var ending = self.ending(.unknown, .certain, because: [])
            ending.candidates = [
                .init(cause: .reclaimed, likelihood: .possible), .init(cause: .systemPressure, likelihood: .possible),
            ]
            return ending
        }
        var ending = self.ending(.systemPressure, .certain, because: [])
        if let name = reason?.names.first { ending.detail[.kind] = .string(name) }
        if state == .background, run.app.isInferred { ending.confidence = .likely }
        return ending
    }

    // MARK: Signals and exits

    private func signalled(_ signal: Int, _ exit: ExitWitness, _ text: String) -> Ending {
        if signal == 9 { return killed(exit) }
        if signal == 15 {
            var ending = unexplained(exit)
            ending.detail[.signal] = .integer(15)
            return ending
        }
        var ending: Ending
        let lowered = text.lowercased()
        if signal == 6, exit.exception != nil || lowered.contains("uncaught exception") {
            ending = self.ending(.crashException, .certain, because: [])
        } else if let meaning = table.meaning(namespace: 2, code: UInt64(signal), text: text) {
            ending = labelled(meaning, exit)
        } else if signal == 6 || signal == 5, lowered.contains("fatal error:") || lowered.contains("assertion") {
            ending = self.ending(.crashAssertion, .certain, because: [])
        } else {
            ending = self.ending(.crashSignal, .certain, because: [])
        }
        ending.detail[.signal] = .integer(Int64(signal))
        if let by = exit.byProcess, by != "exc handler", by != run.identity.process?.string {
            ending.detail[.trigger] = .string(by)
        }
        return ending
    }

    /// SIGKILL with nothing said: somebody outside ended the process.
    private func killed(_ exit: ExitWitness) -> Ending {
        var ending: Ending
        if let fact = run.words.memoryLimit, isNear(fact.moment, exit.moment, TimelineWindows.afterEnd) {
            ending = memoryLimit()
        } else if run.isHarnessed {
            ending = self.ending(.harnessStop, .likely, because: [])
        } else if run.isDebugged {
            ending = self.ending(.debuggerStop, .likely, because: [])
        } else if isExtension, let done = run.words.extensionCompleted {
            ending = self.ending(.extensionEnd, .likely, because: [done.evidence])
        } else if let changed = run.words.permissionChanged, isNear(changed.moment, exit.moment) {
            ending = self.ending(.settingsChange, .likely, because: [changed.evidence])
        } else if let fact = run.facts.uninstall, isNear(fact.moment, exit.moment) {
            ending = self.ending(.uninstalled, .likely, because: [fact.evidence])
        } else if let fact = run.facts.appUpdate, fact.isTold, isNear(fact.moment, exit.moment) {
            ending = self.ending(.appUpdate, .likely, because: [fact.evidence])
        } else {
            ending = unexplained(exit)
            ending.ruledOut.append(
                .init(cause: .crashSignal, because: "signal 9 is sent from outside; no crash ends with it"))
        }
        ending.detail[.signal] = .integer(9)
        return ending
    }

    private func isVoluntary(_ exit: ExitWitness, _ namespace: UInt64?) -> Bool {
        if let namespace, namespace != 0 { return false }
        if exit.signal != nil { return false }
        if let status = exit.status, status != 0 { return false }
        if exit.reason == "voluntary" { return true }
        return exit.code == 0 || (exit.code == nil && exit.status == 0)
    }

    private func voluntary(_ exit: ExitWitness) -> Ending {
        if let word = run.words.willTerminate, isNear(word.moment, exit.moment, TimelineWindows.termination) {
            var ending = self.ending(.userQuit, .likely, because: [word.evidence])
            ending.candidates = [.init(cause: .systemRequest, likelihood: .possible)]
            return ending
        }
        return ending(.cleanExit, .certain, because: [])
    }

    private func exitCode(_ status: Int) -> Ending {
        // A wait(2) status carries the exit code in its second byte; a small number is the code itself.
        let code = status > 255 ? status >> 8 & 0xFF : status
        return ending(.exitCode, .certain, because: [], detail: [.exitStatus: .integer(Int64(code))])
    }

    private func waitSignal(_ exit: ExitWitness) -> Int? {
        guard let status = exit.status, status > 0, status <= 0xFFFF, status & 0x7F != 0, status & 0xFF00 == 0,
            exit.reason != "exit"
        else { return nil }
        return exit.witness == .runningboard ? status & 0x7F : nil
    }

    private func unexplained(_ exit: ExitWitness) -> Ending {
        var ending = self.ending(.unknown, .certain, because: [])
        ending.candidates = candidates()
        ending.ruledOut = ruledOut()
        if exit.moment.time != .min, let front = run.words.settingsInFront, isNear(front.moment, exit.moment) {
            ending.because.append(front.evidence)
        }
        return ending
    }

    var isExtension: Bool { run.identity.host == .extension || run.identity.host == .widget }

    func isNear(_ left: Moment, _ right: Moment, _ window: Int64 = TimelineWindows.inFront) -> Bool {
        let distance = left.time.subtractingClamped(right.time)
        return distance > -window - 1 && distance < window + 1
    }
}

extension EndingCause {
    /// A watchdog of the system.
    var isWatchdog: Bool {
        switch self {
        case .watchdogLaunch, .watchdogSceneCreate, .watchdogSceneUpdate, .watchdogOther, .watchdogExit: true
        default: false
        }
    }
}

/// Numbers that the text of a termination states.
enum ExitText {
    /// The time that a watchdog allowed, in nanoseconds: "time allowance of 19.97 seconds", "after 5.0s".
    static func allowance(_ text: String) -> Int64? {
        for lead in ["allowance of ", "gracefully after "] {
            guard let range = firstRange(of: lead, in: text) else { continue }
            let digits = text[range.upperBound...].prefix { $0.isNumber || $0 == "." }
            if let seconds = Double(digits), seconds > 0, seconds < 1_000_000 {
                return Int64((seconds * 1_000_000_000).rounded())
            }
        }
        return nil
    }

    private static func firstRange(of needle: String, in text: String) -> Range<String.Index>? {
        text.firstRange(of: needle)
    }
}
