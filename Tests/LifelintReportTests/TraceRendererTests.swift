// SPDX-License-Identifier: MIT

import Foundation
import LifelintModel
import Testing

@testable import LifelintReport

@Suite struct TraceRendererTests {
    static func events(_ report: SampleReport) throws -> [[String: Any]] {
        let text = try report.rendered(as: TraceRenderer())
        let root = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        return try #require(root["traceEvents"] as? [[String: Any]])
    }

    @Test func `a run becomes a process with its lanes, slices, instants and counters`() throws {
        let events = try Self.events(SampleReport(runs: [.killedInBackground]))
        let names = events.filter { $0["name"] as? String == "thread_name" }
            .compactMap { ($0["args"] as? [String: Any])?["name"] as? String }
        #expect(names == ["findings and end", "events", "app state", "scene S1", "backgroundTask 7"])
        let slices = events.filter { $0["ph"] as? String == "X" }
        #expect(slices.count == 6)
        #expect(slices.first?["ts"] as? Double == 1_772_359_200_000_000)
        #expect(slices.first?["dur"] as? Double == 500_000)
        #expect(events.count { $0["ph"] as? String == "i" } == 6)
        #expect(events.count { $0["ph"] as? String == "C" } == 1)
        let process = events.first?["args"] as? [String: Any]
        #expect(process?["name"] as? String == "com.acme.notes (pid 71)")
    }

    @Test func `a finding is an instant of the process it stands in`() throws {
        var finding = Finding(
            rule: "slow-launch", severity: .warning, confidence: .likely, time: instant(1), decided: instant(2),
            message: "slow", evidence: [.init(line: EvidenceLine(text: "x", at: place(2)), note: "")], fingerprint: "ff"
        )
        finding.run = AppRun.crashed.id
        let events = try Self.events(SampleReport(runs: [.killedInBackground, .crashed], findings: [finding]))
        let found = try #require(events.last)
        #expect(found["name"] as? String == "slow-launch")
        #expect(found["pid"] as? Int == 2)
        #expect((found["args"] as? [String: Any])?["baseline"] == nil)
        finding.isInBaseline = true
        let known = try Self.events(SampleReport(runs: [.crashed], findings: [finding])).last?["args"]
        #expect((known as? [String: Any])?["baseline"] as? Bool == true)
    }

    @Test func `nonsense that is legal gives valid JSON with every event in order of phases`() throws {
        for seed in 0..<60 as Range<UInt64> {
            var random = RandomReport(seed: seed)
            for event in try Self.events(random.report()) {
                let phase = try #require(event["ph"] as? String)
                #expect(["M", "X", "i", "C"].contains(phase))
                #expect(event["pid"] is Int && event["tid"] is Int && event["name"] is String)
                if phase != "M" { #expect(event["ts"] is NSNumber) }
                if phase == "X" { #expect((event["dur"] as? Double ?? -1) >= 0) }
            }
        }
    }

    @Test(arguments: HTMLRendererTests.hostile) func `hostile text gives valid JSON`(text: String) throws {
        #expect(try !Self.events(HTMLRendererTests.report(saying: text)).isEmpty)
    }
}
