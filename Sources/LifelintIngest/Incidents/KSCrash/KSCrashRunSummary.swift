// SPDX-License-Identifier: MIT

import LifelintModel

/// Makes a report of the summary that KSCrash writes of each run at the next launch, however the run ended.
///
/// Its sessions are no events: between them nothing is told, and that silence would count as a suspended app's.
struct KSCrashRunSummary {
    /// What stands where nothing is supposed.
    private static let reasonless = ["none", "first_launch"]
    private let format: String

    init(_ format: String) { self.format = format }

    static func isSummary(_ keys: TreeKeys) -> Bool { keys.has("run_id", "started_at_ms", "ended_at_ms", "outcome") }

    static func isSummary(_ root: ReportNode) -> Bool { root["started_at_ms"] != nil && root["outcome"] != nil }

    func report(_ root: ReportNode, into readout: inout IncidentReadout) -> IncidentReport {
        var report = IncidentReport(kind: .session, format: format, place: root.place)
        report.isPartial = root.tree.isPartial
        report.incident = root["run_id"]?.text
        report.process.bundle = root["app"]?["bundle_id"]?.text
        report.process.version = root["app"]?["short_version"]?.text
        report.process.build = root["app"]?["version"]?.text
        report.process.isDebugged = root["is_being_debugged"]?.bool
        report.device.nameInstallation(root["device_id"]?.text)
        report.device.model = root["device"]?["model"]?.text
        report.process.architecture = root["device"]?["binary_architecture"]?.text
        if let name = root["os"]?["name"]?.text {
            report.device.system = [name, root["os"]?["version"]?.text].compactMap(\.self).joined(separator: " ")
        }
        report.device.systemBuild = root["os"]?["build"]?.text
        report.launched = root["started_at_ms"]?.time(into: &readout)
        report.captured = root["ended_at_ms"]?.time(into: &readout)
        let outcome = root["outcome"]
        let isClean = outcome?["clean_shutdown"]?.bool == true
        if isClean, let clean = outcome?["clean_shutdown"] {
            report.guess = IncidentText(KSCrashError.cleanExit, at: clean.place)
        } else if let reason = outcome?["termination_reason"], let word = reason.text,
            !KSCrashRunSummary.reasonless.contains(word)
        {
            report.guess = reason.placed
            report.isHungAtEnd = word == KSCrashError.hang
        }
        var state = IncidentAppState()
        state.activeTime = root["durations_ms"]?["active"]?.milliseconds
        state.backgroundTime = root["durations_ms"]?["background"]?.milliseconds
        // Until it has been active a process counts as seen that was launched in the background.
        let last = root["sessions"].flatMap { $0.isArray ? $0.elements.last?["perceptible"]?.bool : nil }
        if let isSeen = outcome?["user_perceptible"]?.bool, last ?? isSeen == isSeen,
            isSeen ? state.activeTime ?? 0 > 0 : !isClean
        {
            state.isInForeground = isSeen
        }
        if state != IncidentAppState() { report.appState = state }
        return report
    }
}
