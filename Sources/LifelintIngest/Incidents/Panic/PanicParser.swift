// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads the reports of a kernel that gave up, and of a device that its user reset: `panic-full-….ips`, bare texts.
struct PanicParser: IncidentParser {
    let format = "panic-ips"
    /// Its entry in the registry of formats.
    static let input = IncidentFormat(
        PanicParser(), title: "Panics and forced resets",
        recognisedBy:
            "A header with bug type \(IncidentFormat.kinds(bugTypes)), a body with a panic's text, or a text that begins with it.",
        tells: "That the device went down with all of its processes, and why.")
    static let bugTypes = ["210", "110", "10", forcedReset, "410"]
    /// A person held the buttons.
    static let forcedReset = "151"
    private static let signs = SystemReportSigns(bugTypes: bugTypes, members: ["panicString"])
    private static let resetSigns = SystemReportSigns(
        bugTypes: bugTypes, members: ["string", "panicFlags"], foreign: ["panicString"])
    private static let start: StaticString = "panic(cpu "

    func recognises(_ document: IncidentDocument) -> Bool {
        if PanicParser.signs.fit(document) || PanicParser.resetSigns.fit(document) { return true }
        return document.source.bytes.withView { view in
            let body = SystemReport.body(document, view, behind: 0)
            return view.starts(PanicParser.start, at: body.lowerBound, to: body.upperBound)
        }
    }

    /// Whether what stands behind a header is the body of such a report, whatever the header says.
    static func isBody(_ document: IncidentDocument, behind header: Int) -> Bool {
        signs.fit(document, behind: header) || resetSigns.fit(document, behind: header)
    }

    func parse(_ document: IncidentDocument, _ settings: IncidentSettings, into readout: inout IncidentReadout) {
        document.source.bytes.withView { view in
            var reader = SystemReport(document, settings, view, kind: .panic, format: format)
            var panic = KernelPanic()
            let json = reader.json
            if let json {
                PanicParser.read(json, &panic, &reader)
            } else if !reader.body.isEmpty {
                // The message may stand behind lines about the device.
                let start = ByteSearch.find(
                    PanicParser.start, in: view, from: reader.body.lowerBound, to: reader.body.upperBound)
                let range = (start ?? reader.body.lowerBound)..<reader.body.upperBound
                reader.report.panic = IncidentText(
                    SystemReport.cut(view.string(range.lowerBound, range.upperBound)), at: reader.place(range))
            }
            PanicParser.readHeader(&panic, &reader)
            if let text = reader.report.panic?.text {
                PanicText.read(text, &panic, &reader.report, settings)
            } else if !reader.body.isEmpty {
                reader.report.isPartial = true
                reader.problem(.badValue, at: document.place, IncidentProblem.noPanicText)
            }
            if PanicText.isForcedReset(panic, settings.phrases)
                || (reader.report.bugType ?? reader.header?.bugType) == PanicParser.forcedReset
            {
                reader.report.kind = .forcedReset
            }
            reader.report.kernelPanic = panic
            reader.close(json)
            reader.finish(into: &readout)
        }
    }

    private static func read(_ json: LooseJSON, _ panic: inout KernelPanic, _ reader: inout SystemReport) {
        var walk = json.members
        while let value = walk.next() {
            if walk.isKey("panicString") || walk.isKey("string") || walk.isKey("macOSPanicString") {
                reader.report.panic = reader.text(value) ?? reader.report.panic
            } else if walk.isKey("panicInitiator") {
                panic.initiator = IncidentValues.text(value.string)
            } else if walk.isKey("panicFlags") {
                panic.flags = value.code
                if panic.flags == nil { reader.badNumber("panicFlags", value) }
            } else {
                _ = reader.takeCommon(walk, value)
            }
        }
        reader.note(walk.fault)
    }

    /// What only the header of a Mac's second chip says.
    private static func readHeader(_ panic: inout KernelPanic, _ reader: inout SystemReport) {
        guard let header = reader.header else { return }
        let start = reader.document.range.lowerBound
        var walk = LooseJSON(reader.view, at: start, limit: start + header.length).members
        while let value = walk.next() {
            if walk.isKey("caused_by") {
                panic.causedBy = IncidentValues.text(value.string)
            } else if walk.isKey("macos_system_state") {
                panic.systemState = IncidentValues.text(value.string)
            }
        }
    }
}
