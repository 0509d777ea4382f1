// SPDX-License-Identifier: MIT

import LifelintModel
import TestSupport
import Testing

@testable import LifelintIngest

/// Reports of the system that are cut or damaged: reading goes on, and what survives is the same.
struct SystemReportHostileTests {
    @Test(arguments: SystemReportSample.names)
    func `What stands before a cut is read`(_ name: String) throws {
        let bytes = try SystemReportSample.bytes(name)
        let whole = try #require(SystemReportSample.read(bytes).reports.first)
        let headerEnd = (bytes.firstIndex(of: 0x0A) ?? 0) + 1
        let isJSON = bytes[headerEnd] == 0x7B
        for length in stride(from: headerEnd + 2, to: bytes.count - 40, by: 97) {
            let readout = SystemReportSample.read(Array(bytes.prefix(length)))
            guard let report = readout.reports.first else {
                // Without a header a text is known by a line that may be missing now.
                #expect(!isJSON, "\(length)")
                continue
            }
            // What has only labels that crashes have, too, may be one.
            #expect(report.format == whole.format || (!isJSON && report.format == "crash-text"), "\(length)")
            if isJSON {
                #expect(report.isPartial && !readout.problems.isEmpty, "\(length)")
                #expect(SystemReportHostileTests.survives(report, of: whole), "\(length)")
            }
        }
    }

    /// What may be missing, but not different.
    private static func survives(_ report: IncidentReport, of whole: IncidentReport) -> Bool {
        func same<T: Equatable>(_ left: T?, _ right: T?) -> Bool { left == nil || left == right }
        let left = report.jetsam?.processes.dropLast() ?? []
        let right = whole.jetsam?.processes.prefix(left.count) ?? []
        return same(report.captured?.time, whole.captured?.time) && same(report.incident, whole.incident)
            && same(report.jetsam?.pageSize, whole.jetsam?.pageSize)
            && same(report.kernelPanic?.flags, whole.kernelPanic?.flags)
            && left.map(\.name) == right.map(\.name) && left.map(\.reason) == right.map(\.reason)
            && left.map(\.pages) == right.map(\.pages)
    }

    @Test(arguments: SystemReportSample.names)
    func `Flipped bytes are no end of anything`(_ name: String) throws {
        var random = SeededGenerator(seed: 23)
        let bytes = try SystemReportSample.bytes(name)
        for _ in 0..<150 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                damaged[Int.random(in: damaged.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            for parser in IncidentParsers.all {
                var readout = IncidentReadout()
                let document = IncidentDocument(damaged)
                _ = parser.recognises(document)
                parser.parse(document, .shipped, into: &readout)
                if IncidentParsers.parser(of: document)?.format == parser.format { #expect(readout.reports.count <= 1) }
            }
        }
    }

    @Test(arguments: [
        "[", "{\"a\":", "{\"processes\":[", "\"", ",", "{\"processByPid\":{\"1\":{\"threadById\":{\"1\":",
    ])
    func `Deep nesting and endless repetition end`(_ piece: String) {
        let header = #"{"bug_type":"298","timestamp":"2026-03-14 09:26:58.00 +0100"}"# + "\n{"
        let text = header + String(repeating: piece, count: 50_000)
        for parser in IncidentParsers.all {
            var readout = IncidentReadout()
            let document = IncidentDocument(Array(text.utf8))
            _ = parser.recognises(document)
            parser.parse(document, .shipped, into: &readout)
            guard IncidentParsers.parser(of: document)?.format == parser.format else { continue }
            #expect(!readout.reports.contains { !$0.isPartial })
        }
    }

    @Test func `Processes beyond the limit are left out and told`() throws {
        let header = #"{"bug_type":"298","timestamp":"2026-03-14 09:26:58.00 +0100"}"#
        let one = #"{"name":"a","pid":1}"#
        let list = Array(repeating: one, count: IngestLimits.processesPerIncident + 2).joined(separator: ",")
        let text = header + "\n" + #"{"largestProcess":"a","processes":["# + list + "]}"
        let readout = SystemReportSample.read(Array(text.utf8))
        #expect(readout.reports.first?.jetsam?.processes.count == IngestLimits.processesPerIncident)
        #expect(readout.problems.map(\.code) == [.tooLarge])
    }
}
