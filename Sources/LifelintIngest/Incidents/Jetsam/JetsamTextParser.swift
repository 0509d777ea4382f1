// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads the plain text in which systems up to iOS 8 wrote what was ended for want of memory: `LowMemory-….log`.
struct JetsamTextParser: IncidentParser {
    let format = "jetsam-text"
    /// Its entry in the registry of formats.
    static let input = IncidentFormat(
        JetsamTextParser(), title: "Jetsam reports as text",
        recognisedBy: "A line 'Largest process:' above a table of processes.",
        tells: "Which processes systems up to iOS 8 ended for want of memory. Tested on samples of our own only.")

    func recognises(_ document: IncidentDocument) -> Bool {
        let kind = IPSHeader.kind(of: document)
        return document.source.bytes.withView { view in
            let body = SystemReport.body(document, view, behind: kind?.body ?? 0)
            guard !body.isEmpty, view[body.lowerBound] != 0x7B else { return false }
            var lines = HeadLines(document.source, view, body, initials: "L")
            while let line = lines.next() {
                if line.isLabelled("Largest process", in: view) { return true }
            }
            return false
        }
    }

    func parse(_ document: IncidentDocument, _ settings: IncidentSettings, into readout: inout IncidentReadout) {
        document.source.bytes.withView { view in
            var reader = SystemReport(document, settings, view, kind: .jetsam, format: format)
            var snapshot = JetsamSnapshot()
            var table: JetsamTable?
            var lines = LabelledLines(view, reader.body)
            while let line = lines.next() {
                if line.isBlank { continue }
                if let columns = table {
                    JetsamTextParser.takeRow(line, columns, &snapshot, &reader)
                } else if let head = JetsamTable(head: line.range, view) {
                    table = head
                } else {
                    JetsamTextParser.takeLabel(line, &snapshot, &reader)
                }
            }
            reader.report.jetsam = snapshot
            if table == nil {
                reader.report.isPartial = true
                let end = reader.body.upperBound
                reader.problem(.truncatedLine, at: reader.place(max(end - 1, 0)..<end), IncidentProblem.truncated)
            }
            reader.finish(into: &readout)
        }
    }

    private static func takeRow(
        _ line: LabelledLine, _ table: JetsamTable, _ snapshot: inout JetsamSnapshot, _ reader: inout SystemReport
    ) {
        guard var process = table.process(line.range, reader.view, at: reader.place(line.range)) else { return }
        let words = reader.settings.states
        if table.isOldest, IncidentValues.knowsFrontAlone(reader.report.device.system) {
            process.states = process.states.map { words.tells(.jetsamOnceFront, $0) ? frontmost : $0 }
        }
        guard snapshot.processes.count < IngestLimits.processesPerIncident else { return }
        snapshot.processes.append(process)
    }

    /// What systems from iOS 5 on call what is in front.
    private static let frontmost = "frontmost"

    private static func takeLabel(
        _ line: LabelledLine, _ snapshot: inout JetsamSnapshot, _ reader: inout SystemReport
    ) {
        let view = reader.view
        let measure = Measure(view, line.value.lowerBound, line.value.upperBound)
        if line.isLabelled("Largest process", in: view) {
            snapshot.largestProcess = IncidentValues.text(line.text(in: view))
        } else if line.isLabelled("Time since snapshot", in: view) {
            snapshot.timeDelta = measure.flatMap { $0.nanoseconds }.map { Double($0) / 1e9 }
        } else if line.isLabelled("Date", in: view) {
            let place = reader.place(line.value)
            reader.report.captured = IncidentValues.time(view, line.value, at: place, reader.settings)
            if reader.report.captured == nil { reader.problem(.badTime, at: place, IncidentProblem.badTime("Date")) }
        } else if let use = pageUse(line, view) {
            snapshot.memoryPages[use] = measure.flatMap { UInt64(exactly: $0.number) }
        } else {
            _ = SampledLabels.take(line, &reader)
        }
    }

    /// `Free pages` → `free`.
    private static func pageUse(_ line: LabelledLine, _ view: ByteView) -> String? {
        let words = view.string(line.label.lowerBound, line.label.upperBound).lowercased().split(separator: " ")
        guard words.count == 2, words[1] == "pages" else { return nil }
        return String(words[0])
    }
}
