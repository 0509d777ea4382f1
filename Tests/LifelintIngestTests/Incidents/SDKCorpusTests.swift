// SPDX-License-Identifier: MIT

import Foundation
import LifelintModel
import Testing

@testable import LifelintIngest

/// Reads real reports of SDKs where `LIFELINT_CORPUS` names a folder that has them.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["LIFELINT_CORPUS"] != nil))
struct SDKCorpusTests {
    private let root = (ProcessInfo.processInfo.environment["LIFELINT_CORPUS"] ?? "") + "/reports/"
    private let rows = SDKCorpusRows.text.split(separator: "\n").map {
        $0.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    }

    private func content(_ name: String) -> [UInt8]? {
        FileManager.default.contents(atPath: root + name).map { [UInt8]($0) }
    }

    @Test func `Reports of SDKs say what a person reads in them`() throws {
        for row in rows {
            let bytes = try #require(content(row[0]), "\(row[0])")
            let readout = IncidentParsers.read(bytes)
            #expect(readout.reports.count == Int(row[1]), "\(row[0])")
            guard let report = readout.reports.first else { continue }
            let found = [
                report.process.bundle ?? report.process.name ?? "-", report.process.pid.map { "\($0)" } ?? "-",
                report.captured?.time.rfc3339 ?? "-", Self.exception(report), Self.ending(report),
                "\(report.threads.count)", row[8] == "*" ? "*" : "\(report.images.count)",
            ]
            #expect(found == Array(row[2...]), "\(row[0])")
            for thread in report.threads { #expect(thread.frames.allSatisfy { $0.imageIndex ?? 0 < 1_000_000 }) }
        }
    }

    @Test func `Every file of the corpus is recognised by its own format as an input`() throws {
        let ids = ["metrickit", "kscrash", "sentry", "bugsnag", "crashlytics", "plcrash-text", "plcrash-binary"]
        for row in rows where row[1] != "0" {
            let bytes = try #require(content(row[0]))
            let head = InputHead(
                bytes: Array(bytes.prefix(IngestLimits.headBytes)), isWhole: bytes.count <= IngestLimits.headBytes)
            let id = InputFormats(words: Sample.words).format(of: head)?.id ?? "-"
            #expect(ids.contains(id), "\(row[0]): \(id)")
            let folder = String(row[0].prefix { $0 != "/" })
            if ["metrickit", "kscrash", "sentry"].contains(folder) { #expect(id == folder, "\(row[0])") }
        }
    }

    @Test func `A file that was cut tells nothing else than the whole one`() throws {
        for row in rows where row[1] != "0" {
            let bytes = try #require(content(row[0]))
            guard bytes.count < 200_000, let whole = IncidentParsers.read(bytes).reports.first,
                let parser = IncidentParsers.parser(of: IncidentDocument(bytes))
            else { continue }
            // The last line of a text may be any part of itself; so may a list of causes.
            guard parser.format != "plcrash-text" else { continue }
            let step = max(97, bytes.count / 12 / 97 * 97)
            for end in stride(from: 97, to: bytes.count, by: step) {
                let cut = Array(bytes[..<end])
                var readout = IncidentReadout()
                parser.parse(IncidentDocument(cut), .shipped, into: &readout)
                guard let report = readout.reports.first else { continue }
                ReportComparison.expectAgreement(report, whole, "\(row[0]) cut at \(end)")
            }
        }
    }

    static func exception(_ report: IncidentReport) -> String {
        let parts = [report.exception?.type, report.exception?.signal, report.exception?.name].compactMap(\.self)
        return parts.isEmpty ? "-" : parts.joined(separator: "/")
    }

    static func ending(_ report: IncidentReport) -> String {
        if let termination = report.termination {
            return "\(termination.namespace ?? "?") \(termination.code.map { "\($0)" } ?? "?")"
        }
        return report.guess?.text ?? "-"
    }
}
