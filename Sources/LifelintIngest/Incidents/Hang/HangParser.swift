// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads the texts about a main thread that did not answer, and of sampled devices: `.hang`, `.spin`, spindumps.
struct HangParser: IncidentParser {
    let format = "hang-text"
    /// Its entry in the registry of formats.
    static let input = IncidentFormat(
        HangParser(), title: "Hang reports and spindumps",
        recognisedBy:
            "A header with bug type \(IncidentFormat.kinds(bugTypes)) above a text, or a text of sampled stacks.",
        tells:
            "Whose main thread did not answer, how long, and what it did meanwhile. Tested on samples of our own only.")
    static let bugTypes = ["228", "328", "222", "223", "310", "207", "12", "11", "302"]

    func recognises(_ document: IncidentDocument) -> Bool {
        ProcessText.isOne(document, .hang, numbers: HangParser.bugTypes, alone: HangParser.isHangText)
    }

    static func isHangText(_ source: IncidentSource, _ view: ByteView, _ body: Range<Int>) -> Bool {
        var lines = HeadLines(source, view, body, initials: "DEH")
        var hasTime = false
        while let line = lines.next() {
            if line.isLabelled("Date/Time", in: view) { hasTime = true }
            if hasTime, line.isLabelled("Event", in: view) { return HangText.isHang(line.text(in: view)) }
            if hasTime, line.isLabelled("Data Source", in: view) {
                return view.starts("Stackshots", at: line.value.lowerBound, to: line.value.upperBound)
            }
            if hasTime, HangText.startsHeaviestStack(line, view) { return true }
        }
        return false
    }

    func parse(_ document: IncidentDocument, _ settings: IncidentSettings, into readout: inout IncidentReadout) {
        document.source.bytes.withView { view in
            var text = HangText(SystemReport(document, settings, view, kind: .hang, format: format))
            text.read()
            text.reader.finish(into: &readout)
        }
    }
}
