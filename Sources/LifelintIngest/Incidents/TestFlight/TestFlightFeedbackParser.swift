// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads the `feedback.json` that lies beside a crash in what App Store Connect gives out of TestFlight.
///
/// What the tester wrote and the address of the tester are personal and are not read.
struct TestFlightFeedbackParser: IncidentParser {
    let format = "testflight-feedback"

    func recognises(_ document: IncidentDocument) -> Bool {
        let keys = document.source.keys(of: document)
        return keys.has("appAppleId", "timestamp") || keys.has("cfBundleVersion", "timestamp", "deviceModel")
    }

    func parse(_ document: IncidentDocument, _ settings: IncidentSettings, into readout: inout IncidentReadout) {
        ReportTree.forEach(in: document, settings, into: &readout) { root, readout in
            for feedback in root.isArray ? root.elements : [root] where feedback.isObject {
                guard readout.reports.count < IngestLimits.incidentsPerInput else { return }
                let report = read(feedback, into: &readout)
                readout.reports.append(report)
            }
        }
    }

    private func read(_ feedback: ReportNode, into readout: inout IncidentReadout) -> IncidentReport {
        var report = IncidentReport(kind: .other, format: format, place: feedback.place)
        report.isPartial = feedback.tree.isPartial
        report.incident = feedback["id"]?.text
        report.process.version = (feedback["cfBundleShortVersion"] ?? feedback["cfBundleShortVersionString"])?.text
        report.process.build = feedback["cfBundleVersion"]?.text
        report.process.isBeta = true
        report.device.model = feedback["deviceModel"]?.text
        report.device.system = feedback["osVersion"]?.text
        report.captured = feedback["timestamp"]?.utcTime(into: &readout)
        report.written = report.captured
        guard let time = report.captured, let uptime = feedback["appUptimeMillis"],
            let lived = uptime.milliseconds, lived > 0
        else { return report }
        let start = time.time.nanoseconds.subtractingReportingOverflow(lived)
        if !start.overflow {
            report.launched = IncidentTime(
                Timestamp(nanoseconds: start.partialValue, digits: min(time.time.digits, 3)), at: uptime.place)
        }
        return report
    }
}
