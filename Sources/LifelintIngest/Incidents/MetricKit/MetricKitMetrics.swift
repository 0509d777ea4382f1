// SPDX-License-Identifier: MIT

import LifelintModel

/// Makes a report of the metrics of a payload: how often the app ended in which way, how long it ran.
struct MetricKitMetrics {
    private static let exits: [StaticString] = ["applicationExitMetrics", "applicationExitMetric"]
    /// The counters of iOS 27, which stand side by side.
    private static let terminations: [(keys: [StaticString], isForeground: Bool)] = [
        (["foregroundTermination", "foregroundTerminationMetric"], true),
        (["backgroundTermination", "backgroundTerminationMetric"], false),
    ]
    private let format: String
    private let period: IncidentPeriod?

    init(_ format: String, _ period: IncidentPeriod?) {
        self.format = format
        self.period = period
    }

    /// Whether a payload has metrics.
    static func isThere(_ payload: ReportNode) -> Bool {
        terminations.contains { payload.first(of: $0.keys) != nil }
            || payload.first(of: exits + ["metaData", "applicationTimeMetrics", "applicationLaunchMetrics"]) != nil
            || payload.first(of: ["applicationResponsivenessMetrics", "memoryMetrics", "signpostMetrics"]) != nil
    }

    func report(_ payload: ReportNode, into readout: inout IncidentReadout) -> IncidentReport {
        var report = IncidentReport(kind: .metrics, format: format, place: payload.place)
        report.isPartial = payload.tree.isPartial
        report.period = period
        report.written = period?.to
        if let data = payload["metaData"] { MetricKitDiagnostic.readMetaData(data, into: &report) }
        if let version = payload.first(of: ["appVersion", "latestApplicationVersion"])?.text {
            report.process.version = version
        }
        // The version is the latest of those that were counted together.
        if payload["includesMultipleApplicationVersions"]?.bool == true {
            report.process.version = nil
            report.process.build = nil
        }
        readState(payload, into: &report)
        let exits = payload.first(of: MetricKitMetrics.exits)
        let windows: [(data: ReportNode?, isForeground: Bool)] =
            [(exits?["foregroundExitData"], true), (exits?["backgroundExitData"], false)]
            + MetricKitMetrics.terminations.map { (payload.first(of: $0.keys), $0.isForeground) }
        guard let period else {
            if let data = windows.lazy.compactMap(\.data).first {
                readout.report(.noTime, at: data.place, MetricKitMetrics.noPeriod)
            }
            return report
        }
        let words = payload.contentFingerprint
        for case (let data?, let isForeground) in windows {
            var counts: [String: Int64] = [:]
            for (name, count) in data.members.prefix(IngestLimits.attributesPerEvent) {
                let number = count.integer ?? MetricKitValues.measure(count).flatMap { Int64(exactly: $0.rounded()) }
                // Nothing happens less often than never.
                guard let number, number >= 0 else {
                    readout.report(.badValue, at: count.place, IncidentProblem.badNumber(name))
                    continue
                }
                counts[name] = number
            }
            var told = IncidentExitCounts(
                from: period.from, to: period.to, isForeground: isForeground, counts: counts)
            told.payload = words
            report.exitCounts.append(told)
        }
        // Whoever simulates payloads gets one ending of every kind.
        let counts = report.exitCounts.flatMap(\.counts.values)
        if counts.count >= 8, counts.allSatisfy({ $0 == 1 }) {
            report.isMadeUp = true
            let place = exits?.place ?? payload.place
            report.endsNothing = IncidentText("Xcode simulated this payload: all counters are 1.", at: place)
        }
        return report
    }

    private static let noPeriod =
        "The payload does not say from when to when (timeStampBegin, timeStampEnd), so that its counters of exits are those "
        + "of no time."

    private func readState(_ payload: ReportNode, into report: inout IncidentReport) {
        var state = IncidentAppState()
        let times = payload["applicationTimeMetrics"]
        state.activeTime = MetricKitValues.nanoseconds(times?["cumulativeForegroundTime"])
        state.backgroundTime = MetricKitValues.nanoseconds(times?["cumulativeBackgroundTime"])
        state.memoryFootprint = MetricKitValues.bytes(payload["memoryMetrics"]?["peakMemoryUsage"])
        if state != IncidentAppState() { report.appState = state }
    }
}
