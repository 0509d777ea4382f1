// SPDX-License-Identifier: MIT

import Foundation
import LifelintModel
import TestSupport
import Testing

@testable import LifelintIngest

/// Reports that were cut, damaged or made to be absurd: reading goes on, and what survives is the same.
struct IncidentHostileTests {
    private static let samples = [
        IncidentSample.crash, IncidentSample.text, IncidentSample.mac, IncidentSample.translated,
        IncidentSample.header + "\n" + IncidentSample.text,
    ]

    /// What may be missing, but not different.
    private static func survives(_ report: IncidentReport, of whole: IncidentReport) -> Bool {
        func same<T: Equatable>(_ left: T?, _ right: T?) -> Bool { left == nil || left == right }
        return same(report.process.pid, whole.process.pid) && same(report.process.path, whole.process.path)
            && same(report.captured?.time, whole.captured?.time) && same(report.launched?.time, whole.launched?.time)
            && same(report.termination?.code, whole.termination?.code)
            && same(report.incident, whole.incident) && same(report.device.model, whole.device.model)
            && report.threads.count <= whole.threads.count && report.images.count <= whole.images.count
    }

    @Test(arguments: IncidentHostileTests.samples.indices)
    func `What stands before a cut is read`(_ index: Int) throws {
        let sample = IncidentHostileTests.samples[index]
        let isJSON = sample.hasPrefix(IncidentSample.header + "\n{")
        let bytes = Array(sample.utf8)
        let whole = try #require(IncidentParsers.read(bytes).reports.first)
        for length in stride(from: 1, to: bytes.count, by: 47) {
            let readout = IncidentParsers.read(Array(bytes.prefix(length)))
            #expect(readout.reports.count <= 1, "\(length)")
            guard isJSON, length > IncidentSample.header.utf8.count, let report = readout.reports.first else {
                continue
            }
            #expect(report.format == "crash-ips", "\(length)")
            #expect(Self.survives(report, of: whole), "\(length)")
            #expect(report.isPartial || length > bytes.count - 4, "\(length)")
        }
    }

    @Test(arguments: IncidentHostileTests.samples.indices)
    func `Flipped bytes are no end of anything`(_ index: Int) {
        var random = SeededGenerator(seed: 11)
        let bytes = Array(IncidentHostileTests.samples[index].utf8)
        for _ in 0..<300 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                damaged[Int.random(in: damaged.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let readout = IncidentParsers.read(damaged)
            #expect(readout.reports.count <= 4)
        }
    }

    @Test(arguments: [
        #"{"procName":"a","captureTime":5,"threads":{"frames":[[[]]]},"exception":[1],"termination":"x","usedImages":3}"#,
        #"{"procName":null,"procPath":[],"captureTime":{},"pid":-1,"exception":{"rawCodes":[-1,1e999,99999999999999999999]}}"#,
        #"{"procName":"a","exception":{"type":7},"termination":{"code":-5,"namespace":1e400,"reasons":"x","details":[[]]}}"#,
        #"{"procName":"a","procPath":"b","exception":{},"usedImages":[{"base":18446744073709551615,"size":-1}],"threads":[{"frames":[{"imageIndex":0,"imageOffset":18446744073709551615}]}],"faultingThread":-9223372036854775808}"#,
        #"{"procName":"a","procPath":"b","exception":{},"faultingThread":9223372036854775807,"threads":[]}"#,
    ])
    func `Values of any kind and size are borne`(_ body: String) {
        let readout = IncidentReadout.of(body)
        #expect(readout.reports.count == 1)
        #expect(readout.reports.first?.triggeredThread == nil)
    }

    @Test func `Deep nesting, many threads and many calls are bounded`() throws {
        let deep = #"{"procName":"a","procPath":"b","exception":"# + String(repeating: "[", count: 100_000)
        #expect(IncidentReadout.of(deep).codes == [.invalidJSON])
        let thread = #"{"frames":[{"imageOffset":1,"imageIndex":0}]}"#
        let threads = Array(repeating: thread, count: IngestLimits.threadsPerIncident + 5).joined(separator: ",")
        let readout = IncidentReadout.of(#"{"procName":"a","procPath":"b","exception":{},"threads":["# + threads + "]}")
        #expect(readout.reports.first?.threads.count == IngestLimits.threadsPerIncident)
        #expect(readout.codes == [.tooLarge])
        var text = IncidentSample.text
        let frames = (0..<3_000).map { "\($0)   Notes   \t0x0000000100512000 a + 1\n" }.joined()
        text = text.replacing("Thread 0 Crashed:\n", with: "Thread 0 Crashed:\n" + frames)
        #expect(IncidentReadout.of(text).reports.first?.threads.first?.frames.count == IngestLimits.framesPerThread)
    }

    @Test func `Lines of brackets and of labels cost linear time`() {
        let lines = [
            "0   Notes  0x1 " + String(repeating: "0x1 + 2 (", count: 20_000) + String(repeating: ")", count: 20_000),
            "Exception Type: " + String(repeating: "(", count: 100_000),
            "Process: " + String(repeating: "[", count: 100_000),
            String(repeating: "exhausted ", count: 20_000), String(repeating: "RBSTerminateContext", count: 20_000),
        ]
        for line in lines {
            let text = IncidentSample.text.replacing("Thread 0 Crashed:\n", with: "Thread 0 Crashed:\n\(line)\n")
                .replacing("ThermalInfo: (", with: line)
            #expect(IncidentReadout.of(text).reports.count == 1)
        }
    }

    @Test(.enabled(if: ProcessInfo.processInfo.environment["LIFELINT_CORPUS"] != nil))
    func `Real reports that are cut and damaged are borne`() throws {
        var random = SeededGenerator(seed: 23)
        for file in try IncidentCorpusTests.files(["ips-309", "ips-109", "crash-text", "other"])
        where file.bytes.count < 80_000 {
            let whole = IncidentParsers.read(file.bytes).reports.first
            let step = max(97, file.bytes.count / 97 / 40 * 97)
            for length in stride(from: 97, to: file.bytes.count, by: step) {
                let readout = IncidentParsers.read(Array(file.bytes.prefix(length)))
                if file.name.hasPrefix("ips-309"), let whole, let report = readout.reports.first {
                    #expect(Self.survives(report, of: whole), "\(file.name) \(length)")
                }
            }
            for _ in 0..<10 {
                var damaged = file.bytes
                for _ in 0..<20 {
                    damaged[Int.random(in: damaged.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                _ = IncidentParsers.read(damaged)
            }
        }
    }
}
