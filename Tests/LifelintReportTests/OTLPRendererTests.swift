// SPDX-License-Identifier: MIT

import Foundation
import LifelintModel
import LifelintReport
import Testing

struct OTLPRendererTests {
    @Test func `a run is a trace: a root with its states, scenes and spans as children`() throws {
        let lines = try Self.lines(SampleReport(runs: [.killedInBackground]))
        let spans = try #require(Self.records(lines.first, "resourceSpans", "scopeSpans", "spans"))
        #expect(
            spans.map { $0["name"] as? String } == [
                "app run", "state launching", "state active", "state inactive", "state background", "scene active",
                "backgroundTask upload draft",
            ])
        let root = try #require(spans.first)
        #expect(root["startTimeUnixNano"] as? String == "1772359200000000000")
        #expect(root["endTimeUnixNano"] as? String == "1772359236000000000")
        #expect((root["events"] as? [Any])?.count == 5)
        #expect(Set(spans.compactMap { $0["traceId"] as? String }).count == 1)
        #expect(Set(spans.compactMap { $0["spanId"] as? String }).count == spans.count)
        #expect(spans.dropFirst().allSatisfy { $0["parentSpanId"] as? String == root["spanId"] as? String })
        // What was never ended lasts as long as the run.
        #expect(spans.last?["endTimeUnixNano"] as? String == "1772359236000000000")
        #expect(Self.attributes(spans.last)["lifelint.span.ended"] as? Bool == false)
    }

    @Test func `a span that lasts as long as its run was not ended by that`() throws {
        var run = AppRun.killedInBackground
        run.spans[0].to = run.end.time
        for isEnded in [false, true] {
            run.spans[0].isEnded = isEnded
            let lines = try Self.lines(SampleReport(runs: [run]))
            let spans = Self.records(lines.first, "resourceSpans", "scopeSpans", "spans")
            #expect(Self.attributes(spans?.last)["lifelint.span.ended"] as? Bool == isEnded)
        }
    }

    @Test func `an ordinary end is no error`() throws {
        let root = Self.records(
            try Self.lines(SampleReport(runs: [.bare()])).first, "resourceSpans", "scopeSpans", "spans")?.first
        #expect(root?["status"] is [String: Any])
        #expect((root?["status"] as? [String: Any])?["code"] == nil)
    }

    @Test func `a crash that the user saw is an error`() throws {
        let lines = try Self.lines(SampleReport(runs: [.crashed]))
        let root = Self.records(lines.first, "resourceSpans", "scopeSpans", "spans")?.first
        #expect((root?["status"] as? [String: Any])?["code"] as? Int == 2)
        let record = Self.records(lines.last, "resourceLogs", "scopeLogs", "logRecords")?.first
        #expect(record?["severityNumber"] as? Int == 17)
        #expect(record?["eventName"] as? String == "lifelint.ending")
        #expect(Self.attributes(record)["lifelint.ending.exception"] as? String == "NSRangeException")
    }

    @Test func `details of an ending have the types and the digits of the JSON report`() throws {
        var run = AppRun.crashed
        run.ending.detail = [
            .allowance: .duration(19_970_000_000), .code: .integer(0x8bad_f00d), .limit: .bytes(2_199_912_448),
            .duringHang: .bool(true), .sceneMandate: .string("no flag"), .signal: .integer(9),
        ]
        let lines = try Self.lines(SampleReport(runs: [run]))
        let told = Self.attributes(Self.records(lines.last, "resourceLogs", "scopeLogs", "logRecords")?.first)
        #expect(told["lifelint.ending.allowance"] as? Double == 19.97)
        #expect(told["lifelint.ending.code"] as? String == "0x8badf00d")
        #expect(told["lifelint.ending.limit"] as? String == "2199912448")
        #expect(told["lifelint.ending.signal"] as? String == "9")
        #expect(told["lifelint.ending.duringHang"] as? Bool == true)
        #expect(told["lifelint.ending.sceneMandate"] == nil)
    }

    @Test func `a finding belongs to the trace of its run`() throws {
        let lines = try Self.lines(SampleReport(runs: [.killedInBackground], findings: [.sample()]))
        #expect(lines.count == 3)
        let spans = try #require(Self.records(lines.first, "resourceSpans", "scopeSpans", "spans"))
        let finding = try #require(Self.records(lines.last, "resourceLogs", "scopeLogs", "logRecords")?.first)
        #expect(finding["traceId"] as? String == spans.first?["traceId"] as? String)
        #expect(finding["spanId"] as? String == spans.first?["spanId"] as? String)
        #expect((finding["traceId"] as? String)?.count == 32)
        #expect((finding["spanId"] as? String)?.count == 16)
        #expect(Self.attributes(finding)["lifelint.rule"] as? String == "background-task-never-ended")
    }

    @Test func `a process without a bundle id is one service, and what is not certain says so`() throws {
        var run = AppRun.crashed
        run.app = nil
        run.process = "Notes"
        run.id = "Notes/A1/99@2026-03-01T10:01:00.000Z"
        run.launch.confidence = .likely
        var finding = Finding.sample()
        finding.app = nil
        finding.run = run.id
        let text = try SampleReport(runs: [run], findings: [finding]).rendered(as: OTLPRenderer())
        #expect(text.split(separator: #"{"key":"service.name","value":{"stringValue":"Notes"}}"#).count == 4)
        #expect(text.contains(#"{"key":"lifelint.launch.confidence","value":{"stringValue":"likely"}}"#))
        #expect(
            text.contains(
                #"{"key":"lifelint.ending.likelihoods","value":{"arrayValue":{"values":[{"stringValue":"possible"}]}}}"#
            ))
    }

    @Test func `the resource is named as OpenTelemetry names it`() throws {
        var run = AppRun.killedInBackground
        run.os = "iPhone OS 18.4 (22E240)"
        run.model = "iPhone16,2"
        let line = try #require(Self.lines(SampleReport(runs: [run])).first)
        let resource = ((line["resourceSpans"] as? [[String: Any]])?.first?["resource"]) as? [String: Any]
        let attributes = Self.attributes(resource)
        let expected = [
            "service.name": "com.acme.notes", "service.version": "1.2", "device.id": "A1", "os.version": "18.4",
            "os.name": "iPhone OS", "os.build_id": "22E240", "device.model.identifier": "iPhone16,2",
            "app.build_id": "34", "process.pid": "71",
        ]
        for (name, value) in expected { #expect(attributes[name] as? String == value, "\(name)") }
    }

    @Test func `identifiers do not change from one version to the next`() throws {
        let text = try SampleReport(runs: [.killedInBackground]).rendered(as: OTLPRenderer())
        #expect(
            text.contains(#""traceId":"39b8083d4637ddcaf43de66996ee1e74","spanId":"a7ca09e6109550f5","name":"app run""#)
        )
    }

    @Test(arguments: UInt64(0)..<40) func `each line of any report is a message, and no span ends before it begins`(
        seed: UInt64
    ) throws {
        var random = RandomReport(seed: seed)
        for line in try Self.lines(random.report()) {
            for span in Self.records(line, "resourceSpans", "scopeSpans", "spans") ?? [] {
                let from = Int64(span["startTimeUnixNano"] as? String ?? "") ?? -1
                let to = Int64(span["endTimeUnixNano"] as? String ?? "") ?? -1
                #expect(from >= 0 && to >= from)
            }
            #expect(line["resourceSpans"] != nil || line["resourceLogs"] != nil)
        }
    }

    private static func lines(_ report: SampleReport) throws -> [[String: Any]] {
        try report.rendered(as: OTLPRenderer()).split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
    }

    private static func records(_ line: [String: Any]?, _ outer: String, _ scope: String, _ inner: String)
        -> [[String: Any]]?
    {
        let resource = (line?[outer] as? [[String: Any]])?.first
        return (resource?[scope] as? [[String: Any]])?.first?[inner] as? [[String: Any]]
    }

    private static func attributes(_ object: [String: Any]?) -> [String: Any] {
        let list = object?["attributes"] as? [[String: Any]] ?? []
        return Dictionary(
            list.compactMap { attribute in
                guard let key = attribute["key"] as? String, let value = attribute["value"] as? [String: Any] else {
                    return nil
                }
                return value.values.first.map { (key, $0) }
            }, uniquingKeysWith: { first, _ in first })
    }
}
