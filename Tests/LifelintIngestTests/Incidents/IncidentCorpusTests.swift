// SPDX-License-Identifier: MIT

import Foundation
import LifelintModel
import Testing

@testable import LifelintIngest

/// Set `LIFELINT_CORPUS` to a folder that holds real reports as `reports/<kind>/<file>`.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["LIFELINT_CORPUS"] != nil))
struct IncidentCorpusTests {
    static func files(_ kinds: [String]) throws -> [(name: String, bytes: [UInt8])] {
        let corpus = ProcessInfo.processInfo.environment["LIFELINT_CORPUS"] ?? ""
        return try kinds.flatMap { kind in
            let folder = URL(fileURLWithPath: corpus).appendingPathComponent("reports/\(kind)")
            return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
                .map { file in
                    let end = file.lastPathComponent.components(separatedBy: "__").last ?? ""
                    return ("\(kind)/\(end)", [UInt8](try Data(contentsOf: file)))
                }
        }
    }

    @Test func `Real reports say what people read in them`() throws {
        let rows = IncidentCorpusTable.rows.split(separator: "\n").map { String($0) }
        let none = Set(IncidentCorpusTable.none.split(separator: "\n").map { String($0) })
        var seen: Set<String> = []
        for file in try Self.files(["ips-309", "ips-109", "crash-text"]) {
            let readout = IncidentParsers.read(file.bytes)
            if none.contains(file.name) {
                #expect(readout.reports.isEmpty, "\(file.name)")
                continue
            }
            #expect(readout.reports.count == 1, "\(file.name)")
            #expect(readout.problems.isEmpty, "\(file.name): \(readout.problems)")
            guard let report = readout.reports.first else { continue }
            let candidates = rows.filter { $0.hasPrefix(file.name + "|") }
            let fitting = candidates.first { fits(report, $0) }
            #expect(fitting != nil, "\(file.name): \(candidates), not \(describe(report))")
            if let fitting { seen.insert(fitting) }
        }
        #expect(seen.count == rows.count)
    }

    private func fits(_ report: IncidentReport, _ row: String) -> Bool {
        let columns = row.split(separator: "|", omittingEmptySubsequences: false).map { String($0) }
        guard columns.count == 11 else { return false }
        return describe(report) == Array(columns[1...2]) + Array(columns[5...])
            && sameTime(report.captured, columns[3]) && sameTime(report.launched, columns[4])
    }

    private func describe(_ report: IncidentReport) -> [String] {
        [
            report.who, report.process.pid.map { String($0) } ?? "", report.thrown, report.ended, report.endedBy,
            String(report.threads.count), String(report.frameCount), String(report.images.count),
        ]
    }

    private func sameTime(_ time: IncidentTime?, _ text: String) -> Bool {
        if text.isEmpty { return time == nil }
        guard let time else { return false }
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.dateFormat = "yyyy-MM-dd HH:mm:ss xx"
        let parts = text.replacingOccurrences(of: "+02:00", with: "+0200").replacingOccurrences(
            of: "+04:00", with: "+0400"
        )
        .split(separator: " ")
        let clock = parts[1].split(separator: ".")
        guard let seconds = formatter.date(from: "\(parts[0]) \(clock[0]) \(parts[2])") else { return false }
        let fraction = clock.count > 1 ? Double("0." + clock[1]) ?? 0 : 0
        let expected = seconds.timeIntervalSince1970 + fraction
        return abs(Double(time.time.nanoseconds) / 1e9 - expected) < 0.000_01
    }
}
