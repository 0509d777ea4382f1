// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads the texts about a process that used too much processor time, wakeups, disk writes or memory.
struct ResourceParser: IncidentParser {
    let format = "resource-ips"
    /// Its entry in the registry of formats.
    static let input = IncidentFormat(
        ResourceParser(), title: "Resource limit reports",
        recognisedBy:
            "A header with bug type \(IncidentFormat.kinds(bugTypes)) above a text, or an event or exception of a limit.",
        tells: "Which limit of processor time, wakeups, disk writes or memory was exceeded, and whether that ended the "
            + "process. Tested on samples of our own only.")
    static let bugTypes = ["202", "206", "142", "145", "185", "22", "25"]

    func recognises(_ document: IncidentDocument) -> Bool {
        ProcessText.isOne(document, .resource, numbers: ResourceParser.bugTypes, alone: ResourceParser.isResourceText)
    }

    static func isResourceText(_ source: IncidentSource, _ view: ByteView, _ body: Range<Int>) -> Bool {
        var lines = HeadLines(source, view, body, initials: "DE")
        var hasTime = false
        while let line = lines.next() {
            if line.isLabelled("Date/Time", in: view) { hasTime = true }
            if hasTime, line.isLabelled("Event", in: view) {
                return ResourceKind.ofEvent(line.text(in: view)) != nil
            }
            if line.isLabelled("Exception Type", in: view) {
                // With a signal it ended the process, as a crash does.
                return view.starts("EXC_RESOURCE", at: line.value.lowerBound, to: line.value.upperBound)
                    && view.firstIndex(of: 0x28, from: line.value.lowerBound, to: line.value.upperBound) == nil
            }
        }
        return false
    }

    func parse(_ document: IncidentDocument, _ settings: IncidentSettings, into readout: inout IncidentReadout) {
        document.source.bytes.withView { view in
            var text = ResourceText(
                SystemReport(document, settings, view, kind: .resource, format: format))
            text.read()
            text.reader.finish(into: &readout)
        }
    }
}
