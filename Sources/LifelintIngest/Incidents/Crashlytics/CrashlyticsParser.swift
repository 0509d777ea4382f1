// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads the record files that Crashlytics keeps on the device: lines of JSON, each an object of one member; and the
/// text that its pages let people download.
struct CrashlyticsParser: IncidentParser {
    let format = "crashlytics"
    let traits: InputTraits = [.ofSDK, .marksCrashes]
    let readsWholeInputs = true

    private static let records = [
        "identity", "host", "application", "executable", "load", "unload", "exception", "mach_exception", "signal",
        "threads", "thread_names", "dispatch_queue_names", "error", "log", "kv", "process_stats", "storage",
        "file_version", "runtime",
    ]

    func recognises(_ document: IncidentDocument) -> Bool {
        if CrashlyticsText.isCrash(document) { return true }
        let keys = document.source.keys(of: document)
        guard !keys.isInList, keys.count == 1, keys.areAll(of: CrashlyticsParser.records) else { return false }
        // The first line tells: `exception` and `error` are words of many formats, their members are not.
        let line = document.source.bytes.withView { view in
            let end = min(document.range.upperBound, document.range.lowerBound + 4_096)
            let feed = view.firstIndex(of: 0x0A, from: document.range.lowerBound, to: end) ?? end
            return view.string(document.range.lowerBound, feed)
        }
        return CrashlyticsParser.marks.contains { line.contains($0) }
    }

    private static let marks = [
        "\"generator\":", "\"machine\":", "\"bundle_id\":", "\"architecture\":", "\"base\":", "\"pc\":", "\"codes\":",
        "\"code_name\":", "\"registers\":", "\"stacktrace\":", "\"msg\":", "\"key\":", "\"crashed\":",
    ]

    func parse(_ document: IncidentDocument, _ settings: IncidentSettings, into readout: inout IncidentReadout) {
        if CrashlyticsText.isCrash(document) {
            return CrashlyticsText.read(document, format: format, settings, into: &readout)
        }
        var record = CrashlyticsRecord(format, document.place)
        ReportTree.forEach(in: document, settings, into: &readout) { line, readout in
            record.read(line, into: &readout)
        }
        record.finish(into: &readout)
    }
}
