// SPDX-License-Identifier: MIT

/// The state of an app that a report tells, as far as it does.
public enum IncidentState: String, Sendable {
    case launching, active, inactive, background, suspended

    /// What a report says of the state that its process ended in.
    ///
    /// The state that the watchdog saw is closer than the role, which only says what the process was there for.
    public init?(_ report: borrowing IncidentReport, _ words: ProcessStateWords) {
        if let watchdog = report.termination?.watchdog, let seen = IncidentState(watchdog, words) {
            self = seen
            return
        }
        // The callbacks of a launch are called once: whoever is in one is launching, whatever its role.
        if report.callback == .launch {
            self = .launching
            return
        }
        if let state = report.appState {
            if state.isLaunching == true {
                self = .launching
                return
            }
            if let told = IncidentState(state) {
                self = told
                return
            }
            // In front is active, as long as nothing closer says otherwise.
            if let isInForeground = state.isInForeground, !state.contradictsItself {
                self = isInForeground ? .active : .background
                return
            }
        }
        // A role says no more than that it was in front, which counts as active where nothing closer is told.
        guard let isInFront = report.isInFrontByRole(words) else { return nil }
        self = isInFront ? .active : .background
    }

    /// What a watchdog saw of the process that it ended.
    private init?(_ watchdog: IncidentWatchdog, _ words: ProcessStateWords) {
        if words.tells(.watchdogLaunch, watchdog.event) {
            self = .launching
        } else if words.tells(.watchdogSuspended, watchdog.processState) {
            self = .suspended
        } else if words.tells(.watchdogFront, watchdog.processVisibility) {
            self = .active
        } else if words.tells(.watchdogBehind, watchdog.processVisibility) {
            self = .background
        } else {
            return nil
        }
    }

    /// What an SDK says in so many words of the state that it saw; nil where it says only whether the app was in front.
    public init?(_ state: IncidentAppState) {
        if state.contradictsItself { return nil }
        switch (state.isActive, state.isInForeground) {
        case (true?, _): self = .active
        case (false?, true?): self = .inactive
        case (_, false?): self = .background
        default: return nil
        }
    }

    /// What the words of a jetsam report say of the process that they stand beside.
    ///
    /// What is idle has a low priority, in the background or suspended: for that there is a word of its own.
    public init?(jetsamStates states: [String], _ words: ProcessStateWords) {
        if words.tells(.jetsamFront, anyOf: states) {
            self = .active
        } else if words.tells(.jetsamSuspended, anyOf: states) {
            self = .suspended
        } else if words.tells(.jetsamBehind, anyOf: states) {
            self = .background
        } else {
            return nil
        }
    }
}

extension IncidentAppState {
    /// Whether it says of an active app that it was not in front: of these one is old, and nobody knows which.
    fileprivate var contradictsItself: Bool { isActive == true && isInForeground == false }
}

extension IncidentReport {
    /// Whether the role of the process says that it was in front; nil where it does not tell.
    ///
    /// Nothing is shown while an app is launched, whatever that is for; one that is there for no interface later was
    /// prewarmed, or launched in the background.
    package func isInFrontByRole(_ words: ProcessStateWords) -> Bool? {
        if words.tells(.roleFront, process.role) { return true }
        if words.tells(.roleBehind, process.role) { return false }
        return words.tells(.roleUnseen, process.role) && !isYoung ? false : nil
    }

    /// Whether the process was launched so shortly before that it may not have shown anything: twenty seconds are
    /// allowed to a launch that the user waits for, and it has the role of one that shows nothing until then.
    public var isYoung: Bool {
        guard let launched, let end = captured ?? written else { return false }
        let age = end.time.nanoseconds.subtractingReportingOverflow(launched.time.nanoseconds)
        return !age.overflow && (0...IncidentReport.youth).contains(age.partialValue)
    }

    private static let youth: Int64 = .seconds(30)
}
