// SPDX-License-Identifier: MIT

import Foundation
import LifelintModel
import Testing

@testable import LifelintIngest

/// A second reading, slow and written otherwise, agrees with the first.
struct IncidentDifferentialTests {
    @Test func `Foundation's reading of a body agrees`() throws {
        try agree(IncidentSample.crash)
    }

    @Test(.enabled(if: ProcessInfo.processInfo.environment["LIFELINT_CORPUS"] != nil))
    func `Foundation's reading of real bodies agrees`() throws {
        for file in try IncidentCorpusTests.files(["ips-309"]) {
            try agree(String(decoding: file.bytes, as: UTF8.self))
        }
    }

    @Test func `A slow reading of texts agrees`() throws {
        for text in [IncidentSample.text, IncidentSample.mac, IncidentSample.translated] { try agreeText(text) }
    }

    @Test(.enabled(if: ProcessInfo.processInfo.environment["LIFELINT_CORPUS"] != nil))
    func `A slow reading of real texts agrees`() throws {
        for file in try IncidentCorpusTests.files(["crash-text"]) where file.bytes.count < 60_000 {
            try agreeText(String(decoding: file.bytes, as: UTF8.self))
        }
    }

    private func agree(_ text: String) throws {
        let report = try #require(IncidentReadout.of(text).reports.first)
        let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        let hasHeader = lines[0].contains("bug_type")
        let body = Data((hasHeader ? String(lines[1]) : text).utf8)
        let json = try #require(try JSONSerialization.jsonObject(with: body) as? [String: Any])
        #expect(report.process.name == json["procName"] as? String)
        #expect(report.process.path == json["procPath"] as? String)
        #expect(report.process.pid == (json["pid"] as? NSNumber)?.int32Value)
        #expect(report.process.startTicks == (json["procStartAbsTime"] as? NSNumber)?.uint64Value)
        #expect(report.process.endTicks == (json["procExitAbsTime"] as? NSNumber)?.uint64Value)
        #expect(report.device.model == json["modelCode"] as? String)
        let exception = json["exception"] as? [String: Any] ?? [:]
        #expect(report.exception?.type == exception["type"] as? String)
        #expect(report.exception?.signal == exception["signal"] as? String)
        if let codes = exception["rawCodes"] as? [NSNumber] {
            #expect(report.exception?.codes == codes.map(\.uint64Value))
        }
        let termination = json["termination"] as? [String: Any] ?? [:]
        #expect(report.termination?.namespace == termination["namespace"] as? String)
        #expect(report.termination?.code == (termination["code"] as? NSNumber)?.uint64Value)
        #expect(report.termination?.indicator == termination["indicator"] as? String)
        #expect(report.termination?.flags == (termination["flags"] as? NSNumber)?.uint64Value)
        let images = json["usedImages"] as? [[String: Any]] ?? []
        #expect(report.images.map(\.base) == images.map { ($0["base"] as? NSNumber)?.uint64Value })
        #expect(report.images.map(\.path) == images.map { ($0["path"] as? String).flatMap { $0.isEmpty ? nil : $0 } })
        try agree(report.threads, json["threads"] as? [[String: Any]] ?? [])
    }

    private func agree(_ threads: [IncidentThread], _ expected: [[String: Any]]) throws {
        #expect(threads.count == expected.count)
        for (thread, other) in zip(threads, expected) {
            let frames = other["frames"] as? [[String: Any]] ?? []
            #expect(thread.frames.map(\.symbol) == frames.map { $0["symbol"] as? String })
            #expect(thread.frames.map(\.imageOffset) == frames.map { ($0["imageOffset"] as? NSNumber)?.uint64Value })
            #expect(
                thread.frames.map(\.symbolOffset) == frames.map { ($0["symbolLocation"] as? NSNumber)?.uint64Value })
            #expect(thread.frames.map(\.file) == frames.map { $0["sourceFile"] as? String })
            #expect(thread.name == other["name"] as? String)
        }
    }

    /// Reads with regular expressions over the whole text.
    private func agreeText(_ text: String) throws {
        guard let report = IncidentReadout.of(text).reports.first else { return }
        var text = text.replacingOccurrences(of: "\r", with: "")
        // A second exception behind the images is that of a crash in the handler.
        let parts = text.components(separatedBy: "\nException Type:")
        if parts.count > 2, parts[1].contains("\nBinary Images:") {
            text = parts[...1].joined(separator: "\nException Type:")
        }
        let images = try matches(
            #"(?m)^[ \t]*(0x[0-9a-fA-F]+) -[ \t]+0x[0-9a-fA-F]+[ \t]+\+?(\S.*)[ \t]<([0-9A-Fa-f-]+|\(null\))>[ \t]*(.*?)[ \t]*$"#,
            text)
        #expect(report.images.map { $0.base.map { String($0, radix: 16) } } == images.map { plain($0[0]) })
        #expect(report.images.map(\.uuid) == images.map { isMissing($0[2]) ? nil : $0[2] })
        #expect(report.images.map(\.path) == images.map { $0[3].isEmpty || $0[3] == "???" ? nil : $0[3] })
        let stacks = try matches(
            #"(?m)^Thread (\d+)(?: Crashed| Highlighted)?:.*\n((?:\d+[ \t].*\n?)*)"#, text)
        #expect(
            report.threads.filter { !$0.frames.isEmpty }.map(\.number)
                == stacks.filter { !$0[1].isEmpty }.map { Int($0[0]) ?? -1 })
        for stack in stacks where !stack[1].isEmpty {
            let thread = report.threads.first { String($0.number) == stack[0] }
            let frames = try matches(#"(?m)^\d+[ \t]+(.*?)[ \t]+(0x[0-9a-fA-F]+)(?=[ \t]|$).*$"#, stack[1])
            #expect(thread?.frames.map { $0.address.map { String($0, radix: 16) } } == frames.map { plain($0[1]) })
            #expect(
                thread?.frames.map { $0.image ?? "???" }.filter { $0 != "???" }.allSatisfy { name in
                    frames.contains { $0[0] == name } || report.images.contains { $0.name == name }
                } == true)
        }
    }

    private func isMissing(_ uuid: String) -> Bool { uuid == "(null)" || uuid.allSatisfy { $0 == "0" || $0 == "-" } }

    private func plain(_ hex: String) -> String? { UInt64(hex.dropFirst(2), radix: 16).map { String($0, radix: 16) } }

    private func matches(_ pattern: String, _ text: String) throws -> [[String]] {
        let expression = try NSRegularExpression(pattern: pattern)
        let whole = text as NSString
        return expression.matches(in: text, range: NSRange(location: 0, length: whole.length)).map { match in
            (1..<match.numberOfRanges).map { index in
                match.range(at: index).location == NSNotFound ? "" : whole.substring(with: match.range(at: index))
            }
        }
    }
}
