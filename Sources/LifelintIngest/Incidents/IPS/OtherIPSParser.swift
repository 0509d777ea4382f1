// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads the header of every `.ips` that no other parser reads: what kind it is of, whose, when.
struct OtherIPSParser: IncidentParser {
    let format = "other-ips"

    func recognises(_ document: IncidentDocument) -> Bool { IPSHeader.kind(of: document)?.bugType != nil }

    func parse(_ document: IncidentDocument, _ settings: IncidentSettings, into readout: inout IncidentReadout) {
        guard let header = IPSHeader.read(document, settings) else { return }
        if let place = header.badTime { readout.report(.badTime, at: place, IncidentProblem.badTime("timestamp")) }
        var report = IncidentReport(kind: .other, format: format, place: document.place)
        header.complete(&report)
        if !header.isWhole {
            report.isPartial = true
            let why = "its first line is no whole object."
            readout.report(.invalidJSON, at: header.place, IncidentProblem.damaged(why))
        }
        readout.reports.append(report)
    }
}
