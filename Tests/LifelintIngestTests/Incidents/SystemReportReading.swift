// SPDX-License-Identifier: MIT

import Foundation
import LifelintModel

@testable import LifelintIngest

/// Reports of the system that were written for these tests.
enum SystemReportSample {
    static let names = [
        "jetsam-own-limit.ips", "jetsam-frontmost-pressure.ips", "jetsam-ios9-trailing-comma.ips", "jetsam-text.log",
        "stackshot.ips", "cpu-202.ips", "cpu-206-fatal.ips", "wakeups-142.ips", "disk-writes-145.ips", "cpu.diag",
        "resource-ios8.ips", "panic-210.ips", "force-reset-151.ips", "panic-raw-newlines.ips", "panic-text.panic",
        "hang-228.ips", "spindump.txt",
    ]

    static func bytes(_ name: String) throws -> [UInt8] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return [UInt8](try Data(contentsOf: folder.appendingPathComponent("Fixtures/Reports/\(name)")))
    }

    static func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

    /// What reading the bytes gives, each document by the first parser that knows it.
    static func read(_ bytes: [UInt8]) -> IncidentReadout { IncidentParsers.read(bytes) }
}

extension IncidentReport {
    /// Who, where and when in one line.
    var identity: String {
        [
            format, kind.rawValue, bugType ?? "-", process.bundle ?? process.name ?? "-",
            process.pid.map { String($0) } ?? "-", device.model ?? "-", device.system ?? "-",
            device.systemBuild ?? "-", captured?.time.rfc3339 ?? "-",
        ].joined(separator: " | ")
    }

    /// What was used and what is allowed in one line.
    var use: String {
        guard let resource else { return "-" }
        func number(_ value: Double?) -> String { value.map { String(format: "%.6g", $0) } ?? "-" }
        func seconds(_ value: Int64?) -> String { value.map { String($0 / 1_000_000_000) } ?? "-" }
        return [
            resource.kind.rawValue, resource.isFatal.map { $0 ? "fatal" : "goes on" } ?? "-",
            number(resource.used), seconds(resource.usedOver), number(resource.limit), seconds(resource.limitOver),
            resource.wasFrontmost.map { $0 ? "frontmost" : "not frontmost" } ?? "-",
        ].joined(separator: " | ")
    }

    /// The calls of the thread at fault, the innermost first.
    var calls: [String] {
        (threads.first?.frames ?? []).map {
            "\($0.image ?? "?") \($0.symbol ?? "?") \($0.samples.map { String($0) } ?? "-")"
        }
    }
}
