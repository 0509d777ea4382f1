// SPDX-License-Identifier: MIT

import Foundation
import LifelintModel
import Testing

@testable import LifelintIngest

/// Set `LIFELINT_CORPUS` to a folder that holds real reports as `reports/<kind>/<file>`.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["LIFELINT_CORPUS"] != nil))
struct PanicCorpusTests {
    /// End of the file's name; kind, model, time, build, task and its id, part of the device, flags, message.
    private static let rows = [
        "forceReset-full.ips | forcedReset | iPhone11,8 | 2022-12-24T11:43:00.47Z | 20C65 | kernel_task 0 | - | 882 | btn_rst",
        "AppleKeyStore-UAF-Panic__panic.log | panic | iPhone12,5 | 2026-01-13T17:23:35.00Z | 23B85 | Test 956 | - | 802"
            + " | [iokit.IOCommandGate]: element modified after free",
        "close-UAF__panic.ips | panic | iPhone18,2 | 2026-02-06T02:19:27.63Z | 23C71 | UAFTester 17598 | - | 802"
            + " | Kernel tag check fault",
        "aop-panic.ips | panic | iPhone18,2 | 2026-02-13T22:37:14.12Z | 23D127 | kernel_task 0 | AOP | 40802"
            + " | AOP PANIC - [EndpointAdapter.cpp:238]",
        "ipad-data-abort.ips | panic | iPad7,2 | 2026-02-12T08:52:01.71Z | 21H450 | TestPOC 10290 | - | 802"
            + " | Kernel data abort.",
        "mte-tag-fault.ips | panic | iPhone18,2 | 2026-02-14T02:01:57.05Z | 23D127 | TestPOC 783 | - | 802"
            + " | Kernel tag check fault",
        "140458.0002.ips | panic | iPhone18,2 | 2026-01-13T19:04:58.19Z | 23C55 | kernel_task 0 | SEP | 40802"
            + " | SEP Panic: :sks /sks",
    ]

    private static func files() throws -> [URL] {
        let corpus = ProcessInfo.processInfo.environment["LIFELINT_CORPUS"] ?? ""
        let folder = URL(fileURLWithPath: corpus).appendingPathComponent("reports/panic-210")
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    }

    @Test func `Real panics say what people read in them`() throws {
        let files = try Self.files()
        #expect(files.count == Self.rows.count)
        for row in Self.rows {
            let cells = row.components(separatedBy: " | ")
            let file = try #require(files.first { $0.lastPathComponent.hasSuffix(cells[0]) })
            let readout = SystemReportSample.read([UInt8](try Data(contentsOf: file)))
            #expect(readout.reports.count == 1 && readout.problems.isEmpty, "\(cells[0])")
            let report = try #require(readout.reports.first)
            let panic = try #require(report.kernelPanic)
            let read = [
                report.kind.rawValue, report.device.model ?? "-", report.captured?.time.rfc3339 ?? "-",
                report.device.systemBuild ?? "-", "\(panic.task ?? "-") \(panic.taskPID ?? -1)", panic.initiator ?? "-",
                String(panic.flags ?? 0, radix: 16),
            ]
            #expect(read == Array(cells[1...7]), "\(cells[0])")
            #expect(panic.message?.hasPrefix(cells[8]) == true, "\(cells[0])")
            #expect(!report.isPartial)
        }
    }

    @Test func `Real panics that are cut keep what stands before the cut`() throws {
        for file in try Self.files() {
            let bytes = [UInt8](try Data(contentsOf: file))
            for length in stride(from: 400, to: min(bytes.count, 60_000), by: 97 * 41) {
                let report = SystemReportSample.read(Array(bytes.prefix(length))).reports.first
                #expect(report?.format == "panic-ips" && report?.isPartial == true)
            }
        }
    }
}
