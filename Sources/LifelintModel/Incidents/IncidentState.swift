// SPDX-License-Identifier: MIT

/// The state of an app that a report tells, as far as it does.
public enum IncidentState: String, Sendable {
    case launching, active, inactive, background, suspended

    /// What a report says of the state that its process ended in.
    ///
    /// The state that the watchdog saw is closer than the role, which only says what the process was there for.
    public init?(_ report: borrowing IncidentReport) {
        if let watchdog = report.termination?.watchdog {
            // The second is what systems up to iOS 10 call the first.
            if let event = watchdog.event, ["process-launch", "launch", "scene-create"].contains(event) {
                self = .launching
                return
            }
            if watchdog.processState == "Suspended" {
                self = .suspended
                return
            }
            switch watchdog.processVisibility {
            case "Foreground":
                self = .active
                return
            case "Background":
                self = .background
                return
            default: break
            }
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
        switch report.process.role {
        case "Foreground": self = .active
        case "Background": self = .background
        // Nothing is shown while an app is launched, whatever that is for.
        case "Non UI" where !report.isYoung: self = .background
        default: return nil
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

    /// What a jetsam report says of a process.
    public init?(_ process: JetsamSnapshot.Process) {
        self.init(jetsamStates: Set(process.states))
    }

    /// What the words of a jetsam report say of the process that they stand beside.
    public init?(jetsamStates states: Set<String>) {
        if states.contains("frontmost") || states.contains("foreground") {
            self = .active
        } else if states.contains("suspended") || states.contains("frozen") {
            self = .suspended
        } else if states.contains("background") || states.contains("continuous") || states.contains("audio") {
            self = .background
        } else {
            // What is idle has a low priority, in the background or suspended: for that there is a word of its own.
            return nil
        }
    }
}

extension IncidentAppState {
    /// Whether it says of an active app that it was not in front: of these one is old, and nobody knows which.
    fileprivate var contradictsItself: Bool { isActive == true && isInForeground == false }
}

extension IncidentReport {
    /// Whether the process was launched so shortly before that it may not have shown anything: twenty seconds are
    /// allowed to a launch that the user waits for, and it has the role of one that shows nothing until then.
    public var isYoung: Bool {
        guard let launched, let end = captured ?? written else { return false }
        let age = end.time.nanoseconds.subtractingReportingOverflow(launched.time.nanoseconds)
        return !age.overflow && (0...IncidentReport.youth).contains(age.partialValue)
    }

    private static let youth: Int64 = 30_000_000_000
}
