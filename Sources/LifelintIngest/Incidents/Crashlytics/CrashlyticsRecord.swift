// SPDX-License-Identifier: MIT

import LifelintModel

/// Collects what the lines of a record file say of one session.
struct CrashlyticsRecord {
    private var report: IncidentReport
    private var errors: [IncidentReport] = []
    private var hasLines = false
    private var room = IngestLimits.framesPerIncident

    init(_ format: String, _ place: IncidentPlace) {
        report = IncidentReport(kind: .session, format: format, place: place)
    }

    /// Reads one line.
    mutating func read(_ line: ReportNode, into readout: inout IncidentReadout) {
        if line.tree.isPartial { report.isPartial = true }
        guard line.isObject else { return }
        hasLines = true
        if let identity = line["identity"] {
            report.incident = identity["session_id"]?.text
            report.launched = identity["started_at"]?.time(into: &readout)
            report.device.nameInstallation(identity["install_id"]?.text)
        } else if let load = line["load"] {
            readImage(load)
        } else if let application = line["application"] {
            report.process.bundle = application["bundle_id"]?.text
            report.process.version = application["display_version"]?.text
            report.process.build = application["build_version"]?.text
            if let point = application["extension_id"]?.text { readExtension(point, line.tree.settings.phrases) }
        } else if let executable = line["executable"] {
            report.process.architecture = executable["architecture"]?.text
            report.process.uuid = executable["uuid"]?.text
        } else if let host = line["host"] {
            readHost(host, line.tree.settings.phrases)
        } else if !readCrash(line, into: &readout) {
            readRest(line, into: &readout)
        }
    }

    /// The reports: one, or one for each error that the app recorded.
    func finish(into readout: inout IncidentReadout) {
        guard hasLines else { return }
        readout.reports.append(contentsOf: errors.isEmpty ? [report] : errors)
    }

    /// What the process extends, by the name that the system has for that: who is an app has none.
    private mutating func readExtension(_ point: String, _ phrases: PhraseTexts) {
        guard !point.isEmpty else { return }
        report.process.statedHost =
            phrases.isOne(point, of: .crashlyticsWatch)
            ? .watch : phrases.isOne(point, of: .crashlyticsWidget) ? .widget : .extension
    }

    private mutating func readHost(_ host: ReportNode, _ phrases: PhraseTexts) {
        let model = host["model"]?.text
        let isSimulated = model.map { phrases.begins($0, with: .crashlyticsSimulator) } ?? false
        report.process.isSimulated = isSimulated
        // On a device the machine is the name of its board: what has a number and a comma is what others call the
        // device.
        let machine = host["machine"]?.text
        let named = [machine, model].compactMap(\.self).first { $0.contains(",") }
        report.device.model = isSimulated ? machine : named ?? machine ?? model
        report.device.system = [host["platform"]?.text, host["os_display_version"]?.text].compactMap(\.self)
            .joined(separator: " ")
        report.device.systemBuild = host["os_build_version"]?.text
    }

    private mutating func readImage(_ load: ReportNode) {
        guard report.images.count < IngestLimits.imagesPerIncident else { return }
        var image = IncidentImage()
        image.path = load["path"]?.text
        image.name = ImageTable.name(ofPath: image.path)
        image.uuid = load["uuid"]?.text
        image.base = load["base"]?.bits
        image.size = load["size"]?.bits
        report.images.append(image)
    }

    /// The three kinds of crashes; false if the line is none of them.
    private mutating func readCrash(_ line: ReportNode, into readout: inout IncidentReadout) -> Bool {
        guard let crash = line.first(of: ["mach_exception", "signal", "exception"]) else { return false }
        if line["exception"] != nil, crash["type"]?.text == "custom" {
            // What a framework above, such as Flutter, Unity or React Native, handed over, and went on from.
            readError(crash, named: "name", calls: "frames", into: &readout)
            return true
        }
        var exception = IncidentException(at: crash.place)
        if line["mach_exception"] != nil {
            exception.type = crash["name"]?.text ?? SystemNumbers.exception(crash["exception"]?.int)
            exception.codes = (crash["codes"]?.elements ?? []).prefix(8).compactMap(\.bits)
            exception.subtype = crash["code_name"]?.text
        } else if line["signal"] != nil {
            exception.signalNumber = crash["number"]?.int
            exception.signal = crash["name"]?.text ?? SystemNumbers.signal(exception.signalNumber)
            exception.subtype = crash["code_name"]?.text
        } else {
            exception.name = crash["name"].flatMap(CrashlyticsRecord.spelled)
            exception.reason = crash["reason"].flatMap(CrashlyticsRecord.spelled)
            report.lastExceptionBacktrace = frames(crash["frames"]?.elements ?? [])
        }
        report.kind = .crash
        report.exception = exception
        report.captured = crash["time"]?.time(into: &readout)
        report.written = report.captured
        return true
    }

    private mutating func readRest(_ line: ReportNode, into readout: inout IncidentReadout) {
        if let threads = line["threads"] {
            for node in threads.elements.prefix(IngestLimits.threadsPerIncident) where node.isObject {
                var thread = IncidentThread(number: report.threads.count)
                thread.isTriggered = node["crashed"]?.bool == true
                thread.frames = frames(node["stacktrace"]?.elements ?? [])
                if thread.isTriggered, report.triggeredThread == nil { report.triggeredThread = report.threads.count }
                report.threads.append(thread)
            }
        } else if let names = line["thread_names"] {
            for (place, name) in zip(report.threads.indices, names.elements) {
                report.threads[place].name = CrashlyticsRecord.spelled(name)
            }
        } else if let queues = line["dispatch_queue_names"] {
            for (place, name) in zip(report.threads.indices, queues.elements) {
                report.threads[place].queue = CrashlyticsRecord.spelled(name)
            }
        } else if let error = line["error"] {
            readError(error, named: "domain", calls: "stacktrace", into: &readout)
        } else if let log = line["log"], report.events.count < IngestLimits.eventsPerIncident {
            guard let time = log["time"]?.time(into: &readout) else { return }
            let words = log["msg"].flatMap(CrashlyticsRecord.spelled) ?? ""
            report.events.append(
                IncidentEvent(
                    "crashlytics.log", at: time, attributes: [("message", .string(words))], place: log.place))
        } else if let pair = line["kv"],
            pair["key"].flatMap(CrashlyticsRecord.spelled) == "com.crashlytics.in-background"
        {
            var state = report.appState ?? IncidentAppState()
            state.isInForeground = pair["value"].flatMap(CrashlyticsRecord.spelled) == "0"
            report.appState = state
        }
    }

    /// What the app recorded and went on from.
    private mutating func readError(
        _ error: ReportNode, named name: StaticString, calls: StaticString, into readout: inout IncidentReadout
    ) {
        guard errors.count < IngestLimits.incidentsPerInput else { return }
        var fault = IncidentReport(kind: .fault, format: report.format, place: error.place)
        var exception = IncidentException(at: error.place)
        exception.name = error[name].flatMap(CrashlyticsRecord.spelled)
        exception.reason = error["reason"].flatMap(CrashlyticsRecord.spelled)
        exception.codes = [error["code"]].compactMap { $0?.bits }
        fault.exception = exception
        fault.captured = error["time"]?.time(into: &readout)
        fault.endsNothing = IncidentText("An error that the app recorded and went on from.", at: error.place)
        fault.lastExceptionBacktrace = frames(error[calls]?.elements ?? [])
        errors.append(fault)
    }

    /// Calls are addresses, or objects that hold one.
    private mutating func frames(_ nodes: [ReportNode]) -> [IncidentFrame] {
        let kept = nodes.prefix(room)
        room -= kept.count
        return kept.map { node in
            var frame = IncidentFrame()
            frame.address = node.isObject ? node["pc"]?.bits : node.bits
            if let line = node["line"]?.int, line > 0 { frame.line = line }
            return frame
        }
    }

    /// The text that hexadecimal digits spell; the text itself where it is no hexadecimal.
    private static func spelled(_ node: ReportNode) -> String? {
        guard let text = node.text else { return nil }
        let digits = Array(text.utf8)
        guard digits.count % 2 == 0 else { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        for place in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[place].hexDigit, let low = digits[place + 1].hexDigit else { return text }
            bytes.append(high << 4 | low)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
