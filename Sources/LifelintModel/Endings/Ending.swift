// SPDX-License-Identifier: MIT

/// Why a run ended: one cause from a closed list, what it rests on, and what else it could have been.
public struct Ending: Sendable, Equatable {
    /// A cause that the evidence excludes, and why.
    public struct RuledOut: Sendable, Hashable {
        /// The cause.
        public var cause: EndingCause
        /// What excludes it, in words.
        public var because: String

        /// An exclusion.
        public init(cause: EndingCause, because: String) {
            self.cause = cause
            self.because = because
        }
    }

    /// A cause that remains possible.
    public struct Candidate: Sendable, Hashable {
        /// The cause.
        public var cause: EndingCause
        /// `likely` or `possible`.
        public var likelihood: Confidence

        /// A candidate.
        public init(cause: EndingCause, likelihood: Confidence) {
            self.cause = cause
            self.likelihood = likelihood
        }
    }

    /// The cause.
    public var cause: EndingCause
    /// How sure it is.
    public var confidence: Confidence
    /// More about it.
    public var detail: EndingDetails = [:]
    /// The lines it rests on.
    public var because: [EvidenceLine] = []
    /// What they exclude.
    public var ruledOut: [RuledOut] = []
    /// What remains, most likely first.
    public var candidates: [Candidate] = []

    /// Whether something else is more likely than the cause: what was told is no proof that it came to pass.
    public var isOutweighed: Bool { candidates.first.map { $0.likelihood > confidence } ?? false }

    /// An ending.
    public init(cause: EndingCause, confidence: Confidence) {
        self.cause = cause
        self.confidence = confidence
    }
}

/// What a report may tell about an ending beside its cause: the closed list.
public enum EndingDetail: String, CaseIterable, Sendable {
    case kind, event, direction, trigger, path, task, owner, limit, allowance, allowanceOf, code, namespace, signal,
        exitStatus
    case signature, exception, reason, explanation, victimOf, cpuShare, load, thermal, domain, sceneMandate, duringHang
}

/// Everything that can end a run; the names are contracts.
public enum EndingCause: String, CaseIterable, Sendable {
    case watchdogLaunch = "watchdog.launch"
    case watchdogSceneCreate = "watchdog.sceneCreate"
    case watchdogSceneUpdate = "watchdog.sceneUpdate"
    case watchdogOther = "watchdog.other"
    case watchdogExit = "watchdog.exit"
    case backgroundTask
    case urlSession
    case fetch
    case fileLock
    case memoryLimit
    case systemPressure
    case reclaimed
    case cpuLimit
    case wakeupsLimit
    case diskWritesLimit
    case thermal
    case crashException = "crash.exception"
    case crashAssertion = "crash.assertion"
    case crashSignal = "crash.signal"
    case voip
    case codeSigning
    case dyld
    case exec
    case `guard`
    case tcc
    case sandbox
    case libxpc
    case objc
    case portSpace
    case secureDraw
    case systemOther
    case systemRequest
    case settingsChange
    case watchBudget
    case userQuit
    case cleanExit
    case exitCode
    case reboot
    case osUpdate
    case appUpdate
    case uninstalled
    case springboardRestart
    case debuggerStop
    case harnessStop
    case extensionEnd
    case prewarmDiscarded
    case launchFailed
    case unknown
    case stillRunning
}
