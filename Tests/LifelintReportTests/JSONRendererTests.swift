// SPDX-License-Identifier: MIT

import Foundation
import LifelintModel
import LifelintReport
import Testing

struct JSONRendererTests {
    @Test("An empty report has every key, one a line")
    func emptyReport() throws {
        let expected = """
            {
            "schema":"lifelint.report/1",
            "tool":{"name":"lifelint","version":"0.1.0","rulesDigest":"00ff"},
            "config":{"file":null,"preset":"recommended","digest":"11aa","today":null,"redacted":false,"selection":{"apps":[],"device":null,"since":null,"until":null}},
            "summary":{"runs":0,"findings":{"error":0,"warning":0,"info":0},"related":0,"suppressed":0,"baseline":0,"endings":{}},
            "inputs":[],
            "runs":[],
            "exitCounts":[],
            "findings":[],
            "fixed":[],
            "notSeen":[],
            "verdicts":{},
            "appVerdicts":[],
            "problems":[]
            }

            """
        #expect(try SampleReport().rendered(as: JSONRenderer()) == expected)
    }

    @Test("Runs, findings, inputs, rules and problems take a line each")
    func lines() throws {
        var report = SampleReport(
            runs: [.killedInBackground, .crashed], findings: [.sample()],
            inputs: [InputSummary(path: "notes.lifelog", format: "lifecycle-text", status: .read, isExpected: true)],
            problems: [
                Problem(file: "notes.lifelog", line: 3, column: 1, offset: 9, code: .badTime, message: "no time")
            ])
        report.header.verdicts = ["b": VerdictCounts(), "a": VerdictCounts()]
        report.header.appVerdicts = [AppVerdicts(app: nil, verdicts: ["a": VerdictCounts()])]
        report.header.fixed = [
            BaselineEntry(rule: "a", app: nil, culprit: "sync", count: 2, fingerprint: "0123456789abcdef")
        ]
        let lines = try report.rendered(as: JSONRenderer()).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 32)
        #expect(lines[5] == "\"inputs\":[")
        #expect(
            lines[6]
                == #"{"path":"notes.lifelog","format":"lifecycle-text","bytes":0,"records":0,"events":0,"problems":0,"status":"read","wrapper":null,"expected":true,"cut":false}"#
        )
        #expect(lines[7] == "],")
        #expect(lines[8] == "\"runs\":[")
        #expect(lines[9].hasPrefix(#"{"id":"com.acme.notes/A1/71@"#) && lines[9].hasSuffix("},"))
        #expect(lines[10].hasPrefix(#"{"id":"com.acme.notes/A1/99@"#) && lines[10].hasSuffix("}"))
        #expect(
            lines[17]
                == #"{"rule":"a","app":null,"process":null,"culprit":"sync","count":2,"fingerprint":"0123456789abcdef"}"#
        )
        #expect(
            lines[21] == #""a":{"violated":0,"satisfied":0,"inconclusive":0,"notEvaluated":0,"partial":0,"why":{}},"#)
        #expect(
            lines[25]
                == #"{"app":null,"verdicts":{"a":{"violated":0,"satisfied":0,"inconclusive":0,"notEvaluated":0,"partial":0,"why":{}}}}"#
        )
        #expect(
            lines[28]
                == #"{"file":"notes.lifelog","line":3,"column":1,"offset":9,"code":"bad-time","message":"no time"}"#)
        #expect(lines.suffix(2) == ["}", ""])
    }

    @Test("Each line of NDJSON is an object that says what it is")
    func ndjson() throws {
        var random = RandomReport(seed: 3)
        var report = random.report()
        report.runs.append(.killedInBackground)
        let text = try report.rendered(as: NDJSONRenderer())
        var counts: [String: Int] = [:]
        for line in text.split(separator: "\n") {
            let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            counts[try #require(object["type"] as? String), default: 0] += 1
        }
        #expect(text.hasPrefix(#"{"type":"header","schema":"lifelint.report/1","tool":{"#))
        #expect(text.contains("\n" + #"{"type":"run","id":"com.acme.notes/A1/71@"#))
        #expect(counts["header"] == 1)
        #expect(counts["run"] == report.runs.count)
        #expect(counts["verdict"] == report.header.verdicts.count)
        #expect(counts["fixed", default: 0] == report.header.fixed.count)
        #expect(counts["appVerdicts", default: 0] == report.header.appVerdicts.count)
        #expect(counts["finding", default: 0] == report.findings.count)
        #expect(counts["problem", default: 0] == report.header.problems.count)
        #expect(text.last == "\n")
    }

    @Test("Every rendering gives the same bytes twice", arguments: 0..<10 as Range<UInt64>)
    func deterministic(seed: UInt64) throws {
        var first = RandomReport(seed: seed)
        var second = RandomReport(seed: seed)
        let reports = (first.report(), second.report())
        for renderer in ReportFormats.all {
            var sinks: (any ByteSink, any ByteSink) = (MemorySink(), MemorySink())
            do {
                try renderer.render(reports.0, options: RenderOptions(), into: &sinks.0)
                try renderer.render(reports.1, options: RenderOptions(), into: &sinks.1)
            } catch is ReportRefusal {
                #expect((sinks.0 as? MemorySink)?.bytes == [], "\(renderer.id)")
            }
            #expect((sinks.0 as? MemorySink)?.bytes == (sinks.1 as? MemorySink)?.bytes, "\(renderer.id)")
        }
    }

    @Test("Names of formats are unique, and found")
    func registry() {
        let ids = ReportFormats.all.map(\.id)
        #expect(Set(ids).count == ids.count)
        #expect(ids.first == "text")
        for id in ids { #expect(ReportFormats.format(named: id)?.id == id) }
        #expect(ReportFormats.format(named: "xml") == nil)
    }
}
