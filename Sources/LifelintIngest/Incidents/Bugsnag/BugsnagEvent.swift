// SPDX-License-Identifier: MIT

import LifelintModel

/// Makes a report of an event of Bugsnag, or of its state between launches.
struct BugsnagEvent {
    /// What it calls the reason of an event about a main thread that does not answer.
    private static let hang = "appHang"
    /// What those do that end the process.
    private static let crashes = ["unhandledException", signalled]
    /// What it calls the reason of an event about a signal.
    private static let signalled = "signal"
    /// What an app that goes on is told of as unhandled.
    private static let rejection = "unhandledPromiseRejection"
    /// Of exceptions that the native notifier saw.
    private static let nativeTypes = ["cocoa", "nsexception", "c"]
    /// The name of what was thrown, as the SDK spells it and as the service does, which spells all names so.
    private static let errorClass: [StaticString] = ["errorClass", "error_class"]
    /// No launch takes longer, in nanoseconds.
    private static let longestLaunch: Int64 = .minutes(1)
    private let format: String

    init(_ format: String) { self.format = format }

    func report(_ event: ReportNode, into readout: inout IncidentReadout) -> IncidentReport {
        var report = IncidentReport(kind: .session, format: format, place: event.place)
        report.isPartial = event.tree.isPartial
        if let app = event["app"] { readApp(app, into: &report) }
        if let device = event["device"] { readDevice(device, into: &report, &readout) }
        if let extra = event.first(of: ["metaData", "metadata", "meta_data"]) { readExtra(extra, into: &report) }
        // It is counted up to the time that the device tells.
        if report.captured == nil { report.age = nil }
        let session = event["session"]
        report.incident = (event["id"] ?? session?["id"])?.text
        let records = AppRecords(format, app: report.process.bundle, event.tree.settings)
        if let crumbs = event["breadcrumbs"] { report.events = BugsnagBreadcrumbs.events(crumbs, records) }
        if event["metaData"] != nil {
            report.events += records.events(of: event, otherwise: BugsnagBreadcrumbs.event(event))
        }
        readException(event, into: &report)
        BugsnagStacks.read(event, into: &report)
        // What is concluded later has the time of the conclusion; a hang has its own.
        if report.guess != nil, !report.isHungAtEnd { report.captured = nil }
        if report.written == nil { report.written = event["received_at"]?.time(into: &readout) }
        return report
    }

    private func readApp(_ app: ReportNode, into report: inout IncidentReport) {
        report.process.bundle = app["id"]?.text
        report.process.name = app["name"]?.text
        report.process.version = app["version"]?.text
        report.process.build = app.first(of: ["bundleVersion", "bundle_version"])?.text
        report.process.uuid = (app.first(of: ["dsymUUIDs", "dsym_uuids"])?.elements.first ?? app["machoUUID"])?.text
        report.process.architecture = app.first(of: ["binaryArch", "binary_arch"])?.text
        report.process.isDebugged = app["debuggerIsActive"]?.bool
        var state = IncidentAppState()
        state.isInForeground = app.first(of: ["inForeground", "in_foreground"])?.bool
        state.isActive = app["isActive"]?.bool
        state.activeTime = app.first(of: ["durationInForeground", "duration_in_foreground"])?.milliseconds
        let whole = app["duration"]?.milliseconds
        report.age = whole
        if let whole, let active = state.activeTime, whole >= active { state.backgroundTime = whole - active }
        // By itself it is a timer, which some apps never stop.
        if state.activeTime ?? 0 == 0, whole ?? 0 < BugsnagEvent.longestLaunch {
            state.isLaunching = app.first(of: ["isLaunching", "is_launching"])?.bool
            if state.isLaunching == true { state.isLaunchTimed = true }
        }
        if state != IncidentAppState() { report.appState = state }
    }

    private func readDevice(_ device: ReportNode, into report: inout IncidentReport, _ readout: inout IncidentReadout) {
        report.device.nameInstallation(device["id"]?.text)
        report.device.model = device["model"]?.text
        if let name = device.first(of: ["osName", "os_name"])?.text {
            let version = device.first(of: ["osVersion", "os_version"])?.text
            report.device.system = [name, version].compactMap(\.self).joined(separator: " ")
        }
        let versions = device.first(of: ["runtimeVersions", "runtime_versions"])
        report.device.systemBuild = (versions?.first(of: ["osBuild", "os_build"]) ?? device["osBuild"])?.text
        report.process.isSimulated = device["simulator"]?.bool
        if device["modelNumber"]?.text == "simulator" { report.process.isSimulated = true }
        report.captured = device["time"]?.time(into: &readout)
        report.written = report.captured
    }

    private func readExtra(_ extra: ReportNode, into report: inout IncidentReport) {
        report.process.name = report.process.name ?? extra["app"]?["name"]?.text
        report.process.isSimulated = report.process.isSimulated ?? extra["device"]?["simulator"]?.bool
        if let used = extra["app"]?["memoryUsage"]?.unsigned {
            var state = report.appState ?? IncidentAppState()
            state.memoryFootprint = used
            state.memoryLimit = extra["app"]?["memoryLimit"]?.unsigned
            report.appState = state
        }
        if let words = extra["error"]?["crashInfo"]?.placed { report.applicationInformation.append(words) }
    }

    private func readException(_ event: ReportNode, into report: inout IncidentReport) {
        guard let thrown = event["exceptions"]?.elements.first else { return }
        let reason = severityReason(of: event)?["type"]
        let type = thrown.first(of: BugsnagEvent.errorClass)?.text ?? ""
        let phrases = event.tree.settings.phrases
        let isHang = reason?.text == BugsnagEvent.hang || reason == nil && phrases.isOne(type, of: .bugsnagHang)
        switch reason?.text {
        case "outOfMemory", "thermalKill":
            report.guess = reason?.placed
            return
        case _ where isHang:
            report.duration = thrown["message"]?.text.flatMap(SentryEvent.leastTime)
            // Unhandled is a hang that the app did not come out of, as it finds at the next launch.
            if event["unhandled"]?.bool == true {
                report.guess = (reason ?? thrown.first(of: BugsnagEvent.errorClass))?.placed
                report.isHungAtEnd = true
                return
            }
            report.kind = .hang
        default:
            report.kind = endsProcess(event, reason, thrown) ? .crash : .fault
        }
        if phrases.isOne(type, of: .bugsnagGuess) {
            report.kind = .session
            report.guess = thrown.first(of: BugsnagEvent.errorClass)?.placed
            return
        }
        var exception = IncidentException(at: thrown.place)
        if type.hasPrefix("EXC_") {
            exception.type = type
            exception.message = thrown["message"]?.text
            exception.signal = signal(of: event)
            exception.signalNumber = SystemNumbers.signalNumber(exception.signal)
        } else if report.kind == .crash, phrases.isOne(type, of: .bugsnagGivenUp) {
            exception.message = [type, thrown["message"]?.text].compactMap(\.self).joined(separator: ": ")
            exception.signal = signal(of: event)
            exception.signalNumber = SystemNumbers.signalNumber(exception.signal)
        } else if reason?.text == BugsnagEvent.signalled || SystemNumbers.signalNumber(type) != nil {
            exception.signal = type
            exception.signalNumber = SystemNumbers.signalNumber(type)
            exception.message = thrown["message"]?.text
        } else {
            exception.name = IncidentValues.text(type)
            // It does not say of which language what was thrown is.
            if report.kind == .crash { exception.name = exception.name.map(CxxTypeName.plain) }
            exception.reason = thrown["message"]?.text
        }
        report.exception = exception
    }

    /// Why there is an event.
    private func severityReason(of event: ReportNode) -> ReportNode? {
        event.first(of: ["severityReason", "severity_reason"])
    }

    /// The signal that it was told of beside the exception.
    private func signal(of event: ReportNode) -> String? {
        severityReason(of: event)?["attributes"]?.first(of: ["signalType", "signal_type"])?.text
    }

    /// Whether it is a crash; what nothing caught in JavaScript or Dart is told as unhandled, too.
    private func endsProcess(_ event: ReportNode, _ reason: ReportNode?, _ thrown: ReportNode) -> Bool {
        if let type = thrown["type"]?.text, !BugsnagEvent.nativeTypes.contains(type) { return false }
        if reason?.text == BugsnagEvent.rejection { return false }
        guard let isUnhandled = event["unhandled"]?.bool else {
            let isCause = reason == nil || reason?.text.map { BugsnagEvent.crashes.contains($0) } == true
            return isCause && event["severity"]?.text == "error"
        }
        // An app may call it what it likes.
        return severityReason(of: event)?.first(of: ["unhandledOverridden", "unhandled_overridden"])?.bool == true
            ? !isUnhandled : isUnhandled
    }
}
