// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads the payloads that MetricKit delivers to an app: diagnostics and metrics, as `jsonRepresentation()` writes
/// them.
struct MetricKitParser: IncidentParser {
    let format = "metrickit"

    private static let diagnosticLists = [
        "crashDiagnostics", "hangDiagnostics", "cpuExceptionDiagnostics", "diskWriteExceptionDiagnostics",
        "appLaunchDiagnostics",
    ]

    private static let metricGroups = [
        "applicationExitMetrics", "applicationExitMetric", "applicationLaunchMetrics",
        "applicationResponsivenessMetrics",
        "foregroundTermination", "foregroundTerminationMetric", "backgroundTermination", "backgroundTerminationMetric",
        "applicationTimeMetrics", "cellularConditionMetrics", "signpostMetrics", "locationActivityMetrics",
    ]

    func recognises(_ document: IncidentDocument) -> Bool {
        let keys = document.source.keys(of: document)
        return keys.hasAny(of: MetricKitParser.diagnosticLists) || keys.hasAny(of: MetricKitParser.metricGroups)
            || keys.has("timeStampBegin", "timeStampEnd") || keys.has("callStacks")
            || keys.has("callStackTree", "diagnosticMetaData")
    }

    func parse(_ document: IncidentDocument, _ settings: IncidentSettings, into readout: inout IncidentReadout) {
        ReportTree.forEach(in: document, settings, into: &readout) { root, readout in
            if root.isArray {
                for payload in root.elements { read(payload, into: &readout) }
            } else {
                read(root, into: &readout)
            }
        }
    }

    /// Reads a payload; or what stands alone: a diagnostic, a tree of calls.
    private func read(_ payload: ReportNode, into readout: inout IncidentReadout) {
        guard payload.isObject else { return }
        let period = MetricKitValues.period(payload, into: &readout)
        var told: [UInt64: Int] = [:]
        func add(_ diagnostic: ReportNode, _ kind: MetricKitDiagnostic.Kind) {
            guard readout.reports.count < IngestLimits.incidentsPerInput else {
                readout.report(.tooLarge, at: diagnostic.place, MetricKitParser.tooMany)
                return
            }
            var report = MetricKitDiagnostic(format, kind, period).report(diagnostic)
            if report.process.pid == nil {
                let words = diagnostic.fingerprint
                told[words, default: 0] += 1
                report.ordinal = told[words].flatMap { $0 > 1 ? $0 : nil }
            }
            readout.reports.append(report)
        }
        for (list, kind) in MetricKitDiagnostic.lists {
            for diagnostic in payload[list]?.elements ?? [] { add(diagnostic, kind) }
        }
        if payload["callStacks"] != nil { add(payload, .callTree) }
        if payload["callStackTree"] != nil, let data = payload["diagnosticMetaData"] {
            add(payload, MetricKitDiagnostic.Kind(of: data))
        }
        if MetricKitMetrics.isThere(payload) {
            readout.reports.append(MetricKitMetrics(format, period).report(payload, into: &readout))
        }
    }

    private static let tooMany =
        "There are more than \(IngestLimits.incidentsPerInput) reports in one file; the rest is not read."
}
