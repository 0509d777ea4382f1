// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads the contexts of Sentry: app, device and system; what is known already stays.
enum SentryContexts {
    static func read(_ contexts: ReportNode, into report: inout IncidentReport, _ readout: inout IncidentReadout) {
        if let app = contexts["app"] { readApp(app, into: &report, &readout) }
        if let device = contexts["device"] {
            report.device.model = report.device.model ?? device["model"]?.text
            report.process.architecture = report.process.architecture ?? device["arch"]?.text
            if let isSimulated = device["simulator"]?.bool { report.process.isSimulated = isSimulated }
        }
        if let system = contexts["os"] {
            if report.device.system == nil, let name = system["name"]?.text {
                report.device.system = [name, system["version"]?.text].compactMap(\.self).joined(separator: " ")
            }
            report.device.systemBuild = report.device.systemBuild ?? system["build"]?.text
        }
    }

    private static func readApp(_ app: ReportNode, into report: inout IncidentReport, _ readout: inout IncidentReadout)
    {
        report.process.bundle = report.process.bundle ?? app["app_identifier"]?.text
        report.process.name = report.process.name ?? app["app_name"]?.text
        report.process.version = report.process.version ?? app["app_version"]?.text
        report.process.build = report.process.build ?? app["app_build"]?.text
        report.process.uuid = report.process.uuid ?? app["app_id"]?.text
        report.device.nameInstallation(app["device_app_hash"]?.text)
        report.launched = report.launched ?? app["app_start_time"]?.time(into: &readout)
        var state = report.appState ?? IncidentAppState()
        state.isInForeground = state.isInForeground ?? app["in_foreground"]?.bool
        state.isActive = state.isActive ?? app["is_active"]?.bool
        state.memoryFootprint = state.memoryFootprint ?? app["app_memory"]?.unsigned
        if state != IncidentAppState() { report.appState = state }
    }

    /// `com.example.app@1.2+345`; whoever names releases otherwise may count them otherwise, too.
    static func readRelease(_ release: String, into report: inout IncidentReport) {
        guard let at = release.firstIndex(of: "@"), let name = IncidentValues.text(String(release[..<at])) else {
            return
        }
        if let bundle = report.process.bundle {
            guard bundle == name else { return }
        } else {
            guard name.utf8.contains(0x2E) else { return }
            report.process.bundle = name
        }
        let rest = release[release.index(after: at)...]
        let plus = rest.lastIndex(of: "+")
        report.process.version = report.process.version ?? IncidentValues.text(String(rest[..<(plus ?? rest.endIndex)]))
        if let plus {
            report.process.build =
                report.process.build ?? IncidentValues.text(String(rest[rest.index(after: plus)...]))
        }
    }
}
