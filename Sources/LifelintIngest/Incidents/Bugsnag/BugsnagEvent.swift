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
    /// What it calls the classes of what Swift gives up with, which is no exception: the message is in the crash's words.
    private static let givenUp = ["Fatal error", "Assertion failed", "Precondition failed"]
    /// What an app that goes on is told of as unhandled.
    private static let rejection = "unhandledPromiseRejection"
    /// Of exceptions that the native notifier saw.
    private static let nativeTypes = ["cocoa", "nsexception", "c"]
    /// No launch takes longer, in nanoseconds.
    private static let longestLaunch: Int64 = 60_000_000_000
    private let format: String

    init(_ format: String) { self.format = format }

    func report(_ event: ReportNode, into readout: inout IncidentReadout) -> IncidentReport {
        var report = IncidentReport(kind: .session, format: format, place: event.place)
        report.isPartial = event.tree.isPartial
        if let app = event["app"] { readApp(app, into: &report) }
        if let device = event["device"] { readDevice(device, into: &report, &readout) }
        if let extra = event["metaData"] ?? event["metadata"] { readExtra(extra, into: &report) }
        let session = event["session"]
        report.incident = (event["id"] ?? session?["id"])?.text
        if let crumbs = event["breadcrumbs"] { report.events = BugsnagBreadcrumbs.events(crumbs) }
        if event["metaData"] != nil, let crumb = BugsnagBreadcrumbs.event(event) { report.events.append(crumb) }
        readException(event, into: &report)
        BugsnagStacks.read(event, into: &report)
        // What is concluded later has the time of the conclusion; a hang has its own.
        if let guess = report.guess, guess.text != BugsnagEvent.hang { report.captured = nil }
        return report
    }

    private func readApp(_ app: ReportNode, into report: inout IncidentReport) {
        report.process.bundle = app["id"]?.text
        report.process.name = app["name"]?.text
        report.process.version = app["version"]?.text
        report.process.build = app["bundleVersion"]?.text
        report.process.uuid = (app["dsymUUIDs"]?.elements.first ?? app["machoUUID"])?.text
        report.process.architecture = app["binaryArch"]?.text
        report.process.isDebugged = app["debuggerIsActive"]?.bool
        var state = IncidentAppState()
        state.isInForeground = app["inForeground"]?.bool
        state.isActive = app["isActive"]?.bool
        state.activeTime = app["durationInForeground"]?.milliseconds
        let whole = app["duration"]?.milliseconds
        if let whole, let active = state.activeTime, whole >= active { state.backgroundTime = whole - active }
        // By itself it is a timer, which some apps never stop.
        if state.activeTime ?? 0 == 0, whole ?? 0 < BugsnagEvent.longestLaunch {
            state.isLaunching = app["isLaunching"]?.bool
            if state.isLaunching == true { state.isLaunchTimed = true }
        }
        if state != IncidentAppState() { report.appState = state }
    }

    private func readDevice(_ device: ReportNode, into report: inout IncidentReport, _ readout: inout IncidentReadout) {
        report.device.nameInstallation(device["id"]?.text)
        report.device.model = device["model"]?.text
        if let name = device["osName"]?.text {
            report.device.system = [name, device["osVersion"]?.text].compactMap(\.self).joined(separator: " ")
        }
        report.device.systemBuild = (device["runtimeVersions"]?["osBuild"] ?? device["osBuild"])?.text
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
        let reason = event["severityReason"]?["type"]
        let type = thrown["errorClass"]?.text ?? ""
        switch reason?.text {
        case "outOfMemory", "thermalKill":
            report.guess = reason?.placed
            return
        case BugsnagEvent.hang:
            // Unhandled is a hang that the app did not come out of, as it finds at the next launch.
            if event["unhandled"]?.bool == true {
                report.guess = reason?.placed
                return
            }
            report.kind = .hang
            report.duration = thrown["message"]?.text.flatMap(SentryEvent.leastTime)
        default:
            report.kind = endsProcess(event, reason, thrown) ? .crash : .fault
        }
        if type == "Out Of Memory" {
            report.kind = .session
            report.guess = thrown["errorClass"]?.placed
            return
        }
        var exception = IncidentException(at: thrown.place)
        if type.hasPrefix("EXC_") {
            exception.type = type
            exception.message = thrown["message"]?.text
            exception.signal = signal(of: event)
            exception.signalNumber = SystemNumbers.signalNumber(exception.signal)
        } else if report.kind == .crash, BugsnagEvent.givenUp.contains(type) {
            exception.message = [type, thrown["message"]?.text].compactMap(\.self).joined(separator: ": ")
            exception.signal = signal(of: event)
            exception.signalNumber = SystemNumbers.signalNumber(exception.signal)
        } else if reason?.text == BugsnagEvent.signalled || SystemNumbers.signalNumber(type) != nil {
            exception.signal = type
            exception.signalNumber = SystemNumbers.signalNumber(type)
            exception.message = thrown["message"]?.text
        } else {
            exception.name = IncidentValues.text(type)
            exception.reason = thrown["message"]?.text
        }
        report.exception = exception
    }

    /// The signal that it was told of beside the exception.
    private func signal(of event: ReportNode) -> String? {
        event["severityReason"]?["attributes"]?["signalType"]?.text
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
        return event["severityReason"]?["unhandledOverridden"]?.bool == true ? !isUnhandled : isUnhandled
    }
}
