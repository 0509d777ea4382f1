// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads the header of every `.ips` that no other parser reads: what kind it is of, whose, when.
struct OtherIPSParser: IncidentParser {
    let format = "other-ips"
    let readsHeaders = true

    func recognises(_ document: IncidentDocument) -> Bool { IPSHeader.kind(of: document)?.bugType != nil }

    func parse(_ document: IncidentDocument, _ settings: IncidentSettings, into readout: inout IncidentReadout) {
        guard let header = IPSHeader.read(document, settings) else { return }
        // What has a reader comes here only with a body of another kind, and what has none may have one that is read.
        if let parser = OtherIPSParser.parser(ofBodyIn: document, behind: header.length) {
            return parser.parse(document, settings, into: &readout)
        }
        let isRead = header.bugType.map(OtherIPSParser.isRead) ?? false
        if let place = header.badTime { readout.report(.badTime, at: place, IncidentProblem.badTime("timestamp")) }
        var report = IncidentReport(kind: .other, format: format, place: document.place)
        header.complete(&report)
        let body = document.source.bytes.withView { SystemReport.body(document, $0, behind: header.length) }
        if isRead, header.isWhole, !body.isEmpty {
            report.isPartial = true
            readout.report(.unknownReportType, at: document.source.place(body), IncidentProblem.otherBody)
        }
        if !header.isWhole {
            report.isPartial = true
            let why = "its first line is no whole object."
            readout.report(.invalidJSON, at: header.place, IncidentProblem.damaged(why))
        }
        readout.reports.append(report)
    }

    /// The parser of what stands behind a header, by its members alone; nil where they are of no kind that is known.
    static func parser(ofBodyIn document: IncidentDocument, behind header: Int) -> (any IncidentParser)? {
        if JetsamParser.isBody(document, behind: header) { return JetsamParser() }
        if StackshotParser.isBody(document, behind: header) { return StackshotParser() }
        return PanicParser.isBody(document, behind: header) ? PanicParser() : nil
    }

    /// Whether reports of a kind are read, where their bodies are what they have to be.
    private static func isRead(_ bugType: String) -> Bool {
        CrashIPSParser.isKind(bugType) || ResourceParser.bugTypes.contains(bugType)
            || HangParser.bugTypes.contains(bugType) || PanicParser.bugTypes.contains(bugType)
            || JetsamParser.bugTypes.contains(bugType) || StackshotParser.bugTypes.contains(bugType)
    }
}
