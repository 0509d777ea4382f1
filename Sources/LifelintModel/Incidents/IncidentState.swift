// SPDX-License-Identifier: MIT

/// The state of an app that a report tells, as far as it does.
public enum IncidentState: String, Sendable {
    case launching, active, inactive, background, suspended

    /// What a report says of the state that its process ended in.
    ///
    /// The state that the watchdog saw is closer than the role, which only says what the process was there for.
    public init?(_ report: IncidentReport) {
        if let watchdog = report.termination?.watchdog {
            if watchdog.event == "process-launch" || watchdog.event == "scene-create" {
                self = .launching
                return
            }
            if watchdog.processState == "Suspended" {
                self = .suspended
                return
            }
            switch watchdog.processVisibility {
            case "Foreground": self = .active
            case "Background": self = .background
            default: return nil
            }
            return
        }
        if let state = report.appState {
            if state.isLaunching == true {
                self = .launching
            } else if state.isActive == true {
                self = .active
            } else if let isInForeground = state.isInForeground {
                self = isInForeground ? .inactive : .background
            } else {
                return nil
            }
            return
        }
        switch report.process.role {
        case "Foreground": self = .active
        case "Background", "Non UI": self = .background
        default: return nil
        }
    }

    /// What a jetsam report says of a process.
    public init?(_ process: JetsamSnapshot.Process) {
        let states = Set(process.states)
        if states.contains("frontmost") || states.contains("foreground") {
            self = .active
        } else if states.contains("suspended") || states.contains("frozen") {
            self = .suspended
        } else if states.contains("background") || states.contains("continuous") || states.contains("audio") {
            self = .background
        } else if states.contains("idle") {
            self = .suspended
        } else {
            return nil
        }
    }
}
