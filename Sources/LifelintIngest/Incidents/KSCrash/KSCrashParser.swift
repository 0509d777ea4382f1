// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads the reports of KSCrash and of the SDKs that carry a copy of it, in all versions of its layout.
struct KSCrashParser: IncidentParser {
    let format = "kscrash"
    let traits: InputTraits = [.ofSDK, .hasFields]

    /// The keys that reports have at their top, besides those of the SDKs around it.
    private static let keys = [
        "report", "crash", "system", "process", "binary_images", "user", "debug", "system_atcrash", "user_atcrash",
        "recrash_report", "incomplete", "sentry_sdk_scope",
    ]

    func recognises(_ document: IncidentDocument) -> Bool {
        let keys = document.source.keys(of: document)
        return keys.has("recrash_report") || keys.has("sentry_sdk_scope") || keys.has("crashedLastLaunch")
            || KSCrashRunSummary.isSummary(keys) || keys.has("report", "crash") || keys.has("crash", "binary_images")
            || keys.has("report", "binary_images")
            || (keys.areAll(of: KSCrashParser.keys) && keys.hasAny(of: ["crash", "report", "debug"])
                && (keys.count >= 2 || keys.isWhole == false))
    }

    func parse(_ document: IncidentDocument, _ settings: IncidentSettings, into readout: inout IncidentReadout) {
        ReportTree.forEach(in: document, settings, into: &readout) { root, readout in
            for report in root.isArray ? root.elements : [root] where report.isObject {
                guard readout.reports.count < IngestLimits.incidentsPerInput else { return }
                read(report, into: &readout)
            }
        }
    }

    private func read(_ root: ReportNode, into readout: inout IncidentReadout) {
        if root["crashedLastLaunch"] != nil {
            readout.reports.append(KSCrashState(format).report(root))
            return
        }
        if KSCrashRunSummary.isSummary(root) {
            readout.reports.append(KSCrashRunSummary(format).report(root, into: &readout))
            return
        }
        // A handler that crashed itself leaves what it had written inside the short report of its own crash, or inside
        // the whole one what it wrote of its own: the process ended of the first crash either way.
        let inner = root["recrash_report"].flatMap { $0.isObject ? $0 : nil }
        let isOuterMinimal = root["report"]?["type"]?.text == "minimal" || root["crash"] == nil
        let main = isOuterMinimal ? inner ?? root : root
        let other = isOuterMinimal ? (inner == nil ? nil : root) : inner
        var report = KSCrashReport(format).report(main, place: root.place, into: &readout)
        if let other {
            report.isPartial = true
            KSCrashReport(format).complete(&report, with: other, into: &readout)
        } else if root["report"]?["type"]?.text == "minimal" {
            // What it had written stood in a file of its own.
            report.isOfHandler = report.exception != nil
            KSCrashReport.tellHandler(&report)
            readout.report(.truncatedLine, at: root.place, IncidentProblem.handlerOnly)
        }
        if root["incomplete"]?.bool == true { report.isPartial = true }
        readout.reports.append(report)
    }
}
