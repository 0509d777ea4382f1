// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads the threads of all processes at an instant: `stacks-….ips`.
///
/// Of its tens of megabytes only who, in which state, and waiting for what is kept.
struct StackshotParser: IncidentParser {
    let format = "stackshot-ips"
    /// Its entry in the registry of formats.
    static let input = IncidentFormat(
        StackshotParser(), title: "Stackshots",
        recognisedBy:
            "A header with bug type \(IncidentFormat.kinds(bugTypes)), or a body with processes by their ids.",
        tells: "Which processes ran, who was frontmost, what main threads waited for; no end of a process. "
            + "Tested on samples of our own only.")
    static let bugTypes = ["288", "188", "409", "509"]
    private static let signs = SystemReportSigns(
        bugTypes: bugTypes, members: ["processByPid"], foreign: ["panicString", "string"])

    func recognises(_ document: IncidentDocument) -> Bool { StackshotParser.signs.fit(document) }

    /// Whether what stands behind a header is the body of such a report, whatever the header says.
    static func isBody(_ document: IncidentDocument, behind header: Int) -> Bool {
        signs.fit(document, behind: header)
    }

    func parse(_ document: IncidentDocument, _ settings: IncidentSettings, into readout: inout IncidentReadout) {
        document.source.bytes.withView { view in
            var reader = SystemReport(document, settings, view, kind: .stackshot, format: format)
            let json = reader.json
            var snapshot = StackshotSnapshot()
            if let json {
                var walk = json.members
                while let value = walk.next() {
                    if !StackshotParser.take(walk, value, &snapshot, &reader) { _ = reader.takeCommon(walk, value) }
                }
                reader.note(walk.fault)
            }
            if json == nil { StackshotParser.tellText(document, view, into: &readout) }
            StackshotParser.nameRequester(snapshot, &reader)
            reader.report.stackshot = snapshot
            if let json, json.isWhole, snapshot.tellsNothing, reader.report.captured == nil { reader.tellOtherBody() }
            reader.close(json)
            reader.finish(into: &readout)
        }
    }

    /// Up to iOS 8 a stackshot is text, with a code and a reason of its own: that is not passed over without a word.
    private static func tellText(_ document: IncidentDocument, _ view: ByteView, into readout: inout IncidentReadout) {
        var lines = LabelledLines(view, document.range)
        while let line = lines.next() {
            guard line.isLabelled("Exception Code", in: view) || line.isLabelled("Reason", in: view) else { continue }
            readout.report(
                .unknownReportType, at: document.source.place(line.range), IncidentProblem.textStackshot)
            return
        }
    }

    private static func take(
        _ walk: LooseWalk, _ value: LooseJSON, _ snapshot: inout StackshotSnapshot, _ reader: inout SystemReport
    ) -> Bool {
        if walk.isKey("reason") {
            snapshot.reason = IncidentValues.text(value.string).map { SystemReport.cut($0) }
            reader.report.reason = reader.text(value)
        } else if walk.isKey("exception") {
            takeException(value, &snapshot, &reader)
        } else if walk.isKey("frontmostPids") {
            var pids = value.elements
            while snapshot.frontmost.count < IngestLimits.textsPerProcess, let element = pids.next() {
                if let pid = IncidentValues.pid(element.integer) { snapshot.frontmost.append(pid) }
            }
            reader.note(pids.fault)
        } else if walk.isKey("pid") {
            reader.report.process.pid = IncidentValues.pid(value.integer)
        } else if walk.isKey("procName") {
            reader.report.process.name = IncidentValues.text(value.string)
        } else if walk.isKey("processByPid") {
            snapshot.processes = StackshotProcessReader.processes(value, &reader)
        } else {
            return false
        }
        return true
    }

    /// The number that says why: written as text in hexadecimal digits.
    private static func takeException(
        _ value: LooseJSON, _ snapshot: inout StackshotSnapshot, _ reader: inout SystemReport
    ) {
        guard let code = value.code else {
            if !value.content.isEmpty { reader.badNumber("exception", value) }
            return
        }
        snapshot.exception = code
        var exception = IncidentException(at: reader.place(value.range))
        exception.codes = [code]
        reader.report.exception = exception
    }

    /// The name of the process whose id asked for the stackshot, where only the id is written.
    private static func nameRequester(_ snapshot: StackshotSnapshot, _ reader: inout SystemReport) {
        guard reader.report.process.name == nil, let pid = reader.report.process.pid else { return }
        reader.report.process.name = snapshot.processes.first { $0.pid == pid }?.name
    }
}

extension StackshotSnapshot {
    /// Whether it has nothing of what stackshots have.
    fileprivate var tellsNothing: Bool {
        processes.isEmpty && frontmost.isEmpty && reason == nil && exception == nil
    }
}
