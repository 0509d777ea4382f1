// SPDX-License-Identifier: MIT

import LifelintModel

/// Makes a report of an event of Sentry.
struct SentryEvent {
    /// Of events that the native SDK writes, which sees the process end.
    private static let nativePlatforms = ["cocoa", "native", "objc", "swift", "c"]
    /// The mechanism of what C++ throws.
    private static let cxx = "cpp_exception"
    /// Within this of its launch an SDK has looked at what became of the run before.
    private static let soon: Int64 = .minutes(1)
    private let format: String

    init(_ format: String) { self.format = format }

    func report(_ event: ReportNode, into readout: inout IncidentReadout) -> IncidentReport {
        var report = IncidentReport(kind: .session, format: format, place: event.place)
        report.isPartial = event.tree.isPartial
        report.incident = event.first(of: ["event_id", "eventID"])?.text
        if let contexts = event["contexts"] { SentryContexts.read(contexts, into: &report, &readout) }
        if let release = (event["release"]?["version"] ?? event["release"])?.text {
            SentryContexts.readRelease(release, into: &report)
        }
        report.process.build = report.process.build ?? event["dist"]?.text
        if let crumbs = SentryEntries.part("breadcrumbs", of: event) {
            let records = AppRecords(format, app: report.process.bundle, event.tree.settings)
            report.events = SentryBreadcrumbs.events(crumbs, records)
        }
        let time = event.first(of: ["timestamp", "dateCreated"])?.utcTime(into: &readout)
        report.written = time
        readException(event, into: &report)
        SentryStacks.read(event, into: &report)
        // What the system's metrics tell has the time of their payload, and beside it stands what is known of the
        // process that sends it.
        if isOfMetrics(event) {
            report.launched = nil
            report.appState = nil
            return report
        }
        if report.guess != nil, isLaunchOfNext(report) { report.launched = nil }
        // What is concluded later has the time of the conclusion; a hang has its own.
        if report.guess == nil || report.isHungAtEnd { report.captured = time }
        return report
    }

    /// Whether it was made of a payload of the system's metrics.
    private func isOfMetrics(_ event: ReportNode) -> Bool {
        let mechanism = thrown(event)?["mechanism"]?["type"]?.text ?? ""
        return mechanism.hasPrefix("MX") || mechanism.hasPrefix("mx_")
    }

    /// The last of a chain is what was not handled; those before are its causes.
    private func thrown(_ event: ReportNode) -> ReportNode? {
        SentryEntries.values("exception", of: event).last
    }

    /// Whether the launch told is that of the process which concludes, and not of the one which is gone: older SDKs
    /// tell theirs, newer ones that of the run before.
    private func isLaunchOfNext(_ report: IncidentReport) -> Bool {
        guard let launched = report.launched?.time else { return false }
        if let last = report.events.last?.time.time { return launched > last }
        guard let written = report.written?.time else { return false }
        return launched.nanoseconds.addingClamped(SentryEvent.soon) > written.nanoseconds
    }

    private func readException(_ event: ReportNode, into report: inout IncidentReport) {
        guard let thrown = thrown(event) else { return }
        let mechanism = thrown["mechanism"]
        let kind = mechanism?["type"]?.text ?? ""
        let type = thrown["type"]?.text ?? ""
        let phrases = event.tree.settings.phrases
        let isFatalHang = phrases.begins(type, with: .sentryFatalHang)
        if isFatalHang || phrases.isOne(kind, of: .sentryGuess) || phrases.isOne(type, of: .sentryGuess) {
            report.guess = (thrown["type"] ?? mechanism?["type"])?.placed
            if isFatalHang {
                report.isHungAtEnd = true
                report.duration = thrown["value"]?.text.flatMap(SentryEvent.leastTime)
            }
            return
        }
        report.kind = reportKind(kind, type, mechanism, event)
        if report.kind == .resource {
            var use = ResourceUse(kind.lowercased().contains("cpu") ? .cpu : .diskWrites, at: thrown.place)
            use.sentence = thrown["value"]?.text
            report.resource = use
        }
        if report.kind == .hang { report.duration = thrown["value"]?.text.flatMap(SentryEvent.leastTime) }
        var exception = IncidentException(at: thrown.place)
        readKernel(mechanism, into: &exception)
        if phrases.isOne(kind, of: .sentryCrash) || phrases.isOne(type, of: .sentryCrash) {
            SentryEvent.readMetrics(thrown["value"]?.text ?? "", into: &exception)
        } else if type.hasPrefix("EXC_") {
            exception.type = type
            exception.message = thrown["value"]?.text
        } else if SystemNumbers.signalNumber(type) != nil {
            exception.signal = exception.signal ?? type
            exception.signalNumber = exception.signalNumber ?? SystemNumbers.signalNumber(type)
            exception.message = thrown["value"]?.text
        } else {
            exception.name = IncidentValues.text(type)
            if kind == SentryEvent.cxx { exception.name = exception.name.map(CxxTypeName.plain) }
            exception.reason = thrown["value"]?.text
        }
        report.exception = exception
    }

    /// How long a hang took at least, in nanoseconds: "for at least 2000 ms", "between 2.0 and 2.2 seconds",
    /// "hangDuration:3 sec".
    static func leastTime(_ text: String) -> Int64? {
        let words = text.split { $0 == " " || $0 == ":" }
        guard let first = words.firstIndex(where: { Double($0) != nil }), let number = Double(words[first]),
            let unit = words[first...].first(where: { Double($0) == nil && $0 != "and" })
        else { return nil }
        let factor: Double
        switch unit {
        case "ms", "ms.", "milliseconds", "milliseconds.": factor = 1e6
        case "s", "s.", "sec", "sec.", "seconds", "seconds.": factor = 1e9
        default: return nil
        }
        return number >= 0 && number * factor < 1e18 ? Int64((number * factor).rounded()) : nil
    }

    private func reportKind(
        _ mechanism: String, _ type: String, _ node: ReportNode?, _ event: ReportNode
    ) -> IncidentReport.Kind {
        let phrases = event.tree.settings.phrases
        if phrases.isOne(mechanism, of: .sentryHang) || phrases.begins(type, with: .sentryHangType) { return .hang }
        if phrases.isOne(mechanism, of: .sentryLimit) { return .resource }
        if phrases.isOne(mechanism, of: .sentryCrash) || phrases.isOne(type, of: .sentryCrash) { return .crash }
        // What nothing caught in Dart, JavaScript or C# is told as unhandled, too: the process goes on.
        if let platform = event["platform"]?.text, !SentryEvent.nativePlatforms.contains(platform) { return .fault }
        if let isHandled = node?["handled"]?.bool { return isHandled ? .fault : .crash }
        // An app gives its messages whatever level it likes.
        let isNative = type.hasPrefix("EXC_") || SystemNumbers.signalNumber(type) != nil
        return isNative || SentryEvent.hasCrashedThread(event) ? .crash : .fault
    }

    private static func hasCrashedThread(_ event: ReportNode) -> Bool {
        SentryEntries.values("threads", of: event).contains { $0["crashed"]?.bool == true }
    }

    /// `MachException Type:6 Code:1 Signal:5`: numbers or names, each of which may be missing.
    private static func readMetrics(_ text: String, into exception: inout IncidentException) {
        exception.message = IncidentValues.text(text)
        for word in text.split(separator: " ") {
            guard let colon = word.firstIndex(of: ":") else { continue }
            let value = String(word[word.index(after: colon)...])
            switch word[..<colon] {
            case "Type":
                let name = value.hasPrefix("EXC_") ? value : SystemNumbers.exception(Int(value))
                exception.type = exception.type ?? name
            case "Code":
                let code = IncidentValues.unsigned(value) ?? Int64(value).map { UInt64(bitPattern: $0) }
                if let code, exception.codes.isEmpty { exception.codes = [code] }
            case "Signal":
                let number = Int(value) ?? SystemNumbers.signalNumber(value)
                exception.signalNumber = exception.signalNumber ?? number
                exception.signal = exception.signal ?? SystemNumbers.signal(number)
            default: break
            }
        }
    }

    private func readKernel(_ mechanism: ReportNode?, into exception: inout IncidentException) {
        guard let mechanism else { return }
        // The first versions had no `meta` around them.
        let meta = mechanism["meta"] ?? mechanism
        if let mach = meta["mach_exception"], mach["exception"]?.int != 0 {
            let name = (mach["name"] ?? mach["exception_name"])?.text
            exception.type = name ?? SystemNumbers.exception(mach["exception"]?.int)
            exception.codes = [mach["code"], mach["subcode"]].compactMap { $0?.bits }
            exception.subtype = mach["code_name"]?.text
        }
        if let signal = meta["signal"] ?? meta["posix_signal"] {
            exception.signalNumber = (signal["number"] ?? signal["signal"])?.int
            exception.signal = signal["name"]?.text ?? SystemNumbers.signal(exception.signalNumber)
        }
        exception.tellPlace((mechanism["data"] ?? mechanism)["relevant_address"]?.bits)
    }
}
