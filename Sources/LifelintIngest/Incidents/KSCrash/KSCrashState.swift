// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads the state of the app that KSCrash keeps: in its reports, and in a file of its own between launches.
struct KSCrashState {
    private let format: String

    init(_ format: String) { self.format = format }

    /// The file: how the last launch ended, and counters since the last crash.
    func report(_ root: ReportNode) -> IncidentReport {
        var report = IncidentReport(kind: .session, format: format, place: root.place)
        report.isPartial = root.tree.isPartial
        if let crashed = root["crashedLastLaunch"], crashed.bool == true {
            report.guess = IncidentText("crashedLastLaunch", at: crashed.place)
        }
        var state = IncidentAppState()
        state.sessionsSinceLaunch = root["sessionsSinceLaunch"]?.int
        state.activeTime = root["activeDurationSinceLaunch"]?.seconds
        state.backgroundTime = root["backgroundDurationSinceLaunch"]?.seconds
        if state != IncidentAppState() { report.appState = state }
        return report
    }

    /// The state in the system's part of a report; nil if there is none.
    static func state(_ system: ReportNode) -> IncidentAppState? {
        var state = IncidentAppState()
        if let stats = system["application_stats"] {
            state.isInForeground = stats["application_in_foreground"]?.bool
            state.isActive = stats["application_active"]?.bool
            state.name = stats["app_transition_state"]?.text
            state.sessionsSinceLaunch = stats["sessions_since_launch"]?.int
            state.activeTime = stats["active_time_since_launch"]?.seconds
            state.backgroundTime = stats["background_time_since_launch"]?.seconds
            settle(&state)
        }
        if let memory = system["app_memory"] { readMemory(memory, into: &state) }
        if let name = state.name {
            // Who was active has been launched, whatever it still says.
            state.isLaunching =
                ["startup", "prewarm", "launching"].contains(name) && state.activeTime ?? 0 == 0
            if name == "prewarm" { state.isPrewarmed = true }
        }
        return state == IncidentAppState() ? nil : state
    }

    /// The state that lines of a report as text tell of, each the name of what it tells, in quotes or without, and its
    /// value.
    static func state(_ lines: [(name: String, value: String)]) -> IncidentAppState? {
        var state = IncidentAppState()
        for (name, value) in lines {
            let number = value.withView { DecimalNumber($0, 0, $0.count) }
            let nanoseconds = number.flatMap { $0.isNegative ? nil : $0.scaled(by: 1_000_000_000) }
            let isSo = number?.integer.map { $0 != 0 } ?? (value == "true" ? true : value == "false" ? false : nil)
            switch name {
            case "application_in_foreground": state.isInForeground = isSo
            case "application_active": state.isActive = isSo
            case "sessions_since_launch": state.sessionsSinceLaunch = number?.integer.flatMap { Int(exactly: $0) }
            case "active_time_since_launch": state.activeTime = nanoseconds
            case "background_time_since_launch": state.backgroundTime = nanoseconds
            default: break
            }
        }
        settle(&state)
        return state == IncidentAppState() ? nil : state
    }

    /// Takes back what the SDK begins with.
    private static func settle(_ state: inout IncidentAppState) {
        guard isUntouched(state) else { return }
        state.isInForeground = nil
        state.isActive = nil
    }

    /// Whether it is what the SDK begins with, which says that the app is in front: no callback has reached it yet, and
    /// a launch in the background looks the same.
    private static func isUntouched(_ state: IncidentAppState) -> Bool {
        state.isActive == false && state.isInForeground == true && (state.activeTime ?? 0) == 0
            && (state.backgroundTime ?? 0) == 0 && state.name == nil && (state.sessionsSinceLaunch ?? 1) <= 1
    }

    private static func readMemory(_ memory: ReportNode, into state: inout IncidentAppState) {
        state.memoryFootprint = memory["memory_footprint"]?.unsigned
        state.memoryLimit = memory["memory_limit"]?.unsigned
        state.name = state.name ?? memory["app_transition_state"]?.text
    }
}
