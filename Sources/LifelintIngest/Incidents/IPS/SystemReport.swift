// SPDX-License-Identifier: MIT

import LifelintModel

/// A report of the system that is being read: its header and its body, whichever of them is there.
struct SystemReport {
    let document: IncidentDocument
    let settings: IncidentSettings
    let view: ByteView
    let header: IPSHeader?
    /// The body's bytes in the source, without white space around them.
    let body: Range<Int>
    var report: IncidentReport
    private(set) var problems: [(code: ProblemCode, place: IncidentPlace, message: String)] = []

    init(
        _ document: IncidentDocument, _ settings: IncidentSettings, _ view: ByteView, kind: IncidentReport.Kind,
        format: String
    ) {
        self.document = document
        self.settings = settings
        self.view = view
        let found = IPSHeader.read(document, settings).flatMap { header in
            SystemReport.isBrokenBody(document, view, behind: header) ? nil : header
        }
        header = found
        body = SystemReport.body(document, view, behind: found?.length ?? 0)
        report = IncidentReport(kind: kind, format: format, place: document.place)
        if let place = header?.badTime { problem(.badTime, at: place, IncidentProblem.badTime("timestamp")) }
    }

    /// Whether what begins like a header is the first line of one object that holds all of the report.
    static func isBrokenBody(_ document: IncidentDocument, _ view: ByteView, behind header: IPSHeader) -> Bool {
        guard !header.isWhole else { return false }
        let body = body(document, view, behind: header.length)
        guard !body.isEmpty, view[body.lowerBound] != 0x7B else { return false }
        let all = SystemReport.body(document, view, behind: 0)
        return LooseJSON(view, at: all.lowerBound, limit: all.upperBound).isWhole
    }

    /// The bytes behind a header of that length.
    static func body(_ document: IncidentDocument, _ view: ByteView, behind length: Int) -> Range<Int> {
        var start = document.range.lowerBound + length
        var end = document.range.upperBound
        if length == 0, start == 0, view.hasByteOrderMark { start = 3 }
        while start < end, IncidentValues.isBlank(view[start]) { start += 1 }
        while end > start, IncidentValues.isBlank(view[end - 1]) { end -= 1 }
        return start..<max(start, end)
    }

    /// Whether a document is a text, maybe below a header, and what is meant by the bug type that the header says.
    ///
    /// Newer systems write some of these numbers above a body in JSON, which is read as that of a crash.
    static func isText(
        _ document: IncidentDocument, _ isMeant: (_ bugType: String?, ByteView, _ body: Range<Int>) -> Bool
    ) -> Bool {
        let kind = IPSHeader.kind(of: document)
        return document.source.bytes.withView { view in
            let body = body(document, view, behind: kind?.body ?? 0)
            if !body.isEmpty, view[body.lowerBound] == 0x7B { return false }
            return isMeant(kind?.bugType, view, body)
        }
    }

    /// The body as JSON; nil if it is text or missing.
    var json: LooseJSON? {
        guard view[body.lowerBound] == 0x7B, !body.isEmpty else { return nil }
        return LooseJSON(view, at: body.lowerBound, limit: body.upperBound)
    }

    func place(_ range: Range<Int>) -> IncidentPlace { document.source.place(range) }

    func text(_ value: LooseJSON) -> IncidentText? {
        value.beginning.map { IncidentText(SystemReport.cut($0), at: place(value.range)) }
    }

    /// A text of a length that can be kept.
    static func cut(_ text: String) -> String {
        guard text.utf8.count > IngestLimits.incidentTextBytes else { return text }
        return String(decoding: text.utf8.prefix(IngestLimits.incidentTextBytes), as: UTF8.self)
    }

    mutating func problem(_ code: ProblemCode, at place: IncidentPlace, _ message: String) {
        // One or two tell that a report is damaged; more would only repeat it.
        if problems.count < 8 { problems.append((code, place, message)) }
    }

    /// Notes where a walk found what is no JSON.
    mutating func note(_ fault: Int?) {
        guard let fault, !report.isPartial else { return }
        report.isPartial = true
        problem(.invalidJSON, at: place(fault..<fault + 1), IncidentProblem.damaged("this is no JSON."))
    }

    mutating func badNumber(_ key: String, _ value: LooseJSON) {
        guard value.isWhole else { return }
        problem(.badValue, at: place(value.range), IncidentProblem.badNumber(key))
    }

    /// Takes a member that bodies of all kinds have; whether it was one of them.
    mutating func takeCommon(_ walk: LooseWalk, _ value: LooseJSON) -> Bool {
        // A time or an id that ends with the input may have lost its end.
        guard value.isWhole else { return false }
        if walk.isKey("date") {
            report.captured = IncidentValues.time(view, value.content, at: place(value.range), settings)
            if report.captured == nil, !value.content.isEmpty {
                problem(.badTime, at: place(value.range), IncidentProblem.badTime("date"))
            }
        } else if walk.isKey("build") {
            let (system, build) = IncidentValues.system(value.string)
            report.device.system = system ?? report.device.system
            report.device.systemBuild = build ?? report.device.systemBuild
        } else if walk.isKey("product") || walk.isKey("modelCode") {
            report.device.model = report.device.model ?? IncidentValues.text(value.string)
        } else if walk.isKey("crashReporterKey") {
            report.device.key = IncidentValues.text(value.string)
        } else if walk.isKey("incident") {
            report.incident = IncidentValues.text(value.string)
        } else if walk.isKey("bug_type") {
            report.bugType = value.string ?? value.integer.map { String($0) }
        } else {
            return header == nil && takeOfHeader(walk, value)
        }
        return true
    }

    /// Takes what a header says, where header and body are one object: somebody joined them, or a tool did.
    private mutating func takeOfHeader(_ walk: LooseWalk, _ value: LooseJSON) -> Bool {
        if walk.isKey("timestamp") {
            report.written = IncidentValues.time(view, value.content, at: place(value.range), settings)
            if report.written == nil, !value.content.isEmpty {
                problem(.badTime, at: place(value.range), IncidentProblem.badTime("timestamp"))
            }
        } else if walk.isKey("os_version") {
            let (system, build) = IncidentValues.system(value.string)
            report.device.system = report.device.system ?? system
            report.device.systemBuild = report.device.systemBuild ?? build
        } else if walk.isKey("incident_id") {
            report.incident = report.incident ?? IncidentValues.text(value.string)
        } else {
            return false
        }
        return true
    }

    /// Ends the reading of a body in JSON: what its end lacks is told.
    mutating func close(_ json: LooseJSON?) {
        guard let json else { return }
        guard !json.isWhole, !report.isPartial else { return }
        report.isPartial = true
        let end = body.upperBound
        problem(.truncatedLine, at: place(max(body.lowerBound, end - 1)..<end), IncidentProblem.truncated)
    }

    /// Tells that the body holds nothing of what such reports tell.
    mutating func tellOtherBody() {
        guard !report.isPartial else { return }
        report.isPartial = true
        problem(.unknownReportType, at: place(body), IncidentProblem.otherBody)
    }

    /// The report and its problems, into the readout.
    mutating func finish(into readout: inout IncidentReadout) {
        if body.isEmpty, header != nil {
            report.isPartial = true
            problem(.truncatedLine, at: header?.place ?? document.place, IncidentProblem.headerOnly)
        }
        if let header, !header.isWhole, !report.isPartial {
            report.isPartial = true
            problem(.invalidJSON, at: header.place, IncidentProblem.damaged("its first line is no whole object."))
        }
        if let bad = view.firstInvalidUTF8(from: document.range.lowerBound, to: document.range.upperBound) {
            problem(.invalidUTF8, at: place(bad..<bad + 1), IngestProblem.invalidUTF8)
        }
        header?.complete(&report)
        for problem in problems { readout.report(problem.code, at: problem.place, problem.message) }
        readout.reports.append(report)
    }
}
