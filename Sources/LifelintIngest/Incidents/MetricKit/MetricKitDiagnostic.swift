// SPDX-License-Identifier: MIT

import LifelintModel

/// Makes a report of one diagnostic of a payload.
struct MetricKitDiagnostic {
    /// What a diagnostic is about.
    enum Kind {
        case crash, hang, cpu, diskWrites, launch, callTree

        /// What a diagnostic that stands alone is about: told by what only one kind says.
        init(of metaData: ReportNode) {
            if metaData["hangDuration"] != nil {
                self = .hang
            } else if metaData["totalCPUTime"] != nil {
                self = .cpu
            } else if metaData["writesCaused"] != nil {
                self = .diskWrites
            } else if metaData["launchDuration"] != nil {
                self = .launch
            } else {
                self = metaData["signal"] != nil || metaData["exceptionType"] != nil ? .crash : .callTree
            }
        }

        fileprivate var reportKind: IncidentReport.Kind {
            switch self {
            case .crash: .crash
            case .hang: .hang
            case .cpu, .diskWrites: .resource
            case .launch: .launch
            case .callTree: .other
            }
        }
    }

    /// The lists of a payload.
    static let lists: [(key: StaticString, kind: Kind)] = [
        ("crashDiagnostics", .crash), ("hangDiagnostics", .hang), ("cpuExceptionDiagnostics", .cpu),
        ("diskWriteExceptionDiagnostics", .diskWrites), ("appLaunchDiagnostics", .launch),
    ]

    private let format: String
    private let kind: Kind
    private let period: IncidentPeriod?

    init(_ format: String, _ kind: Kind, _ period: IncidentPeriod?) {
        self.format = format
        self.kind = kind
        self.period = period
    }

    func report(_ diagnostic: ReportNode) -> IncidentReport {
        var report = IncidentReport(kind: kind.reportKind, format: format, place: diagnostic.place)
        report.isPartial = diagnostic.tree.isPartial
        report.period = period
        report.written = period.map(MetricKitDiagnostic.lastSecond)
        if let data = diagnostic.first(of: ["diagnosticMetaData", "metaData"]) {
            MetricKitDiagnostic.readMetaData(data, into: &report)
            readCondition(data, into: &report)
        }
        let tree = kind == .callTree ? diagnostic : diagnostic["callStackTree"]
        if let tree { MetricKitCallTree.read(tree, into: &report) }
        return report
    }

    /// The last second of what a payload is about: payloads cut their times to the minute, and what happened within is
    /// told as of its beginning; but a day ends where the next one begins.
    private static func lastSecond(of period: IncidentPeriod) -> IncidentTime {
        let end = period.to
        guard end.time.nanoseconds % (60 * InstantParser.second) == 0 else { return end }
        let length = end.time.nanoseconds.subtractingClamped(period.from.time.nanoseconds)
        let isOfDays = length >= shortestDay && length % hour == 0
        let last = end.time.nanoseconds.addingClamped((isOfDays ? -1 : 59) * InstantParser.second)
        return IncidentTime(
            Timestamp(nanoseconds: last, digits: end.time.digits), isZoneAssumed: end.isZoneAssumed, at: end.place)
    }

    private static let hour = 3_600 * InstantParser.second
    /// That on which clocks are put forward.
    private static let shortestDay = 23 * hour

    /// Who and where: the same keys in diagnostics and metrics.
    static func readMetaData(_ data: ReportNode, into report: inout IncidentReport) {
        report.process.bundle = data["bundleIdentifier"]?.text
        report.process.version = data["appVersion"]?.text
        report.process.build = data["appBuildVersion"]?.text
        report.process.pid = data["pid"]?.pid
        report.process.architecture = data["platformArchitecture"]?.text
        report.process.isBeta = data["isTestFlightApp"]?.bool
        report.device.model = data["deviceType"]?.text
        let system = IncidentValues.system(data["osVersion"]?.text)
        report.device.system = system.system
        report.device.systemBuild = system.build
    }

    private func readCondition(_ data: ReportNode, into report: inout IncidentReport) {
        switch kind {
        case .crash: readCrash(data, into: &report)
        case .hang: report.duration = MetricKitValues.nanoseconds(data["hangDuration"])
        case .launch: report.duration = MetricKitValues.nanoseconds(data["launchDuration"])
        case .cpu:
            var use = ResourceUse(.cpu, at: data["totalCPUTime"]?.place ?? data.place)
            use.used = MetricKitValues.used(data["totalCPUTime"])
            use.usedOver = MetricKitValues.nanoseconds(data["totalSampledTime"])
            report.duration = use.usedOver
            report.resource = use
        case .diskWrites:
            var use = ResourceUse(.diskWrites, at: data["writesCaused"]?.place ?? data.place)
            use.used = MetricKitValues.used(data["writesCaused"])
            report.resource = use
        case .callTree: break
        }
    }

    private func readCrash(_ data: ReportNode, into report: inout IncidentReport) {
        var exception = IncidentException(at: (data["exceptionType"] ?? data["signal"] ?? data).place)
        exception.type = SystemNumbers.exception(data["exceptionType"]?.int)
        if let code = data["exceptionCode"]?.bits { exception.codes = [code] }
        exception.signalNumber = data["signal"]?.int
        exception.signal = SystemNumbers.signal(exception.signalNumber)
        if let reason = data.first(of: ["objectiveCexceptionReason", "exceptionReason"]) {
            exception.name = (reason["exceptionName"] ?? reason["className"])?.text
            exception.reason = (reason["composedMessage"] ?? reason["formatString"])?.text ?? reason.text
        }
        if exception != IncidentException(at: exception.place) { report.exception = exception }
        if let reason = data["terminationReason"], let text = reason.text {
            var termination = IncidentTermination(at: reason.place)
            reason.tree.settings.texts.termination.read(text, into: &termination)
            report.termination = termination
            // Before iOS 17 nothing else tells which process it was.
            if report.process.pid == nil, let bundle = report.process.bundle {
                report.process.pid = MetricKitDiagnostic.pid(of: bundle, in: text)
            }
        }
    }

    /// The id behind the app's name, as the system writes processes: `app<com.acme.notes((null))>:4711`.
    private static func pid(of bundle: String, in text: String) -> Int32? {
        guard !bundle.isEmpty else { return nil }
        let name = SoughtText("<" + bundle)
        let bytes = Array(text.utf8)
        guard let found = bytes.withView({ name.find(in: $0, from: 0, to: $0.count) }) else { return nil }
        var rest = bytes[(found + name.count)...]
        if rest.first == 0x28, let close = rest.firstIndex(of: 0x3E) { rest = rest[close...] }
        guard rest.starts(with: ">:".utf8) else { return nil }
        let digits = rest.dropFirst(2).prefix { 0x30...0x39 ~= $0 }
        return IncidentValues.pid(Int64(String(decoding: digits, as: UTF8.self)))
    }
}
