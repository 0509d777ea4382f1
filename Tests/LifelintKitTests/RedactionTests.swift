// SPDX-License-Identifier: MIT

import Foundation
import LifelintKit
import LifelintModel
import LifelintRules
import Testing

/// No redacted report shows what was planted, whatever the input and whatever the format.
@Suite struct RedactionTests {
    private static func analysis(_ index: Int) throws -> Analysis {
        let input = PlantedInputs.all[index]
        return try ShippedRules.analyzer.get().analyze(bytes: input.bytes, named: input.name)
    }

    private static func text(_ report: any ReportContents, _ renderer: any ReportRenderer) throws -> String {
        var sink: any ByteSink = MemorySink()
        try renderer.render(report, options: RenderOptions(), into: &sink)
        return String(decoding: (sink as? MemorySink)?.bytes ?? [], as: UTF8.self)
    }

    /// What a report shows of what was planted, or of its devices.
    private static func leaks(_ text: String, _ devices: Set<String>) -> [String] {
        let text = text.lowercased()
        return (PlantedInputs.secrets + devices.map { $0.lowercased() }).filter { text.contains($0) }
    }

    @Test(arguments: PlantedInputs.all.indices) func `nothing that was planted is shown`(index: Int) throws {
        let analysis = try Self.analysis(index)
        let name = PlantedInputs.all[index].name
        let devices = Set(try analysis.runs().compactMap(\.device))
        let redacted = try RedactedReport(analysis)
        #expect(redacted.header.configuration.isRedacted)
        for renderer in ReportFormats.all {
            let leaks = Self.leaks(try Self.text(redacted, renderer), devices)
            #expect(leaks.isEmpty, "\(name): \(renderer.id) shows \(leaks)")
        }
        var fingerprints: [[String?]] = []
        try redacted.forEachFinding { fingerprints.append([$0.fingerprint, $0.relatedTo]) }
        let expected = try analysis.allFindings().map { [$0.fingerprint, $0.relatedTo] }
        #expect(fingerprints == expected, "\(name)")
        #expect(redacted.header.summary == analysis.header.summary)
        #expect(redacted.header.verdicts == analysis.header.verdicts)
        // What is not redacted shows it, else nothing was planted.
        let plain = Self.leaks(try Self.text(analysis, JSONRenderer()), devices)
        #expect(plain.contains("annakarenina"), "\(name)")
    }

    @Test func `what was planted reaches reports in most families`() throws {
        var formats: [String: Set<String>] = [:]
        for index in PlantedInputs.all.indices {
            let analysis = try Self.analysis(index)
            let text = try Self.text(analysis, JSONRenderer())
            let format = analysis.header.inputs.first?.format ?? ""
            formats[format, default: []].formUnion(Self.leaks(text, []))
        }
        let shown = formats.filter { $0.value.contains("anna.k@example.org") }.keys.sorted()
        #expect(shown.count >= 12, "\(shown)")
    }

    @Test func `something is planted in every format that is evidence`() throws {
        var planted: Set<String> = []
        for index in PlantedInputs.all.indices {
            planted.formUnion(try Self.analysis(index).header.inputs.map(\.format).compactMap(\.self))
        }
        // These tell nothing themselves, or are what others lie in.
        let others: Set<String> = ["lifelint-report", "tracev3"]
        let missing = InputFormatCatalogue.all.map(\.id).filter { !planted.contains($0) && !others.contains($0) }
        #expect(missing.isEmpty, "\(missing)")
    }

    @Test func `the same value has the same mask`() throws {
        let log = """
            # app=com.acme.notes date=2026-03-02
            10:00:00.000 process.launch device=Annas-iPhone pid=1
            10:00:01.000 process.launch device=Bens-iPhone pid=2
            10:00:02.000 process.exit device=Annas-iPhone pid=1
            10:00:03.000 process.launch device=Annas-iPhone pid=3

            """
        let analysis = try Analyzer().analyze(bytes: Array(log.utf8), named: "a.lifelog")
        var devices: [String] = []
        try RedactedReport(analysis).forEachRun { run in
            devices.append(run.device ?? "-")
            #expect(run.id.contains("/\(run.device ?? "-")/"))
        }
        #expect(devices == ["device-1", "device-1", "device-2"])
    }
}
