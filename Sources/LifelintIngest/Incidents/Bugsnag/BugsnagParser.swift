// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads events of Bugsnag, as they are sent and as they lie on the device, and the state that its SDK keeps there.
struct BugsnagParser: IncidentParser {
    let format = "bugsnag"
    let traits: InputTraits = [.ofSDK, .hasFields]

    func recognises(_ document: IncidentDocument) -> Bool {
        let keys = document.source.keys(of: document)
        if keys.has("events"), keys.hasAny(of: ["notifier", "payloadVersion"]) { return true }
        let others = ["notifier", "severityReason", "severity", "metaData", "featureFlags"]
        if keys.has("exceptions"), keys.hasAny(of: others) { return true }
        return keys.isWhole
            && (isBreadcrumb(keys) || keys.has("deviceState", "user")
                || (keys.has("app", "device") && keys.areAll(of: ["app", "device", "user"])))
    }

    func parse(_ document: IncidentDocument, _ settings: IncidentSettings, into readout: inout IncidentReadout) {
        ReportTree.forEach(in: document, settings, into: &readout) { root, readout in
            let events = root["events"].flatMap { $0.isArray ? $0.elements : nil }
            for event in events ?? (root.isArray ? root.elements : [root]) where event.isObject {
                guard readout.reports.count < IngestLimits.incidentsPerInput else { return }
                let report = BugsnagEvent(format).report(event, into: &readout)
                readout.reports.append(report)
            }
        }
    }

    private func isBreadcrumb(_ keys: TreeKeys) -> Bool {
        keys.has("timestamp", "name", "metaData") && keys.areAll(of: ["timestamp", "name", "type", "metaData"])
    }
}
