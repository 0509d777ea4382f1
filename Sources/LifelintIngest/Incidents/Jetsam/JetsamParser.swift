// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads what the kernel saw when it ended processes for want of memory: `JetsamEvent-….ips`.
struct JetsamParser: IncidentParser {
    let format = "jetsam-ips"
    /// Its entry in the registry of formats.
    static let input = IncidentFormat(
        JetsamParser(), title: "Jetsam reports",
        recognisedBy:
            "A header with bug type \(IncidentFormat.kinds(bugTypes)), or a body with the largest process and all processes.",
        tells: "Which processes were ended for want of memory, when and why, and the state of all others. "
            + "Tested on samples of our own only.")
    static let bugTypes = ["298", "198", "98"]
    private static let signs = SystemReportSigns(
        bugTypes: bugTypes, members: ["largestProcess", "processes"])

    func recognises(_ document: IncidentDocument) -> Bool {
        // Older systems have a text below such a header.
        JetsamParser.signs.fit(document) && !JetsamTextParser().recognises(document)
    }

    /// Whether what stands behind a header is the body of such a report, whatever the header says.
    static func isBody(_ document: IncidentDocument, behind header: Int) -> Bool {
        signs.fit(document, behind: header)
    }

    func parse(_ document: IncidentDocument, _ settings: IncidentSettings, into readout: inout IncidentReadout) {
        document.source.bytes.withView { view in
            var reader = SystemReport(document, settings, view, kind: .jetsam, format: format)
            let json = reader.json
            var snapshot = JetsamSnapshot()
            if let json { JetsamParser.read(json, &snapshot, &reader) }
            reader.report.jetsam = snapshot
            if json == nil, !reader.body.isEmpty {
                reader.report.isPartial = true
                reader.problem(
                    .invalidJSON, at: reader.place(reader.body.lowerBound..<reader.body.lowerBound + 1),
                    IncidentProblem.damaged("the list of processes is missing."))
            }
            if let json, json.isWhole, snapshot.processes.isEmpty { reader.tellOtherBody() }
            reader.close(json)
            reader.finish(into: &readout)
        }
    }

    private static func read(_ json: LooseJSON, _ snapshot: inout JetsamSnapshot, _ reader: inout SystemReport) {
        var walk = json.members
        while let value = walk.next() {
            if walk.isKey("processes") {
                readProcesses(value, &snapshot, &reader)
            } else if walk.isKey("memoryStatus") {
                readMemory(value, &snapshot, &reader)
            } else if walk.isKey("largestProcess") {
                snapshot.largestProcess = IncidentValues.text(value.string)
            } else if walk.isKey("timeDelta") {
                snapshot.timeDelta = value.number
                if snapshot.timeDelta == nil { reader.badNumber("timeDelta", value) }
            } else {
                _ = reader.takeCommon(walk, value)
            }
        }
        reader.note(walk.fault)
    }

    private static func readMemory(_ json: LooseJSON, _ snapshot: inout JetsamSnapshot, _ reader: inout SystemReport) {
        var walk = json.members
        while let value = walk.next() {
            if walk.isKey("pageSize") {
                snapshot.pageSize = value.unsigned
                if snapshot.pageSize == nil { reader.badNumber("pageSize", value) }
            } else if walk.isKey("compressorSize") {
                snapshot.compressorPages = value.unsigned
            } else if walk.isKey("largestZone") {
                snapshot.largestZone = IncidentValues.text(value.string)
            } else if walk.isKey("largestZoneSize") {
                snapshot.largestZoneSize = value.unsigned
            } else if walk.isKey("memoryPages") {
                var pages = value.members
                while let count = pages.next(), snapshot.memoryPages.count < IngestLimits.textsPerProcess {
                    snapshot.memoryPages[pages.name] = count.unsigned
                }
                reader.note(pages.fault)
            }
        }
        reader.note(walk.fault)
    }

    private static func readProcesses(
        _ json: LooseJSON, _ snapshot: inout JetsamSnapshot, _ reader: inout SystemReport
    ) {
        var walk = json.elements
        while let value = walk.next() {
            guard snapshot.processes.count < IngestLimits.processesPerIncident else {
                reader.problem(.tooLarge, at: reader.place(value.range), IncidentProblem.tooManyProcesses)
                break
            }
            if let process = JetsamProcessReader.read(value, &reader) { snapshot.processes.append(process) }
        }
        reader.note(walk.fault)
    }
}
