// SPDX-License-Identifier: MIT

import Foundation
import LifelintModel
import LifelintReport
import Testing

struct RunEncodingTests {
    private func encoded(_ run: AppRun) -> String {
        var output = OutputBuffer()
        var encoder = RunEncoder()
        encoder.encode(run, into: &output)
        return output.string
    }

    @Test("A run of which nothing is known has every key all the same")
    func bareRun() {
        let edge = #"{"time":"2026-03-01T10:00:00.000Z","known":false}"#
        let expected =
            #"{"id":"-/-/-@2026-03-01T10:00:00.000Z","app":null,"process":null,"host":"app","version":null,"#
            + #""build":null,"os":null,"model":null,"device":null,"boot":null,"pid":null,"debugger":false,"#
            + #""harness":false,"simulator":false,"start":\#(edge),"end":\#(edge),"#
            + #""launch":{"kind":"unknown","reason":null,"after":null,"confidence":null,"afterUpdate":false,"#
            + #""afterBoot":false,"beforeFirstUnlock":false,"firstEver":false,"afterForceQuit":false},"#
            + #""stateAtEnd":null,"visible":false,"ending":{"cause":"stillRunning","confidence":"certain","#
            + #""detail":{},"because":[],"ruledOut":[],"candidates":[]},"states":[],"scenes":[],"spans":[],"#
            + #""events":[],"eventsOmitted":0,"counters":[],"anomalies":[],"story":""}"#
        #expect(encoded(.bare()) == expected)
    }

    @Test("The parts of a run stand in the documented order")
    func parts() {
        let text = encoded(.killedInBackground)
        let at = #"{"file":"notes.lifelog","line":9,"column":1,"offset":540,"length":59}"#
        for expected in [
            #""detail":{"kind":"expired","code":"0x2182bad2","namespace":"RUNNINGBOARD","signal":9}"#,
            #""at":\#(at)}],"ruledOut":[{"cause":"userQuit","because":"the termination names another reason"}]"#,
            #"{"state":"background","from":"2026-03-01T10:00:07.000Z","to":"2026-03-01T10:00:36.000Z","inferred":false}"#,
            #""scenes":[{"id":"S1","states":[{"state":"active","from":"#,
            #"{"kind":"backgroundTask","key":"7","name":"upload draft","from":"2026-03-01T10:00:05.000Z","to":null,"inferred":false,"replaced":false,"ended":false}"#,
            #"{"time":"2026-03-01T10:00:36.000Z","event":"process.exit","scene":null,"at":\#(at),"text":""}],"eventsOmitted":0"#,
            #""counters":[{"name":"memory.footprint","unit":"bytes","samples":[["2026-03-01T10:00:00.001Z",5]]}]"#,
            #""anomalies":[{"code":"background-without-resign","message":"background without inactive","at":{"file""#,
        ] {
            #expect(text.contains(expected), "\(expected) is missing in \(text)")
        }
    }

    @Test(
        "Details of an ending have one type each",
        arguments: [
            (EndingDetail.limit, Value.bytes(2_000_000), #"{"limit":2000000}"#),
            (.allowance, .duration(19_940_000_000), #"{"allowance":19.94}"#),
            (.allowance, .number(10), #"{"allowance":10}"#),
            (.code, .integer(0x8bad_f00d), #"{"code":"0x8badf00d"}"#),
            (.code, .integer(9), #"{"code":"0x9"}"#),
            (.code, .string("0x8BADF00D"), #"{"code":"0x8badf00d"}"#),
            (.code, .string("[0x1]"), #"{}"#),
            (.signal, .string("11"), #"{"signal":11}"#),
            (.exitStatus, .integer(255), #"{"exitStatus":255}"#),
            (.cpuShare, .number(0.415), #"{"cpuShare":0.415}"#),
            (.cpuShare, .number(.nan), #"{}"#),
            (.duringHang, .bool(true), #"{"duringHang":true}"#),
            (.sceneMandate, .string("yes"), #"{}"#),
            (.path, .string("/private/a\"b"), #"{"path":"/private/a\"b"}"#),
            (.reason, .integer(7), #"{"reason":"7"}"#),
        ])
    func details(key: EndingDetail, value: Value, expected: String) {
        var run = AppRun.bare()
        run.ending.detail[key] = value
        #expect(encoded(run).contains("\"detail\":" + expected + ",\"because\""))
    }

    @Test("Whatever a run holds, Foundation reads it", arguments: 0..<40 as Range<UInt64>)
    func parses(seed: UInt64) throws {
        var random = RandomReport(seed: seed)
        let run = random.run()
        let text = encoded(run)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(object["story"] as? String == run.story)
        #expect(object["id"] as? String == run.id)
        #expect((object["spans"] as? [Any])?.count == run.spans.count)
        #expect(text == encoded(run))
        #expect(!text.utf8.contains(0x0A))
    }

    @Test("A finding has every key in the documented order")
    func finding() {
        var output = OutputBuffer()
        FindingEncoding.encode(.sample(), into: &output)
        #expect(
            output.string
                == #"{"rule":"background-task-never-ended","severity":"error","confidence":"certain","#
                + #""app":"com.acme.notes","run":"com.acme.notes/A1/71@2026-03-01T10:00:00.000Z","#
                + #""runs":["com.acme.notes/A1/71@2026-03-01T10:00:00.000Z"],"scene":null,"key":"7","#
                + #""time":"2026-03-01T10:00:05.000Z","decided":"2026-03-01T10:00:36.000Z","#
                + #""message":"Background task 7 was begun and never ended.","culprit":"upload draft","count":1,"#
                + #""evidence":[{"file":"notes.lifelog","line":4,"column":1,"offset":240,"length":59,"#
                + #""text":"10:00:05.000 backgroundTask.begin task=7","note":"begun here"}],"evidenceOmitted":0,"#
                + #""relatedTo":null,"suppressed":null,"baseline":false,"fingerprint":"0123456789abcdef"}"#)
    }
}
